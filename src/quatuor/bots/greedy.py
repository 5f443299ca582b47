"""The bot that looks one move ahead: it plays what its game's evaluation likes best on average."""

from functools import cache
from typing import Any

import numpy as np

from quatuor.core.announce import compiling
from quatuor.core.chance import below, mix
from quatuor.core.game import Game
from quatuor.core.state import new_states

SAMPLES = 16


class GreedyBot:
    name = "greedy"

    def choose(self, game: Game, state: Any, chooser: Any) -> int:
        actions = np.zeros(game.max_legal + 1, np.int16)
        count = game.legal(state, actions)
        if count == 1:
            return int(actions[0])
        worth = np.zeros(count)
        with compiling(f"{game.name}-greedy", game.title):
            weigh = weighing_of(game).weigh
            seed = np.uint64(mix(chooser.rng))
            weigh(state, new_states(game.STATE, 2), state.turn, actions, count, SAMPLES, seed, worth)
        best = np.flatnonzero(worth >= worth.max() - 1e-9)
        return int(actions[best[below(chooser, len(best))]])


@cache
def weighing_of(game: Game) -> Any:
    """The weighing of a game's actions, compiled."""
    return game.specialised("quatuor.bots.kernels.weigh")
