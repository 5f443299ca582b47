"""What a seat of Symbiose sees, as plain data; only the slot chosen in the first flip is its own secret."""

from functools import lru_cache
from typing import Any, Literal, TypedDict

from quatuor.core.results import Result, result_of
from quatuor.core.shared_parts import with_shared
from quatuor.core.state import readable
from quatuor.games.symbiose import state as S
from quatuor.games.symbiose.deck import unpack
from quatuor.games.symbiose.hidden import choice
from quatuor.games.symbiose.notation import card_text
from quatuor.games.symbiose.options import MODES, SIDES, Mode, Sides
from quatuor.games.symbiose.rules import scores, side, winners

Phase = Literal["first", "swap", "flip", "over"]

PHASES: tuple[Phase, ...] = ("first", "swap", "flip")


class Prompt(TypedDict):
    """The sentences of Symbiose need no words of their own."""


class Face(TypedDict):
    """What is printed on a card; `per` is None where the points are fixed."""

    animal: S.Animal
    season: S.Season
    per: S.Animal | S.Season | None
    points: int


class PublicView(TypedDict):
    """What everybody sees; a card face down is None.

    While the first cards are chosen, `ready` says who has chosen.
    """

    game: Literal["symbiose"]
    players: int
    first: int
    turn: int
    phase: Phase
    prompt: Prompt
    mode: Mode
    sides: Sides
    ponds: list[list[str | None]]
    river: list[str | None]
    unused: int
    ready: list[bool] | None
    turns_left: int
    faces: dict[str, Face]
    result: Result | None


class View(PublicView):
    """What a seat of Symbiose sees; `chosen` is the slot (from 0) that it chose, while others still choose."""

    seat: int
    chosen: int | None


def view(state: Any, seat: int) -> View:
    s = readable(state)
    public: PublicView = s.once(_public_view)
    own = _chosen(state, seat) if _choosing(s) and seat >= 0 else None
    seen: View = with_shared(public, {"seat": seat, "chosen": own})
    return seen


def _public_view(s: Any) -> PublicView:
    """What everybody sees."""
    n, river = s.players, s.river
    places = s.once(cards_seen)
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
        "faces": s.once(faces),
        "result": result_of(s.record, scores, winners, side=side),
    }


def _choosing(s: Any) -> bool:
    """Whether the first flip is being chosen."""
    return bool(s.turn >= 0 and s.phase == S.FIRST_FLIP)


def phase(state: Any) -> Phase:
    """What is decided now."""
    return "over" if state.turn < 0 else PHASES[state.phase]


def cards_seen(s: Any) -> list[str | None]:
    """The card that all see at each place of a readable state (C-9), None where it is face down."""
    hidden = S.SLOTS * s.players if s.phase == S.FIRST_FLIP else 0
    return [
        card_text(card) if up and place >= hidden else None
        for place, (card, up) in enumerate(zip(s.cards.tolist(), s.up.tolist(), strict=True))
    ]


def faces(state: Any) -> dict[str, Face]:
    """What is printed on each card of the deck; `per` is None where the points are fixed."""
    return _faces(tuple(state.deck.tolist()), tuple(state.order.tolist()))


@lru_cache(maxsize=64)
def _faces(deck: tuple[int, ...], order: tuple[int, ...]) -> dict[str, Face]:
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
