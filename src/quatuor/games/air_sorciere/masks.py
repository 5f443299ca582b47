"""Cards as masks: one bit a card, and how they become actions."""

from typing import Any

import numpy as np

from quatuor.core.compiled import compiled
from quatuor.games.air_sorciere import state as S

# Numba compiles a function once more for each plain number that it is given; this zero is not plain.
ZERO = np.int64(0)

# The powers of two up to 2**65 leave different remainders modulo 67: a table tells where a lone bit stands.
_BIT_AT = np.zeros(67, np.int8)
for _place in range(S.LAST * S.HIGHEST):
    _BIT_AT[(1 << _place) % 67] = _place


@compiled
def note_cards(low: Any, high: Any, base: Any, out: Any, count: Any) -> Any:
    """Note the action `base` + card for each card: those of four colours are one mask, those of the last another."""
    while low:
        out[count] = base + _BIT_AT[(low & -low) % 67]
        low &= low - 1
        count += 1
    while high:
        out[count] = base + S.LAST * S.HIGHEST + _BIT_AT[(high & -high) % 67]
        high &= high - 1
        count += 1
    return count
