"""A seat's chance to win as searches and networks see it, with its error, and sums of such chances."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import hypot, inf, sqrt
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
from quatuor.play.setup import SEEDS

FEWEST_ITERATIONS, USUAL_ITERATIONS = 20, 500
# What long searches and other seeds find beside a network (docs/analysis.md): most of its error is the same for all
# actions of a position, but for this part; a change is wrong by this part of itself at most; of the spread of what it
# says in a search, most is the difference between branches and only this part an error.
_BESIDE_OTHERS, _OF_A_CHANGE, _OF_A_SPREAD = 0.1, 0.3, 0.5
# So many futures are looked at before `cancel` is checked again; no more of a network's are needed with such an error.
_TOGETHER = 100
_SURE_ENOUGH = 0.002


class Cancelled(Exception):  # noqa: N818 - a wish, not an error
    """The answer is no longer wanted."""


class Chance(NamedTuple):
    """A chance to win, from 0 to 1, and its standard error."""

    win: float
    error: float


@dataclass(frozen=True)
class Mixture:
    """A weighted sum of chances; a chance that cancels out in a difference adds nothing to its error."""

    value: float
    weights: dict[Any, tuple[float, float]] = field(default_factory=dict)

    @classmethod
    def of(cls, name: Any, chance: Chance) -> "Mixture":
        """One chance, under a name of its own."""
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


def is_learned(game: Game) -> bool:
    """Whether a network has a part in the chances of this game."""
    return game.search_settings.analysis_playouts < 1


def read_iterations(iterations: Any) -> int:
    """A number of iterations, checked."""
    whole = isinstance(iterations, int) and not isinstance(iterations, bool)
    if not whole or not FEWEST_ITERATIONS <= iterations <= MOST_ITERATIONS:
        bounds = {"low": FEWEST_ITERATIONS, "high": MOST_ITERATIONS}
        raise OptionError(*TEXTS.sentence("iterations.refused", value=plain(iterations), **bounds))
    return int(iterations)


def seed_for(seed: int, *places: int) -> int:
    """A seed for one of many searches, whatever their order."""
    for place in places:
        seed = int(mix(np.uint64((seed + 0x9E3779B97F4A7C15 * (place + 2)) % SEEDS)))
    return seed


def chance_of(game: Game, finding: Finding) -> Chance:
    """The chance to win by an action, with an error of at least one iteration: none is certain."""
    error = hypot(finding.win_error, 1 / finding.visits)
    return Chance(finding.win, _OF_A_SPREAD * error if is_learned(game) else error)


def beside_others(game: Game, chance: Chance) -> Chance:
    """A chance by an action, with the error that a network makes beside other actions of the same position."""
    return Chance(chance.win, hypot(chance.error, _BESIDE_OTHERS * game.search_settings.analysis_error))


def error_of_change(game: Game, change: float) -> float:
    """The standard error of a change as a network sees it, beside those of the two chances."""
    return min(_OF_A_CHANGE * abs(change), game.search_settings.analysis_error)


def mean_of(chances: Sequence[Chance]) -> Chance | None:
    """The mean of several searches, whose differences show the error better than any one of them can."""
    if len(chances) < 2:
        return chances[0] if chances else None
    count = len(chances)
    spread = stdev(chance.win for chance in chances) / sqrt(count)
    least = min(chance.error for chance in chances) / count
    return Chance(fmean(chance.win for chance in chances), hypot(spread, least))


def chance_if(
    game: Game, state: Any, seat: int, first: int | None, futures: int, seed: int, cancel: Event | None = None
) -> Chance | None:
    """A seat's chance to win as the game's network expects it, or if all go on like the players of a playout.

    With `first` that is the next move; None if the seat cannot imagine it. Nothing is learned on the way, so that a
    card changes this chance by luck alone, which is nothing on average.
    """
    learned = is_learned(game)
    count, wins, squares = 0, 0.0, 0.0
    win, error = 0.0, inf
    for begin in range(0, futures, _TOGETHER):
        check(cancel)
        some = min(_TOGETHER, futures - begin)
        more = expect(game, state, seat, some, seed=seed_for(seed, begin), first=first)
        count, wins, squares = count + more.futures, wins + more.wins, squares + more.squares
        if count < 2:
            continue
        win = wins / count
        error = sqrt(max(0.0, squares / count - win * win) / (count - 1))
        if learned and error < _SURE_ENOUGH:
            break
    if error == inf:
        return None
    # Playouts that all end alike still leave an error of one.
    return Chance(win, error if learned else hypot(error, 1 / count))


def chance_at(game: Game, state: Any, seat: int, iterations: int, seed: int, cancel: Event | None = None) -> Chance:
    """A seat's chance to win if the seat to play chooses well: like the network, or like a search."""
    if is_learned(game):
        expected = chance_if(game, state, seat, None, iterations, seed, cancel)
        assert expected is not None  # nothing is asked for that the seat could not imagine
        return expected
    # Each move as often as it was tried.
    actions = _search(game, state, seat, iterations, seed, None, cancel).actions
    visits = sum(finding.visits for finding in actions)
    win = sum(finding.visits * finding.win for finding in actions) / visits
    # Outcomes from 0 to 1 are never spread wider than all or nothing.
    return Chance(win, hypot(sqrt(max(0.0, win * (1 - win)) / visits), 1 / visits))


def chance_after(
    game: Game, state: Any, seat: int, action: int, iterations: int, seed: int, cancel: Event | None = None
) -> Chance | None:
    """A seat's chance to win by an action, from a search of it alone; None if the seat cannot imagine it."""
    found = _search(game, state, seat, iterations, seed, action, cancel).actions
    return chance_of(game, found[0]) if found and found[0].visits > 1 else None


def _search(
    game: Game, state: Any, seat: int, iterations: int, seed: int, only: int | None, cancel: Event | None
) -> Findings:
    """A search that favours good moves, of all actions or of one; Cancelled if it was cut short."""
    found = look_into(game, state, seat, iterations, seed=seed, uniform_share=0, only=only, cancel=cancel)
    check(cancel)
    return found


def check(cancel: Event | None) -> None:
    """Raise Cancelled if somebody has cancelled."""
    if cancel is not None and cancel.is_set():
        raise Cancelled
