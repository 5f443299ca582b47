"""A seat's chance to win as a search counts it, with its error, and sums of such chances."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import hypot, sqrt
from statistics import fmean, stdev
from threading import Event
from typing import Any, NamedTuple

import numpy as np

from quatuor.analysis.texts import TEXTS
from quatuor.bots.playouts import expect
from quatuor.bots.search import MOST_ITERATIONS, Finding, Findings, look_into
from quatuor.core.chance import mix
from quatuor.core.errors import OptionError
from quatuor.core.game import Game
from quatuor.core.texts import plain

FEWEST_ITERATIONS, USUAL_ITERATIONS = 20, 500
_SEEDS = 1 << 64
# So many playouts are made between two looks at whether somebody cancels.
_TOGETHER = 100


class Cancelled(Exception):  # noqa: N818 - what somebody wanted, not what went wrong
    """Nobody needs the answer any more."""


class Chance(NamedTuple):
    """A chance to win, from 0 to 1, and its standard error."""

    win: float
    error: float


@dataclass(frozen=True)
class Mixture:
    """A sum of chances, each with its weight: what they cancel in a difference is no error of the difference."""

    value: float
    weights: dict[Any, tuple[float, float]] = field(default_factory=dict)

    @classmethod
    def of(cls, name: Any, chance: Chance) -> "Mixture":
        """One chance; the name tells it from all others."""
        return cls(chance.win, {name: (1.0, chance.error)})

    def __add__(self, other: "Mixture") -> "Mixture":
        return self._joined(other, 1.0)

    def __sub__(self, other: "Mixture") -> "Mixture":
        return self._joined(other, -1.0)

    def _joined(self, other: "Mixture", sign: float) -> "Mixture":
        weights = dict(self.weights)
        for name, (weight, error) in other.weights.items():
            weights[name] = (weights.get(name, (0.0, error))[0] + sign * weight, error)
        return Mixture(self.value + sign * other.value, weights)

    @property
    def chance(self) -> Chance:
        """The sum with its standard error."""
        return Chance(self.value, self._error)

    @property
    def _error(self) -> float:
        return sqrt(sum((weight * error) ** 2 for weight, error in self.weights.values()))


def read_iterations(iterations: Any) -> int:
    """A number of iterations, checked."""
    whole = isinstance(iterations, int) and not isinstance(iterations, bool)
    if not whole or not FEWEST_ITERATIONS <= iterations <= MOST_ITERATIONS:
        bounds = {"low": FEWEST_ITERATIONS, "high": MOST_ITERATIONS}
        raise OptionError(*TEXTS.sentence("iterations.refused", value=plain(iterations), **bounds))
    return int(iterations)


def seed_for(seed: int, *places: int) -> int:
    """A seed of its own for one of many searches: the order in which they are made changes nothing."""
    for place in places:
        seed = int(mix(np.uint64((seed + 0x9E3779B97F4A7C15 * (place + 2)) % _SEEDS)))
    return seed


def chance_of(finding: Finding) -> Chance:
    """The chance to win by an action. All playouts alike do not make it certain: hence the least error."""
    return Chance(finding.win, hypot(finding.win_error, 1 / finding.visits))


def mean_of(chances: Sequence[Chance]) -> Chance | None:
    """What several searches found on average: how much they differ tells more of the error than each of them can."""
    if len(chances) < 2:
        return chances[0] if chances else None
    count = len(chances)
    spread = stdev(chance.win for chance in chances) / sqrt(count)
    least = min(chance.error for chance in chances) / count
    return Chance(fmean(chance.win for chance in chances), hypot(spread, least))


def chance_if(
    game: Game, state: Any, seat: int, first: int | None, playouts: int, seed: int, cancel: Event | None = None
) -> Chance | None:
    """A seat's chance to win if all go on like the players of a playout, after a first move that is given or theirs.

    Nothing is learned on the way, so that a card changes this chance by its luck alone: by nothing on average. None
    where the first move cannot be imagined.
    """
    count, wins, squares = 0, 0.0, 0.0
    for begin in range(0, playouts, _TOGETHER):
        check(cancel)
        some = min(_TOGETHER, playouts - begin)
        more = expect(game, state, seat, some, seed=seed_for(seed, begin), first=first)
        count, wins, squares = count + more.playouts, wins + more.wins, squares + more.squares
    if count < 2:
        return None
    win = wins / count
    spread = max(0.0, squares / count - win * win) / (count - 1)
    return Chance(win, hypot(sqrt(spread), 1 / count))


def chance_at(game: Game, state: Any, seat: int, iterations: int, seed: int, cancel: Event | None = None) -> Chance:
    """A seat's chance to win if the seat to play chooses as a search would: its moves by how often they were tried."""
    actions = _search(game, state, seat, iterations, seed, None, cancel).actions
    visits = sum(finding.visits for finding in actions)
    win = sum(finding.visits * finding.win for finding in actions) / visits
    # No outcomes between 0 and 1 are spread wider than all or nothing.
    return Chance(win, hypot(sqrt(max(0.0, win * (1 - win)) / visits), 1 / visits))


def chance_after(
    game: Game, state: Any, seat: int, action: int, iterations: int, seed: int, cancel: Event | None = None
) -> Chance | None:
    """A seat's chance to win by an action, all effort of a search spent on it; None if it cannot be imagined."""
    found = _search(game, state, seat, iterations, seed, action, cancel).actions
    return chance_of(found[0]) if found and found[0].visits > 1 else None


def _search(
    game: Game, state: Any, seat: int, iterations: int, seed: int, only: int | None, cancel: Event | None
) -> Findings:
    """A search that tries what is good, in all actions or in one; half a search is none."""
    found = look_into(game, state, seat, iterations, seed=seed, uniform_share=0, only=only, cancel=cancel)
    check(cancel)
    return found


def check(cancel: Event | None) -> None:
    """Go no further where somebody has cancelled."""
    if cancel is not None and cancel.is_set():
        raise Cancelled
