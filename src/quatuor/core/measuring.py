"""Loops that repeat one function of a game, to be timed; compiled per game: see `specialise`."""

from collections.abc import Callable
from typing import Any

import numpy as np

from quatuor.core.compiled import compiled

# The game's own, put in place before this file is executed.
legal: Callable[..., Any]
redeal: Callable[..., Any]
observe: Callable[..., Any]
play_one: Callable[..., Any]


@compiled
def play_endlessly(states: Any, config: Any, first_seed: Any, choosers: Any, actions: Any, count: Any) -> Any:
    """At least `count` random moves, game after game in one state; how many exactly. For measuring."""
    moves = 0
    seed = first_seed
    while moves < count:
        moves += play_one(states[0], config, seed, choosers[0], actions)
        seed += np.uint64(1)
    return moves


@compiled
def repeat_copy(states: Any, count: Any) -> Any:
    """Copy states back and forth. For measuring."""
    n = len(states) // 2
    for i in range(count):
        states[n + i % n] = states[i % n]


@compiled
def repeat_legal(states: Any, actions: Any, count: Any) -> Any:
    total = 0
    for i in range(count):
        total += legal(states[i % len(states)], actions)
    return total


@compiled
def repeat_redeal(states: Any, count: Any) -> Any:
    for i in range(count):
        s = states[i % len(states)]
        redeal(s, i % s.players, np.uint64(i))


@compiled
def repeat_observe(states: Any, out: Any, count: Any) -> Any:
    for i in range(count):
        s = states[i % len(states)]
        observe(s, i % s.players, out)
