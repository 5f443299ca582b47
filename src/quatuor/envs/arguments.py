"""What the environments are given, checked: numbers of games, and actions."""

from collections.abc import Iterator
from contextlib import contextmanager
from operator import index
from typing import Any

import numpy as np

from quatuor.core.errors import OptionError
from quatuor.core.options import whole_number
from quatuor.core.texts import plain
from quatuor.envs.texts import TEXTS


def at_least_one(name: str, value: Any) -> int:
    """How many games or threads, checked."""
    count = whole_number(value)
    if count is None or count < 1:
        raise OptionError(*TEXTS.sentence("count.refused", name=name, value=plain(value)))
    return count


@contextmanager
def memory_for(size: int) -> Iterator[None]:
    """Where room is made for so many games: refuse more than there is room for, however NumPy says so."""
    try:
        yield
    except (MemoryError, OverflowError, ValueError):
        raise OptionError(*TEXTS.sentence("memory.refused", size=size)) from None


def is_action(action: Any, count: int) -> bool:
    """Whether this is a number that actions of the game have."""
    try:
        return not isinstance(action, bool) and 0 <= index(action) < count
    except TypeError:
        return False


def read_array(actions: Any) -> Any:
    """Actions as an array of whatever form they have; None for what has none, or is no number (`True`)."""
    if isinstance(actions, list | tuple) and any(isinstance(action, bool) for action in actions):
        return None
    try:
        return np.asarray(actions)
    except (RuntimeError, TypeError, ValueError):  # ragged lists; tensors on a GPU, or with gradients
        return None
