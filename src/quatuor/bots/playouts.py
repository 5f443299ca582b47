"""The chance to win if all go on like the players of a playout, who look one move ahead: nothing is searched."""

from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from quatuor.bots.greedy import weighing_of
from quatuor.core.announce import compiling
from quatuor.core.chance import CHOOSER
from quatuor.core.game import Game
from quatuor.core.search_settings import TO_THE_END, Thinking
from quatuor.core.state import new_states

_SETTINGS = np.dtype(
    (
        np.record,
        [(name, np.float64) for name in ("explore", "doubt", "lead", "victory", "evenly")]
        + [(name, np.int64) for name in ("glances", "horizon", "foresight", "candidates")],
    )
)


class Expectation(NamedTuple):
    """How many playouts there were, and the sums of the win share of a seat and of its square."""

    playouts: int
    wins: float
    squares: float


@cache
def playout_of(game: Game) -> Any:
    """The players of a game's playouts, compiled."""
    return game.specialised("quatuor.bots.kernels.playout", weigh=weighing_of(game).weigh)


@cache
def outcomes_of(game: Game) -> Any:
    """The loop over a game's playouts, compiled."""
    playout = playout_of(game)
    parts = {name: getattr(playout, name) for name in ("play_on", "judge", "win_share")}
    return game.specialised("quatuor.bots.kernels.outcomes", **parts)


def settings_of(thinking: Thinking) -> Any:
    """The parameters of a search as compiled code reads them."""
    settings = np.zeros(1, _SETTINGS)[0]
    for name in _SETTINGS.names or ():
        settings[name] = getattr(thinking, name)
    return settings


def expect(game: Game, state: Any, seat: int, playouts: int, *, seed: int = 0, first: int | None = None) -> Expectation:
    """What comes of a position for a seat, by what it knows, if all go on like the players of a playout.

    With `first` the seat to play makes that move: where its hand is hidden, in deals in which it can. Without a search
    that learns on the way, what a position is worth is on average what it is worth after the next card.
    """
    sums = np.zeros(3)
    with compiling(f"{game.name}-outcomes", game.title):
        outcomes = outcomes_of(game)
        outcomes.play_out(
            np.array([state], dtype=state.dtype),
            new_states(game.STATE, 3),
            np.zeros(1, CHOOSER)[0],
            np.zeros(game.max_legal + 1, np.int16),
            np.zeros((3, max(game.max_legal + 1, game.max_players))),
            seat,
            outcomes.ANY if first is None else first,
            playouts,
            np.uint64(seed),
            settings_of(replace(game.thinking, horizon=TO_THE_END)),
            sums,
        )
    return Expectation(int(sums[0]), float(sums[1]), float(sums[2]))
