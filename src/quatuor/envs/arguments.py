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
    """Where room is made for so many games: refuse more than there is room for, however NumPy or a GPU says so."""
    try:
        yield
    except Exception as error:
        if isinstance(error, MemoryError | OverflowError | ValueError) or "OUT_OF_MEMORY" in str(error):
            raise OptionError(*TEXTS.sentence("memory.refused", size=size)) from None
        raise


def is_action(action: Any, count: int) -> bool:
    """Whether this is a number that actions of the game have."""
    if isinstance(action, bool) or _is_flag(action):
        return False
    try:
        return 0 <= index(action) < count
    except TypeError:
        return False


def _is_flag(action: Any) -> bool:
    """Whether this is a tensor of a truth value, which would count as 0 or 1."""
    return not isinstance(action, int | np.integer) and str(getattr(action, "dtype", "")).endswith("bool")


def read_array(actions: Any) -> Any:
    """Actions as an array of whatever form they have; None for what has none, or is no number (`True`)."""
    if isinstance(actions, list | tuple) and any(isinstance(action, bool) for action in actions):
        return None
    try:
        return np.asarray(actions)
    except (RuntimeError, TypeError, ValueError):  # ragged lists; tensors on a GPU, or with gradients
        return None
