"""Information-set Monte Carlo tree search; a template: see `quatuor.core.templates`.

One tree over what the searching seat will see. Every iteration redeals what that seat has not seen, walks down the
tree by actions that are legal in that deal, adds a node, plays on from there, and backs up how well everybody does:
each seat chooses what is good for itself (max^n). Below an action there is a node for each way in which chance showed
itself to the searching seat, so that what comes next may depend on it.

The memory, its nodes and its edges are described in `quatuor.bots.kernels.memory`.
"""

from collections.abc import Callable
from math import sqrt
from typing import Any

import numpy as np

from quatuor.bots.kernels.memory import ANY, DEEPEST, FINISHED, MARGIN, REWARD, ROOT, VISITS, WIN
from quatuor.core.chance import CHOICES, mix, seed_after, seeded
from quatuor.core.compiled import compiled, wrapping

# Supplied when the template is filled.
legal: Callable[..., Any]
apply: Callable[..., Any]
redeal: Callable[..., Any]
weigh: Callable[..., Any]
play_on: Callable[..., Any]
judge: Callable[..., Any]
win_share: Callable[..., Any]
margin: Callable[..., Any]
allow: Callable[..., Any]
notice: Callable[..., Any]

_NEW_KEY = np.uint64(0x9E3779B97F4A7C15)
# More than any reward and bonus: an action that is owed its share of the iterations comes first.
_OVERDUE = 1.0e6


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
        play_on(s, memory, settings)
        won = judge(s, memory, settings)
        for d in range(depth):
            edge = m.path[d]
            edges[edge].visits += 1
            edges[edge].reward += (m.rewards[m.movers[d]] - edges[edge].reward) / edges[edge].visits
        _note(s, memory, seat, won)


@compiled
def _note(s: Any, memory: Any, seat: Any, won: Any) -> Any:
    """Add the outcome of an iteration to what is known about the first action of its way."""
    m = memory[0]
    sums = m.sums[m.edges[m.path[0]].action]
    sums[VISITS] += 1
    _add(sums, REWARD, m.rewards[seat])
    if s.turn < 0:
        sums[FINISHED] += 1
        _add(sums, WIN, win_share(s, won, seat))
        _add(sums, MARGIN, margin(s, m.points[:], seat))


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
    node = np.int64(ROOT)
    count = legal(s, actions)
    if only != ANY:
        actions[0] = only
        count = 1
    while node != 0 and depth < DEEPEST:
        priors, average, complete = _find_edges(memory, node, count)
        if not complete:
            if settings.prior_scale > 0.0:
                weigh(s, memory, count, settings.prior_samples, mix(m.chooser.rng))
            _add_edges(memory, node, count, settings.prior_scale)
            priors, average, complete = _find_edges(memory, node, count)
        least = settings.uniform_share / count if node == ROOT else 0.0
        edge = _select(memory, count, settings.exploration / priors if priors > 0.0 else 0.0, average, least)
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
            _grow(memory, edge, key)
    return depth


@wrapping
def _step(s: Any, seat: Any, action: Any, key: Any) -> Any:
    """Make a move, and add what the searching seat saw of it to a key."""
    mover = s.turn
    apply(s, action)
    return notice(s, mover, seat, mix(key + np.uint64(action + 1)))


@compiled
def _grow(memory: Any, edge: Any, key: Any) -> Any:
    """A new node below an edge, while there is room."""
    m = memory[0]
    nodes = m.nodes
    if m.used_nodes < len(nodes):
        node = m.used_nodes
        m.used_nodes += 1
        nodes[node].key = key
        nodes[node].edges = 0
        nodes[node].next = m.edges[edge].nodes
        m.edges[edge].nodes = node


@compiled
def _find_edges(memory: Any, node: Any, count: Any) -> Any:
    """Note the edge of each legal action in `edge_of`, 0 where there is none.

    Returns the sum of their priors, their average reward, and whether every action has its edge.
    """
    m = memory[0]
    edges = m.edges
    actions = m.actions
    edge_of = m.edge_of
    priors = 0.0
    visits = np.int64(0)
    total = 0.0
    complete = True
    edge = np.int64(m.nodes[node].edges)
    for k in range(count):
        while edge != 0 and edges[edge].action < actions[k]:
            edge = np.int64(edges[edge].next)
        if edge != 0 and edges[edge].action == actions[k]:
            edge_of[k] = edge
            priors += np.float64(edges[edge].prior)
            visits += edges[edge].visits
            total += edges[edge].visits * edges[edge].reward
            edge = np.int64(edges[edge].next)
        else:
            edge_of[k] = 0
            complete = False
    return priors, total / visits if visits > 0 else 0.5, complete


@compiled
def _select(memory: Any, count: Any, exploration: Any, average: Any, least: Any) -> Any:
    """The edge to follow: a good reward, with a bonus for a high prior and few visits; 0: there is none.

    An action counts as passed over only in deals in which it was legal. What was never tried is taken for average; what
    was tried less than the share `least` of such deals comes first.
    """
    edges = memory[0].edges
    edge_of = memory[0].edge_of
    # Most actions are available equally often: one root serves them all.
    available = np.int64(0)
    bonus = 0.0
    best = np.int64(0)
    highest = -1.0
    for k in range(count):
        edge = edge_of[k]
        if edge == 0:
            continue
        edges[edge].available += 1
        if edges[edge].available != available:
            available = np.int64(edges[edge].available)
            bonus = exploration * sqrt(float(available))
        tried = np.int64(edges[edge].visits)
        value = (edges[edge].reward if tried > 0 else average) + bonus * edges[edge].prior / (1.0 + tried)
        if tried < least * available:
            value += _OVERDUE
        if value > highest:
            highest = value
            best = edge
    return best


@compiled
def _add_edges(memory: Any, node: Any, count: Any, prior_scale: Any) -> Any:
    """Edges for the actions that have none yet, while there is room; an action that looks good has a high prior."""
    m = memory[0]
    nodes = m.nodes
    edges = m.edges
    worth = m.worth
    if nodes[node].edges == 0:
        best = worth[0]
        for k in range(1, count):
            best = max(best, worth[k])
        nodes[node].best = best
    before = np.int64(0)
    for k in range(count):
        if m.edge_of[k] == 0 and m.used_edges < len(edges):
            edge = m.used_edges
            m.used_edges += 1
            edges[edge].reward = 0.0
            edges[edge].visits = 0
            edges[edge].available = 0
            edges[edge].action = m.actions[k]
            edges[edge].nodes = 0
            gap = 1.0 + max(0.0, nodes[node].best - worth[k]) / prior_scale if prior_scale > 0.0 else 1.0
            edges[edge].prior = 1.0 / (gap * gap)
            before = _edge_before(memory, node, before, m.actions[k])
            if before == 0:
                edges[edge].next = nodes[node].edges
                nodes[node].edges = edge
            else:
                edges[edge].next = edges[before].next
                edges[before].next = edge
            m.edge_of[k] = edge


@compiled
def _edge_before(memory: Any, node: Any, before: Any, action: Any) -> Any:
    """The last edge of a node with a lower action, looked for from `before` on; 0 if there is none."""
    edges = memory[0].edges
    after = np.int64(memory[0].nodes[node].edges) if before == 0 else np.int64(edges[before].next)
    while after != 0 and edges[after].action < action:
        before = after
        after = np.int64(edges[after].next)
    return before
