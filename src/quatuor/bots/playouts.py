"""The chance to win if all go on like the players of a playout, who look one move ahead: nothing is searched."""

from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from quatuor.bots.greedy import weighing_of
from quatuor.bots.kernels.memory import ANY, memory_from, settings_record
from quatuor.core.announce import compiling
from quatuor.core.game import Game
from quatuor.core.search_settings import TO_THE_END


class Expectation(NamedTuple):
    """How many playouts there were, and the sums of the win share of a seat and of its square."""

    playouts: int
    wins: float
    squares: float


@cache
def playout_of(game: Game) -> Any:
    """The players of a game's playouts, compiled."""
    ends = {"win_share": game.loops.win_share, "margin": game.loops.margin}
    return game.from_template("quatuor.bots.kernels.playout", weigh=weighing_of(game).weigh, **ends)


@cache
def outcomes_of(game: Game) -> Any:
    """The loop over a game's playouts, compiled."""
    playout = playout_of(game)
    parts = {name: getattr(playout, name) for name in ("assess", "win_share")}
    return game.from_template("quatuor.bots.kernels.outcomes", **parts)


def expect(game: Game, state: Any, seat: int, playouts: int, *, seed: int = 0, first: int | None = None) -> Expectation:
    """How a game ends for a seat, by what it knows, if all seats play on like the players of a playout.

    With `first` the seat to play makes that move; if its hand is hidden, only deals count in which it can. Nothing is
    learned on the way, so a position is worth the mean of what it is worth after each possible next card.
    """
    with compiling(game.title):
        outcome = outcomes_of(game).play_out(
            memory_from(game, state),
            seat,
            ANY if first is None else first,
            playouts,
            np.uint64(seed),
            settings_record(replace(game.search_settings, horizon=TO_THE_END)),
        )
    return Expectation(*outcome)
