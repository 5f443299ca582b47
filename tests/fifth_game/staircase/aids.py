"""What a screen of Staircase shows beside the cards: the points, and how likely the next card is a step."""

from typing import Any

from quatuor.core.results import points_of
from quatuor.games.staircase import state as S
from quatuor.games.staircase.rules import highest, scores


def aids(state: Any, seat: int) -> dict[str, Any]:
    """The points as they stand, and each seat's chance to climb, by what this seat knows."""
    others = [S.HAND + k for k in range(state.players) if k != seat]
    hidden = [card for card in range(S.N_CARDS) if state.where[card] == S.PILE or state.where[card] in others]
    tops = [highest(state, S.STAIRS + k) for k in range(state.players)]
    return {
        "scores": points_of(state, scores),
        "climb": [sum(card > top for card in hidden) / max(1, len(hidden)) for top in tops],
    }
