"""What a seat of Staircase does not know: the others' hands and what comes next; and what it knows as numbers."""

from typing import Any

import numpy as np

from quatuor.core.chance import forget_chance
from quatuor.core.compiled import compiled
from quatuor.games.staircase import state as S
from quatuor.games.staircase.rules import count, highest, take_from_pile

# Per seat from the observer: holds a card, saved, top of the staircase, steps. Then the observer's card, the cards
# that lie on the table, the size of the pile, and who plays.
OBSERVATION_SIZE = 4 * S.MAX_PLAYERS + 2 * S.N_CARDS + 1 + S.MAX_PLAYERS


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


@compiled
def observe(s: Any, seat: Any, out: Any) -> Any:
    for i in range(OBSERVATION_SIZE):
        out[i] = 0.0
    me = max(seat, 0)
    for k in range(s.players):
        who = (me + k) % s.players
        out[4 * k] = highest(s, S.HAND + who) != S.NOTHING
        out[4 * k + 1] = count(s, S.SAVED + who) / 8.0
        out[4 * k + 2] = (highest(s, S.STAIRS + who) + 1) / S.N_CARDS
        out[4 * k + 3] = count(s, S.STAIRS + who) / 8.0
    at = np.int64(4 * S.MAX_PLAYERS)
    for card in range(S.N_CARDS):
        place = s.where[card]
        out[at + card] = seat >= 0 and place == S.HAND + seat
        out[at + S.N_CARDS + card] = place != S.PILE and (place < S.HAND or place >= S.STAIRS)
    at += 2 * S.N_CARDS
    out[at] = s.left / S.N_CARDS
    if s.turn >= 0:
        out[at + 1 + (s.turn - me + s.players) % s.players] = 1.0
