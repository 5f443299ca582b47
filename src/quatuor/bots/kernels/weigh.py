"""How a bot weighs its legal actions; a template: see `quatuor.core.templates`."""

from collections.abc import Callable
from typing import Any

import numpy as np

from quatuor.core.chance import mix
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


@compiled
def first_sight(s: Any, memory: Any, node: Any, count: Any, settings: Any) -> Any:
    """The priors of the `actions` of a node, into `worth`: high for what looks good.

    What looked best when the node was first left is the measure of what becomes legal there later.
    """
    m = memory[0]
    worth = m.worth
    if settings.prior_scale <= 0.0:
        for k in range(count):
            worth[k] = 1.0
        return
    weigh(s, memory, count, settings.prior_samples, mix(m.chooser.rng))
    if m.nodes[node].edges == 0:
        best = worth[0]
        for k in range(1, count):
            best = max(best, worth[k])
        m.nodes[node].best = best
    for k in range(count):
        gap = 1.0 + max(0.0, m.nodes[node].best - worth[k]) / settings.prior_scale
        worth[k] = 1.0 / (gap * gap)
