"""The games as Gymnasium environments: one seat against bots. Needs `quatuor[gymnasium]`.

Importing this module registers them: `quatuor/Symphonimo-v0`, and so on for each game.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from quatuor.bots import Bot, find_bots
from quatuor.core.errors import OptionError
from quatuor.core.game import Game, read_seed
from quatuor.core.options import whole_number
from quatuor.core.texts import plain, shortened
from quatuor.envs.arguments import at_least_one, is_action, memory_for, read_array
from quatuor.envs.episodes import (
    ILLEGAL,
    ILLEGAL_REWARD,
    OVER,
    RENDER_MODES,
    Episodes,
    Reward,
    read_render_mode,
    read_setup,
    version,
)
from quatuor.envs.extras import missing
from quatuor.envs.texts import TEXTS
from quatuor.games import GAMES, find_game
from quatuor.play.setup import SEEDS

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.error import InvalidAction, ResetNeeded
    from gymnasium.utils import seeding
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise missing("Gymnasium", "gymnasium") from None

_SEEDS = 1 << 63


class _Seats:
    """Some games in each of which one seat is the learner's, the same in all or drawn for each game."""

    def __init__(
        self,
        size: int,
        game: str | Game,
        players: int | None,
        opponents: str,
        seat: int | None,
        reward: Reward,
        skip_forced: bool,
        registered: str | None,
        options: dict[str, Any],
    ) -> None:
        setup = read_setup(game, players, options)
        if registered is not None and registered != setup.game.name:
            raise OptionError(
                *TEXTS.sentence("game.registered", game=find_game(registered).title, value=setup.game.name)
            )
        self.players = setup.players
        self.bots: Sequence[Bot] = find_bots(str(opponents), setup.players - 1)
        self._fixed, self._skip_forced = whole_number(seat), bool(skip_forced)
        if seat is not None and self._fixed not in range(self.players):
            raise OptionError(*TEXTS.sentence("seat.refused", high=self.players - 1, value=plain(seat)))
        self.episodes = Episodes(setup, size, reward)
        self.seats = np.zeros(size, np.int64)

    def begin(self, chance: np.random.Generator, seed: int | None, at: int = 0) -> int:
        """Deal a game, of this seed or of one that is drawn, and let bots move until it is the learner's turn."""
        turn = OVER
        while turn == OVER:
            deal = int(chance.integers(_SEEDS)) if seed is None else seed
            seat = int(chance.integers(self.players)) if self._fixed is None else self._fixed
            self.seats[at] = seat
            others = ((seat + k) % self.players for k in range(1, self.players))
            self.episodes.seat_bots(dict(zip(others, self.bots, strict=True)), self._skip_forced, at)
            turn = self.episodes.play_on(self.episodes.begin(deal, at), at)
            seed = None  # where the learner has nothing to do, another game
        return turn

    def reward(self, turn: int, at: int = 0) -> float:
        """What the learner gets, once a move has led to this turn."""
        if turn == ILLEGAL:
            return ILLEGAL_REWARD
        return self.episodes.rewards(at)[self.seats[at]] if turn == OVER else 0.0


class SeatEnv(gymnasium.Env):  # type: ignore[misc]
    """A seat of a game against bots: `opponents` is one spec for all of them, or one for each, from the next seat on.

    The learner's seat is the one given, or drawn for each game. Which actions are legal is in `info["action_mask"]` and
    in `action_masks()`; another one ends the game with a reward of -1. With `skip_forced` nobody asks the learner where
    only one is legal. All other rewards come at the end: the share of the win, or with `reward="margin"` the lead.

    `registered` is the game that Gymnasium's id is of: `make` takes no other one for it.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 (Gymnasium's name and form)

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        opponents: str = "random",
        seat: int | None = None,
        reward: Reward = "win",
        skip_forced: bool = False,
        render_mode: str | None = None,
        registered: str | None = None,
        **options: Any,
    ) -> None:
        self._seats = _Seats(1, game, players, opponents, seat, reward, skip_forced, registered, options)
        self._episodes = self._seats.episodes
        self.render_mode = read_render_mode(render_mode)
        self.observation_space, self.action_space = _spaces(self._episodes.game)
        self._turn = OVER

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal the game of this seed; without one, of a seed that is drawn."""
        deal = None if seed is None else read_seed(seed)
        super().reset(seed=deal)
        self._turn = OVER  # unless the bots' first moves succeed
        self._turn = self._seats.begin(self.np_random, deal)
        return self._look()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action, then let the bots move until it is the learner's turn again."""
        self._check_reset()
        if not is_action(action, self._episodes.game.n_actions):
            high = self._episodes.game.n_actions - 1
            raise InvalidAction(TEXTS.say("en", "action.refused", high=high, value=shortened(plain(action))))
        turn, self._turn = self._episodes.play(int(action)), OVER  # unless the bots' moves succeed
        self._turn = self._episodes.play_on(turn)
        observation, info = self._look()
        return observation, self._seats.reward(self._turn), self._turn < 0, False, info

    def action_masks(self) -> Any:
        """Which actions are legal, as sb3-contrib asks for it."""
        self._check_reset()
        return self._episodes.look(self._turn)[1].astype(np.bool_)

    def render(self) -> Any:
        """The table as the learner sees it."""
        return self._episodes.render(self.render_mode, int(self._seats.seats[0])) if self.render_mode else None

    def _look(self) -> tuple[Any, dict[str, Any]]:
        if self.render_mode == "human":
            self.render()
        seat = int(self._seats.seats[0])
        observation, mask = self._episodes.look(seat)
        return observation, {"action_mask": mask, "seat": seat}

    def _check_reset(self) -> None:
        if self._turn < 0:
            raise ResetNeeded(TEXTS.say("en", "reset.needed"))


