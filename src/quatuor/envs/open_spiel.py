"""The games for OpenSpiel: to import this module is to register them with pyspiel. It needs `quatuor[openspiel]`.

`pyspiel.load_game("quatuor_symphonimo(players=3)")` is one; `docs/open_spiel.md` says what the parameters are.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, cast

import numpy as np
import orjson

from quatuor.core.draws import Draws
from quatuor.core.errors import QuatuorError
from quatuor.core.game import SPECTATOR, Game, read_seat
from quatuor.core.options import Flag, Number, Option, whole_number
from quatuor.core.state import STACK_DEPTH
from quatuor.core.texts import plain
from quatuor.envs.explicit_chance import CHANCE, OVER, Dealing, Drawing, Position, Variant, draws_of, has_draws
from quatuor.envs.extras import missing
from quatuor.envs.texts import TEXTS
from quatuor.games import GAMES

try:
    import pyspiel
except ImportError:
    raise missing("OpenSpiel", "openspiel") from None

PREFIX = "quatuor_"
# The parameter that says who starts; -1: chance draws them.
_FIRST_DRAWN = -1

_registered: dict[str, Game] = {}


def register(game: Game) -> str:
    """Register a game whose folder has a `draws.py` with pyspiel; what it is called there."""
    name = PREFIX + game.name
    if name not in _registered:
        kind = _game_type(game, draws_of(game))
        # A class, not a function: pyspiel lets go of it after the interpreter's end, when a function would be freed.
        pyspiel.register_game(kind, type(name, (SpielGame,), {"kind": kind, "game": game}))
        _registered[name] = game
    return name


def _game_type(game: Game, draws: Draws) -> Any:
    kind = pyspiel.GameType
    hidden = draws.redraw is not None
    return kind(
        short_name=PREFIX + game.name,
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION if hidden else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.max_players,
        min_num_players=game.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=hidden,
        parameter_specification={
            "players": game.min_players,
            "first": _FIRST_DRAWN,
            **{option.name: _default(option, game) for option in game.options},
        },
    )


def _default(option: Option, game: Game) -> Any:
    """What an option is unless it is given: where that depends on the number of players, an empty text."""
    return option.default(game.min_players) if isinstance(option.kind, Flag | Number) else ""


def _value(option: Option, given: Any) -> Any:
    """An option's value from a parameter's: faces are a list, which the parameters of pyspiel cannot be."""
    if isinstance(given, str) and option.kind.items(0) is not None and "+" in given:
        return given.split("+")
    return given


class SpielGame(pyspiel.Game):  # type: ignore[misc] # pyspiel has no types
    """One of the games, for OpenSpiel; each has its own class."""

    kind: Any
    game: Game

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        game, given = self.game, dict(parameters)
        players = game.read_players(given.get("players", game.min_players))
        first = given.get("first", _FIRST_DRAWN)
        if first != _FIRST_DRAWN:
            read_seat(first, players)
        chosen = {
            option.name: _value(option, given[option.name])
            for option in game.options
            if given.get(option.name, "") != ""
        }
        self.variant = _variant(self.kind.short_name, players, first, orjson.dumps(chosen))
        sides = self.variant.setup.side_count
        info = pyspiel.GameInfo(
            num_distinct_actions=game.n_actions,
            max_chance_outcomes=max(self.variant.draws.outcomes, players),
            num_players=players,
            min_utility=-1.0,
            max_utility=sides - 1.0,
            utility_sum=0.0,
            max_game_length=self.variant.draws.longest(players, self.variant.setup.options),
        )
        super().__init__(self.kind, info, given)

    def __reduce__(self) -> Any:
        # By its name, as pyspiel stores games: other processes do not know its class.
        return _load, (str(self),)

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """No more than this: the first player, the deal, and what each move shows."""
        dealt = self.variant.draws.outcomes * self.variant.setup.players
        return 1 + dealt + (STACK_DEPTH + 1) * int(self.max_game_length())

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        if params:
            raise QuatuorError(*TEXTS.sentence("openspiel.observer"))
        return Observer(self.variant, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


def _load(name: str) -> Any:
    return pyspiel.load_game(name)


class _SpielVariant(Variant):
    """A variant that other processes find by the name of its game."""

    def __init__(self, name: str, players: int, first: int, chosen: bytes) -> None:
        game = _registered[name]
        super().__init__(game, players, first, game.read_options(players, orjson.loads(chosen)))
        self._found_by = name, players, first, chosen

    def __reduce__(self) -> Any:
        return _variant, self._found_by


@lru_cache(maxsize=64)
def _variant(name: str, players: int, first: int, chosen: bytes) -> Variant:
    return _SpielVariant(name, players, first, chosen)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of one of the games, for OpenSpiel."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        # All that OpenSpiel copies and stores of a state.
        self.position: Position = game.variant.root

    def current_player(self) -> int:
        return self.position.player

    def _legal_actions(self, player: int) -> Sequence[int]:
        return self.position.choices

    def chance_outcomes(self) -> list[tuple[int, float]]:
        ways = self.position.outcomes
        total = sum(ways.values())
        return [(outcome, count / total) for outcome, count in ways.items()]

    def _apply_action(self, action: int) -> None:
        try:
            self.position = self.position.after(action)
        except ValueError:
            raise pyspiel.SpielError(TEXTS.say("en", "openspiel.illegal", action=action)) from None

    def _action_to_string(self, player: int, action: int) -> str:
        try:
            if action < 0:  # a place from the end for Python
                raise IndexError
            return self._text(player, action)
        except LookupError:
            raise pyspiel.SpielError(TEXTS.say("en", "openspiel.action", action=action)) from None

    def _text(self, player: int, action: int) -> str:
        game, draws = self.position.variant.game, self.position.variant.draws
        if player != CHANCE:
            return game.text(action)
        if isinstance(self.position, Dealing):
            if self.position.draws_first:
                return f"first {range(1, self.position.variant.setup.players + 1)[action]}"
            return (draws.deal_text or game.card_text)(action)
        return game.card_text(action)

    def is_terminal(self) -> bool:
        return self.position.player == OVER

    def returns(self) -> list[float]:
        """What each seat has won: nobody anything before the end, then all together nothing."""
        setup = self.position.variant.setup
        if not self.is_terminal() or self.position.decision is None:
            return [0.0] * setup.players
        state, game = self.position.decision.state, setup.game
        won = int(game.winners(state))
        return [setup.side_count * float(game.loops.win_share(state, won, seat)) - 1 for seat in range(setup.players)]

    def resample_from_infostate(self, player: int, sampler: Any) -> "SpielState":
        """A state that this player cannot tell from this one; at a node of chance it is this one."""
        _check_player(self, player)
        decision = self.position.decision
        if decision is not self.position:
            return self.clone()  # type: ignore[no-any-return]
        resampled = decision.another_past(player, Random(sampler()))
        if resampled is decision:
            return self.clone()  # type: ignore[no-any-return]
        state: SpielState = self.get_game().new_initial_state()
        state.position = cast(Position, _Retelling(resampled.course))
        for _, action in resampled.course:
            state.apply_action(action)
        state.position = resampled
        return state

    def __str__(self) -> str:
        """What everybody sees, what each player sees beside that, and what is decided now."""
        game, decision = self.position.variant.game, self.position.decision
        if decision is None:
            return " ".join(["dealt:", *(str(outcome) for _, outcome in self.position.course)])
        lines = [_json(game.view(decision.state, SPECTATOR))]
        for seat in range(self.position.variant.setup.players):
            lines.append(f"{seat}: {_json(_private_view(game, decision.state, seat))}")
        if isinstance(self.position, Drawing):
            cards = map(game.card_text, self.position.cards)
            lines.append(" ".join([game.text(self.position.action), *cards, "?"]))
        return "\n".join(lines)


class _Retelling:
    """Stands for a position: takes the actions of a known course, for pyspiel to note them, and plays nothing."""

    def __init__(self, course: Sequence[tuple[int, int]]) -> None:
        self._players = iter([player for player, _ in course] + [OVER])
        self.player = next(self._players)

    def after(self, action: int) -> "_Retelling":
        self.player = next(self._players)
        return self


def _private_view(game: Game, state: Any, seat: int) -> dict[str, Any]:
    """What a seat sees and a spectator does not."""
    everybody = game.view(state, SPECTATOR)
    return {key: value for key, value in game.view(state, seat).items() if key != "seat" and value != everybody[key]}


def _json(view: Any) -> str:
    return orjson.dumps(view).decode()


class Observer:
    """What a player knows, as numbers and as text: now, or since the beginning.

    `tensor` has the numbers of `game.observation`, scaled to at most 1. They count what the player remembers, so that
    they are the same for both; only the text of an information state has the order in which things happened.
    """

    def __init__(self, variant: Variant, kind: Any) -> None:
        self._game = variant.game
        self._recall = kind.perfect_recall
        self._public = kind.public_info
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise QuatuorError(*TEXTS.sentence("openspiel.observer"))
        layout = variant.game.observation
        self.tensor = np.zeros(layout.size, np.float32) if self._public else None
        self.dict = {"info_state" if self._recall else "observation": self.tensor} if self._public else {}
        self._numbers = np.zeros(layout.size, np.int8)
        self._scales = layout.scales

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is None:
            return
        _check_player(state, player)
        decision = state.position.decision
        if decision is None:
            self.tensor.fill(0)
        else:
            self._game.observe(decision.state, player if self._private else SPECTATOR, self._numbers)
            np.multiply(self._numbers, self._scales, out=self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        _check_player(state, player)
        decision = state.position.decision
        if decision is None:
            return ""
        viewer = player if self._private else SPECTATOR
        if self._recall:
            return decision.seen_by(viewer)
        if not self._public:
            return _json(_private_view(self._game, decision.state, viewer))
        return _json(self._game.view(decision.state, viewer))


def _check_player(state: SpielState, player: Any) -> None:
    """OpenSpiel checks the player where its own code is asked first, but not where ours is."""
    high = state.get_game().num_players() - 1
    number = whole_number(player)
    if number is None or not 0 <= number <= high:
        raise pyspiel.SpielError(TEXTS.say("en", "openspiel.player", high=high, value=plain(player)))


for _game in GAMES.values():
    if has_draws(_game):
        register(_game)
