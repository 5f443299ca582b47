"""What a seat of Air Sorcière does not know, and what it knows as numbers. All seats know the same."""

from typing import Any

from quatuor.core.compiled import compiled
from quatuor.core.generator import forget_chance
from quatuor.games.air_sorciere.state import HIGHEST, MAX_PLAYERS, N_CARDS, N_COLOURS

# Per seat from the observer: cards in columns, cards in hand, books. Then, card by card: the common area, the
# discard, the diploma being made, the pile, the card drawn, the card put in common this turn. Then the books left;
# the pile's size, whether a card was taken, turns without a diploma; phase (6); who decides, whose turn it is (5
# each); the diploma's colour.
_PER_SEAT = 2 * N_CARDS + N_COLOURS
_TABLE = MAX_PLAYERS * _PER_SEAT
_REST = _TABLE + 6 * N_CARDS
OBSERVATION_SIZE = _REST + N_COLOURS + 3 + 6 + 2 * MAX_PLAYERS + N_COLOURS


@compiled
def redeal(s: Any, seat: Any, seed: Any) -> Any:
    """Only the future is hidden: every card in a hand was seen before it came there."""
    forget_chance(s, seed)


@compiled
def observe(s: Any, seat: Any, out: Any) -> Any:
    for i in range(OBSERVATION_SIZE):
        out[i] = 0.0
    n = s.players
    me = max(seat, 0)
    for k in range(n):
        who = (me + k) % n
        at = k * _PER_SEAT
        _note_masks(s.columns[who], out, at)
        _note_masks(s.hand[who], out, at + N_CARDS)
        for c in range(N_COLOURS):
            out[at + 2 * N_CARDS + c] = s.books[who, c] / 9.0
    _note_masks(s.common, out, _TABLE)
    _note_masks(s.discard, out, _TABLE + N_CARDS)
    _note_masks(s.used, out, _TABLE + 2 * N_CARDS)
    for i in range(s.left):
        out[_TABLE + 3 * N_CARDS + s.pile[i]] = 1.0
    if s.held >= 0:
        out[_TABLE + 4 * N_CARDS + s.held] = 1.0
    if s.shared >= 0:
        out[_TABLE + 5 * N_CARDS + s.shared] = 1.0
    at = _REST
    for c in range(N_COLOURS):
        out[at + c] = s.stock[c] / 9.0
    at += N_COLOURS
    out[at] = s.left / N_CARDS
    out[at + 1] = s.taken
    out[at + 2] = s.idle / s.stall_limit
    at += 3
    if s.turn >= 0:
        out[at + s.phase] = 1.0
        out[at + 6 + (s.turn - me + n) % n] = 1.0
        out[at + 6 + MAX_PLAYERS + (s.active - me + n) % n] = 1.0
        if s.target >= 0:
            out[at + 6 + 2 * MAX_PLAYERS + s.target] = 1.0


@compiled
def _note_masks(masks: Any, out: Any, at: Any) -> Any:
    for c in range(N_COLOURS):
        for i in range(HIGHEST):
            out[at + c * HIGHEST + i] = masks[c] >> i & 1
