"""What a seat of Symbiose sees, as plain data; only the slot chosen in the first flip is its own secret."""

from functools import lru_cache
from typing import Any

from quatuor.core.results import result_of
from quatuor.core.state import readable
from quatuor.games.symbiose import state as S
from quatuor.games.symbiose.deck import unpack
from quatuor.games.symbiose.hidden import choice
from quatuor.games.symbiose.notation import card_text
from quatuor.games.symbiose.options import MODES, SIDES
from quatuor.games.symbiose.rules import scores, winners

PHASES = ("first", "swap", "flip")


def view(state: Any, seat: int) -> dict[str, Any]:
    s = readable(state)
    own = _chosen(state, seat) if _choosing(s) and seat >= 0 else None
    return {**s.once(_table), "seat": seat, "chosen": own}


def _table(s: Any) -> dict[str, Any]:
    """The table before everybody's eyes."""
    n, river = s.players, s.river
    places = cards_seen(s)
    return {
        "game": "symbiose",
        "players": n,
        "first": s.first,
        "turn": s.turn,
        "phase": phase(s),
        "prompt": {},
        "mode": MODES[s.mode],
        "sides": SIDES[s.sides],
        "ponds": [places[S.SLOTS * k : S.SLOTS * (k + 1)] for k in range(n)],
        "river": places[S.SLOTS * n : S.SLOTS * n + river],
        "unused": S.N_CARDS - S.SLOTS * n - river,
        "ready": [_chosen(s.record, k) is not None for k in range(n)] if _choosing(s) else None,
        "turns_left": s.turns_left,
        "faces": faces(s),
        "result": result_of(s.record, scores, winners),
    }


def _choosing(s: Any) -> bool:
    """Whether the first flip is being chosen."""
    return bool(s.turn >= 0 and s.phase == S.FIRST_FLIP)


def phase(state: Any) -> str:
    """What is decided now."""
    return "over" if state.turn < 0 else PHASES[state.phase]


def cards_seen(s: Any) -> list[str | None]:
    """The card that all see at each place of a readable state (C-9), None where it is face down."""
    hidden = S.SLOTS * s.players if s.phase == S.FIRST_FLIP else 0
    return [
        card_text(card) if up and place >= hidden else None
        for place, (card, up) in enumerate(zip(s.cards.tolist(), s.up.tolist(), strict=True))
    ]


def faces(state: Any) -> dict[str, dict[str, Any]]:
    """What is printed on each card of the deck; `per` is None where the points are fixed."""
    return _faces(tuple(state.deck.tolist()), tuple(state.order.tolist()))


@lru_cache(maxsize=64)
def _faces(deck: tuple[int, ...], order: tuple[int, ...]) -> dict[str, dict[str, Any]]:
    return {
        card_text(card["number"] - 1): {
            "animal": card["animal"],
            "season": card["season"],
            "per": card.get("per"),
            "points": card["points"] if "per" in card else card["fixed"],
        }
        for card in (unpack(number + 1, deck[number]) for number in order)
    }


def _chosen(state: Any, seat: int) -> int | None:
    slot = int(choice(state, seat))
    return slot if slot < S.SLOTS else None
