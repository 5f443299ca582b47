"""How a game ended, as plain data."""

from collections.abc import Callable
from typing import Any, Literal, TypedDict

import numpy as np


class Result(TypedDict):
    """How a game ended: partners share a place, and so do sides that nothing tells apart.

    `level` are the seats with the most points where more than one side has as many, `tie` says whether something
    decides between them.
    """

    scores: list[int | float]
    winners: list[int]
    places: list[int]
    level: list[int]
    tie: Literal["broken", "shared"] | None


def points_of(state: Any, scores: Callable[..., Any]) -> list[int | float]:
    """The points of each seat so far; whole numbers as integers."""
    out = np.zeros(int(state.players))
    scores(state, out)
    return [int(score) if score == int(score) else float(score) for score in out]


def winners_of(state: Any, winners: Callable[..., Any]) -> list[int]:
    """The seats that have won; none before the end."""
    won = int(winners(state)) if state.turn < 0 else 0
    return [seat for seat in range(state.players) if won >> seat & 1]


def result_of(
    state: Any,
    scores: Callable[..., Any],
    winners: Callable[..., Any],
    tie_break: Callable[[Any, int], int] | None = None,
    side: Callable[..., Any] | None = None,
) -> Result | None:
    """The result of a finished game, None before the end.

    Of two seats with equal points the one with the greater `tie_break` comes first; `side` says who plays together.
    """
    if state.turn >= 0:
        return None
    points, won = points_of(state, scores), winners_of(state, winners)
    seats = range(len(points))
    sides = [int(side(state, seat)) if side else seat for seat in seats]
    ranks = [(points[seat], tie_break(state, seat) if tie_break else 0) for seat in seats]
    rank_of_side = dict(zip(sides, ranks, strict=True))
    level = [seat for seat in seats if points[seat] == max(points)]
    tied = len({sides[seat] for seat in level}) > 1
    shared = len({sides[seat] for seat in won}) > 1
    return {
        "scores": points,
        "winners": won,
        "places": [1 + sum(other > rank for other in rank_of_side.values()) for rank in ranks],
        "level": level if tied else [],
        "tie": None if not tied else "shared" if shared else "broken",
    }
