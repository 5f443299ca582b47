"""How good a position of Symphonimo looks to a seat: the evaluation of the greedy bot."""

from typing import Any

import numpy as np

from quatuor.core.compiled import compiled
from quatuor.games.symphonimo.state import N_FAMILIES

# What a family held 0 to 5 times is worth on the way: a quartet may still be reached, or be spoiled by a fifth card.
HOPES = np.array([0.0, 1.2, 1.0, 2.2, 5.0, -0.5])
SPOILED = 5


@compiled
def evaluate(s: Any, seat: Any) -> Any:
    """Own prospects minus those of the best opponent."""
    best = -100.0
    for k in range(s.players):
        if k != seat:
            best = max(best, _prospects(s, k))
    return _prospects(s, seat) - best


@compiled
def _prospects(s: Any, seat: Any) -> Any:
    """The collection, and for a player still in a share of the best column that he could take."""
    total = 0.0
    for f in range(N_FAMILIES):
        total += _worth(s, s.owned[seat, f], f)
    if s.is_in[seat] or (s.turn == seat and s.taking >= 0):
        total += 0.75 * _best_column(s, seat)
    return total


@compiled
def _worth(s: Any, held: Any, f: Any) -> Any:
    """A family held so many times: what it pays now, and the hope or fear of the cards still unseen."""
    now = 1.0 if held == 1 else 5.0 if held == 4 else 0.0
    if s.turn < 0 or s.left == 0:
        return now
    return 0.5 * now + 0.5 * HOPES[min(held, SPOILED)]


@compiled
def _best_column(s: Any, seat: Any) -> Any:
    """What the best free column would add to this collection."""
    best = 0.0
    for c in range(s.players):
        if s.height[c] > 0 and (s.taker[c] < 0 or (s.taking == c and s.taker[c] == seat)):
            gain = 0.0
            for i in range(s.height[c]):
                f = s.column[c, i]
                # Each copy counts once, on top of the copies of it that lie before it in the same column.
                held = s.owned[seat, f]
                for j in range(i):
                    if s.column[c, j] == f:
                        held += 1
                gain += _worth(s, held + 1, f) - _worth(s, held, f)
            best = max(best, gain)
    return best
