"""The chance to win without a search: by playouts of players who look one move ahead, or by a network."""

from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from quatuor.bots.greedy import weighing_of
from quatuor.bots.kernels.memory import ANY, guided_memory, memory_from, settings_record
from quatuor.core.announce import compiling
from quatuor.core.game import Game
from quatuor.core.search_settings import TO_THE_END, SearchSettings
from quatuor.networks import network_of


class Expectation(NamedTuple):
    """How many futures there were, and the sums of the win share of a seat and of its square."""

    futures: int
    wins: float
    squares: float


@cache
def playout_of(game: Game) -> Any:
    """The players of a game's playouts, compiled."""
    ends = {"win_share": game.loops.win_share, "margin": game.loops.margin}
    return game.from_template("quatuor.bots.kernels.playout", weigh=weighing_of(game).weigh, **ends)


@cache
def guidance_of(game: Game) -> Any:
    """What a network says of a game's positions, compiled."""
    playout = playout_of(game)
    return game.from_template("quatuor.bots.kernels.guidance", play_on=playout.play_on, judge=playout.judge)


@cache
def outcomes_of(game: Game, guided: bool = False) -> Any:
    """The loop over a game's futures, compiled: each is played out, or judged by a network."""
    assess = (guidance_of(game) if guided else playout_of(game)).assess
    return game.from_template("quatuor.bots.kernels.outcomes", assess=assess)


def analysis_settings(game: Game) -> SearchSettings:
    """How analyses and hints look at a game: playouts go to its end, so that wins are counted and not guessed."""
    settings = game.search_settings
    return replace(settings, horizon=TO_THE_END, playout_share=settings.analysis_playouts)


def expect(game: Game, state: Any, seat: int, futures: int, *, seed: int = 0, first: int | None = None) -> Expectation:
    """How a game goes on for a seat, by what it knows, as playouts or the game's network see it.

    With `first` the seat to play makes that move; if its hand is hidden, only deals count in which it can. Nothing is
    learned on the way, so a position is worth the mean of what it is worth after each possible next card.
    """
    settings = analysis_settings(game)
    guided = settings.playout_share < 1
    memory = memory_from(game, state)
    with compiling(game.title):
        outcome = outcomes_of(game, guided).play_out(
            guided_memory(game, memory, network_of(game)) if guided else memory,
            seat,
            ANY if first is None else first,
            futures,
            np.uint64(seed),
            settings_record(settings),
        )
    return Expectation(*outcome)
