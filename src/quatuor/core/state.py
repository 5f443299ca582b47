"""What the states of all games have in common: the first fields, and how a state is made."""

from collections.abc import Callable, Sequence
from functools import cache, cached_property
from operator import itemgetter
from typing import Any

import numpy as np

from quatuor.core.compiled import compiled

STACK_DEPTH = 4

# `turn` is the seat that decides, -1 when the game is over. `shown` holds the cards that chance showed because
# of the last move, `stacked` those that it must show next, the last one first.
_HEADER: list[tuple[Any, ...]] = [
    ("rng", np.uint64),
    ("players", np.int8),
    ("first", np.int8),
    ("turn", np.int8),
    ("phase", np.int8),
    ("n_shown", np.int8),
    ("shown", np.int8, (STACK_DEPTH,)),
    ("n_stacked", np.int8),
    ("stacked", np.int8, (STACK_DEPTH,)),
]


def state_dtype(fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """A state's dtype: the common fields, the game's own (2-byte fields first), no hidden padding.

    States are compared, hashed and sent as bytes, and a GPU wants 8-byte numbers at multiples of 8.
    """
    all_fields = [*_HEADER, *fields]
    used = np.dtype(all_fields).itemsize
    if used % 8:
        all_fields.append(("padding", np.uint8, (8 - used % 8,)))
    if np.dtype(all_fields, align=True).itemsize != np.dtype(all_fields).itemsize:
        raise TypeError("a state's fields must need no padding: keep those of 2 bytes first, on even places")
    return np.dtype((np.record, all_fields))


def new_states(dtype: np.dtype[Any], count: int) -> Any:
    """An array of blank states."""
    return np.zeros(count, dtype)


def new_state(dtype: np.dtype[Any]) -> Any:
    """One blank state."""
    return np.zeros(1, dtype)[0]


def copy_of(state: Any) -> Any:
    """A state of its own with the same bytes."""
    return np.frombuffer(bytearray(state.tobytes()), state.dtype)[0]


def bytes_of(state: Any) -> Any:
    """The bytes of a state of its own, as `new_state` and `copy_of` make it: to change them is to change the state."""
    return state.base.view(np.uint8)


class Reading:
    """The fields of a state for Python code that reads many: an attribute of a NumPy record takes microseconds.

    Numbers are plain, arrays are not to be changed; `record` has the same bytes, for compiled functions.
    """

    def __init__(self, record: Any) -> None:
        """A reading of a state that nobody else has: nothing is to change it."""
        self.__dict__.update(zip(record.dtype.names, record.item(), strict=True))
        self.record = record
        self._made: dict[Callable[[Any], Any], Any] = {}
        self._legal: list[int] | None = None

    def once(self, make: Callable[[Any], Any]) -> Any:
        """What a function makes of this reading, made once for all who look; nobody changes it."""
        made = self._made
        if make not in made:
            made[make] = make(self)
        return made[make]

    def legal_actions(self, legal: Callable[[Any, Any], int], most: int) -> list[int]:
        """The legal actions by the `legal` of the game, rising, found once; nobody changes the list."""
        if self._legal is None:
            actions = np.empty(most + 1, np.int16)
            self._legal = actions[: legal(self.record, actions)].tolist()
        return self._legal


class _Settled(np.void):  # type: ignore[misc] # NumPy's types call it final; NumPy does not
    """A state that is read often, and changed by nobody once it was read."""

    @cached_property
    def reading(self) -> Reading:
        # Of another object with the same bytes: the arrays refer to what they were taken from, and a state that keeps
        # a reading of itself would never be freed, since the garbage collector does not look into arrays.
        own: Any = self.base
        return Reading(own[0])


@cache
def settled(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The same dtype for states that are not changed once they were read: their fields are quick to read."""
    properties = {name: _field(name) for name in dtype.names or ()}
    plain = np.dtype([(name, field[0]) for name, field in (dtype.fields or {}).items()])
    return np.dtype((type("Settled", (_Settled,), properties), plain))


def _field(name: str) -> property:
    return property(itemgetter(name), lambda state, value: state.__setitem__(name, value))


def readable(state: Any) -> Any:
    """A reading of a state."""
    return state.reading if isinstance(state, _Settled) else Reading(copy_of(state))


def forget_reading(state: Any) -> None:
    """Free the reading of a state that will rarely be read from now on; it is made again on demand."""
    state.__dict__.pop("reading", None)


@compiled
def turn_of(s: Any) -> Any:
    """The seat that decides, -1 when the game is over."""
    return s.turn


@compiled
def is_over(s: Any) -> Any:
    return s.turn < 0


@compiled
def own_side(s: Any, seat: Any) -> Any:
    """Every seat plays for itself."""
    return seat
