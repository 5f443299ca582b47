"""The bot that looks one move ahead: it plays what its game's evaluation likes best on average."""

from functools import cache, lru_cache
from threading import Event, get_ident
from typing import Any

import numpy as np

from quatuor.bots.bot import Budget, Choice, Position
from quatuor.bots.kernels.memory import new_memory
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
        memory = _memory_of(game, get_ident())
        actions, worth = memory["actions"][0], memory["worth"][0]
        count = game.legal(state, actions)
        if count == 1:
            return Choice(int(actions[0]))
        with compiling(game.title):
            weighing_of(game).weigh(state, memory, count, SAMPLES, np.uint64(mix(chooser.rng)))
        worth = worth[:count]
        best = np.flatnonzero(worth >= worth.max() - 1e-9)
        return Choice(int(actions[best[below(chooser, len(best))]]))


@lru_cache(maxsize=64)
def _memory_of(game: Game, thread: int) -> Any:
    """The memory in which a thread weighs: to ask for it and to give it back would take as long as some weighing."""
    return new_memory(game)


@cache
def weighing_of(game: Game) -> Any:
    """The weighing of a game's actions, compiled."""
    return game.from_template("quatuor.bots.kernels.weigh")
