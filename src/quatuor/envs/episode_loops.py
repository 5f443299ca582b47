"""How one game among several goes on by a decision; a template: see `quatuor.core.templates`.

A game is named by its place in an array: Numba takes an array at once, a single record only after microseconds.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from quatuor.core.chance import CHOICES, seeded
from quatuor.core.compiled import compiled

# Supplied when the template is filled.
setup: Callable[..., Any]
legal: Callable[..., Any]
apply: Callable[..., Any]
scores: Callable[..., Any]
winners: Callable[..., Any]
observe: Callable[..., Any]
choose: Callable[..., Any]
win_share: Callable[..., Any]
margin: Callable[..., Any]

_ILLEGAL = np.int64(-2)


@compiled
def begin(states: Any, i: Any, config: Any, seed: Any, choosers: Any) -> Any:
    """Deal a game; who decides first."""
    setup(states[i], config, seed)
    choosers[i].rng = seeded(seed, CHOICES)
    return np.int64(states[i].turn)


@compiled
def play(states: Any, i: Any, action: Any, actions: Any) -> Any:
    """Play an action; who decides next, -1 where the game is over, -2 where the action is not legal."""
    s = states[i]
    for k in range(legal(s, actions)):
        if actions[k] == action:
            apply(s, actions[k])
            return np.int64(s.turn)
    return _ILLEGAL


@compiled
def play_on(states: Any, i: Any, random: Any, forced: Any, choosers: Any, actions: Any) -> Any:
    """Let `random` seats move, and `forced` ones where they have no choice; who decides then, -1 for nobody."""
    s = states[i]
    while s.turn >= 0:
        if random[i, s.turn]:
            apply(s, choose(s, choosers[i], actions))
        elif forced[i, s.turn] and legal(s, actions) == 1:
            apply(s, actions[0])
        else:
            break
    return np.int64(s.turn)


@compiled
def look(states: Any, i: Any, seat: Any, scales: Any, numbers: Any, observation: Any, mask: Any, actions: Any) -> Any:
    """What a seat knows, scaled, and the actions that it may choose from."""
    s = states[i]
    observe(s, seat, numbers)
    for k in range(len(numbers)):
        observation[k] = numbers[k] * scales[k]
    for k in range(len(mask)):
        mask[k] = 0
    if s.turn == seat and seat >= 0:
        for k in range(legal(s, actions)):
            mask[actions[k]] = 1


@compiled
def results(states: Any, i: Any, by_margin: Any, points: Any, out: Any) -> Any:
    """What a finished game brings each seat: its share of the win, or its lead in points."""
    s = states[i]
    scores(s, points)
    won = np.int64(winners(s))
    for k in range(s.players):
        out[k] = margin(s, points, np.int64(k)) if by_margin else win_share(s, won, np.int64(k))


# Many games at once.


@compiled
def play_all(states: Any, chosen: Any, random: Any, forced: Any, choosers: Any, actions: Any, turns: Any) -> Any:
    """Play an action in each game; `turns` says who decides then, as `play` and `play_on` do."""
    for i in range(len(states)):
        turns[i] = play(states, i, chosen[i], actions)
        if turns[i] >= 0:
            turns[i] = play_on(states, i, random, forced, choosers, actions)


@compiled
def look_all(states: Any, seats: Any, scales: Any, numbers: Any, observations: Any, masks: Any, actions: Any) -> Any:
    """What a seat of each game knows, and the actions that it may choose from."""
    for i in range(len(states)):
        look(states, i, seats[i], scales, numbers, observations[i], masks[i], actions)
