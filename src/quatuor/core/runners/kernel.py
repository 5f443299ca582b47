"""The CUDA kernel that plays one whole game in each thread; made per game: see `quatuor.core.specialise`."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import cuda, int16

from quatuor.core.generator import seed_after

# The game's own, put in place before this file is executed.
play_one: Callable[..., Any]
scores: Callable[..., Any]
winners: Callable[..., Any]
room: int


@cuda.jit  # type: ignore[untyped-decorator]
def run(states: Any, config: Any, first_seed: Any, choosers: Any, moves: Any, points: Any, won: Any) -> None:
    i = cuda.grid(1)
    if i < len(states):
        actions = cuda.local.array(room, int16)
        moves[i] = play_one(states[i], config, seed_after(first_seed, np.uint64(i)), choosers[i], actions)
        scores(states[i], points[i])
        won[i] = winners(states[i])
