"""What a seat of Symphonimo does not know, and what it knows as numbers. All seats know the same."""

from typing import Any

import numpy as np

from quatuor.core.chance import forget_chance
from quatuor.core.compiled import compiled
from quatuor.games.symphonimo import state as S

# Per seat from the observer: owned, in. Per conductor: free, face (7), cards by family. Then the card held, the
# cards unseen, cards left to draw, phase (6), who plays (6), the conductor being taken (6).
OBSERVATION_SIZE = (
    S.MAX_PLAYERS * (S.N_FAMILIES + 1)
    + S.MAX_PLAYERS * (1 + 7 + S.N_FAMILIES)
    + 2 * S.N_FAMILIES
    + 1
    + 6
    + 2 * S.MAX_PLAYERS
)


@compiled
def redeal(s: Any, seat: Any, seed: Any) -> Any:
    """Only the future is hidden: which of the unseen cards come, and in which order."""
    forget_chance(s, seed)


@compiled
def observe(s: Any, seat: Any, out: Any) -> Any:
    for i in range(OBSERVATION_SIZE):
        out[i] = 0.0
    n = s.players
    me = max(seat, 0)
    at = np.int64(0)  # wide, so that adding a small card number to it stays in range when interpreted
    for k in range(n):
        who = (me + k) % n
        for f in range(S.N_FAMILIES):
            out[at + f] = s.owned[who, f] / S.COLUMN
        out[at + S.N_FAMILIES] = s.is_in[who]
        at += S.N_FAMILIES + 1
    at = np.int64(S.MAX_PLAYERS * (S.N_FAMILIES + 1))
    for c in range(n):
        out[at] = s.taker[c] == S.NOTHING
        out[at + 1 + s.face[c]] = 1.0
        for i in range(s.height[c]):
            out[at + 8 + s.column[c, i]] += 0.25
        at += 8 + S.N_FAMILIES
    at = np.int64(S.MAX_PLAYERS * (S.N_FAMILIES + 1) + S.MAX_PLAYERS * (8 + S.N_FAMILIES))
    if s.held != S.NOTHING:
        out[at + s.held] = 1.0
    at += S.N_FAMILIES
    for i in range(s.left + s.unused):
        out[at + s.pile[i]] += 0.125
    at += S.N_FAMILIES
    out[at] = s.left / 88.0
    at += 1
    if s.turn >= 0:
        out[at + s.phase] = 1.0
        out[at + 6 + (s.turn - me + n) % n] = 1.0
        if s.taking != S.NOTHING:
            out[at + 12 + s.taking] = 1.0
