"""What a seat of Symbiose sees, as plain data; only the slot chosen in the first flip is its own secret."""

from typing import Any

from quatuor.core.results import result_of
from quatuor.games.symbiose.deck import deck_of
from quatuor.games.symbiose.hidden import choice
from quatuor.games.symbiose.notation import card_text
from quatuor.games.symbiose.options import MODES, SIDES
from quatuor.games.symbiose.rules import scores, seen, winners
from quatuor.games.symbiose.state import FIRST_FLIP, N_CARDS, SLOTS

PHASES = ("first", "swap", "flip")


def view(state: Any, seat: int) -> dict[str, Any]:
    n, river = int(state.players), int(state.river)
    choosing = state.turn >= 0 and state.phase == FIRST_FLIP
    return {
        "game": "symbiose",
        "players": n,
        "seat": seat,
        "first": int(state.first),
        "turn": int(state.turn),
        "phase": phase(state),
        "prompt": {},
        "mode": MODES[state.mode],
        "sides": SIDES[state.sides],
        "ponds": [[card_at(state, SLOTS * k + slot) for slot in range(SLOTS)] for k in range(n)],
        "river": [card_at(state, SLOTS * n + place) for place in range(river)],
        "unused": N_CARDS - SLOTS * n - river,
        "chosen": _chosen(state, seat) if choosing and seat >= 0 else None,
        "ready": [_chosen(state, k) is not None for k in range(n)] if choosing else None,
        "turns_left": int(state.turns_left),
        "faces": faces(state),
        "result": result_of(state, scores, winners),
    }


def phase(state: Any) -> str:
    """What is decided now."""
    return "over" if state.turn < 0 else PHASES[state.phase]


def card_at(state: Any, place: int) -> str | None:
    """The card that all see at a place, None where it is face down."""
    return card_text(state.cards[place]) if seen(state, place) else None


def faces(state: Any) -> dict[str, dict[str, Any]]:
    """What is printed on each card of the deck; `per` is None where the points are fixed."""
    return {
        card_text(card["number"] - 1): {
            "animal": card["animal"],
            "season": card["season"],
            "per": card.get("per"),
            "points": card["points"] if "per" in card else card["fixed"],
        }
        for card in deck_of(state)
    }


def _chosen(state: Any, seat: int) -> int | None:
    slot = int(choice(state, seat))
    return slot if slot < SLOTS else None
