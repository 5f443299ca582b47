"""What the numbers of an observation mean: parts with names, one after the other, documented where they are laid out.

An observation is a vector of small whole numbers (int8): flags, counts, and counts as thermometers, in which entry k
says whether there are more than k. A learner multiplies it by `scales`, so that every entry is between -1 and 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

import numpy as np

from quatuor.core.compiled import compiled


@dataclass(frozen=True)
class Part:
    """Some entries of an observation: their name and meaning, and along which axes they lie, the last one fastest.

    An axis is its length and what it goes through. `most` is the largest value of an entry, or those of the entries
    along the last axis.
    """

    name: str
    meaning: str
    axes: tuple[tuple[int, str], ...] = ((1, ""),)
    most: int | tuple[int, ...] = 1

    @property
    def size(self) -> int:
        return prod(length for length, _ in self.axes)

    @property
    def largest(self) -> list[int]:
        """The largest value of each entry."""
        row = (self.most,) if isinstance(self.most, int) else self.most
        return list(row) * (self.size // len(row))


@dataclass(frozen=True)
class Layout:
    """The parts of a game's observations. A change of what any entry means makes a new version."""

    version: int
    parts: tuple[Part, ...]
    _starts: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        starts, at = {}, 0
        for part in self.parts:
            if part.name in starts:
                raise ValueError(f"two parts of an observation are called {part.name}")
            starts[part.name] = at
            at += part.size
        object.__setattr__(self, "_starts", starts)

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return sum(part.size for part in self.parts)

    def start(self, name: str) -> int:
        """Where a part begins."""
        return self._starts[name]

    def part(self, numbers: Any, name: str) -> Any:
        """The numbers of a part of an observation, or of many, in the part's shape."""
        part = next(part for part in self.parts if part.name == name)
        start = self.start(name)
        shape = [length for length, _ in part.axes]
        return numbers[..., start : start + part.size].reshape(*numbers.shape[:-1], *shape)

    @property
    def scales(self) -> np.ndarray[Any, np.dtype[np.float32]]:
        """What to multiply each entry by, so that none is larger than 1."""
        return np.array([1 / most for part in self.parts for most in part.largest], np.float32)


def thermometers(most: int, steps: int) -> np.ndarray[Any, np.dtype[np.int8]]:
    """The thermometer of so many steps for each count from 0 to `most`, as rows."""
    return np.array([[count > step for step in range(steps)] for count in range(most + 1)], np.int8)


@dataclass(frozen=True)
class Count:
    """The entries for a count of 0 to `most`: a thermometer of `steps` entries, the first for `low`, and the number."""

    most: int
    steps: int
    low: int = 0

    @property
    def axis(self) -> tuple[int, str]:
        return named_axis((*thermometer_names(self.low + self.steps)[self.low :], "number"))

    @property
    def largest(self) -> tuple[int, ...]:
        """The largest value of each entry."""
        return (*(1 for _ in range(self.steps)), self.most)

    @property
    def width(self) -> int:
        return self.steps + 1

    @property
    def rows(self) -> np.ndarray[Any, np.dtype[np.int8]]:
        """The entries for each count, as rows."""
        thermometer = thermometers(self.most, self.low + self.steps)[:, self.low :]
        return np.column_stack([thermometer, np.arange(self.most + 1, dtype=np.int8)])


def seats_axis(count: int) -> tuple[int, str]:
    """The axis of all seats that a game can have, from the observer's on; a spectator looks on from the first."""
    return count, "seats, from the observer's on"


def named_axis(names: Sequence[str]) -> tuple[int, str]:
    """An axis that goes through some names."""
    return len(names), ", ".join(names)


def thermometer_names(steps: int) -> tuple[str, ...]:
    """What the entries of a thermometer say."""
    return tuple(f"more than {step}" for step in range(steps))


@compiled
def seat_after(seat: Any, steps: Any, players: Any) -> Any:
    """The seat so many steps, fewer than all, after another; faster than a remainder."""
    after = np.int64(seat) + steps
    return after if after < players else after - players


@compiled
def steps_after(seat: Any, start: Any, players: Any) -> Any:
    """How many steps a seat is after another."""
    steps = np.int64(seat) - start
    return steps if steps >= 0 else steps + players
