"""The nodes and edges of a tree, in whatever game: `quatuor.bots.kernels.memory` describes them."""

from math import sqrt
from typing import Any

import numpy as np

from quatuor.core.compiled import compiled

# More than any reward and bonus: an action that is owed its share of the iterations comes first.
_OVERDUE = 1.0e6


@compiled
def grow(m: Any, edge: Any, key: Any) -> Any:
    """A new node below an edge; 0 if there is no room."""
    nodes = m.nodes
    node = np.int64(m.used_nodes)
    if node == len(nodes):
        return np.int64(0)
    m.used_nodes += 1
    nodes[node].key = key
    nodes[node].edges = 0
    nodes[node].next = m.edges[edge].nodes
    m.edges[edge].nodes = node
    return node


@compiled
def find_edges(m: Any, node: Any, count: Any) -> Any:
    """Note the edge of each legal action in `edge_of`, 0 where there is none.

    Returns the sum of their priors, their average reward, and whether every action has its edge.
    """
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
def select(m: Any, count: Any, exploration: Any, average: Any, least: Any) -> Any:
    """The edge to follow: a good reward, with a bonus for a high prior and few visits; 0: there is none.

    An action counts as passed over only in deals in which it was legal. What was never tried is taken for average; what
    was tried less than the share `least` of such deals comes first.
    """
    edges = m.edges
    edge_of = m.edge_of
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
def add_edges(m: Any, node: Any, count: Any) -> Any:
    """Edges for the actions that have none yet, while there is room; their priors are in `worth`."""
    nodes = m.nodes
    edges = m.edges
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
            edges[edge].prior = m.worth[k]
            before = _edge_before(m, node, before, m.actions[k])
            if before == 0:
                edges[edge].next = nodes[node].edges
                nodes[node].edges = edge
            else:
                edges[edge].next = edges[before].next
                edges[before].next = edge
            m.edge_of[k] = edge


@compiled
def _edge_before(m: Any, node: Any, before: Any, action: Any) -> Any:
    """The last edge of a node with a lower action, looked for from `before` on; 0 if there is none."""
    edges = m.edges
    after = np.int64(m.nodes[node].edges) if before == 0 else np.int64(edges[before].next)
    while after != 0 and edges[after].action < action:
        before = after
        after = np.int64(edges[after].next)
    return before
