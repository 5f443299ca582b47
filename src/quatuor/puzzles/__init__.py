"""Puzzles: positions in which one move is clearly best, and is not the one that looks best at once."""

from quatuor.puzzles.puzzle import Puzzle, RatedMove, puzzles_of

__all__ = ["Puzzle", "RatedMove", "puzzles_of"]
