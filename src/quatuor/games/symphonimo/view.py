"""What a seat of Symphonimo sees, as plain data. All seats and spectators see the same."""

from functools import lru_cache
from typing import Any, Literal, TypedDict

from quatuor.core.results import Result, result_of
from quatuor.core.shared_parts import with_shared
from quatuor.core.state import readable
from quatuor.games.symphonimo import state as S
from quatuor.games.symphonimo.notation import card_text
from quatuor.games.symphonimo.options import FACES, Face
from quatuor.games.symphonimo.rules import quartets, scores, winners

Phase = Literal["turn", "last", "place", "now", "pass", "discard", "drop", "over"]

PHASES: tuple[Phase, ...] = ("turn", "place", "now", "pass", "discard", "drop")

# How many cards of each family, by the family's number.
Counts = dict[str, int]


class Prompt(TypedDict):
    """The words that the sentence for this phase needs; `case` is `only` when a single conductor has room."""

    card: str
    conductor: str
    case: Literal["", "only"]


class Conductor(TypedDict):
    """A conductor: who has taken it this round, and the cards under it."""

    face: Face
    capacity: int
    taker: int | None
    cards: list[str]


# `in`: whether the player is still in this round.
Orchestra = TypedDict("Orchestra", {"in": bool, "cards": Counts})


class PublicView(TypedDict):
    """What everybody sees."""

    game: Literal["symphonimo"]
    players: int
    first: int
    turn: int
    phase: Phase
    prompt: Prompt
    pile: int
    unused: int
    held: str | None
    taking: int | None
    conductors: list[Conductor]
    orchestras: list[Orchestra]
    discarded: Counts
    result: Result | None


class View(PublicView):
    """What a seat of Symphonimo sees."""

    seat: int


def view(state: Any, seat: int) -> View:
    public: PublicView = readable(state).once(_public_view)
    seen: View = with_shared(public, {"seat": seat})
    return seen


def _public_view(s: Any) -> PublicView:
    """What everybody sees."""
    n = s.players
    faces, takers, heights, is_in = s.face.tolist(), s.taker.tolist(), s.height.tolist(), s.is_in.tolist()
    columns, owned = s.column.tolist(), s.owned.tolist()
    return {
        "game": "symphonimo",
        "players": n,
        "first": s.first,
        "turn": s.turn,
        "phase": phase(s),
        "prompt": _prompt(s),
        "pile": s.left,
        "unused": s.unused,
        "held": card_text(s.held) if s.held >= 0 else None,
        "taking": s.taking if s.taking >= 0 else None,
        "conductors": [_conductor(faces[c], takers[c], tuple(columns[c][: heights[c]])) for c in range(n)],
        "orchestras": [{"in": bool(is_in[k]), "cards": _counts(tuple(owned[k]))} for k in range(n)],
        "discarded": _counts(tuple(s.discarded.tolist())),
        "result": result_of(s.record, scores, winners, quartets) if s.turn < 0 else None,
    }


def phase(state: Any) -> Phase:
    """What is decided now; `last` is a turn after the pile has run out (SY-8)."""
    if state.turn < 0:
        return "over"
    name = PHASES[state.phase]
    return "last" if name == "turn" and state.left == 0 else name


def _prompt(state: Any) -> Prompt:
    """The words that the sentence for this phase needs."""
    rooms = [c for c, room in enumerate(state.room[: state.players].tolist()) if room] if state.held >= 0 else []
    conductor = rooms[0] if len(rooms) == 1 else state.taking
    return {
        "card": card_text(state.held) if state.held >= 0 else "",
        "conductor": str(conductor + 1) if conductor >= 0 else "",
        "case": "only" if len(rooms) == 1 else "",
    }


@lru_cache(10_000)
def _conductor(face: int, taker: int, cards: tuple[int, ...]) -> Conductor:
    return {
        "face": FACES[face],
        "capacity": 2 if face == S.MAX_TWO else S.COLUMN,
        "taker": taker if taker >= 0 else None,
        "cards": [card_text(card) for card in cards],
    }


@lru_cache(10_000)
def _counts(counts: tuple[int, ...]) -> Counts:
    return {card_text(family): counts[family] for family in range(S.N_FAMILIES) if counts[family] > 0}
