"""What a seat of Staircase does not know: the others' hands and what comes next."""

from typing import Any

from quatuor.core.chance import forget_chance
from quatuor.core.compiled import compiled
from quatuor.games.staircase import state as S
from quatuor.games.staircase.rules import highest, take_from_pile


@compiled
def redeal(s: Any, seat: Any, seed: Any) -> Any:
    """The hidden cards go back into the pile, and as many are dealt again."""
    forget_chance(s, seed)
    holders = 0
    for other in range(s.players):
        card = highest(s, S.HAND + other)
        if other != seat and card != S.NOTHING:
            holders |= 1 << other
            s.where[card] = S.PILE
            s.pile[s.left] = card
            s.left += 1
    for other in range(s.players):
        if holders >> other & 1:
            s.where[take_from_pile(s)] = S.HAND + other
