"""What a screen of Symbiose shows beside the cards: each slot's zone, what it counts, its points, unseen cards."""

from typing import Any

from quatuor.games.symbiose.deck import ANIMALS, COUNTED, SEASONS
from quatuor.games.symbiose.notation import card_text
from quatuor.games.symbiose.rules import animal_of, per_of, season_of, seen, value_of, zone
from quatuor.games.symbiose.state import COLUMNS, FIXED, N_CARDS, SLOTS, TEAM


def aids(state: Any, seat: int) -> dict[str, Any]:
    """Per slot of each pond: its zone, the places that it counts there, its points now (SB-8); all from seen cards."""
    n = int(state.players)
    ponds = [[_slot(state, k, slot) for slot in range(SLOTS)] for k in range(n)]
    own = [sum(slot["points"] or 0 for slot in pond) for pond in ponds]
    unseen = [int(state.cards[place]) for place in range(N_CARDS) if not seen(state, place)]
    return {
        "ponds": ponds,
        "joined": [{"left": _joined(state, k, 0), "right": _joined(state, k, COLUMNS - 1)} for k in range(n)],
        "points": own,
        "scores": [own[k] + own[(k + 2) % n] for k in range(n)] if state.mode == TEAM else own,
        "unseen": _tally(state, unseen),
        "unseen_cards": [card_text(card) for card in sorted(unseen)],
    }


def _slot(state: Any, seat: int, slot: int) -> dict[str, Any]:
    """`counts` and `points` are what the cards seen so far give; a face-down card has none."""
    start, mask = zone(state, seat, slot % COLUMNS)
    places = [int(start) + i for i in range(SLOTS) if mask >> i & 1]
    place = SLOTS * seat + slot
    counts: list[int] = []
    points = None
    if seen(state, place):
        card = state.cards[place]
        per, value = per_of(state, card), int(value_of(state, card))
        counts = [other for other in places if seen(state, other) and COUNTED[per] in _signs(state, other)]
        points = value * (1 if per == FIXED else len(counts))
    return {
        "zone": [_place(state, other) for other in places],
        "counts": [_place(state, other) for other in counts],
        "points": points,
    }


def _signs(state: Any, place: int) -> tuple[str, str]:
    card = state.cards[place]
    return ANIMALS[animal_of(state, card)], SEASONS[season_of(state, card)]


def _place(state: Any, place: int) -> str:
    pond, slot = divmod(place, SLOTS)
    return f"river:{slot + 1}" if pond == state.players else f"pond:{pond + 1}:{slot + 1}"


def _joined(state: Any, seat: int, column: int) -> str | None:
    """What a side column is joined to, None where it counts its own half."""
    pond = int(zone(state, seat, column)[0]) // SLOTS
    if pond == seat:
        return None
    return "river" if pond == state.players else f"pond:{pond + 1}"


def _tally(state: Any, cards: list[int]) -> dict[str, int]:
    """How many of these cards show each animal and each season."""
    signs = [ANIMALS[animal_of(state, card)] for card in cards] + [SEASONS[season_of(state, card)] for card in cards]
    return {sign: signs.count(sign) for sign in ANIMALS + SEASONS}
