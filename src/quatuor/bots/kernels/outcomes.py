"""How a game ends if all go on like the players of a playout; a template: see `quatuor.core.templates`."""

from collections.abc import Callable
from typing import Any

import numpy as np

from quatuor.bots.kernels.memory import ANY
from quatuor.core.chance import CHOICES, below, mix, seed_after, seeded
from quatuor.core.compiled import compiled

# Supplied when the template is filled.
legal: Callable[..., Any]
apply: Callable[..., Any]
redeal: Callable[..., Any]
play_on: Callable[..., Any]
judge: Callable[..., Any]
win_share: Callable[..., Any]

# How many deals are tried for one in which the first action is legal, where another seat's hand is hidden.
_DEALS = 1000


@compiled
def play_out(root: Any, work: Any, seat: Any, first: Any, count: Any, seed: Any, settings: Any, sums: Any) -> Any:
    """Play the first state of `root` to its end `count` times, by what `seat` knows; the first move is `first` or ANY.

    Adds up in `sums` how many games there were, the seat's shares of the win, and their squares.
    """
    chooser = work.chooser
    s = work.states[2]
    for i in range(count):
        work.states[2] = root[0]
        redeal(s, seat, seed_after(seed, np.uint64(i)))
        chooser.rng = seeded(seed_after(seed, np.uint64(i)), CHOICES)
        if first != ANY:
            if not allow(s, work, seat, first):
                continue
            apply(s, first)
        play_on(s, work, settings)
        share = win_share(s, judge(s, work, settings), seat)
        sums[0] += 1
        sums[1] += share
        sums[2] += share * share


@compiled
def allow(s: Any, work: Any, seat: Any, first: Any) -> Any:
    """Deal what the seat has not seen until an action is legal; False if that does not seem to happen."""
    actions = work.actions
    for _ in range(_DEALS):
        count = legal(s, actions)
        for k in range(count):
            if actions[k] == first:
                return True
        below(work.chooser, 2)
        redeal(s, seat, mix(work.chooser.rng))
    return False
