"""Some games of one setup, each at a decision of one seat: what the environments of other libraries step."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

import numpy as np
from rich.console import Console

from quatuor.bots import Bot, ask
from quatuor.core.announce import compiling
from quatuor.core.chance import CHOOSER
from quatuor.core.errors import OptionError
from quatuor.core.game import SPECTATOR, Game
from quatuor.core.state import new_states
from quatuor.core.texts import plain
from quatuor.envs.arguments import memory_for
from quatuor.envs.pictures import check_pictures, picture
from quatuor.envs.texts import TEXTS
from quatuor.games import find_game
from quatuor.play.playthrough import plain_text
from quatuor.play.setup import Setup

Reward = Literal["win", "margin"]

RENDER_MODES = ("human", "ansi", "rgb_array")
# What an action that is not legal costs; the game ends there.
ILLEGAL_REWARD = -1.0

OVER, ILLEGAL = -1, -2
_RANDOM = "random"
_COLUMNS = 100


class Episodes:
    """So many games, named by their place; what is dealt and chosen by random players follows from a game's seed.

    Observations are float32, each entry between -1 and 1; masks are int8, all zero for a seat that is not to play.
    """

    def __init__(self, setup: Setup, size: int = 1, reward: Reward = "win") -> None:
        if reward not in ("win", "margin"):
            raise OptionError(*TEXTS.sentence("reward.refused", value=plain(reward)))
        self.setup, self.game, self.size = setup, setup.game, size
        self._by_margin = reward == "margin"
        self._config = setup.config()
        self._actions = np.zeros(self.game.max_legal + 1, np.int16)
        self._scales = self.game.observation.scales
        self._numbers = np.zeros(self.game.observation.size, np.int8)
        self._points = np.zeros(self.game.max_players)
        with memory_for(size):
            self.states = new_states(self.game.STATE, size)
            self._choosers = np.zeros(size, CHOOSER)
            self._bots: list[Mapping[int, Bot]] = [{}] * size
            # Which seats move by themselves: those of random players, and others where they have no choice.
            self._random = np.zeros((size, self.game.max_players), np.bool_)
            self._forced = np.zeros((size, self.game.max_players), np.bool_)
        self._loops = _loops(self.game)
        with compiling(self.game.title):
            seat = self.begin(0)
            self.play(int(self.look(seat)[1].argmax()))

    def __getstate__(self) -> dict[str, Any]:
        """For `pickle` and `copy`: all but the functions of the game."""
        return {name: value for name, value in self.__dict__.items() if name not in ("game", "_loops")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.game = self.setup.game
        self._loops = _loops(self.game)

    def begin(self, seed: int, at: int = 0) -> int:
        """Deal the game of a seed; who decides first."""
        turn: int = self._loops.begin(self.states, at, self._config, np.uint64(seed), self._choosers)
        return turn

    def play(self, action: int, at: int = 0) -> int:
        """Play an action of the seat to play; who decides next, OVER, or ILLEGAL where nothing was played."""
        turn: int = self._loops.play(self.states, at, action, self._actions)
        return turn

    def look(self, seat: int, at: int = 0) -> tuple[Any, Any]:
        """What a seat knows, and a mask of the actions that it may choose from: arrays of their own."""
        observation = np.empty(len(self._numbers), np.float32)
        mask = np.empty(self.game.n_actions, np.int8)
        self._loops.look(self.states, at, seat, self._scales, self._numbers, observation, mask, self._actions)
        return observation, mask

    def look_all(self, seats: Any) -> tuple[Any, Any]:
        """The same for a seat of each game."""
        observations = np.empty((self.size, len(self._numbers)), np.float32)
        masks = np.empty((self.size, self.game.n_actions), np.int8)
        self._loops.look_all(self.states, seats, self._scales, self._numbers, observations, masks, self._actions)
        return observations, masks

    def rewards(self, at: int = 0) -> list[float]:
        """What a finished game brings each seat."""
        out = np.zeros(self.setup.players)
        self._loops.results(self.states, at, self._by_margin, self._points, out)
        found: list[float] = out.tolist()
        return found

    def seat_bots(self, bots: Mapping[int, Bot], skip_forced: bool, at: int = 0) -> None:
        """Which bot plays on which seat of a game, and whether the others' forced moves are made for them."""
        self._bots[at] = bots
        for seat in range(self.setup.players):
            self._random[at, seat] = seat in bots and bots[seat].name == _RANDOM
            self._forced[at, seat] = skip_forced and seat not in bots

    def play_on(self, turn: int, at: int = 0) -> int:
        """Let bots move until a seat decides that has none; which one, or OVER, or ILLEGAL if that is the turn."""
        bots = self._bots[at]
        while turn >= 0:
            turn = self._loops.play_on(self.states, at, self._random, self._forced, self._choosers, self._actions)
            if turn not in bots:
                break
            turn = self.play(ask(bots[turn], self.game, self.states[at], self._choosers[at]), at)
        return turn

    def play_all(self, actions: Any) -> Any:
        """Play an action in each game, then what needs no asking; who decides next in each."""
        turns = np.empty(self.size, np.int64)
        self._loops.play_all(self.states, actions, self._random, self._forced, self._choosers, self._actions, turns)
        return turns

    def render(self, mode: str, seat: int = SPECTATOR, at: int = 0) -> Any:
        """The table as a seat sees it: printed, as text, or as a picture."""
        state = self.states[at]
        drawing = self.game.draw(self.game.view(state, seat), self.game.aids(state, seat), "en")
        if mode == "human":
            Console().print(drawing)
            return None
        return plain_text(drawing, _COLUMNS) if mode == "ansi" else picture(drawing, _COLUMNS)


def read_setup(game: str | Game, players: int | None, options: Mapping[str, Any]) -> Setup:
    """What is played, checked; by default by as few players as the game takes."""
    found = game if isinstance(game, Game) else find_game(game)
    count = found.read_players(found.min_players if players is None else players)
    return Setup(found, count, found.read_options(count, options))


def read_render_mode(mode: str | None) -> str | None:
    """A render mode, checked: refused also where it lacks what it needs."""
    if mode is not None and mode not in RENDER_MODES:
        raise OptionError(*TEXTS.sentence("render.refused", known=", ".join(RENDER_MODES), value=plain(mode)))
    if mode == "rgb_array":
        check_pictures()
    return mode


def version(game: Game) -> str:
    """What the names of environments end in: another number once their observations mean something else."""
    return f"v{game.observation.version - 1}"


@cache
def _loops(game: Game) -> Any:
    more = {name: getattr(game.loops, name) for name in ("choose", "win_share", "margin")}
    return game.from_template("quatuor.envs.episode_loops", **more)
