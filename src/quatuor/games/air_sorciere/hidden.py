"""What a seat of Air Sorcière does not know, and what it knows as numbers. All seats know the same."""

from typing import Any

from quatuor.core.chance import forget_chance
from quatuor.core.compiled import compiled
from quatuor.games.air_sorciere import state as S

# Per seat from the observer: cards in columns, cards in hand, books. Then, card by card: the common area, the
# discard, the diploma being made, the pile, the card drawn, the card put in common this turn. Then the books left;
# the pile's size, whether a card was taken, turns without a diploma; phase (6); who decides, whose turn it is (5
# each); the diploma's colour.
_PER_SEAT = 2 * S.N_CARDS + S.N_COLOURS
OBSERVATION_SIZE = S.MAX_PLAYERS * _PER_SEAT + 6 * S.N_CARDS + S.N_COLOURS + 3 + 6 + 2 * S.MAX_PLAYERS + S.N_COLOURS


@compiled
def redeal(s: Any, seat: Any, seed: Any) -> Any:
    """Only the future is hidden: every card in a hand was seen before it came there."""
    forget_chance(s, seed)


@compiled
def observe(s: Any, seat: Any, out: Any) -> Any:
    for i in range(OBSERVATION_SIZE):
        out[i] = 0.0
    n = int(s.players)
    me = max(int(seat), 0)
    for k in range(n):
        who = (me + k) % n
        at = k * _PER_SEAT
        for c in range(S.N_COLOURS):
            for i in range(S.HIGHEST):
                out[at + c * S.HIGHEST + i] = s.columns[who, c] >> i & 1
                out[at + S.N_CARDS + c * S.HIGHEST + i] = s.hand[who, c] >> i & 1
            out[at + 2 * S.N_CARDS + c] = s.books[who, c] / 9.0
    at = S.MAX_PLAYERS * _PER_SEAT
    for c in range(S.N_COLOURS):
        for i in range(S.HIGHEST):
            out[at + c * S.HIGHEST + i] = s.common[c] >> i & 1
            out[at + S.N_CARDS + c * S.HIGHEST + i] = s.discard[c] >> i & 1
            out[at + 2 * S.N_CARDS + c * S.HIGHEST + i] = s.used[c] >> i & 1
    for i in range(s.left):
        out[at + 3 * S.N_CARDS + int(s.pile[i])] = 1.0
    if s.held >= 0:
        out[at + 4 * S.N_CARDS + int(s.held)] = 1.0
    if s.shared >= 0:
        out[at + 5 * S.N_CARDS + int(s.shared)] = 1.0
    at += 6 * S.N_CARDS
    for c in range(S.N_COLOURS):
        out[at + c] = s.stock[c] / 9.0
    at += S.N_COLOURS
    out[at] = s.left / S.N_CARDS
    out[at + 1] = s.taken
    out[at + 2] = s.idle / s.stall_limit
    at += 3
    if s.turn >= 0:
        out[at + int(s.phase)] = 1.0
        out[at + 6 + int(s.turn - me + n) % n] = 1.0
        out[at + 6 + S.MAX_PLAYERS + int(s.active - me + n) % n] = 1.0
        if s.target >= 0:
            out[at + 6 + 2 * S.MAX_PLAYERS + int(s.target)] = 1.0
