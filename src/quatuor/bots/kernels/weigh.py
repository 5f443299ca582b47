"""How a bot weighs its legal actions; a template: see `quatuor.core.templates`."""

from collections.abc import Callable
from typing import Any

import numpy as np

from quatuor.core.compiled import compiled

# Supplied when the template is filled.
apply: Callable[..., Any]
redeal: Callable[..., Any]
evaluate: Callable[..., Any]


@compiled
def weigh(s: Any, memory: Any, count: Any, samples: Any, seed: Any) -> Any:
    """The mean evaluation after each of the `actions`, into `worth`, over futures possible for the seat to play.

    The same futures serve all actions, so that a difference between two actions is not a difference of luck.
    """
    m = memory[0]
    seat = s.turn
    dealt = m.dealt
    tried = m.tried
    actions = m.actions
    worth = m.worth
    for k in range(count):
        worth[k] = 0.0
    for sample in range(samples):
        m.dealt = s
        redeal(dealt, seat, seed + np.uint64(sample))
        for k in range(count):
            m.tried = dealt
            apply(tried, actions[k])
            worth[k] += evaluate(tried, seat) / samples
