"""Rate limits: requests are counted within windows of time, by a clock that never goes back."""

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

# Counts what an answer costs to make, in milliseconds, and refuses it beyond a limit.
Charge = Callable[[int], None]

# How many keys one limit counts; beyond that, the oldest windows are dropped.
MOST_KEYS = 20_000
# Other processes are told of a key once it has used one of so many parts of a limit.
_SHARES = 4


def no_charge(_cost: int) -> None:
    """Charge nothing."""


@dataclass(frozen=True, eq=False, slots=True)
class Limit:
    """An amount that is allowed within so many seconds, starting with the first request."""

    amount: int
    seconds: float


@dataclass(slots=True)
class _Window:
    ends: float
    used: int


class Counts:
    """How much of each limit each key has used: a person or an address."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        # All windows of a limit have the same length, so they end in the order in which they were added.
        self._windows: dict[Limit, OrderedDict[str, _Window]] = {}
        self._told: dict[tuple[Limit, str], tuple[float, int]] = {}  # what others know: of which window, and how much

    def news(self, limits: Sequence[Limit]) -> list[tuple[int, str, int]]:
        """What was used since the last time, where it is much: by the place of the limit, the key, and how much."""
        found, known = [], {}
        for place, limit in enumerate(limits):
            for key, window in self._windows.get(limit, {}).items():
                ends, told = self._told.get((limit, key), (window.ends, 0))
                told = told if ends == window.ends else 0
                if window.used > told and window.used * _SHARES >= limit.amount:
                    found.append((place, key, window.used - told))
                    told = window.used
                if told:
                    known[limit, key] = window.ends, told
        self._told = known
        return found

    def add(self, limit: Limit, key: str, used: int) -> None:
        """Count what was used elsewhere."""
        now = self._clock()
        windows = self._windows.setdefault(limit, OrderedDict())
        window = windows.get(key)
        if window is None or window.ends <= now:
            _make_room(windows, key, now)
            window = windows[key] = _Window(now + limit.seconds, 0)
        window.used += used
        ends, told = self._told.get((limit, key), (window.ends, 0))
        self._told[limit, key] = window.ends, (told if ends == window.ends else 0) + used

    def hit(self, limit: Limit, key: str, cost: int = 1) -> int:
        """Count a request and return 0, or return how many seconds it must wait and count nothing."""
        now = self._clock()
        windows = self._windows.get(limit)
        if windows is None:
            windows = self._windows[limit] = OrderedDict()
        window = windows.get(key)
        if window is None or window.ends <= now:
            _make_room(windows, key, now)
            windows[key] = _Window(now + limit.seconds, cost)
            return 0
        if window.used + cost <= limit.amount:
            window.used += cost
            return 0
        return _seconds(window.ends - now)

    def wait(self, limit: Limit, key: str) -> int:
        """How many seconds until the next request is allowed; 0 if it is allowed now."""
        windows = self._windows.get(limit)
        window = windows.get(key) if windows else None
        if window is None or window.used < limit.amount:
            return 0
        left = window.ends - self._clock()
        return _seconds(left) if left > 0 else 0

    def __len__(self) -> int:
        """How many windows are open or not yet dropped."""
        return sum(map(len, self._windows.values()))


def _make_room(windows: OrderedDict[str, _Window], key: str, now: float) -> None:
    """Drop the old window of a key, the windows that have ended, and the oldest if there are too many."""
    windows.pop(key, None)
    while windows:
        oldest = next(iter(windows))
        if windows[oldest].ends > now and len(windows) < MOST_KEYS:
            return
        del windows[oldest]


def _seconds(left: float) -> int:
    return max(1, math.ceil(left))
