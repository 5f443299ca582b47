"""A game's rules for callers in Python, compiled per game: see `quatuor.core.templates`.

Whenever Python calls a compiled function, Numba finds out the type of each argument: of a state that takes twenty times
as long as of plain bytes. So here a state comes as its bytes (`bytes_of`).
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from quatuor.core.compiled import compiled

# Supplied when the template is filled.
STATE: np.dtype[Any]
legal: Callable[..., Any]
apply: Callable[..., Any]


@compiled
def legal_in(state: Any, out: Any) -> Any:
    """`legal`."""
    return legal(state.view(STATE)[0], out)


@compiled
def apply_in(state: Any, action: Any) -> Any:
    """`apply`."""
    apply(state.view(STATE)[0], action)


@compiled
def apply_event(state: Any, action: Any, seed: Any) -> Any:
    """`apply` with a generator for this event of chance alone.

    Between moves the generator's place in the state holds how many moves have used it.
    """
    s = state.view(STATE)[0]
    number = s.rng
    s.rng = seed
    apply(s, action)
    s.rng = number + np.uint64(s.rng != seed)
