"""Loops that repeat one function of a game, to be timed; compiled per game: see `quatuor.core.templates`."""

from collections.abc import Callable
from typing import Any

import numpy as np

from quatuor.core.compiled import compiled

# Supplied when the template is filled.
legal: Callable[..., Any]
redeal: Callable[..., Any]
observe: Callable[..., Any]
play_one: Callable[..., Any]


@compiled
def play_endlessly(states: Any, config: Any, first_seed: Any, choosers: Any, actions: Any, count: Any) -> Any:
    """At least `count` random moves, game after game in one state; how many exactly."""
    moves = 0
    seed = first_seed
    while moves < count:
        moves += play_one(states[0], config, seed, choosers[0], actions)
        seed += np.uint64(1)
    return moves


@compiled
def repeat_copy(states: Any, rounds: Any) -> Any:
    """Copy each state of the first half over one of the second."""
    half = len(states) // 2
    for _ in range(rounds):
        for i in range(half):
            states[half + i] = states[i]


@compiled
def repeat_legal(states: Any, actions: Any, rounds: Any) -> Any:
    total = 0
    for _ in range(rounds):
        for i in range(len(states)):
            total += legal(states[i], actions)
    return total


@compiled
def repeat_redeal(states: Any, rounds: Any) -> Any:
    """Each redeal is given a seed that the one before has made: calls that wait for each other cannot be merged."""
    seed = np.uint64(0)
    for k in range(rounds):
        for i in range(len(states)):
            s = states[i]
            redeal(s, (i + k) % s.players, seed)
            seed = s.rng


@compiled
def repeat_observe(states: Any, out: Any, rounds: Any) -> Any:
    for k in range(rounds):
        for i in range(len(states)):
            s = states[i]
            observe(s, (i + k) % s.players, out)
