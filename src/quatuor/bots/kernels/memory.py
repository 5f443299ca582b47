"""What searches and playouts write in, as one value that compiled code takes as one argument.

No template: every game shares these types, so that Numba finds what it kept on disk under them.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from quatuor.core.chance import CHOOSER
from quatuor.core.search_settings import SearchSettings
from quatuor.core.state import new_states

if TYPE_CHECKING:  # what compiled code imports is in the key of the compile cache, and should be little
    from quatuor.core.game import Game

# A node is where a seat decides, an edge is an action from there; both are linked in lists that end in 0. The edges of
# a node are in rising order of their actions, as legal actions are. `reward` is what the seat that decides got by the
# action, on average; `best` is the evaluation of the best action when the node was first left.
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
            ("prior", np.float32),
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
DEEPEST = 128
# What is summed for each action of the root: how often it was tried and reached the end, then, each beside its
# square, the reward, the win share and the margin of the seat that searches.
VISITS, FINISHED, REWARD, WIN, MARGIN, N_SUMS = 0, 1, 2, 4, 6, 8
# In place of a first action: any.
ANY = -1

# The fields of SearchSettings that compiled code reads.
_SETTINGS = np.dtype(
    (
        np.record,
        [(name, np.float64) for name in ("exploration", "prior_scale", "reward_scale", "win_weight", "uniform_share")]
        + [(name, np.int64) for name in ("prior_samples", "horizon", "playout_samples", "playout_candidates")],
    )
)


class Workspace(NamedTuple):
    """What a playout works in: one thread at a time."""

    states: Any  # two to weigh actions in, then the one that is played
    chooser: Any
    actions: Any  # the legal ones
    worth: Any  # of each of these
    points: Any  # of each seat, as the rewards are
    rewards: Any


class TreeMemory(NamedTuple):
    """All that a search has found out, and what it works in."""

    root: Any  # the state that is searched, an array of one
    nodes: Any
    edges: Any
    used: Any
    sums: Any  # by action of the root
    edge_of: Any  # by legal action of the node that is looked at
    path: Any  # the edges from the root to where the search is
    movers: Any  # the seats that chose them
    work: Workspace


def new_workspace(game: "Game") -> Workspace:
    """The workspace of one thread."""
    return Workspace(
        states=new_states(game.STATE, 3),
        chooser=np.zeros(1, CHOOSER)[0],
        actions=np.zeros(game.max_legal + 1, np.int16),
        worth=np.zeros(game.max_legal + 1),
        points=np.zeros(game.max_players),
        rewards=np.zeros(game.max_players),
    )


def new_memory(game: "Game", state: Any, most_nodes: int, most_edges: int) -> TreeMemory:
    """The memory of a search that has not begun."""
    nodes, used = np.empty(most_nodes, NODE), np.zeros(1, USED)[0]
    nodes[ROOT].edges = 0
    used.nodes, used.edges = ROOT + 1, 1
    return TreeMemory(
        root=np.array([state], dtype=state.dtype),
        nodes=nodes,
        edges=np.empty(most_edges, EDGE),
        used=used,
        sums=np.zeros((game.n_actions, N_SUMS)),
        edge_of=np.zeros(game.max_legal + 1, np.int64),
        path=np.zeros(DEEPEST, np.int64),
        movers=np.zeros(DEEPEST, np.int64),
        work=new_workspace(game),
    )


def settings_record(settings: SearchSettings) -> Any:
    """The parameters of a search as compiled code reads them."""
    record = np.zeros(1, _SETTINGS)[0]
    for name in _SETTINGS.names or ():
        record[name] = getattr(settings, name)
    return record
