"""What a seat of Staircase sees, as plain data."""

from typing import Any

from quatuor.core.results import result_of
from quatuor.games.staircase import state as S
from quatuor.games.staircase.deal import cards_in
from quatuor.games.staircase.rules import scores, winners


def view(state: Any, seat: int) -> dict[str, Any]:
    """The table, and of the hands only the seat's own."""
    return {
        "game": "staircase",
        "players": int(state.players),
        "first": int(state.first),
        "turn": int(state.turn),
        "phase": "over" if state.turn < 0 else "turn",
        "prompt": {},
        "pile": int(state.left),
        "discards": cards_in(state, S.DISCARDS),
        "hand": cards_in(state, S.HAND + seat) if seat >= 0 else [],
        "seats": [
            {
                "holds": bool(cards_in(state, S.HAND + k)),
                "stairs": cards_in(state, S.STAIRS + k),
                "saved": len(cards_in(state, S.SAVED + k)),
            }
            for k in range(state.players)
        ],
        "seat": seat,
        "result": result_of(state, scores, winners),
    }
