"""What a screen of Symbiose shows beside the cards: zones, what each slot counts and pays, what swaps would score."""

from functools import lru_cache
from typing import Any, NamedTuple, TypedDict, cast

import numpy as np

from quatuor.core.shared_parts import with_shared
from quatuor.core.state import copy_of, new_state, readable
from quatuor.games.symbiose import state as S
from quatuor.games.symbiose.notation import card_text
from quatuor.games.symbiose.rules import side, zone
from quatuor.games.symbiose.swaps import score_swaps
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


class Swaps(TypedDict):
    """What the seat to play would score after each swap: by place of the river, then by slot of its pond.

    A card that nobody has seen can only add points: where one may, `exact` is false and the score is the least it can
    be. `then_flip` says for each slot whether a card must be turned up after the swap (SB-7).
    """

    scores: list[list[int]]
    exact: list[list[bool]]
    then_flip: list[bool]


class AidsOfAll(TypedDict):
    """What everybody knows."""

    columns: int

    ponds: list[list[Slot]]
    joined: list[Joined]
    points: list[int]
    scores: list[int]
    teams: list[int] | None
    unseen: Signs
    unseen_cards: list[str]


class Aids(AidsOfAll):
    """What a screen of Symbiose shows beside the cards.

    `points` are those of each pond, `scores` what counts in the end: in teams the sum of two ponds. `teams` is the
    team of each seat (from 1), None where everybody plays alone. The slots of a pond lie in rows of `columns`. `swaps`
    is there for the seat that has a swap to choose.
    """

    swaps: Swaps | None


class _Layout(NamedTuple):
    """What stays the same all game long: by seat and column the places that count, and what the side columns join."""

    zones: list[list[list[int]]]
    zone_names: list[list[list[str]]]
    joined: list[Joined]
    teams: list[int] | None
    names: list[str]


def aids(state: Any, seat: int) -> Aids:
    """Per slot of each pond: its zone, the places that it counts there, its points now (SB-8); all from seen cards."""
    s = readable(state)
    # Made in every phase, so that it is compiled before anybody waits for a swap.
    swaps = s.once(_swaps) if s.turn == seat >= 0 else None
    found: Aids = with_shared(s.once(_aids_of_all), {"swaps": swaps if s.phase == S.EXCHANGE else None})
    return found


def _aids_of_all(s: Any) -> AidsOfAll:
    n, printed = s.players, faces(s)
    seen = [printed[card] if card else None for card in cards_seen(s)]
    layout = _layout(n, s.first, s.mode, s.sides)
    ponds = [[_slot(seen, layout, k, slot) for slot in range(S.SLOTS)] for k in range(n)]
    own = [sum(slot["points"] or 0 for slot in pond) for pond in ponds]
    unseen = sorted(card for card, face in zip(s.cards.tolist(), seen, strict=True) if face is None)
    return {
        "columns": S.COLUMNS,
        "ponds": ponds,
        "joined": layout.joined,
        "points": own,
        "scores": [own[k] + own[(k + 2) % n] for k in range(n)] if s.mode == S.TEAM else own,
        "teams": layout.teams,
        "unseen": _tally([printed[card_text(card)] for card in unseen]),
        "unseen_cards": [card_text(card) for card in unseen],
    }


@lru_cache(maxsize=100)
def _layout(players: int, first: int, mode: int, sides: int) -> _Layout:
    s = new_state(S.STATE)
    s.players, s.first, s.mode, s.sides = players, first, mode, sides
    names = [f"pond:{k + 1}:{slot + 1}" for k in range(players) for slot in range(S.SLOTS)]
    names += [f"river:{place + 1}" for place in range(S.DUEL_RIVER)]
    zones = [[_zone(s, k, column) for column in range(S.COLUMNS)] for k in range(players)]
    return _Layout(
        zones,
        [[[names[place] for place in places] for places in columns] for columns in zones],
        [{"left": _joined(of[0], k, players), "right": _joined(of[-1], k, players)} for k, of in enumerate(zones)],
        [int(side(s, k)) + 1 for k in range(players)] if mode == S.TEAM else None,
        names,
    )


def _zone(s: Any, seat: int, column: int) -> list[int]:
    """SB-9 to SB-12: the places that a card of this column counts."""
    start, mask = zone(s, seat, column)
    return [int(start) + i for i in range(S.SLOTS) if mask >> i & 1]


def _joined(places: list[int], seat: int, players: int) -> str | None:
    """What a side column is joined to, None where it counts its own half."""
    pond = places[0] // S.SLOTS
    if pond == seat:
        return None
    return "river" if pond == players else f"pond:{pond + 1}"


def _slot(seen: list[Face | None], layout: _Layout, seat: int, slot: int) -> Slot:
    """`counts` and `points` are what the cards seen so far give; a face-down card has none."""
    face, column = seen[S.SLOTS * seat + slot], slot % S.COLUMNS
    zone_names = layout.zone_names[seat][column]
    if face is None:
        return {"zone": zone_names, "counts": [], "points": None}
    sign, points = face["per"], face["points"]
    if sign is None:
        return {"zone": zone_names, "counts": [], "points": points}
    counts = [
        layout.names[place]
        for place in layout.zones[seat][column]
        if (other := seen[place]) and (other["animal"] == sign or other["season"] == sign)
    ]
    return {"zone": zone_names, "counts": counts, "points": points * len(counts)}


def _tally(printed: list[Face]) -> Signs:
    """How many of these cards show each animal and each season."""
    signs = [face["animal"] for face in printed] + [face["season"] for face in printed]
    return cast(Signs, {sign: signs.count(sign) for sign in S.ANIMALS + S.SEASONS})


def _swaps(s: Any) -> Swaps:
    scores = np.zeros((S.DUEL_RIVER, S.SLOTS), np.int16)
    score_swaps(copy_of(s.record), scores)
    return {
        "scores": scores[: s.river].tolist(),
        "exact": _exact(s),
        "then_flip": [bool(up) for up in s.up[S.SLOTS * s.turn : S.SLOTS * (s.turn + 1)].tolist()],
    }


def _exact(s: Any) -> list[list[bool]]:
    """Whether each swap's score is known: no card that nobody has seen comes to the pond, or to where one counts it."""
    of_all: AidsOfAll = s.once(_aids_of_all)
    river, pond = S.SLOTS * s.players, S.SLOTS * s.turn
    printed, cards = faces(s), cards_seen(s)
    # The places of the river and the slots of the pond whose card counts a sign that an unseen card may show.
    watching = [bool(card and (sign := printed[card]["per"]) and of_all["unseen"][sign]) for card in cards]
    zones = _layout(s.players, s.first, s.mode, s.sides).zones[s.turn]
    looks = [zones[slot % S.COLUMNS][0] == river for slot in range(S.SLOTS)]  # at the river, as in a duel
    watchers = {slot for slot in range(S.SLOTS) if looks[slot] and watching[pond + slot]}
    return [
        [
            bool(cards[place] and (cards[pond + slot] or not (watchers - {slot} or (looks[slot] and watching[place]))))
            for slot in range(S.SLOTS)
        ]
        for place in range(river, river + s.river)
    ]
