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
assess: Callable[..., Any]

# How many deals are tried for one in which the first action is legal, where another seat's hand is hidden.
_DEALS = 1000


@compiled
def play_out(memory: Any, seat: Any, first: Any, count: Any, seed: Any, settings: Any) -> Any:
    """Assess the memory's root `count` times, by what `seat` knows; the first move is `first` or ANY.

    Returns how often that was possible, the sum of the seat's shares of the win, and that of their squares.
    """
    m = memory[0]
    chooser = m.chooser
    actions = m.actions[:]
    s = m.played
    playouts = 0
    wins = 0.0
    squares = 0.0
    for i in range(count):
        m.played = m.root
        redeal(s, seat, seed_after(seed, np.uint64(i)))
        chooser.rng = seeded(seed_after(seed, np.uint64(i)), CHOICES)
        if first != ANY:
            if not allow(s, memory, seat, first):
                continue
            apply(s, first)
        # A network has learned nothing of positions without a choice.
        while s.turn >= 0 and legal(s, actions) == 1:
            apply(s, actions[0])
        assess(s, memory, settings)
        share = m.wins[seat]
        playouts += 1
        wins += share
        squares += share * share
    return playouts, wins, squares


@compiled
def allow(s: Any, memory: Any, seat: Any, first: Any) -> Any:
    """Deal what the seat has not seen until an action is legal; False if that does not seem to happen."""
    chooser = memory[0].chooser
    actions = memory[0].actions[:]
    for _ in range(_DEALS):
        count = legal(s, actions)
        for k in range(count):
            if actions[k] == first:
                return True
        below(chooser, 2)
        redeal(s, seat, mix(chooser.rng))
    return False
