"""Chances as people read them: in whole percent that add up."""

from collections.abc import Sequence
from math import floor


def whole_percent(share: float) -> int:
    """A share, or a change of one, in whole percent, halves rounded up.

    >>> whole_percent(0.125), whole_percent(-0.125), whole_percent(0.5374)
    (13, -12, 54)
    """
    return floor(100 * share + 0.5)


def percent_between(before: float, after: float) -> int:
    """The change between two chances, as read off their whole percentages.

    >>> whole_percent(0.716 - 0.644), percent_between(0.644, 0.716)
    (7, 8)
    """
    return whole_percent(after) - whole_percent(before)


def adding_up(parts: Sequence[float], total: float) -> list[int]:
    """The parts of a sum in whole percent that add up to the total: the most rounded ones give way.

    The first part never gives way: it is shown where the curve begins.

    >>> adding_up([0.504, 0.104, 0.392], 1.0), adding_up([0.5, -0.25], 0.25)
    ([50, 11, 39], [50, -25])
    """
    whole = [whole_percent(part) for part in parts]
    while missing := whole_percent(total) - sum(whole):
        step = 1 if missing > 0 else -1
        most = max(range(1, len(parts)), key=lambda k: step * (100 * parts[k] - whole[k]))
        whole[most] += step
    return whole
