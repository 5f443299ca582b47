"""Two clocks: the time of day, which is stored and shown, and a steady one, which measures turns.

The time of day may jump when the clock is set or the machine wakes from sleep; that must not change anybody's turn. A
`moment` is a reading of the steady clock.
"""

import time

# Smaller changes between the two clocks are ignored, so that a moment is always shown as the same time of day.
_DRIFT_SECONDS = 0.5

_started = (time.time(), time.monotonic())
_offset = _started[0] - _started[1]


def wall() -> float:
    """The time of day in seconds since 1970, for what is stored or shown."""
    return time.time()


def steady() -> float:
    """The present moment of the steady clock, for what is measured."""
    return time.monotonic()


def moment_of(at: float) -> float:
    """The moment of a stored time of day, at the latest now."""
    return steady() - max(0.0, wall() - at)


def time_of(moment: float) -> float:
    """The time of day at a moment, as the clock is set now."""
    global _offset
    offset = wall() - steady()
    if abs(offset - _offset) > _DRIFT_SECONDS:
        _offset = offset
    return moment + _offset


def wall_for_expiry() -> float:
    """The time of day for removing old things: if the clock is set ahead, nothing looks older than it is."""
    return min(wall(), _started[0] + steady() - _started[1])
