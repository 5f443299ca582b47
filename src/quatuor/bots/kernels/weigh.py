"""How a bot weighs its legal actions; compiled per game: see `quatuor.core.templates`."""

from collections.abc import Callable
from typing import Any

import numpy as np

from quatuor.core.compiled import compiled

# The game's own, put in place before this file is executed.
apply: Callable[..., Any]
redeal: Callable[..., Any]
evaluate: Callable[..., Any]


@compiled
def weigh(s: Any, trial: Any, seat: Any, actions: Any, n: Any, samples: Any, seed: Any, worth: Any) -> Any:
    """The mean evaluation after each of n actions, over futures that this seat thinks possible.

    `trial` holds two states: one to redeal in, one to play in. The same futures serve all actions, so that a
    difference between two actions is not a difference of luck.
    """
    for k in range(n):
        worth[k] = 0.0
    for sample in range(samples):
        trial[0] = s
        redeal(trial[0], seat, seed + np.uint64(sample))
        for k in range(n):
            trial[1] = trial[0]
            apply(trial[1], actions[k])
            worth[k] += evaluate(trial[1], seat) / samples
