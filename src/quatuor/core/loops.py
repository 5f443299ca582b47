"""Loops over a game's rules, compiled per game: see `quatuor.core.templates`."""

from collections.abc import Callable
from typing import Any

import numpy as np

from quatuor.core.chance import CHOICES, below, seed_after, seeded
from quatuor.core.compiled import compiled

# Supplied when the template is filled.
setup: Callable[..., Any]
legal: Callable[..., Any]
apply: Callable[..., Any]
scores: Callable[..., Any]
winners: Callable[..., Any]
side: Callable[..., Any]


@compiled
def choose(s: Any, chooser: Any, actions: Any) -> Any:
    """A random legal action; where there is but one, nothing is drawn."""
    count = legal(s, actions)
    return actions[below(chooser, count)] if count > 1 else actions[0]


@compiled
def play_out(s: Any, chooser: Any, actions: Any) -> Any:
    """Random legal moves to the end of the game; how many there were."""
    moves = 0
    while s.turn >= 0:
        apply(s, choose(s, chooser, actions))
        moves += 1
    return moves


@compiled
def play_one(s: Any, config: Any, seed: Any, chooser: Any, actions: Any) -> Any:
    """One whole game of random legal moves from a seed; how many moves there were."""
    setup(s, config, seed)
    chooser.rng = seeded(seed, CHOICES)
    return play_out(s, chooser, actions)


@compiled
def play_many(states: Any, config: Any, first_seed: Any, choosers: Any, actions: Any, moves: Any) -> Any:
    """One game of random legal moves in each state, with seeds that follow each other."""
    for i in range(len(states)):
        moves[i] = play_one(states[i], config, seed_after(first_seed, np.uint64(i)), choosers[0], actions)


@compiled
def results_of(states: Any, points: Any, won: Any) -> Any:
    """The scores of each state, and its winners as one bit per seat."""
    for i in range(len(states)):
        scores(states[i], points[i])
        won[i] = winners(states[i])


@compiled
def play_some(s: Any, config: Any, seed: Any, chooser: Any, actions: Any, count: Any) -> Any:
    """The first `count` random moves of a game, fewer if it ends before."""
    setup(s, config, seed)
    chooser.rng = seeded(seed, CHOICES)
    for _ in range(count):
        if s.turn < 0:
            break
        apply(s, choose(s, chooser, actions))


@compiled
def win_share(s: Any, won: Any, seat: Any) -> Any:
    """A finished game's win, shared by the sides of the seats that won, one bit each."""
    if not (won >> seat) & 1:
        return 0.0
    sides = 0
    for k in range(s.players):
        sides |= ((won >> k) & 1) << side(s, np.int64(k))
    several = 0
    for k in range(s.players):
        several += (sides >> k) & 1
    return 1.0 / several


@compiled
def margin(s: Any, points: Any, seat: Any) -> Any:
    """The lead over the best of the other sides, in points."""
    best = -1.0e9
    for k in range(s.players):
        if side(s, np.int64(k)) != side(s, seat):
            best = max(best, points[k])
    return points[seat] - best
