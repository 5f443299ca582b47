"""Information-set Monte Carlo tree search; compiled per game: see `quatuor.core.templates`.

One tree over what the searching seat will see. Every iteration redeals what that seat has not seen, walks down the
tree by actions that are legal in that deal, adds a node, plays on from there, and backs up how well everybody does:
each seat chooses what is good for itself (max^n). Below an action there is a node for each way in which chance showed
itself to the searching seat, so that what comes next may depend on it.
"""

from collections.abc import Callable
from math import sqrt
from typing import Any

import numpy as np

from quatuor.core.chance import CHOICES, mix, seed_after, seeded
from quatuor.core.compiled import compiled, wrapping

# The game's own, put in place before this file is executed.
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

# A node is where a seat decides, an edge is an action from there; both are linked in lists that end in 0. The edges of
# a node are in rising order of their actions, as legal actions are. `reward` is what the seat that decides got by the
# action, on average; `best` is how good the best action looked when the node was first left.
NODE = np.dtype(
    (
        np.record,
        [("key", np.uint64), ("best", np.float64), ("edges", np.int32), ("next", np.int32)],
    )
)
EDGE = np.dtype(
    (
        np.record,
        [
            ("reward", np.float64),
            ("eagerness", np.float32),
            ("visits", np.int32),
            ("available", np.int32),
            ("nodes", np.int32),
            ("next", np.int32),
            ("action", np.int32),
        ],
    )
)
# Nodes and edges used so far; the first of each is none.
USED = np.dtype((np.record, [("nodes", np.int64), ("edges", np.int64)]))
ROOT = 1
# What is summed for each action of the root: how often it was tried and reached the end, then, each beside its
# square, the reward, the win share and the margin of the seat that searches.
VISITS, FINISHED, REWARD, WIN, MARGIN, N_SUMS = 0, 1, 2, 4, 6, 8
DEEPEST = 128
ANY = -1
_NEW = np.uint64(0x9E3779B97F4A7C15)
_OWED = 1.0e6


@compiled
def iterate(
    root: Any,
    trial: Any,
    nodes: Any,
    edges: Any,
    used: Any,
    sums: Any,
    scratch: Any,
    numbers: Any,
    chooser: Any,
    actions: Any,
    seat: Any,
    start: Any,
    stop: Any,
    seed: Any,
    thinking: Any,
    only: Any,
) -> Any:
    """Iterations `start` to `stop` of a search from what `seat` knows of the first state of `root`.

    The first move is `only`, in deals in which it is legal; or ANY.
    `trial` has three states, `scratch` a row for the edges of actions and two for the way down, `numbers` a row for
    weights, points and rewards each.
    """
    path = scratch[1]
    movers = scratch[2]
    worth = numbers[0]
    points = numbers[1]
    rewards = numbers[2]
    s = trial[2]
    for i in range(start, stop):
        trial[2] = root[0]
        redeal(s, seat, seed_after(seed, np.uint64(i)))
        chooser.rng = seeded(seed_after(seed, np.uint64(i)), CHOICES)
        if only != ANY and not allow(s, actions, seat, chooser, only):
            continue
        depth = _descend(s, trial, nodes, edges, used, scratch, worth, chooser, actions, seat, thinking, only)
        if depth == 0:
            continue  # a full tree knows none of these actions
        play_on(s, trial, chooser, actions, worth, thinking)
        won = judge(s, points, rewards, thinking)
        for d in range(depth):
            edge = path[d]
            edges[edge].visits += 1
            edges[edge].reward += (rewards[movers[d]] - edges[edge].reward) / edges[edge].visits
        _note(s, sums[edges[path[0]].action], seat, won, points, rewards)


@compiled
def _note(s: Any, sums: Any, seat: Any, won: Any, points: Any, rewards: Any) -> Any:
    """Add the outcome of an iteration to what is known about the first action of its way."""
    sums[VISITS] += 1
    _add(sums, REWARD, rewards[seat])
    if s.turn < 0:
        sums[FINISHED] += 1
        _add(sums, WIN, win_share(s, won, seat))
        _add(sums, MARGIN, margin(s, points, seat))


@compiled
def _add(sums: Any, first: Any, x: Any) -> Any:
    sums[first] += x
    sums[first + 1] += x * x


@compiled
def _descend(
    s: Any,
    trial: Any,
    nodes: Any,
    edges: Any,
    used: Any,
    scratch: Any,
    worth: Any,
    chooser: Any,
    actions: Any,
    seat: Any,
    thinking: Any,
    only: Any,
) -> Any:
    """Walk down the tree to a position that is new, or the end, or as deep as it goes; how many edges that were."""
    edge_of = scratch[0]
    depth = 0
    node = np.int64(ROOT)
    count = legal(s, actions)
    if only != ANY:
        actions[0] = only
        count = 1
    while node != 0 and depth < DEEPEST:
        eager, average, complete = _find_edges(nodes, edges, node, edge_of, actions, count)
        if not complete:
            if thinking.doubt > 0.0:
                weigh(s, trial, s.turn, actions, count, thinking.glances, mix(chooser.rng), worth)
            _add_edges(nodes, edges, used, node, edge_of, worth, actions, count, thinking.doubt)
            eager, average, complete = _find_edges(nodes, edges, node, edge_of, actions, count)
        least = thinking.evenly / count if node == ROOT else 0.0
        edge = _select(edges, edge_of, count, thinking.explore / eager if eager > 0.0 else 0.0, average, least)
        if edge == 0:
            break
        scratch[1, depth] = edge
        scratch[2, depth] = s.turn
        depth += 1
        key = _step(s, seat, np.int64(edges[edge].action), _NEW)
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
            _grow(nodes, edges, used, edge, key)
    return depth