class SeatVectorEnv(VectorEnv):  # type: ignore[misc]
    """Many games of `SeatEnv` at once; where one ends, the next one begins in the same step.

    Random bots are compiled; others are asked one by one. `infos["action_mask"]` has a row for each game.
    """

    metadata = {**SeatEnv.metadata, "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int,
        game: str | Game,
        players: int | None = None,
        opponents: str = "random",
        seat: int | None = None,
        reward: Reward = "win",
        skip_forced: bool = False,
        render_mode: str | None = None,
        registered: str | None = None,
        **options: Any,
    ) -> None:
        self.num_envs = num_envs = at_least_one("num_envs", num_envs)
        self._seats = _Seats(num_envs, game, players, opponents, seat, reward, skip_forced, registered, options)
        self._episodes = self._seats.episodes
        self.render_mode = read_render_mode(render_mode)
        self.single_observation_space, self.single_action_space = _spaces(self._episodes.game)
        with memory_for(num_envs):
            self.observation_space = batch_space(self.single_observation_space, num_envs)
            self.action_space = batch_space(self.single_action_space, num_envs)
        self._chances: list[np.random.Generator] = []
        self._ready = False

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal the game of this seed, of the next seed at the second table, and so on; without one, of seeds drawn.

        With `options={"reset_mask": …}`, an array of bools, only the games that it marks are dealt; the others go on.
        """
        seeds = self._read_seeds(seed)  # all of them before the first game is dealt
        marked = self._read_reset_mask(options)
        if not self._ready and not marked.all():
            raise ResetNeeded(TEXTS.say("en", "reset.needed"))
        if not self._chances:
            self._chances = [seeding.np_random()[0] for _ in seeds]
        self._ready = False  # unless the bots' first moves succeed
        for at in np.flatnonzero(marked).tolist():
            given = seeds[at]
            if given is not None:
                self._chances[at] = seeding.np_random(given)[0]
            self._seats.begin(self._chances[at], given, at)
        self._ready = True
        return self._look({})

    def _read_reset_mask(self, options: dict[str, Any] | None) -> Any:
        mask = (options or {}).get("reset_mask")
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        good = isinstance(mask, np.ndarray) and mask.shape == (self.num_envs,) and mask.dtype == np.bool_
        if not good or not mask.any():
            value = shortened(plain(mask))
            raise OptionError(*TEXTS.sentence("reset_mask.refused", size=self.num_envs, value=value))
        return mask

    def _read_seeds(self, seed: Any) -> list[int | None]:
        """A seed for each game: those that are given, or one and those that follow it; after the largest comes 0."""
        if seed is None:
            return [None] * self.num_envs
        if not isinstance(seed, Sequence) or isinstance(seed, str | bytes):
            first = read_seed(seed)
            return [(first + at) % SEEDS for at in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise OptionError(*TEXTS.sentence("seeds.refused", size=self.num_envs, value=shortened(plain(list(seed)))))
        return [None if given is None else read_seed(given) for given in seed]

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play an action in each game, then let the bots move until it is the learner's turn everywhere."""
        if not self._ready:
            raise ResetNeeded(TEXTS.say("en", "reset.needed"))
        chosen, self._ready = self._read(actions), False  # unless the bots' moves succeed
        turns = self._episodes.play_all(chosen)
        rewards = np.zeros(self.num_envs)
        infos: dict[str, Any] = {}
        for at in np.flatnonzero(turns != self._seats.seats).tolist():
            turns[at] = turn = self._episodes.play_on(int(turns[at]), at)
            if turn < 0:
                rewards[at] = self._seats.reward(turn, at)
                seat = int(self._seats.seats[at])
                observation, mask = self._episodes.look(seat, at)
                ended = {"final_obs": observation, "final_info": {"action_mask": mask, "seat": seat}}
                infos = self._add_info(infos, ended, at)
                self._seats.begin(self._chances[at], None, at)
        self._ready = True
        observations, infos = self._look(infos)
        return observations, rewards, turns < 0, np.zeros(self.num_envs, np.bool_), infos

    def render(self) -> tuple[Any, ...] | None:
        """Each table as its learner sees it."""
        if self.render_mode is None:
            return None
        seats = self._seats.seats.tolist()
        return tuple(self._episodes.render(self.render_mode, seat, at) for at, seat in enumerate(seats))

    def _read(self, actions: Any) -> Any:
        chosen, high = read_array(actions), self._episodes.game.n_actions - 1
        good = chosen is not None and chosen.shape == (self.num_envs,) and chosen.dtype.kind in "iu"
        if not good or chosen.min() < 0 or chosen.max() > high:
            value = shortened(plain(actions))
            raise InvalidAction(TEXTS.say("en", "actions.refused", high=high, size=self.num_envs, value=value))
        return chosen.astype(np.int64)

    def _look(self, infos: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        observations, masks = self._episodes.look_all(self._seats.seats)
        all_of_them = np.ones(self.num_envs, np.bool_)
        infos |= {"action_mask": masks, "_action_mask": all_of_them}
        infos |= {"seat": self._seats.seats.copy(), "_seat": all_of_them.copy()}
        return observations, infos


def _spaces(game: Game) -> tuple[Any, Any]:
    return spaces.Box(-1, 1, (game.observation.size,), np.float32), spaces.Discrete(game.n_actions)


def env_id(game: Game) -> str:
    """What an environment is called: the name of its game, and a version."""
    return f"quatuor/{''.join(part.capitalize() for part in game.name.split('_'))}-{version(game)}"


for _game in GAMES.values():
    gymnasium.register(
        env_id(_game),
        entry_point=f"{__name__}:SeatEnv",
        vector_entry_point=f"{__name__}:SeatVectorEnv",
        kwargs={"game": _game.name, "registered": _game.name},
    )
