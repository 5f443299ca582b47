"""How a game ended, as plain data."""

from collections.abc import Callable
from typing import Any

import numpy as np


def points_of(state: Any, scores: Callable[..., Any]) -> list[int | float]:
    """The points of each seat so far; whole numbers as integers."""
    out = np.zeros(int(state.players))
    scores(state, out)
    return [int(score) if score == int(score) else float(score) for score in out]


def winners_of(state: Any, winners: Callable[..., Any]) -> list[int]:
    """The seats that have won; none before the end."""
    won = int(winners(state)) if state.turn < 0 else 0
    return [seat for seat in range(state.players) if won >> seat & 1]


def result_of(state: Any, scores: Callable[..., Any], winners: Callable[..., Any]) -> dict[str, Any] | None:
    """Scores and winners of a finished game; None before the end."""
    if state.turn >= 0:
        return None
    return {"scores": points_of(state, scores), "winners": winners_of(state, winners)}