@wrapping
def _step(s: Any, seat: Any, action: Any, key: Any) -> Any:
    """Make a move, and add what the searching seat saw of it to a key."""
    mover = s.turn
    apply(s, action)
    return notice(s, mover, seat, mix(key + np.uint64(action + 1)))


@compiled
def _grow(nodes: Any, edges: Any, used: Any, edge: Any, key: Any) -> Any:
    """A new node below an edge, while there is room."""
    if used.nodes < len(nodes):
        node = used.nodes
        used.nodes += 1
        nodes[node].key = key
        nodes[node].edges = 0
        nodes[node].next = edges[edge].nodes
        edges[edge].nodes = node


@compiled
def _find_edges(nodes: Any, edges: Any, node: Any, edge_of: Any, actions: Any, count: Any) -> Any:
    """Note the edge of each legal action, 0 where there is none.

    Returns how eagerly they are all tried, their average reward, and whether every action has its edge.
    """
    eager = 0.0
    visits = np.int64(0)
    total = 0.0
    complete = True
    edge = np.int64(nodes[node].edges)
    for k in range(count):
        while edge != 0 and edges[edge].action < actions[k]:
            edge = np.int64(edges[edge].next)
        if edge != 0 and edges[edge].action == actions[k]:
            edge_of[k] = edge
            eager += np.float64(edges[edge].eagerness)
            visits += edges[edge].visits
            total += edges[edge].visits * edges[edge].reward
            edge = np.int64(edges[edge].next)
        else:
            edge_of[k] = 0
            complete = False
    return eager, total / visits if visits > 0 else 0.5, complete


@compiled
def _select(edges: Any, edge_of: Any, count: Any, explore: Any, average: Any, least: Any) -> Any:
    """The edge to follow: a good reward, with a bonus for what promised much and was tried seldom; 0: there is none.

    An action counts as passed over only in deals in which it was legal. What was never tried is taken for average; what
    was tried less than the share `least` of such deals is owed its turn.
    """
    # Most actions are available equally often: one root serves them all.
    available = np.int64(0)
    longing = 0.0
    best = np.int64(0)
    highest = -1.0
    for k in range(count):
        edge = edge_of[k]
        if edge == 0:
            continue
        edges[edge].available += 1
        if edges[edge].available != available:
            available = np.int64(edges[edge].available)
            longing = explore * sqrt(float(available))
        tried = np.int64(edges[edge].visits)
        value = (edges[edge].reward if tried > 0 else average) + longing * edges[edge].eagerness / (1.0 + tried)
        if tried < least * available:
            value += _OWED
        if value > highest:
            highest = value
            best = edge
    return best


@compiled
def _add_edges(
    nodes: Any,
    edges: Any,
    used: Any,
    node: Any,
    edge_of: Any,
    worth: Any,
    actions: Any,
    count: Any,
    doubt: Any,
) -> Any:
    """Edges for the actions that have none yet, while there is room; the better one looks, the more eagerly tried."""
    if nodes[node].edges == 0:
        best = worth[0]
        for k in range(1, count):
            best = max(best, worth[k])
        nodes[node].best = best
    before = np.int64(0)
    for k in range(count):
        if edge_of[k] == 0 and used.edges < len(edges):
            edge = used.edges
            used.edges += 1
            edges[edge].reward = 0.0
            edges[edge].visits = 0
            edges[edge].available = 0
            edges[edge].action = actions[k]
            edges[edge].nodes = 0
            gap = 1.0 + max(0.0, nodes[node].best - worth[k]) / doubt if doubt > 0.0 else 1.0
            edges[edge].eagerness = 1.0 / (gap * gap)
            before = _place_before(nodes, edges, node, before, actions[k])
            if before == 0:
                edges[edge].next = nodes[node].edges
                nodes[node].edges = edge
            else:
                edges[edge].next = edges[before].next
                edges[before].next = edge
            edge_of[k] = edge


@compiled
def _place_before(nodes: Any, edges: Any, node: Any, before: Any, action: Any) -> Any:
    """The last edge of a node with a lower action, looked for from `before` on; 0 if there is none."""
    after = np.int64(nodes[node].edges) if before == 0 else np.int64(edges[before].next)
    while after != 0 and edges[after].action < action:
        before = after
        after = np.int64(edges[after].next)
    return before
