"""CUDA kernels that bring a batch on by one decision, one thread per table; made per game: see `core.templates`."""

from collections.abc import Callable
from typing import Any

from numba import cuda, float64

# Supplied when the template is filled.
start_table: Callable[..., Any]
step_table: Callable[..., Any]
choose: Callable[..., Any]
is_legal: Callable[..., Any]
most_players: int
state_type: Any


@cuda.jit  # type: ignore[untyped-decorator]
def start(b: Any, first_seed: Any) -> None:
    i = cuda.grid(1)
    if i < len(b.states):
        mine = cuda.local.array(1, state_type)
        mine[0] = b.states[i]
        start_table(b, i, mine[0], first_seed)
        b.states[i] = mine[0]


@cuda.jit  # type: ignore[untyped-decorator]
def step(b: Any, actions: Any, faults: Any) -> None:
    """A table whose action is not legal stays as it is, and is noted in `faults`."""
    i = cuda.grid(1)
    if i < len(b.states):
        if is_legal(b, i, actions[i]):
            points = cuda.local.array(most_players, float64)
            mine = cuda.local.array(1, state_type)
            mine[0] = b.states[i]
            step_table(b, i, mine[0], actions[i], points)
            b.states[i] = mine[0]
        else:
            faults[0] = i


@cuda.jit  # type: ignore[untyped-decorator]
def sample(b: Any, out: Any) -> None:
    i = cuda.grid(1)
    if i < len(b.states):
        out[i] = choose(b, i)
