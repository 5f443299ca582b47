"""Ways to play many games of random legal moves: on the cores of this machine, or on a GPU."""

from quatuor.core.runners.batch import Batch

__all__ = ["Batch"]
