"""What a screen of Symbiose shows beside the cards: each slot's zone, what it counts, its points, unseen cards."""

from typing import Any, TypedDict, cast

from quatuor.core.state import readable
from quatuor.games.symbiose import state as S
from quatuor.games.symbiose.notation import card_text
from quatuor.games.symbiose.rules import side, zone
from quatuor.games.symbiose.view import Face, cards_seen, faces


class Slot(TypedDict):
    """A slot of a pond: the places of its zone, those that its card counts, its points (None face down)."""

    zone: list[str]
    counts: list[str]
    points: int | None


class Joined(TypedDict):
    """What each side column is joined to: `river`, `pond:3`, or None where it counts its own half."""

    left: str | None
    right: str | None


class Signs(TypedDict):
    """How many cards show each animal and each season."""

    frog: int
    snail: int
    fish: int
    dragonfly: int
    spring: int
    summer: int
    autumn: int
    winter: int


class Aids(TypedDict):
    """What a screen of Symbiose shows beside the cards.

    `points` are those of each pond, `scores` what counts in the end: in teams the sum of two ponds. `teams` is the
    team of each seat (from 1), None where everybody plays alone. The slots of a pond lie in rows of `columns`.
    """

    columns: int

    ponds: list[list[Slot]]
    joined: list[Joined]
    points: list[int]
    scores: list[int]
    teams: list[int] | None
    unseen: Signs
    unseen_cards: list[str]


def aids(state: Any, seat: int) -> Aids:
    """Per slot of each pond: its zone, the places that it counts there, its points now (SB-8); all from seen cards."""
    aids_of_all: Aids = readable(state).once(_aids)
    return aids_of_all


def _aids(s: Any) -> Aids:
    n, cards, printed = s.players, cards_seen(s), faces(s)
    seen = [printed[card] if card else None for card in cards]
    zones = [[_zone(s, k, column) for column in range(S.COLUMNS)] for k in range(n)]
    ponds = [[_slot(seen, S.SLOTS * k + i, zones[k][i % S.COLUMNS], n) for i in range(S.SLOTS)] for k in range(n)]
    own = [sum(slot["points"] or 0 for slot in pond) for pond in ponds]
    unseen = sorted(card for card, face in zip(s.cards.tolist(), seen, strict=True) if face is None)
    return {
        "columns": S.COLUMNS,
        "ponds": ponds,
        "joined": [{"left": _joined(zones[k][0], k, n), "right": _joined(zones[k][-1], k, n)} for k in range(n)],
        "points": own,
        "scores": [own[k] + own[(k + 2) % n] for k in range(n)] if s.mode == S.TEAM else own,
        "teams": [int(side(s.record, k)) + 1 for k in range(n)] if s.mode == S.TEAM else None,
        "unseen": _tally([printed[card_text(card)] for card in unseen]),
        "unseen_cards": [card_text(card) for card in unseen],
    }


def _zone(s: Any, seat: int, column: int) -> list[int]:
    """SB-9 to SB-12: the places that a card of this column counts."""
    start, mask = zone(s.record, seat, column)
    return [int(start) + i for i in range(S.SLOTS) if mask >> i & 1]


def _slot(seen: list[Face | None], place: int, places: list[int], players: int) -> Slot:
    """`counts` and `points` are what the cards seen so far give; a face-down card has none."""
    face = seen[place]
    counts: list[int] = []
    points = None
    if face:
        counts = [other for other in places if _shows(seen[other], face["per"])]
        points = face["points"] * (len(counts) if face["per"] else 1)
    return {
        "zone": [_place(other, players) for other in places],
        "counts": [_place(other, players) for other in counts],
        "points": points,
    }


def _shows(face: Face | None, sign: str | None) -> bool:
    return face is not None and sign in (face["animal"], face["season"])


def _place(place: int, players: int) -> str:
    pond, slot = divmod(place, S.SLOTS)
    return f"river:{slot + 1}" if pond == players else f"pond:{pond + 1}:{slot + 1}"


def _joined(places: list[int], seat: int, players: int) -> str | None:
    """What a side column is joined to, None where it counts its own half."""
    pond = places[0] // S.SLOTS
    if pond == seat:
        return None
    return "river" if pond == players else f"pond:{pond + 1}"


def _tally(printed: list[Face]) -> Signs:
    """How many of these cards show each animal and each season."""
    signs = [face["animal"] for face in printed] + [face["season"] for face in printed]
    return cast(Signs, {sign: signs.count(sign) for sign in S.ANIMALS + S.SEASONS})
