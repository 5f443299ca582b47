"""The bot that looks one move ahead: it plays what its game's evaluation likes best on average."""

from functools import cache
from threading import Event
from typing import Any

import numpy as np

from quatuor.bots.bot import Budget, Choice, Position
from quatuor.bots.kernels.memory import new_workspace
from quatuor.core.announce import compiling
from quatuor.core.chance import below, mix
from quatuor.core.game import Game

SAMPLES = 16


class GreedyBot:
    name = "greedy"

    def budget(self, game: Game) -> Budget:
        return Budget()

    def think(self, position: Position, cancel: Event | None = None, when_forced: bool = False) -> Choice:
        game, state, _, chooser = position
        work = new_workspace(game)
        count = game.legal(state, work.actions)
        if count == 1:
            return Choice(int(work.actions[0]))
        with compiling(game.title):
            weighing_of(game).weigh(state, work, count, SAMPLES, np.uint64(mix(chooser.rng)))
        worth = work.worth[:count]
        best = np.flatnonzero(worth >= worth.max() - 1e-9)
        return Choice(int(work.actions[best[below(chooser, len(best))]]))


@cache
def weighing_of(game: Game) -> Any:
    """The weighing of a game's actions, compiled."""
    return game.from_template("quatuor.bots.kernels.weigh")
