"""Chances in whole points of a hundred, as people read them."""

from math import floor


def points(share: float) -> int:
    """A share, or a change of one, in whole points of a hundred, as everybody rounds.

    >>> points(0.125), points(-0.125), points(0.5374)
    (13, -12, 54)
    """
    return floor(100 * share + 0.5)


def points_between(before: float, after: float) -> int:
    """By how many points one chance is more than another, as who sees both in whole percent reckons it.

    >>> points(0.716 - 0.644), points_between(0.644, 0.716)
    (7, 8)
    """
    return points(after) - points(before)
