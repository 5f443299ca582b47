"""Make a game's rules ready before its first move."""

from functools import cache

import numpy as np

from quatuor.core.announce import compiling
from quatuor.core.game import Game
from quatuor.core.state import new_state


@cache
def prepare(game: Game) -> None:
    """Read the compiled rules back from disk in a moment, or compile them in a few seconds, with a message."""
    with compiling(game.name, game.title):
        state = new_state(game.STATE)
        options = game.read_options(game.min_players, {})
        game.setup(state, game.encode(game.min_players, -1, options), np.uint64(0))
        actions = np.zeros(game.max_legal + 1, np.int16)
        game.legal(state, actions)
        game.apply(state, int(actions[0]))
