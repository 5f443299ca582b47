"""How much the server has thought for whom: seconds that fade, counted by network, by person and by table."""

from collections.abc import Callable
from heapq import nlargest
from math import log2
from typing import NamedTuple

from quatuor.server import clock

# What somebody had thought for them counts half as much so many seconds later.
HALF_LIFE = 30.0
# Fading seconds that a person and a network may use up: about half of one core, and nearly a whole one, all the time.
PERSON_BUDGET, NETWORK_BUDGET = 20.0, 40.0
# Up to this part of it what somebody wants is as urgent as it says: hints are, but not a flood of them.
_LITTLE = 0.25

# So many are remembered at each level; then those that have used least are forgotten.
_REMEMBERED = 8192
# Seconds of long ago are written small; after so many half-lives all numbers are written anew.
_REWRITTEN = 256.0


class Payer(NamedTuple):
    """For whom the server thinks; an empty text where it does not know.

    A network that is not known counts as the person's own: nobody shares a budget with others who are not known either.
    """

    network: str
    person: str
    table: str


class Shares:
    """Fading seconds. A later second is written larger than an earlier one, so that nothing has to be made smaller."""

    def __init__(self, now: Callable[[], float] = clock.steady) -> None:
        self._now = now
        self._start = now()
        self._used: tuple[dict[str, float], ...] = ({}, {}, {})  # by network, by person, by table

    def charge(self, payer: Payer, seconds: float) -> None:
        """Count seconds that were thought for somebody."""
        written = seconds * self.scale()
        for used, key in zip(self._used, _keys(payer), strict=True):
            used[key] = used.get(key, 0.0) + written
            if len(used) > _REMEMBERED:
                kept = nlargest(_REMEMBERED // 2, used.items(), key=lambda item: item[1])
                used.clear()
                used.update(kept)

    def of(self, payer: Payer) -> tuple[float, float, float]:
        """What the network, the person and the table have used, to be compared with others: `scale` is a second."""
        network, person, table = (used.get(key, 0.0) for used, key in zip(self._used, _keys(payer), strict=True))
        return network, person, table

    def scale(self) -> float:
        """How a second of now is written."""
        age = (self._now() - self._start) / HALF_LIFE
        if age > _REWRITTEN:
            for used in self._used:
                for key in used:
                    used[key] *= 2.0**-age
            self._start, age = self._now(), 0.0
        return float(2.0**age)

    def tier(self, payer: Payer, scale: float) -> int:
        """0 for who has used little of their budget, 1 for who has used much of it, 2 for who has used it up."""
        network, person, _ = self.of(payer)
        used = max(network / NETWORK_BUDGET, person / PERSON_BUDGET)
        return 2 if used > scale else 1 if used > _LITTLE * scale else 0

    def seconds_until_budget(self, payer: Payer) -> float:
        """How long somebody has to wait before they have used no more than they may."""
        scale = self.scale()
        network, person, _ = self.of(payer)
        most = max(network / NETWORK_BUDGET, person / PERSON_BUDGET) / scale
        return HALF_LIFE * log2(most) if most > 1 else 0.0


def _keys(payer: Payer) -> Payer:
    """Under what is counted by network, by person and by table."""
    return payer if payer.network else payer._replace(network=payer.person)
