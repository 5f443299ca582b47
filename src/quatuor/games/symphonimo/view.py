"""What a seat of Symphonimo sees, as plain data. All seats and spectators see the same."""

from typing import Any

from quatuor.core.results import result_of
from quatuor.games.symphonimo.notation import card_text
from quatuor.games.symphonimo.options import FACES
from quatuor.games.symphonimo.rules import scores, winners
from quatuor.games.symphonimo.state import COLUMN, MAX_TWO, N_FAMILIES

PHASES = ("turn", "place", "now", "pass", "discard", "drop")


def view(state: Any, seat: int) -> dict[str, Any]:
    n = int(state.players)
    return {
        "game": "symphonimo",
        "players": n,
        "seat": seat,
        "first": int(state.first),
        "turn": int(state.turn),
        "phase": phase(state),
        "prompt": _prompt(state),
        "pile": int(state.left),
        "unused": int(state.unused),
        "held": card_text(state.held) if state.held >= 0 else None,
        "taking": int(state.taking) if state.taking >= 0 else None,
        "conductors": [
            {
                "face": FACES[state.face[c]],
                "capacity": 2 if state.face[c] == MAX_TWO else COLUMN,
                "taker": int(state.taker[c]) if state.taker[c] >= 0 else None,
                "cards": [card_text(card) for card in state.column[c, : state.height[c]]],
            }
            for c in range(n)
        ],
        "orchestras": [{"in": bool(state.is_in[k]), "cards": _counts(state.owned[k])} for k in range(n)],
        "discarded": _counts(state.discarded),
        "result": result_of(state, scores, winners),
    }


def phase(state: Any) -> str:
    """What is decided now; `last` is a turn after the pile has run out (SY-8)."""
    if state.turn < 0:
        return "over"
    name = PHASES[state.phase]
    return "last" if name == "turn" and state.left == 0 else name


def _prompt(state: Any) -> dict[str, str]:
    """The words that the sentence for this phase needs."""
    return {
        "card": card_text(state.held) if state.held >= 0 else "",
        "conductor": str(state.taking + 1) if state.taking >= 0 else "",
    }


def _counts(counts: Any) -> dict[str, int]:
    return {card_text(family): int(counts[family]) for family in range(N_FAMILIES) if counts[family] > 0}
