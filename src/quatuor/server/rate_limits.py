"""Counting what somebody asks for within a while, by a clock that never goes back."""

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

# Takes what an answer costs to make, in milliseconds, and refuses whoever has had too much for a while.
Pay = Callable[[int], None]

# How many askers one limit remembers: beyond that, those who began first are forgotten.
MOST_KEYS = 20_000


def free(_cost: int) -> None:
    """Counts nothing."""


@dataclass(frozen=True, eq=False, slots=True)
class Limit:
    """How much may be asked for within so many seconds, beginning with the first request."""

    amount: int
    seconds: float


@dataclass(slots=True)
class _Window:
    ends: float
    used: int


class Counts:
    """How much each asker has used up of each limit."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        # Every window of a limit is as long as the others: in the order of their beginnings they also end.
        self._windows: dict[Limit, OrderedDict[str, _Window]] = {}

    def hit(self, limit: Limit, key: str, cost: int = 1) -> int:
        """Count a request, and say how many seconds it has to wait; 0 if it may go on. A refused one costs nothing."""
        now = self._clock()
        windows = self._windows.get(limit)
        if windows is None:
            windows = self._windows[limit] = OrderedDict()
        window = windows.get(key)
        if window is None or window.ends <= now:
            _forget(windows, key, now)
            windows[key] = _Window(now + limit.seconds, cost)
            return 0
        if window.used + cost <= limit.amount:
            window.used += cost
            return 0
        return _seconds(window.ends - now)

    def wait(self, limit: Limit, key: str) -> int:
        """How many seconds until a limit that is used up lets something through again; 0 if it does now."""
        windows = self._windows.get(limit)
        window = windows.get(key) if windows else None
        if window is None or window.used < limit.amount:
            return 0
        left = window.ends - self._clock()
        return _seconds(left) if left > 0 else 0

    def __len__(self) -> int:
        """How many windows are remembered."""
        return sum(map(len, self._windows.values()))


def _forget(windows: OrderedDict[str, _Window], key: str, now: float) -> None:
    """Make room for a new window of this key: its old one goes, and so do the oldest that ended or are too many."""
    windows.pop(key, None)
    while windows:
        oldest = next(iter(windows))
        if windows[oldest].ends > now and len(windows) < MOST_KEYS:
            return
        del windows[oldest]


def _seconds(left: float) -> int:
    return max(1, math.ceil(left))
