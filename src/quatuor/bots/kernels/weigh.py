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
def weigh(s: Any, work: Any, count: Any, samples: Any, seed: Any) -> Any:
    """The mean evaluation after each of `work.actions`, into `work.worth`, over futures possible for the seat to play.

    The same futures serve all actions, so that a difference between two actions is not a difference of luck.
    """
    seat = s.turn
    dealt = work.states[0]
    played = work.states[1]
    for k in range(count):
        work.worth[k] = 0.0
    for sample in range(samples):
        work.states[0] = s
        redeal(dealt, seat, seed + np.uint64(sample))
        for k in range(count):
            work.states[1] = dealt
            apply(played, work.actions[k])
            work.worth[k] += evaluate(played, seat) / samples
