"""How a search plays on from a new position, and what it makes of the end; a template: see `quatuor.core.templates`."""

from collections.abc import Callable
from math import sqrt
from typing import Any

import numpy as np

from quatuor.core.chance import below, mix
from quatuor.core.compiled import compiled
from quatuor.core.search_settings import TO_THE_END

# Supplied when the template is filled.
legal: Callable[..., Any]
apply: Callable[..., Any]
scores: Callable[..., Any]
winners: Callable[..., Any]
evaluate: Callable[..., Any]
weigh: Callable[..., Any]
win_share: Callable[..., Any]
margin: Callable[..., Any]


@compiled
def assess(s: Any, memory: Any, settings: Any) -> Any:
    """Play on, and judge what came of it."""
    play_on(s, memory, settings)
    judge(s, memory, settings)


@compiled
def play_on(s: Any, memory: Any, settings: Any) -> Any:
    """Play so many turns, fewer if the game ends."""
    m = memory[0]
    chooser = m.chooser
    actions = m.actions[:]
    turns = settings.horizon
    if settings.playout_samples == 0 and turns >= TO_THE_END:
        _play_at_random(s, chooser, actions)
        return
    mover = s.turn
    while s.turn >= 0:
        if s.turn != mover:
            mover = s.turn
            turns -= 1
        if turns <= 0:
            return
        count = legal(s, actions)
        if count == 1:
            apply(s, actions[0])
        elif settings.playout_samples == 0:
            apply(s, actions[below(chooser, count)])
        else:
            if count > settings.playout_candidates:
                _pick(chooser, actions, count, settings.playout_candidates)
                count = settings.playout_candidates
            # What will come is not looked at, but other futures: a player who saw it would never be unlucky.
            below(chooser, 2)
            weigh(s, memory, count, settings.playout_samples, mix(chooser.rng))
            apply(s, actions[_first_best(m.worth, count)])


@compiled
def _play_at_random(s: Any, chooser: Any, actions: Any) -> Any:
    while s.turn >= 0:
        count = legal(s, actions)
        apply(s, actions[below(chooser, count)] if count > 1 else actions[0])


@compiled
def _pick(chooser: Any, actions: Any, count: Any, wanted: Any) -> Any:
    """Bring so many actions, drawn at random, to the front."""
    for k in range(wanted):
        other = k + below(chooser, count - k)
        action = actions[k]
        actions[k] = actions[other]
        actions[other] = action


@compiled
def _first_best(worth: Any, count: Any) -> Any:
    best = 0
    for k in range(1, count):
        if worth[k] > worth[best]:
            best = k
    return best


@compiled
def judge(s: Any, memory: Any, settings: Any) -> Any:
    """How well each seat does, from 0 to 1: at the end win and margin, before that what the evaluation says."""
    m = memory[0]
    rewards = m.rewards
    m.known = s.turn < 0
    if s.turn >= 0:
        for k in range(s.players):
            rewards[k] = squash(evaluate(s, k) / settings.reward_scale)
        return
    points = m.points[:]
    scores(s, points)
    won = np.int64(winners(s))
    for k in range(s.players):
        m.wins[k] = win_share(s, won, np.int64(k))
        m.margins[k] = margin(s, points, np.int64(k))
        ahead = squash(m.margins[k] / settings.reward_scale)
        rewards[k] = settings.win_weight * m.wins[k] + (1.0 - settings.win_weight) * ahead


@compiled
def squash(x: Any) -> Any:
    """A lead as a number from 0 to 1; only operations that every machine rounds alike."""
    return 0.5 + 0.5 * x / sqrt(1.0 + x * x)
