"""How a game ends if all go on like the players of a playout; compiled per game: see `quatuor.core.templates`."""

from collections.abc import Callable
from typing import Any

import numpy as np

from quatuor.core.chance import CHOICES, below, mix, seed_after, seeded
from quatuor.core.compiled import compiled

# The game's own, put in place before this file is executed.
legal: Callable[..., Any]
apply: Callable[..., Any]
redeal: Callable[..., Any]
play_on: Callable[..., Any]
judge: Callable[..., Any]
win_share: Callable[..., Any]

ANY = -1
# How many deals are tried for one in which the first action is legal, where another seat's hand is hidden.
_DEALS = 1000


@compiled
def play_out(
    root: Any,
    trial: Any,
    chooser: Any,
    actions: Any,
    numbers: Any,
    seat: Any,
    first: Any,
    count: Any,
    seed: Any,
    thinking: Any,
    sums: Any,
) -> Any:
    """So many ends of the first state of `root`, by what `seat` knows, the first move being `first` or ANY.

    Adds up, in `sums`, how many there were, and the seat's share of the win and its square.
    """
    s = trial[2]
    for i in range(count):
        trial[2] = root[0]
        redeal(s, seat, seed_after(seed, np.uint64(i)))
        chooser.rng = seeded(seed_after(seed, np.uint64(i)), CHOICES)
        if first != ANY:
            if not allow(s, actions, seat, chooser, first):
                continue
            apply(s, first)
        play_on(s, trial, chooser, actions, numbers[0], thinking)
        share = win_share(s, judge(s, numbers[1], numbers[2], thinking), seat)
        sums[0] += 1
        sums[1] += share
        sums[2] += share * share


@compiled
def allow(s: Any, actions: Any, seat: Any, chooser: Any, first: Any) -> Any:
    """Deal what the seat has not seen until an action is legal; False if that does not seem to happen."""
    for _ in range(_DEALS):
        count = legal(s, actions)
        for k in range(count):
            if actions[k] == first:
                return True
        below(chooser, 2)
        redeal(s, seat, mix(chooser.rng))
    return False
