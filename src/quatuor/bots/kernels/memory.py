"""What a search knows and works in: one record, in which actions are weighed and games are played out as well.

It travels as an array of one: a record by itself takes longer from Python, since NumPy describes its fields at every
call. An array in a record has its length in its type; `[:]` of it is one of any length, as games' functions take it.
"""

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from quatuor.core.chance import CHOOSER
from quatuor.core.search_settings import SearchSettings
from quatuor.networks import judgement

if TYPE_CHECKING:  # what compiled code imports is in the key of the compile cache, and should be little
    from quatuor.core.game import Game
    from quatuor.networks import Network

# A node is where a seat decides, an edge is an action from there; both are linked in lists that end in 0. The edges of
# a node are in rising order of their actions, as legal actions are. `reward` is what the seat that decides got by the
# action, on average; `best` is the evaluation of the best action when the node was first left.
_NODE = np.dtype(
    (
        np.record,
        [("key", np.uint64), ("best", np.float64), ("edges", np.int32), ("next", np.int32)],
    )
)
_EDGE = np.dtype(
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
# The first node and the first edge are none.
ROOT = 1
# A tree never has more nodes and edges than this: 1.6 MB and 16.8 MB, of which only what is used is touched. A tree
# that is full goes on to learn about what it has. The bound is fixed, so that memory never changes a move.
MOST_NODES = 1 << 16
MOST_EDGES = 1 << 19
DEEPEST = 128
# What is summed for each action of the root: how often it was tried, and how often win and margin were known then;
# each beside its square, the reward, the win share and the margin of the seat that searches.
VISITS, KNOWN, REWARD, WIN, MARGIN, N_SUMS = 0, 1, 2, 4, 6, 8
# In place of a first action: any.
ANY = -1

# The fields of SearchSettings that compiled code reads.
_SETTINGS = np.dtype(
    (
        np.record,
        [(name, np.float64) for name in ("exploration", "prior_scale", "reward_scale", "win_weight", "uniform_share")]
        + [(name, np.float64) for name in ("prior_temperature", "playout_share", "margin_scale")]
        + [(name, np.int64) for name in ("prior_samples", "horizon", "playout_samples", "playout_candidates")],
    )
)


class GuidedMemory(NamedTuple):
    """What a search knows and works in that is guided by a network; like the array of one it has the record first."""

    search: Any
    weights: Any
    judged: Any  # what the network computes with, and what it finds
    observation: Any


@cache
def _memory_dtype(game: "Game") -> np.dtype[Any]:
    """The fields of a game's memory, those of 2 bytes last: no number lies across its natural bounds."""
    return np.dtype(
        (
            np.record,
            [
                # To weigh and to play on.
                ("dealt", game.STATE),
                ("tried", game.STATE),
                ("played", game.STATE),
                ("chooser", CHOOSER),
                ("worth", np.float64, (game.max_legal + 1,)),  # by legal action: its evaluation or its prior
                ("points", np.float64, (game.max_players,)),
                # How an iteration ended, by seat; wins and margins if they are `known`.
                ("rewards", np.float64, (game.max_players,)),
                ("wins", np.float64, (game.max_players,)),
                ("margins", np.float64, (game.max_players,)),
                ("known", np.int64),
                # To search.
                ("root", game.STATE),  # where it starts, as playouts do
                ("sums", np.float64, (game.n_actions, N_SUMS)),  # by action of the root
                ("edge_of", np.int64, (game.max_legal + 1,)),  # by legal action of the node that is looked at
                ("path", np.int64, (DEEPEST,)),  # the edges from the root to where the search is
                ("movers", np.int64, (DEEPEST,)),  # the seats that chose them
                ("leaf", np.int64),  # the node that the search has just added, 0 if none
                ("used_nodes", np.int64),
                ("used_edges", np.int64),
                ("nodes", _NODE, (MOST_NODES,)),
                ("edges", _EDGE, (MOST_EDGES,)),
                ("actions", np.int16, (game.max_legal + 1,)),  # the legal ones
            ],
        )
    )


def new_memory(game: "Game") -> Any:
    """Memory with anything in it, for one thread at a time: most of it is never touched."""
    return np.empty(1, _memory_dtype(game))


def memory_from(game: "Game", state: Any) -> Any:
    """Memory in which nothing is known yet but the root."""
    memory = new_memory(game)
    memory["root"] = state
    memory["sums"] = 0.0
    memory["used_nodes"], memory["used_edges"], memory["leaf"] = ROOT + 1, 1, 0
    memory["nodes"]["edges"][0, ROOT] = 0
    return memory


def guided_memory(game: "Game", memory: Any, network: "Network") -> GuidedMemory:
    """A search's memory with a network and what that needs."""
    observation = np.zeros(game.observation.size, np.int8)
    return GuidedMemory(memory[0], network.weights, judgement.new_memory(network.weights), observation)


def settings_record(settings: SearchSettings) -> Any:
    """The parameters of a search as compiled code reads them."""
    record = np.zeros(1, _SETTINGS)[0]
    for name in _SETTINGS.names or ():
        record[name] = getattr(settings, name)
    return record
