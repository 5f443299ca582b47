"""Who has had how much thinking time: seconds that fade, counted by home, by person and by table."""

from collections.abc import Callable
from heapq import nlargest
from math import log2
from typing import NamedTuple

from quatuor.server import clock

# After so many seconds, thinking time counts half.
HALF_LIFE = 30.0
# In fading seconds; used evenly, about half a core for a person and nearly a whole one for a home.
PERSON_BUDGET, HOME_BUDGET = 20.0, 40.0
# Up to this part of their budget, a payer goes first: enough for hints, but not for a flood of them.
_LITTLE = 0.25

# At each level so many are kept; when there are more, those that have used least are dropped.
_KEPT = 8192
# After so many half-lives all numbers are scaled down, before they grow too large for a float.
_RESCALED = 256.0


class Payer(NamedTuple):
    """Whose thinking time is used; each part is empty if unknown.

    An unknown home counts as the person's own, so that people from unknown homes do not share a budget.
    """

    home: str
    person: str
    table: str


class Shares:
    """Counts fading seconds: instead of shrinking old ones, each new second is stored larger by `scale`."""

    def __init__(self, now: Callable[[], float] = clock.steady) -> None:
        self._now = now
        self._start = now()
        self._used: tuple[dict[str, float], ...] = ({}, {}, {})  # by home, by person, by table

    def charge(self, payer: Payer, seconds: float) -> None:
        """Count seconds of thinking for somebody."""
        scaled = seconds * self.scale()
        for used, key in zip(self._used, _keys(payer), strict=True):
            used[key] = used.get(key, 0.0) + scaled
            if len(used) > _KEPT:
                kept = nlargest(_KEPT // 2, used.items(), key=lambda item: item[1])
                used.clear()
                used.update(kept)

    def of(self, payer: Payer) -> tuple[float, float, float]:
        """What the home, the person and the table have used; divided by `scale` it is seconds."""
        home, person, table = (used.get(key, 0.0) for used, key in zip(self._used, _keys(payer), strict=True))
        return home, person, table

    def scale(self) -> float:
        """How large one second is stored now."""
        age = (self._now() - self._start) / HALF_LIFE
        if age > _RESCALED:
            for used in self._used:
                for key in used:
                    used[key] *= 2.0**-age
            self._start, age = self._now(), 0.0
        return float(2.0**age)

    def tier(self, payer: Payer, scale: float) -> int:
        """0 for a payer who has used little of their budget, 1 for much of it, 2 for all of it."""
        home, person, _ = self.of(payer)
        used = max(home / HOME_BUDGET, person / PERSON_BUDGET)
        return 2 if used > scale else 1 if used > _LITTLE * scale else 0

    def seconds_until_budget(self, payer: Payer) -> float:
        """How long until a payer is within their budget again."""
        scale = self.scale()
        home, person, _ = self.of(payer)
        most = max(home / HOME_BUDGET, person / PERSON_BUDGET) / scale
        return HALF_LIFE * log2(most) if most > 1 else 0.0


def _keys(payer: Payer) -> Payer:
    """The keys under which a payer's use is counted."""
    return payer if payer.home else payer._replace(home=payer.person)
