"""How a network guides a search: by its likings and by its values; a template: see `quatuor.core.templates`."""

from collections.abc import Callable
from typing import Any

import numpy as np

from quatuor.bots.kernels.edges import add_edges, find_edges
from quatuor.core.compiled import compiled
from quatuor.core.observation import steps_after
from quatuor.networks.judgement import exponential
from quatuor.networks.judgement import judge as ask_network

# Supplied when the template is filled.
legal: Callable[..., Any]
observe: Callable[..., Any]
play_on: Callable[..., Any]
judge: Callable[..., Any]


@compiled
def first_sight(s: Any, memory: Any, node: Any, count: Any, settings: Any) -> Any:
    """The priors of the `actions` of a node, into `worth`: the chances that the network gives them."""
    _ask(s, memory)
    _set_priors(memory, count, settings)


@compiled
def assess(s: Any, memory: Any, settings: Any) -> Any:
    """How well each seat does, from 0 to 1: what the network of the seat to play expects, or the end of the game.

    One judgement serves twice: the node that was added gets its edges.
    """
    m = memory[0]
    if s.turn < 0:
        judge(s, memory, settings)
        return
    _ask(s, memory)
    if m.leaf != 0:
        count = legal(s, m.actions[:])
        _set_priors(memory, count, settings)
        find_edges(m, m.leaf, count)
        add_edges(m, m.leaf, count)
    turn = np.int64(s.turn)
    if settings.playout_share > 0.0:
        play_on(s, memory, settings)
        judge(s, memory, settings)
    else:
        m.known = 1
    for k in range(s.players):
        _expect(memory, k, steps_after(k, turn, s.players), settings)


@compiled
def _ask(s: Any, memory: Any) -> Any:
    """Let the network judge what the seat to play observes."""
    observe(s, np.int64(s.turn), memory.observation)
    ask_network(memory.weights, memory.observation, memory.judged)


@compiled
def _set_priors(memory: Any, count: Any, settings: Any) -> Any:
    m = memory[0]
    logits = memory.judged.logits
    best = np.float64(logits[m.actions[0]])
    for k in range(1, count):
        best = max(best, np.float64(logits[m.actions[k]]))
    total = 0.0
    for k in range(count):
        m.worth[k] = exponential((np.float64(logits[m.actions[k]]) - best) / settings.prior_temperature)
        total += m.worth[k]
    for k in range(count):
        m.worth[k] /= total


@compiled
def _expect(memory: Any, seat: Any, steps: Any, settings: Any) -> Any:
    """What the network expects for a seat, so many steps after the one to play; playouts have their share in it."""
    m = memory[0]
    values = memory.judged.values
    win = min(max(np.float64(values[steps]), 0.0), 1.0)
    ahead = min(max(np.float64(values[len(values) // 2 + steps]), -1.0), 1.0)
    reward = settings.win_weight * win + (1.0 - settings.win_weight) * (0.5 + 0.5 * ahead)
    share = settings.playout_share
    m.rewards[seat] = _mixed(reward, m.rewards[seat], share)
    m.wins[seat] = _mixed(win, m.wins[seat], share)
    m.margins[seat] = _mixed(ahead * settings.margin_scale, m.margins[seat], share)


@compiled
def _mixed(learned: Any, played: Any, share: Any) -> Any:
    return learned if share <= 0.0 else (1.0 - share) * learned + share * played
