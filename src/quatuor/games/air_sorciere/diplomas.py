"""Diplomas: what can be traded for books (AS-13 to AS-15)."""

from typing import Any

import numpy as np

from quatuor.core.compiled import compiled
from quatuor.games.air_sorciere import state as S
from quatuor.games.air_sorciere.masks import ZERO, note_cards


@compiled
def size_limit(s: Any, target: Any) -> Any:
    """AS-15: how many cards a diploma of this colour can have, by the books that are left."""
    return min(S.MOST, s.stock[target] + S.FEWEST - 1)


@compiled
def graduable(s: Any, seat: Any) -> Any:
    """AS-13 to AS-15: the colours of which some diploma is possible, one bit each."""
    # A mask has a card above a lone bit exactly if it is at least twice that bit. So the greatest masks tell how
    # many colours have a joker above a natural; one of the three may be the target's own.
    best = second = third = ZERO
    for c in range(S.N_COLOURS):
        jokers = np.int64(s.hand[seat, c]) if s.books[seat, c] > 0 else ZERO
        third = max(third, min(second, jokers))
        second = max(second, min(best, jokers))
        best = max(best, jokers)
    colours = 0
    for c in range(S.N_COLOURS):
        naturals = np.int64(s.hand[seat, c])
        own = naturals if s.books[seat, c] > 0 else ZERO
        one_joker = second if own == best else best
        two_jokers = third if own >= second else second
        possible = _reaches(naturals, np.int64(S.FEWEST), one_joker, two_jokers) & (s.stock[c] > 0)
        colours |= int(possible) << c
    return colours


@compiled
def _reaches(naturals: Any, needed: Any, one_joker: Any, two_jokers: Any) -> Any:
    """Whether the lowest of these naturals, with cards above it, makes so many cards, at most three."""
    rest = naturals & (naturals - 1)
    above_first = 2 * (naturals & -naturals)
    above_second = 2 * (rest & -rest)
    alone = ((rest & (rest - 1)) != 0) | ((rest != 0) & (needed < 3)) | (needed < 2)
    with_one = ((rest != 0) | (needed < 3)) & (one_joker >= (above_second if needed == 3 else above_first))
    return (naturals != 0) & (alone | with_one | (two_jokers >= above_first))


@compiled
def legal_uses(s: Any, out: Any) -> Any:
    """AS-13 to AS-15: naturals in rising value, then jokers in the order of colours, that lead to a diploma."""
    if s.n_used == size_limit(s, s.target):
        out[0] = S.AWARD
        return 1
    floor = np.int64(1) << s.highest  # the bit of the lowest card above the naturals used
    needed = np.int64(S.FEWEST - s.n_used)
    low = high = later = one_joker = two_jokers = ZERO
    for c in range(S.LAST, -1, -1):
        jokers = np.int64(s.hand[s.turn, c]) if (s.books[s.turn, c] > 0) & (c != s.target) else ZERO
        two_jokers = max(two_jokers, min(one_joker, jokers))
        one_joker = max(one_joker, jokers)
        jokers = jokers & -floor if (s.highest > 0) & (c >= s.next_joker) else ZERO
        cards = jokers if later + 1 >= needed else ZERO
        later += jokers != 0
        low = low << S.HIGHEST | cards
        if c == S.LAST:
            high = low
            low = ZERO
    naturals = np.int64(s.hand[s.turn, s.target]) & -floor
    usable = ZERO
    # The higher the natural, the fewer cards can follow it.
    while (s.next_joker == 0) & _reaches(naturals, needed, one_joker, two_jokers):
        usable |= naturals & -naturals
        naturals &= naturals - 1
    if s.target == S.LAST:
        high |= usable
    else:
        low |= usable << (S.HIGHEST * s.target)
    count = note_cards(low, high, np.int64(S.USE_CARD), out, ZERO)
    out[count] = S.AWARD
    return count + int(needed <= 0)


@compiled
def use(s: Any, card: Any) -> Any:
    c = card // S.HIGHEST
    i = card % S.HIGHEST
    s.used[c] |= 1 << i
    s.n_used += 1
    if c == s.target:
        s.highest = i + 1
    else:
        s.next_joker = c + 1
