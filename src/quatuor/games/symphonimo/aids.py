"""What a screen of Symphonimo shows beside the cards: badges, points, what each choice would make of them."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Any, Literal, TypedDict

from quatuor.core.shared_parts import with_shared
from quatuor.core.state import copy_of, readable
from quatuor.games.symphonimo import state as S
from quatuor.games.symphonimo.notation import CARDS, text
from quatuor.games.symphonimo.rules import apply, legal, points, stack

Badge = Literal["soloist", "quartet", "silent", "absent"]

_WORTH = {S.SOLOIST: S.SOLOIST_POINTS, S.QUARTET: S.QUARTET_POINTS}
_BADGES: dict[int, Badge] = {S.SOLOIST: "soloist", S.QUARTET: "quartet"}
# The conductors whose cards join the collection and nothing else happens (SY-4, SY-13, SY-18).
_PLAIN = {S.CLASSIC, S.MAX_TWO, S.TAKE_NOW}


class Worth(TypedDict):
    """The points of each badge that has any (SY-11)."""

    soloist: int
    quartet: int


class Family(TypedDict):
    """What a family is worth in an orchestra; one more card adds `next` points."""

    badge: Badge
    points: int
    next: int


class After(TypedDict):
    """What a move makes of the score of whoever makes it: from `low` to `high`, which depends on a choice or a card.

    Where it is certain, `families` has the points of each family of which the move changes the number of cards.
    """

    low: int
    high: int
    families: dict[str, int]


# The next card to be placed takes the last room under the conductors, or is the last of the pile.
Door = Literal["last_place", "last_card"]


class AidsOfAll(TypedDict):
    """What everybody knows.

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
    door: Door | None


class Aids(AidsOfAll):
    """What a screen of Symphonimo shows beside the cards; `after` has the moves of the seat that looks, if it plays."""

    after: dict[str, After]


_WORTH_OF_BADGE: Worth = {"soloist": S.SOLOIST_POINTS, "quartet": S.QUARTET_POINTS}


def aids(state: Any, seat: int) -> Aids:
    """Per family of each orchestra: its badge, its points, and what one more card would change (SY-11)."""
    s = readable(state)
    aids_of_all: AidsOfAll = s.once(_aids_of_all)
    found: Aids = with_shared(aids_of_all, {"after": s.once(_after) if s.turn == seat >= 0 else {}})
    return found


def _aids_of_all(s: Any) -> AidsOfAll:
    faces = s.face[: s.players].tolist()
    owned = [tuple(counts) for counts in s.owned[: s.players].tolist()]
    pile = s.pile[: s.left + s.unused].tobytes()
    return {
        "families": [_orchestra(counts) for counts in owned],
        "scores": [_score(counts) for counts in owned],
        "unseen": {card: pile.count(family) for family, card in enumerate(CARDS[: s.players + 5])},
        "worth": _WORTH_OF_BADGE,
        "asks": _asks(s, faces) if any(faces) and s.turn >= 0 else [],
        "discards": S.DISCARD_ONE in faces or S.DISCARD_OWN in faces,
        "passes_to": (s.turn + 1) % s.players if s.turn >= 0 and s.phase == S.PASS else None,
        "door": _door(s),
    }


def _door(s: Any) -> Door | None:
    """SY-5, SY-8: what the next card, drawn already or not, is the last to do."""
    if s.turn < 0 or s.phase not in (S.TURN, S.PLACE) or s.all_room == 0:
        return None
    to_come = s.left + (s.phase == S.PLACE)
    if to_come == 1:
        return "last_card"
    return "last_place" if to_come and s.all_room == 1 else None


def _after(s: Any) -> dict[str, After]:
    """What each move that may bring cards or lose some makes of the score of the seat to play."""
    if s.phase == S.PLACE:
        return {}
    owned, faces, columns = tuple(s.owned[s.turn].tolist()), s.face.tolist(), s.column.tolist()
    after: dict[str, After] = {}
    for action in s.legal_actions(legal, S.MAX_LEGAL):
        if action == S.DRAW_CARD:
            continue
        if S.TAKE <= action < S.TAKE_IT_NOW and faces[action - S.TAKE] in _PLAIN:
            # Most moves by far: to play each of them on a copy would take as long as all the rest of an update.
            cards = (card for card in columns[action - S.TAKE] if card != S.NOTHING)
            after[text(action)] = _score_with(owned, tuple(sorted(cards)))
        else:
            after[text(action)] = _score_after(s, action, owned)
    return after


@lru_cache(10_000)
def _score_with(owned: tuple[int, ...], cards: tuple[int, ...]) -> After:
    """SY-4: what the cards under a conductor make of the score of whoever takes it with all of them."""
    counts = list(owned)
    for card in cards:
        counts[card] += 1
    return _certain_score(owned, counts)


def _score_after(s: Any, action: int, owned: tuple[int, ...]) -> After:
    ends = list(_ends(s.record, s.turn, action))
    if len(ends) == 1:
        return _certain_score(owned, ends[0].owned[s.turn].tolist())
    scores = [int(points(end, s.turn)) for end in ends]
    return {"low": min(scores), "high": max(scores), "families": {}}


def _certain_score(before: Sequence[int], after: Sequence[int]) -> After:
    changed = [f for f, count in enumerate(after) if count != before[f]]
    score = _score(tuple(after))
    return {"low": score, "high": score, "families": {CARDS[f]: _family(after[f])["points"] for f in changed}}


def _ends(before: Any, seat: int, action: int) -> Iterator[Any]:
    """The states to which a move can lead: for each card that it may draw (SY-17) and each choice that follows."""
    draws_one = S.TAKE <= action <= S.TAKE_IT_NOW and before.left > 0
    draws_one = draws_one and before.face[before.taking if action == S.TAKE_IT_NOW else action - S.TAKE] == S.DRAW_ONE
    for card in range(S.N_FAMILIES) if draws_one else (S.NOTHING,):
        after = copy_of(before)
        if draws_one and not stack(after, card):
            continue
        apply(after, action)
        if after.turn == seat and after.phase in (S.PASS, S.DISCARD, S.DROP):
            for choice in readable(after).legal_actions(legal, S.MAX_LEGAL):
                yield from _ends(after, seat, choice)
        else:
            yield after


def _asks(s: Any, faces: list[int]) -> list[int]:
    """SY-14 to SY-18: the conductors with a power that lets the seat to play choose something."""
    asking = {S.PLACE: {S.TAKE_NOW}, S.TURN: {S.PASS_LEFT, S.DISCARD_ONE}}.get(s.phase, set())
    if s.phase == S.TURN and s.owned[s.turn].any():
        asking.add(S.DISCARD_OWN)
    return [number for number, face in enumerate(faces, 1) if face in asking]


@lru_cache(10_000)
def _orchestra(counts: tuple[int, ...]) -> dict[str, Family]:
    return {card: _family(count) for card, count in zip(CARDS, counts, strict=True)}


@lru_cache(10_000)
def _score(counts: tuple[int, ...]) -> int:
    return sum(_family(count)["points"] for count in counts)


@cache
def _family(count: int) -> Family:
    points = _WORTH.get(count, 0)
    return {
        "badge": _BADGES.get(count, "silent") if count else "absent",
        "points": points,
        "next": _WORTH.get(count + 1, 0) - points,
    }
