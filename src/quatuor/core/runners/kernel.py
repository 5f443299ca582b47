"""The CUDA kernel that plays one whole game in each thread; made per game: see `quatuor.core.templates`."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import cuda, int16

from quatuor.core.chance import seed_after

# Supplied when the template is filled.
play_one: Callable[..., Any]
scores: Callable[..., Any]
winners: Callable[..., Any]
room: int
state_type: Any
chooser_type: Any


@cuda.jit  # type: ignore[untyped-decorator]
def run(states: Any, config: Any, first_seed: Any, moves: Any, points: Any, won: Any) -> None:
    i = cuda.grid(1)
    if i < len(states):
        # In a thread's own memory a game runs twice as fast as in the common array.
        actions = cuda.local.array(room, int16)
        mine = cuda.local.array(1, state_type)
        chooser = cuda.local.array(1, chooser_type)
        mine[0] = states[i]
        moves[i] = play_one(mine[0], config, seed_after(first_seed, np.uint64(i)), chooser[0], actions)
        scores(mine[0], points[i])
        won[i] = winners(mine[0])
        states[i] = mine[0]
