"""`greedy_loops` on a CUDA GPU, one thread per table; made per game: see `core.templates`."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import cuda, float64

# Supplied when the template is filled.
look_ahead: Callable[..., Any]
most_legal: int
state_type: Any


@cuda.jit  # type: ignore[untyped-decorator]
def look_ahead_at(b: Any, low: Any, samples: Any, seed: Any, out: Any) -> None:
    k = cuda.grid(1)
    if k < len(out):
        dealt = cuda.local.array(1, state_type)
        tried = cuda.local.array(1, state_type)
        worth = cuda.local.array(most_legal, float64)
        out[k] = look_ahead(b, low + k, dealt, tried, worth, samples, seed + np.uint64(k) * np.uint64(samples))
