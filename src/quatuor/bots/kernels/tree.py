"""Information-set Monte Carlo tree search; a template: see `quatuor.core.templates`.

One tree over what the searching seat will see. Every iteration redeals what that seat has not seen, walks down the
tree by actions that are legal in that deal, adds a node, assesses it, and backs up how well everybody does: each seat
chooses what is good for itself (max^n). Below an action there is a node for each way in which chance showed itself to
the searching seat, so that what comes next may depend on it.

What actions look like at first sight, and how a new node is assessed, is up to the filling: by evaluations and
playouts, or by a network. The memory is the first part of what is handed on to them, and all that the tree itself
needs; `quatuor.bots.kernels.memory` describes it, its nodes and its edges.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from quatuor.bots.kernels.edges import add_edges, find_edges, grow, select
from quatuor.bots.kernels.memory import ANY, DEEPEST, KNOWN, MARGIN, REWARD, ROOT, VISITS, WIN
from quatuor.core.chance import CHOICES, mix, seed_after, seeded
from quatuor.core.compiled import compiled, wrapping

# Supplied when the template is filled.
legal: Callable[..., Any]
apply: Callable[..., Any]
redeal: Callable[..., Any]
first_sight: Callable[..., Any]
assess: Callable[..., Any]
allow: Callable[..., Any]
notice: Callable[..., Any]

_NEW_KEY = np.uint64(0x9E3779B97F4A7C15)


@compiled
def iterate(memory: Any, seat: Any, only: Any, seed: Any, settings: Any, start: Any, stop: Any) -> Any:
    """Iterations `start` to `stop` of a search from what `seat` knows of the memory's root.

    The first move is `only`, in deals in which it is legal; or ANY.
    """
    m = memory[0]
    edges = m.edges
    s = m.played
    for i in range(start, stop):
        m.played = m.root
        redeal(s, seat, seed_after(seed, np.uint64(i)))
        m.chooser.rng = seeded(seed_after(seed, np.uint64(i)), CHOICES)
        if only != ANY and not allow(s, memory, seat, only):
            continue
        depth = _descend(s, memory, seat, only, settings)
        if depth == 0:
            continue  # a full tree knows none of these actions
        assess(s, memory, settings)
        for d in range(depth):
            edge = m.path[d]
            edges[edge].visits += 1
            edges[edge].reward += (m.rewards[m.movers[d]] - edges[edge].reward) / edges[edge].visits
        _note(memory, seat)


@compiled
def _note(memory: Any, seat: Any) -> Any:
    """Add the outcome of an iteration to what is known about the first action of its way."""
    m = memory[0]
    sums = m.sums[m.edges[m.path[0]].action]
    sums[VISITS] += 1
    _add(sums, REWARD, m.rewards[seat])
    if m.known:
        sums[KNOWN] += 1
        _add(sums, WIN, m.wins[seat])
        _add(sums, MARGIN, m.margins[seat])


@compiled
def _add(sums: Any, first: Any, x: Any) -> Any:
    sums[first] += x
    sums[first + 1] += x * x


@compiled
def _descend(s: Any, memory: Any, seat: Any, only: Any, settings: Any) -> Any:
    """Walk down the tree to a position that is new, or the end, or as deep as it goes; how many edges that were."""
    m = memory[0]
    nodes = m.nodes
    edges = m.edges
    actions = m.actions[:]
    depth = 0
    m.leaf = 0
    node = np.int64(ROOT)
    count = legal(s, actions)
    if only != ANY:
        actions[0] = only
        count = 1
    while node != 0 and depth < DEEPEST:
        priors, average, complete = find_edges(m, node, count)
        if not complete:
            first_sight(s, memory, node, count, settings)
            add_edges(m, node, count)
            priors, average, complete = find_edges(m, node, count)
        least = settings.uniform_share / count if node == ROOT else 0.0
        edge = select(m, count, settings.exploration / priors if priors > 0.0 else 0.0, average, least)
        if edge == 0:
            break
        m.path[depth] = edge
        m.movers[depth] = s.turn
        depth += 1
        key = _step(s, seat, np.int64(edges[edge].action), _NEW_KEY)
        # Where there is no choice there is no node.
        while s.turn >= 0:
            count = legal(s, actions)
            if count > 1:
                break
            key = _step(s, seat, np.int64(actions[0]), key)
        if s.turn < 0:
            break
        node = np.int64(edges[edge].nodes)
        while node != 0 and nodes[node].key != key:
            node = np.int64(nodes[node].next)
        if node == 0:
            m.leaf = grow(m, edge, key)
    return depth


@wrapping
def _step(s: Any, seat: Any, action: Any, key: Any) -> Any:
    """Make a move, and add what the searching seat saw of it to a key."""
    mover = s.turn
    apply(s, action)
    return notice(s, mover, seat, mix(key + np.uint64(action + 1)))
