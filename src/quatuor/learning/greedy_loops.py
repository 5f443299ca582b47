"""Players who look one move ahead, at many tables at once; a template: see `quatuor.core.templates`."""

from collections.abc import Callable
from typing import Any

import numpy as np

from quatuor.core.compiled import compiled

# Supplied when the template is filled.
apply: Callable[..., Any]
redeal: Callable[..., Any]
evaluate: Callable[..., Any]


@compiled
def look_ahead(b: Any, i: Any, dealt: Any, tried: Any, worth: Any, samples: Any, seed: Any) -> Any:
    """The action that is best on average over some futures that are possible for the seat to play."""
    actions = b.legal[i]
    count = np.int64(b.counts[i])
    seat = b.seats[i]
    for k in range(count):
        worth[k] = 0.0
    for sample in range(samples):
        dealt[0] = b.states[i]
        redeal(dealt[0], seat, seed + np.uint64(sample))
        for k in range(count):
            tried[0] = dealt[0]
            apply(tried[0], actions[k])
            worth[k] += evaluate(tried[0], seat)
    best = 0
    for k in range(1, count):
        if worth[k] > worth[best]:
            best = k
    return actions[best]


@compiled
def look_ahead_at(b: Any, low: Any, dealt: Any, tried: Any, worth: Any, samples: Any, seed: Any, out: Any) -> Any:
    """The same at some tables, from the table `low` on."""
    for k in range(len(out)):
        out[k] = look_ahead(b, low + k, dealt, tried, worth, samples, seed + np.uint64(k) * np.uint64(samples))
