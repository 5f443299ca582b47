"""How good a position of Symbiose looks to a seat: the evaluation of the greedy bot."""

from typing import Any

import numpy as np

from quatuor.core.compiled import compiled
from quatuor.games.symbiose.rules import counted, per_of, seen, signs, tally, value_of, zone
from quatuor.games.symbiose.state import COLUMNS, N_CARDS, SLOTS, TEAM


@compiled
def evaluate(s: Any, seat: Any) -> Any:
    """What the own pond is expected to pay (in a team both ponds), less the mean of the others."""
    unseen = np.int64(0)
    down = 0
    for place in range(N_CARDS):
        if not seen(s, place):
            unseen += signs(s, s.cards[place])
            down += 1
    mine = 0.0
    theirs = 0.0
    opponents = 0
    for k in range(np.int64(s.players)):
        expected = _expected(s, k, unseen, max(down, 1))
        if k == seat or (s.mode == TEAM and (k + seat) % 2 == 0):
            mine += expected
        else:
            theirs += expected
            opponents += 1
    return mine - theirs * (2.0 if s.mode == TEAM else 1.0) / opponents


@compiled
def _expected(s: Any, seat: Any, unseen: Any, down: Any) -> Any:
    """The points of a pond, each face-down card being the average of the unseen ones."""
    total = 0.0
    for column in range(COLUMNS):
        start, mask = zone(s, seat, column)
        counts = tally(s, start, mask)
        share = 0.0  # of the unseen cards that lie in the zone
        for i in range(SLOTS):
            if (mask >> i) & 1 and not seen(s, start + i):
                share += 1.0 / down
        average = 0.0
        for place in range(N_CARDS):
            if not seen(s, place):
                average += _pays(s, s.cards[place], counts, unseen, share) / down
        for place in range(SLOTS * seat + column, SLOTS * (seat + 1), COLUMNS):
            total += _pays(s, s.cards[place], counts, unseen, share) if seen(s, place) else average
    return total


@compiled
def _pays(s: Any, card: Any, counts: Any, unseen: Any, share: Any) -> Any:
    per = per_of(s, card)
    return value_of(s, card) * (counted(counts, per) + counted(unseen, per) * share)
