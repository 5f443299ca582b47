"""Cards as bits: what the rules ask about a card, about the cards of one colour, and about cards of all colours.

The cards of one colour in one place are a mask, in which the bit of a value is `value - 1`. Masks are compared as
numbers: the one with the highest card is the greatest.
"""

from typing import Any

import numpy as np

from quatuor.core.compiled import compiled
from quatuor.games.air_sorciere import state as S

# Numba compiles a function again for every literal number that it is given. This one is not a literal.
ZERO = np.int64(0)

# The powers of two up to 2**65 leave different remainders modulo 67: a table tells where a single bit is.
_BIT_AT = np.zeros(67, np.int16)
for _place in range(S.LAST_COLOUR * S.HIGHEST):
    _BIT_AT[(1 << _place) % 67] = _place


@compiled
def colour_of(card: Any) -> Any:
    return int(card) // S.HIGHEST


@compiled
def value_of(card: Any) -> Any:
    return int(card) % S.HIGHEST + 1


@compiled
def bit_of(card: Any) -> Any:
    """A card as a mask of its colour."""
    return 1 << int(card) % S.HIGHEST


@compiled
def lowest(mask: Any) -> Any:
    """The lowest card of a mask, as a mask."""
    return mask & -mask


@compiled
def without_lowest(mask: Any) -> Any:
    return mask & (mask - 1)


@compiled
def above(mask: Any, value: Any) -> Any:
    """The cards of a mask that are higher than a value."""
    return np.int64(mask) >> value << value


@compiled
def has_higher(mask: Any, card: Any) -> Any:
    """Whether a mask has a card higher than this one, which is given as a mask."""
    return mask >= 2 * card


@compiled
def count_cards(mask: Any) -> Any:
    """How many cards a mask has: bits are added up in pairs, then in fours, then in eights."""
    mask -= mask >> 1 & 0x5555
    mask = (mask & 0x3333) + (mask >> 2 & 0x3333)
    mask = (mask + (mask >> 4)) & 0x0F0F
    return (mask + (mask >> 8)) & 0x1F


@compiled
def joined(low: Any, high: Any, colour: Any, mask: Any) -> Any:
    """Cards of all colours, to which those of one colour are added.

    75 bits are too many for one number: `low` has the masks of the first four colours, `high` that of the last.
    """
    if colour == S.LAST_COLOUR:
        return low, high | mask
    return low | mask << (S.HIGHEST * colour), high


@compiled
def note(action: Any, is_legal: Any, out: Any, count: Any) -> Any:
    """Write an action down and count it only if it is legal, which is faster than a branch; the new count."""
    out[count] = action
    return count + int(is_legal)


@compiled
def note_cards(first: Any, low: Any, high: Any, out: Any, count: Any) -> Any:
    """Write down the action `first` + card for each card of all colours, rising; the new count."""
    while low:
        out[count] = first + _BIT_AT[lowest(low) % 67]
        low = without_lowest(low)
        count += 1
    while high:
        out[count] = first + S.LAST_COLOUR * S.HIGHEST + _BIT_AT[lowest(high) % 67]
        high = without_lowest(high)
        count += 1
    return count
