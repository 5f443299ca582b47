"""How good a position of Staircase looks to a seat."""

from typing import Any

from quatuor.core.compiled import compiled
from quatuor.games.staircase import state as S
from quatuor.games.staircase.rules import count, highest

# A step on the staircase may still fall: the higher the staircase, the sooner.
STEADY = 0.9


@compiled
def evaluate(s: Any, seat: Any) -> Any:
    """Own prospects minus those of the best opponent."""
    best = -100.0
    for other in range(s.players):
        if other != seat:
            best = max(best, _prospects(s, other))
    return _prospects(s, seat) - best


@compiled
def _prospects(s: Any, seat: Any) -> Any:
    room = 1.0 - (highest(s, S.STAIRS + seat) + 1) / S.N_CARDS
    return count(s, S.SAVED + seat) + count(s, S.STAIRS + seat) * STEADY * (0.5 + 0.5 * room)
