"""Diplomas: which are possible, and which cards one can use next (AS-13 to AS-15)."""

from typing import Any

import numpy as np

from quatuor.core.compiled import compiled
from quatuor.games.air_sorciere import state as S
from quatuor.games.air_sorciere.masks import (
    ZERO,
    above,
    bit_of,
    colour_of,
    has_higher,
    joined,
    lowest,
    note,
    note_cards,
    value_of,
    without_lowest,
)


@compiled
def graduable(s: Any, seat: Any) -> Any:
    """AS-13 to AS-15: the colours of which some diploma is possible, one bit each."""
    highest = _highest_jokers(s, seat)
    colours = 0
    for target in range(S.N_COLOURS):
        naturals = np.int64(s.hand[seat, target])
        best, second = _two_of_others(highest, _jokers(s, seat, target))
        possible = _completes(naturals, np.int64(S.SMALLEST_DIPLOMA), best, second)
        colours |= int(possible & (s.stock[target] > 0)) << target
    return colours


@compiled
def _completes(naturals: Any, needed: Any, best_joker: Any, second_joker: Any) -> Any:
    """AS-13, AS-14: whether the cards needed can be found, the first of them being the lowest of these naturals.

    Jokers are higher than all naturals, so the lowest naturals leave most room for them. Never more than two jokers are
    needed: it is enough to know the two colours that have the highest ones.
    """
    first = lowest(naturals)
    second = lowest(naturals ^ first)
    if needed < 2:
        return naturals != 0
    if needed == 2:
        return (naturals != 0) & ((second != 0) | has_higher(best_joker, first))
    three_naturals = naturals ^ first ^ second != 0
    two_and_a_joker = (second != 0) & has_higher(best_joker, second)
    one_and_two_jokers = has_higher(second_joker, first)
    return (naturals != 0) & (three_naturals | two_and_a_joker | one_and_two_jokers)


@compiled
def _jokers(s: Any, seat: Any, colour: Any) -> Any:
    """AS-14: the cards of a colour that are jokers for diplomas of others: all in hand, once a book of it is owned."""
    return np.int64(s.hand[seat, colour]) if s.books[seat, colour] > 0 else ZERO


@compiled
def _highest_jokers(s: Any, seat: Any) -> Any:
    """The jokers of the three colours that have the highest ones, the highest first."""
    first = second = third = ZERO
    for c in range(S.N_COLOURS):
        jokers = _jokers(s, seat, c)
        third = max(third, min(second, jokers))
        second = max(second, min(first, jokers))
        first = max(first, jokers)
    return first, second, third


@compiled
def _two_of_others(highest: Any, own: Any) -> Any:
    """The two highest of these three, less those of the target's own colour, which are no jokers for it."""
    first, second, third = highest
    return second if own == first else first, third if own >= second else second


@compiled
def size_limit(s: Any, target: Any) -> Any:
    """AS-13, AS-15: how many cards a diploma of this colour can have, by the books that are left."""
    return min(S.LARGEST_DIPLOMA, s.stock[target] + S.SMALLEST_DIPLOMA - 1)


@compiled
def legal_uses(s: Any, out: Any) -> Any:
    """The cards that the diploma can use next, and whether it may be awarded as it is."""
    if s.n_used == size_limit(s, s.target):
        out[0] = S.AWARD
        return 1
    needed = np.int64(S.SMALLEST_DIPLOMA - s.n_used)
    low, high = _next_jokers(s, needed)
    low, high = joined(low, high, np.int64(s.target), _next_naturals(s, needed))
    count = note_cards(S.USE_CARD, low, high, out, ZERO)
    return note(S.AWARD, needed <= 0, out, count)


@compiled
def _next_naturals(s: Any, needed: Any) -> Any:
    """AS-13: naturals come before jokers, in rising value, while the cards needed can still follow."""
    best, second = _two_of_others(_highest_jokers(s, s.turn), _jokers(s, s.turn, s.target))
    naturals = above(s.hand[s.turn, s.target], s.highest)
    usable = ZERO
    # The higher the natural, the fewer cards can follow it.
    while (s.next_joker == 0) & _completes(naturals, needed, best, second):
        usable |= lowest(naturals)
        naturals = without_lowest(naturals)
    return usable


@compiled
def _next_jokers(s: Any, needed: Any) -> Any:
    """AS-14: jokers are higher than the naturals, one per colour, in the order of colours, while enough can follow."""
    low, high = ZERO, ZERO
    colours_after = 0
    for c in range(S.LAST_COLOUR, -1, -1):
        may_follow = (s.highest > 0) & (c != s.target) & (c >= s.next_joker)
        jokers = above(_jokers(s, s.turn, c), s.highest) if may_follow else ZERO
        low, high = joined(low, high, c, jokers if 1 + colours_after >= needed else ZERO)
        colours_after += jokers != 0
    return low, high


@compiled
def use(s: Any, card: Any) -> Any:
    """Lay a card out for the diploma; it counts in the hand until the award."""
    s.used[colour_of(card)] |= bit_of(card)
    s.n_used += 1
    if colour_of(card) == s.target:
        s.highest = value_of(card)
    else:
        s.next_joker = colour_of(card) + 1
