"""Ways to play many games of random legal moves: on the cores of this machine, or on a GPU."""

from typing import Any, NamedTuple

import numpy as np


class FinishedGames(NamedTuple):
    """Finished games: their last states, how many moves each had, the scores, and the winners as one bit per seat."""

    states: Any
    moves: np.ndarray[Any, np.dtype[np.int32]]
    scores: np.ndarray[Any, np.dtype[np.float64]]
    winners: np.ndarray[Any, np.dtype[np.int32]]
