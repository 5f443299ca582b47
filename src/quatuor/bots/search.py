"""One search of one position: its memory, how long it runs, and what it found."""

import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from functools import cache
from math import inf, sqrt
from threading import Event
from typing import Any

import numpy as np

from quatuor.bots.greedy import weighing_of
from quatuor.bots.kernels.memory import (
    ANY,
    KNOWN,
    MARGIN,
    REWARD,
    VISITS,
    WIN,
    guided_memory,
    memory_from,
    settings_record,
)
from quatuor.bots.playouts import analysis_settings, guidance_of, outcomes_of, playout_of
from quatuor.core.announce import compiling
from quatuor.core.game import Game
from quatuor.core.search_settings import SearchSettings
from quatuor.networks import Network, network_of

MOST_ITERATIONS = 1_000_000

# Cancelling and the clock are looked at between chunks, which are made to take about so long.
_CHUNK_S = 0.01
_FIRST_CHUNK = 8


Likeness = Callable[[int], Hashable]


def different(action: int) -> int:
    """No action is like another."""
    return action


@dataclass(frozen=True)
class Finding:
    """What a search found out about one action; errors are standard errors, infinite where nothing can be said.

    `value` is what the search maximises, from 0 to 1. `win` (the share of a win) and `margin` (points ahead of the best
    other side) come from a network and from the playouts that reached the end of the game: all of them in `look_into`.
    `shared_error` is the part of `win_error` that all actions of a position have in common.
    """

    action: int
    visits: int
    value: float
    value_error: float
    win: float
    win_error: float
    margin: float
    margin_error: float
    shared_error: float = 0.0

    @property
    def own_error(self) -> float:
        """The error of `win` beside another action of the same position."""
        return sqrt(self.win_error**2 - self.shared_error**2) if self.win_error < inf else inf


@dataclass(frozen=True)
class Findings:
    """What a search found out about a position, for the seat that searched: its actions, the best one first."""

    seat: int
    iterations: int
    actions: tuple[Finding, ...]

    @property
    def best(self) -> Finding:
        return self.actions[0]


@cache
def tree_of(game: Game) -> Any:
    """The compiled search of a game, by evaluations and playouts."""
    return _tree(game, weighing_of(game).first_sight, playout_of(game).assess)


@cache
def guided_tree_of(game: Game) -> Any:
    """The compiled search of a game that a network guides."""
    guidance = guidance_of(game)
    return _tree(game, guidance.first_sight, guidance.assess)


def _tree(game: Game, first_sight: Any, assess: Any) -> Any:
    parts = {"first_sight": first_sight, "assess": assess, "allow": outcomes_of(game).allow}
    return game.from_template("quatuor.bots.kernels.tree", **parts)


