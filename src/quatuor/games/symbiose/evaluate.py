"""How good a position of Symbiose looks to a seat: the evaluation of the greedy bot, and of searches.

A search asks this for every action of every position it passes: loops here are short and have no branches.
"""

from typing import Any

import numpy as np

from quatuor.core.compiled import compiled
from quatuor.games.symbiose import state as S
from quatuor.games.symbiose.rules import counted, zone

_ONE = np.int64(1)
_TALLY_BITS = 6
# A tally of one zone has room above its last sign for the number of cards that nobody sees.
_HIDDEN = _TALLY_BITS * S.N_KINDS
# The values of the unseen cards are summed by what they count: 12 bits each, five in a number.
_SUM_BITS, _SUM_MASK, _SUMS = 12, 4095, 5


@compiled
def evaluate(s: Any, seat: Any) -> Any:
    """What the seat's pond is expected to pay (in a team both ponds), less the mean of the others."""
    # C-9: a pond's cards are not seen before all have chosen their first.
    first_seen = S.SLOTS * np.int64(s.players) if s.phase == S.FIRST_FLIP else np.int64(0)
    unseen = np.int64(0)
    low = np.int64(0)
    high = np.int64(0)
    down = np.int64(0)
    for place in range(S.N_CARDS):
        hidden = np.int64(1) - (np.int64(s.up[place]) & np.int64(place >= first_seen))
        card = np.int64(s.deck[s.cards[place]])
        per = (card >> S.PER_BIT) & 15
        value = (card >> S.VALUE_BIT) * hidden
        in_low = np.int64(per < _SUMS)
        low += (value * in_low) << (_SUM_BITS * per * in_low)
        high += (value * (1 - in_low)) << (_SUM_BITS * (per - _SUMS) * (1 - in_low))
        unseen += _signs(card) * hidden
        down += hidden
    mine = 0.0
    theirs = 0.0
    opponents = 0
    for k in range(np.int64(s.players)):
        expected = _expected(s, k, first_seen, unseen, low, high, max(down, 1))
        if k == seat or (s.mode == S.TEAM and (k + seat) % 2 == 0):
            mine += expected
        else:
            theirs += expected
            opponents += 1
    return mine - theirs * (2.0 if s.mode == S.TEAM else 1.0) / opponents


@compiled
def _signs(card: Any) -> Any:
    """What a card of the deck adds to a tally: one to its animal, one to its season."""
    animal = _ONE << (_TALLY_BITS * (S.PER_ANIMAL + (card & 3)))
    return animal + (_ONE << (_TALLY_BITS * (S.PER_SEASON + ((card >> S.SEASON_BIT) & 3))))


@compiled
def _tally(s: Any, start: Any, first_seen: Any) -> Any:
    """The signs that are seen in the half that starts at this place, and above them how many of its cards are not."""
    counts = np.int64(0)
    for row in range(0, S.SLOTS, S.COLUMNS):
        for place in range(start + row, start + row + S.HALF):
            visible = np.int64(s.up[place]) & np.int64(place >= first_seen)
            signs = _signs(np.int64(s.deck[s.cards[place]])) * visible
            counts += signs + ((1 - visible) << _HIDDEN)
    return counts


@compiled
def _expected(s: Any, seat: Any, first_seen: Any, unseen: Any, low: Any, high: Any, down: Any) -> Any:
    """The points of a pond, each face-down card being the average of the unseen ones."""
    left = _tally(s, S.SLOTS * seat, first_seen)
    right = _tally(s, S.SLOTS * seat + S.HALF, first_seen)
    total = 0.0
    for column in range(S.COLUMNS):
        start, mask = zone(s, seat, column)
        if start == S.SLOTS * seat:
            counts = left + right if mask == S.WHOLE else left if mask == S.LEFT_HALF else right
        else:  # another pond or the river, always as a whole
            counts = _tally(s, start, first_seen) + _tally(s, start + S.HALF, first_seen)
        share = (counts >> _HIDDEN) / down  # of the unseen cards that lie in the zone
        counts = (counts & ((_ONE << _HIDDEN) - 1)) + 1  # fixed points count once anywhere
        face_down = 0
        for place in range(S.SLOTS * seat + column, S.SLOTS * (seat + 1), S.COLUMNS):
            if s.up[place] and place >= first_seen:
                card = np.int64(s.deck[s.cards[place]])
                per = (card >> S.PER_BIT) & 15
                total += (card >> S.VALUE_BIT) * (counted(counts, per) + counted(unseen, per) * share)
            else:
                face_down += 1
        if face_down > 0:
            total += face_down * _average(counts, unseen, low, high, share) / down
    return total


@compiled
def _average(counts: Any, unseen: Any, low: Any, high: Any, share: Any) -> Any:
    """What all unseen cards would pay together if each lay in this zone's column."""
    surely = np.int64(0)
    perhaps = np.int64(0)
    for kind in range(S.N_KINDS):
        sums = low >> (_SUM_BITS * kind) if kind < _SUMS else high >> (_SUM_BITS * (kind - _SUMS))
        value = sums & _SUM_MASK
        surely += value * counted(counts, kind)
        perhaps += value * counted(unseen, kind)
    return surely + perhaps * share
