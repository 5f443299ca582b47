"""CUDA kernels that bring a batch on by one decision, one thread per table; made per game: see `core.templates`."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import cuda, float64

from quatuor.core.chance import seed_after

# Supplied when the template is filled.
advance: Callable[..., Any]
choose: Callable[..., Any]
is_legal: Callable[..., Any]
forget_result: Callable[..., Any]
most_players: int
state_type: Any
BEGIN: int


@cuda.jit  # type: ignore[untyped-decorator]
def step(b: Any, actions: Any, starting: Any, first_seed: Any, faults: Any) -> None:
    """Play the actions, or begin the first games. A game whose action is not legal stays as it is, and is noted."""
    i = cuda.grid(1)
    if i < len(b.states):
        action = actions[i]
        if starting:
            b.seeds[i] = seed_after(first_seed, np.uint64(i))
            action = BEGIN
        elif not is_legal(b, i, action):
            faults[0] = i
            forget_result(b, i)
            return
        points = cuda.local.array(most_players, float64)
        mine = cuda.local.array(1, state_type)
        mine[0] = b.states[i]
        advance(b, i, mine[0], action, points)
        b.states[i] = mine[0]


@cuda.jit  # type: ignore[untyped-decorator]
def sample(b: Any, out: Any) -> None:
    i = cuda.grid(1)
    if i < len(b.states):
        out[i] = choose(b, i)
