"""Two clocks: the time of day, which is kept and shown, and one that nobody can set, which measures turns.

The time of day may jump: a host or a time server sets it, a machine wakes from sleep. Nobody's turn gets shorter or
longer by that.
"""

import time

# A time of day that is shown moves with the clock only if that was set by more than this: otherwise the same moment is
# always shown as the same time.
_SET_SECONDS = 0.5

_started = (time.time(), time.monotonic())
_apart = _started[0] - _started[1]


def wall() -> float:
    """The time of day, in seconds since 1970: for what is kept or shown."""
    return time.time()


def steady() -> float:
    """The moment on the clock that only goes forward, at its own pace: for what is measured."""
    return time.monotonic()


def moment_of(at: float) -> float:
    """The moment when something happened that was kept with its time of day; never one that is still to come."""
    return steady() - max(0.0, wall() - at)


def time_of(moment: float) -> float:
    """The time of day at a moment, as the clock is set now."""
    global _apart
    apart = wall() - steady()
    if abs(apart - _apart) > _SET_SECONDS:
        _apart = apart
    return moment + _apart


def cautious() -> float:
    """The time of day for what is removed by its age: a clock that is set ahead makes nothing older."""
    return min(wall(), _started[0] + steady() - _started[1])