class Search:
    """A search from what a seat knows of a state. All memory is its own: searches may run in several threads."""

    def __init__(
        self,
        game: Game,
        state: Any,
        seat: int,
        seed: int,
        settings: SearchSettings | None = None,
        only: int | None = None,
    ) -> None:
        self._game, self._seat, self._seed = game, seat, np.uint64(seed)
        self._memory = memory_from(game, state)
        self._settings = settings_record(settings or game.search_settings)
        self._only = ANY if only is None else only
        self.iterations = 0

    def run(self, iterations: int) -> None:
        """So many iterations more, the GIL released; how they are cut into runs changes nothing."""
        stop = self.iterations + iterations
        with compiling(self._game.title):
            tree, memory = self._tree_and_memory()
            tree.iterate(memory, self._seat, self._only, self._seed, self._settings, self.iterations, stop)
        self.iterations = stop

    def _tree_and_memory(self) -> tuple[Any, Any]:
        return tree_of(self._game), self._memory

    def spend(self, iterations: int, seconds: float = inf, cancel: Event | None = None) -> None:
        """Run until so many iterations are made, the time is spent or somebody cancels; at least one chunk."""
        start = time.perf_counter()
        chunk = _FIRST_CHUNK
        while self.iterations < iterations:
            before = time.perf_counter()
            self.run(min(chunk, iterations - self.iterations))
            now = time.perf_counter()
            # The next chunk must also fit in what is left of the time.
            wanted = min(_CHUNK_S, start + seconds - now)
            if wanted <= 0 or (cancel is not None and cancel.is_set()):
                return
            # Whoever was let go first while it was asked has not used this search's time.
            start += time.perf_counter() - now
            chunk = max(1, min(2 * chunk, int(chunk * wanted / max(now - before, 1e-6))))

    @property
    def bytes(self) -> int:
        """The memory that this search can come to use."""
        size: int = self._memory.nbytes
        return size

    def findings(self, likeness: Likeness = different) -> Findings:
        """What was found out so far; the action tried most comes first, it is the one to play.

        What was found out about actions of the same likeness is put together: they get the same numbers.
        """
        sums = self._memory["sums"][0]
        tried = {int(action): likeness(int(action)) for action in np.flatnonzero(sums[:, VISITS])}
        together: dict[Hashable, Any] = {}
        for action, like in tried.items():
            together[like] = together.get(like, 0.0) + sums[action]
        found = [self._finding(action, together[like]) for action, like in tried.items()]
        found.sort(key=lambda finding: (-finding.visits, -finding.value, finding.action))
        return Findings(self._seat, self.iterations, tuple(found))

    def _finding(self, action: int, sums: Any) -> Finding:
        visits, known = int(sums[VISITS]), int(sums[KNOWN])
        value = _estimate(sums[REWARD:], visits)
        win = _estimate(sums[WIN:], known)
        margin = _estimate(sums[MARGIN:], known)
        return Finding(action, visits, *value, *win, *margin)


class GuidedSearch(Search):
    """A search that a network guides: it says what to try first, and what new positions are worth."""

    def __init__(
        self,
        game: Game,
        state: Any,
        seat: int,
        seed: int,
        network: Network,
        settings: SearchSettings | None = None,
        only: int | None = None,
    ) -> None:
        settings = settings or game.search_settings
        super().__init__(game, state, seat, seed, replace(settings, exploration=settings.guided_exploration), only)
        self._guided = guided_memory(game, self._memory, network)

    def _tree_and_memory(self) -> tuple[Any, Any]:
        return guided_tree_of(self._game), self._guided


def look_into(
    game: Game,
    state: Any,
    seat: int,
    iterations: int = MOST_ITERATIONS,
    seconds: float = inf,
    *,
    least: int = 0,
    seed: int = 0,
    uniform_share: float = 0.3,
    only: int | None = None,
    likeness: Likeness = different,
    cancel: Event | None = None,
) -> Findings:
    """What each legal action of the seat to play means for `seat`, by what `seat` knows: for people and analysis.

    New positions are judged by the game's network, or played out to the end, so that wins are counted and not guessed:
    see `analysis_playouts`. `uniform_share` is the share of iterations that all actions get alike, so that bad ones are
    measured too. With `only` they all go into one action: where another seat's hand is hidden, in deals in which it is
    legal. Actions of the same `likeness` get the same numbers. The first `least` iterations take what time they need.
    """
    settings = replace(analysis_settings(game), uniform_share=uniform_share)
    if settings.playout_share < 1:
        search: Search = GuidedSearch(game, state, seat, seed, network_of(game), settings, only)
    else:
        search = Search(game, state, seat, seed, settings, only)
    search.spend(least, cancel=cancel)
    search.spend(iterations, seconds, cancel)
    return search.findings(likeness)


def _estimate(sums: Any, count: int) -> tuple[float, float]:
    """A mean and its standard error, from a sum and a sum of squares."""
    if count == 0:
        return 0.0, inf
    mean = float(sums[0]) / count
    if count == 1:
        return mean, inf
    variance = max(0.0, float(sums[1]) / count - mean * mean) * count / (count - 1)
    return mean, sqrt(variance / count)
