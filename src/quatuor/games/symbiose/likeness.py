"""Which moves of Symbiose are equally good."""

from collections.abc import Hashable
from typing import Any

from quatuor.games.symbiose import state as S
from quatuor.games.symbiose.rules import seen, zone

_HALVES = (S.LEFT_HALF, S.RIGHT_HALF)
_ALL_COLUMNS = range(S.COLUMNS)


def likeness(s: Any, action: int) -> Hashable:
    """Slots whose cards count alike differ only by their places, and so do the places of the river."""
    if action < S.SWAP:
        return S.FLIP, _slot(s, action - S.FLIP)
    place, slot = divmod(action - S.SWAP, S.SLOTS)
    return S.SWAP, _card(s, S.SLOTS * int(s.players) + place), _slot(s, slot)


def _card(s: Any, place: int) -> int | None:
    """What a card is, not its number; None if it is not seen."""
    return int(s.deck[s.cards[place]]) if seen(s, place) else None


def _slot(s: Any, slot: int) -> Hashable:
    """Where a card of this slot counts, where it is counted, and what lies there.

    SB-9: where the two sides count their halves of the pond, a pond that is its own mirror image has like sides.
    """
    seat = int(s.turn)
    zones = [tuple(map(int, zone(s, seat, column))) for column in _ALL_COLUMNS]
    column, pond = slot % S.COLUMNS, S.SLOTS * seat
    counted = [mask in _HALVES for _, mask in zones]
    half = any(counted) and column // S.HALF
    if counted[0] and counted[-1]:
        cards = [
            sorted(str(_card(s, pond + c + row)) for row in range(0, S.SLOTS, S.COLUMNS)) for c in range(S.COLUMNS)
        ]
        if cards == cards[::-1]:
            column, half = min(column, S.COLUMNS - 1 - column), False
    return zones[column], half, _card(s, pond + slot)
