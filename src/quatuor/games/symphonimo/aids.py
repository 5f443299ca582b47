"""What a screen of Symphonimo shows beside the cards: badges, points, what a further card would do, unseen cards."""

from functools import cache, lru_cache
from typing import Any, Literal, TypedDict

import numpy as np

from quatuor.core.state import readable
from quatuor.games.symphonimo import state as S
from quatuor.games.symphonimo.notation import CARDS

Badge = Literal["soloist", "quartet", "silent", "absent"]

_WORTH = {S.SOLOIST: S.SOLOIST_POINTS, S.QUARTET: S.QUARTET_POINTS}
_BADGES: dict[int, Badge] = {S.SOLOIST: "soloist", S.QUARTET: "quartet"}


class Worth(TypedDict):
    """The points of each badge that has any (SY-11)."""

    soloist: int
    quartet: int


class Family(TypedDict):
    """What a family is worth in an orchestra; one more card adds `next` points."""

    badge: Badge
    points: int
    next: int


class Aids(TypedDict):
    """What a screen of Symphonimo shows beside the cards.

    `asks` are the conductors (from 1) where the move that is due, to place or to take, leads to a choice of the same
    player; `discards` says whether some conductor makes players discard; `passes_to` is who gets the card that is being
    passed.
    """

    families: list[dict[str, Family]]
    scores: list[int]
    unseen: dict[str, int]
    worth: Worth
    asks: list[int]
    discards: bool
    passes_to: int | None


_WORTH_OF_BADGE: Worth = {"soloist": S.SOLOIST_POINTS, "quartet": S.QUARTET_POINTS}


def aids(state: Any, seat: int) -> Aids:
    """Per family of each orchestra: its badge, its points, and what one more card would change (SY-11)."""
    aids_of_all: Aids = readable(state).once(_aids)
    return aids_of_all


def _aids(s: Any) -> Aids:
    faces = s.face[: s.players].tolist()
    orchestras = [_orchestra(tuple(counts)) for counts in s.owned[: s.players].tolist()]
    unseen = np.bincount(s.pile[: s.left + s.unused], minlength=S.N_FAMILIES).tolist()
    return {
        "families": orchestras,
        "scores": [sum(family["points"] for family in families.values()) for families in orchestras],
        "unseen": dict(zip(CARDS[: s.players + 5], unseen, strict=False)),
        "worth": _WORTH_OF_BADGE,
        "asks": _asks(s, faces) if any(faces) and s.turn >= 0 else [],
        "discards": S.DISCARD_ONE in faces or S.DISCARD_OWN in faces,
        "passes_to": (s.turn + 1) % s.players if s.turn >= 0 and s.phase == S.PASS else None,
    }


def _asks(s: Any, faces: list[int]) -> list[int]:
    """SY-14 to SY-18: the conductors with a power that lets the seat to play choose something."""
    asking = {S.PLACE: {S.TAKE_NOW}, S.TURN: {S.PASS_LEFT, S.DISCARD_ONE}}.get(s.phase, set())
    if s.phase == S.TURN and s.owned[s.turn].any():
        asking.add(S.DISCARD_OWN)
    return [number for number, face in enumerate(faces, 1) if face in asking]


@lru_cache(10_000)
def _orchestra(counts: tuple[int, ...]) -> dict[str, Family]:
    return {card: _family(count) for card, count in zip(CARDS, counts, strict=True)}


@cache
def _family(count: int) -> Family:
    points = _WORTH.get(count, 0)
    return {
        "badge": _BADGES.get(count, "silent") if count else "absent",
        "points": points,
        "next": _WORTH.get(count + 1, 0) - points,
    }
