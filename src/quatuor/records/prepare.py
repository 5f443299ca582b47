"""Compile a game's rules before its first move, and say so when that takes a while."""

import sys
from functools import cache

import numpy as np

from quatuor.core.compiled import INTERPRETED, cache_folder
from quatuor.core.game import Game
from quatuor.core.state import new_state


@cache
def prepare(game: Game) -> None:
    """Make the rules ready: read back from disk in a moment, or compiled once in a few seconds, with a message."""
    folder = cache_folder()
    marker = folder / f"{game.name}-ready" if folder else None
    cold = not INTERPRETED and not (marker and marker.exists())
    if cold:
        print(f"Compiling the rules of {game.title} (once, a few seconds)…", file=sys.stderr, flush=True)
    state = new_state(game.STATE)
    options = game.read_options(game.min_players, {})
    game.setup(state, game.encode(game.min_players, -1, options), np.uint64(0))
    actions = np.zeros(game.max_legal + 1, np.int16)
    game.legal(state, actions)
    game.apply(state, int(actions[0]))
    if cold and marker:
        marker.touch()
