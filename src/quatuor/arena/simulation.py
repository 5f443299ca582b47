"""Many games of one setup: random players at full speed, or named bots; only the counts are kept."""

import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from quatuor.arena.distribution import Distribution
from quatuor.arena.processes import on_processes
from quatuor.arena.workers import WithFiles, Workers
from quatuor.bots import find_bot_or_file, play_on
from quatuor.core.announce import compiling
from quatuor.core.runners import FinishedGames, cpu, cuda
from quatuor.play.setup import SEEDS, Setup

_GAMES_A_BLOCK = 1 << 16
_GAMES_A_BLOCK_GPU = 1 << 18
# How long bots play in this process before others are started, and then how long each task of another process takes.
_HERE_S = 1.0
_TASK_S = 0.25

# Wins are counted in sixtieths, so that halves to sixths of a win add up exactly.
A_WIN = 60

Progress = Callable[[int], None]


@dataclass(frozen=True)
class Simulation:
    """What is simulated: the setup, who plays, and the seeds `seed`, `seed` + 1, …

    `first` is the seat that starts, from 0; None where each seed draws it.
    """

    setup: Setup
    first: int | None
    seed: int
    bots: tuple[str, ...]

    @property
    def all_random(self) -> bool:
        return set(self.bots) == {"random"}


class Results(NamedTuple):
    """Finished games: who started, how many moves, the scores by seat, the winners as one bit per seat."""

    first: np.ndarray[Any, Any]
    moves: np.ndarray[Any, Any]
    scores: np.ndarray[Any, Any]
    winners: np.ndarray[Any, Any]


class Tally:
    """The counts of many games, by seat and by place in turn order (0: who started)."""

    def __init__(self, players: int, team_size: int = 1) -> None:
        """A tie is a win of more than `team_size` players together."""
        self.players = players
        self.team_size = team_size
        self.games = 0
        self.ties = 0
        self.seconds = 0.0
        self.moves = Distribution()
        self.scores = Distribution()
        self.seat_scores = [Distribution() for _ in range(players)]
        self.place_scores = [Distribution() for _ in range(players)]
        self.seat_wins = np.zeros(players, np.int64)
        self.place_wins = np.zeros(players, np.int64)

    def add(self, results: Results) -> None:
        """Count these games too; a joint win of k players is 1/k of a win for each."""
        seats = np.arange(self.players)
        won = (results.winners[:, None] >> seats & 1).astype(np.int64)
        winners = won.sum(axis=1)
        wins = won * (A_WIN // winners[:, None])
        # The seat in each place, game by game: places are counted clockwise from the first player.
        order = (results.first.astype(np.int64)[:, None] + seats) % self.players
        by_place = np.take_along_axis(results.scores, order, axis=1)
        for k in range(self.players):
            self.seat_scores[k].add(results.scores[:, k])
            self.place_scores[k].add(by_place[:, k])
        self.scores.add(results.scores.ravel())
        self.moves.add(results.moves)
        self.seat_wins += wins.sum(axis=0)
        self.place_wins += np.take_along_axis(wins, order, axis=1).sum(axis=0)
        self.ties += int((winners > self.team_size).sum())
        self.games += len(wins)

    def merge(self, other: "Tally") -> None:
        """Count the games of another tally too: the order in which tallies are merged changes nothing."""
        self.games += other.games
        self.ties += other.ties
        for own, more in zip(self._distributions, other._distributions, strict=True):
            own.merge(more)
        self.seat_wins += other.seat_wins
        self.place_wins += other.place_wins

    @property
    def _distributions(self) -> list[Distribution]:
        return [self.moves, self.scores, *self.seat_scores, *self.place_scores]


def simulate(
    plan: Simulation,
    count: int,
    *,
    gpu: bool = False,
    workers: Workers | None = None,
    progress: Progress = lambda games: None,
) -> Tally:
    """Play this many games, by default on all cores of this machine.

    `progress` is called with the number of games finished since its last call.
    """
    setup = plan.setup
    play = _play_bots if not plan.all_random else _play_gpu if gpu else _play_cpu
    # One game first, so that compiling is not timed; bots and GPUs announce it themselves.
    announced = compiling(setup.game.title) if play is _play_cpu else nullcontext()
    with announced:
        for _ in play(plan, 1, None, lambda games: None):
            pass
    tally = _new_tally(plan)
    start = time.perf_counter()
    for part in play(plan, count, workers, progress):
        tally.merge(part)
    tally.seconds = time.perf_counter() - start
    return tally


def _new_tally(plan: Simulation, *played: Results) -> Tally:
    tally = Tally(plan.setup.players, team_size=plan.setup.players // plan.setup.side_count)
    for results in played:
        tally.add(results)
    return tally


def _play_cpu(plan: Simulation, count: int, workers: Workers | None, progress: Progress) -> Iterator[Tally]:
    blocks = _blocks(plan.seed, count, _GAMES_A_BLOCK)
    if workers is None:
        for block in blocks:
            yield _play_block(plan, block, progress=progress)
        return
    for tally in workers(partial(_play_block, plan, threads=1), list(blocks)):
        yield tally
        progress(tally.games)


def _play_block(
    plan: Simulation, block: tuple[int, int], threads: int | None = None, progress: Progress = lambda games: None
) -> Tally:
    config = plan.setup.config(plan.first)
    return _new_tally(plan, _results(cpu.play(plan.setup.game, config, *block, threads=threads, progress=progress)))


def _play_gpu(plan: Simulation, count: int, workers: Workers | None, progress: Progress) -> Iterator[Tally]:
    """On the GPU of this machine, whoever the workers are."""
    for seed, games in _blocks(plan.seed, count, _GAMES_A_BLOCK_GPU):
        with warnings.catch_warnings():
            # A few games leave most of a GPU idle: whoever asks for so few knows.
            warnings.filterwarnings("ignore", "Grid size")
            finished = cuda.play(plan.setup.game, plan.setup.config(plan.first), seed, games)
        yield _new_tally(plan, _results(finished))
        progress(games)


def _blocks(seed: int, count: int, size: int) -> Iterator[tuple[int, int]]:
    """The first seed and the number of games of each block."""
    for start in range(0, count, size):
        yield (seed + start) % SEEDS, min(size, count - start)


def _results(finished: FinishedGames) -> Results:
    return Results(finished.states["first"], finished.moves, finished.scores, finished.winners)


def _play_bots(plan: Simulation, count: int, workers: Workers | None, progress: Progress) -> Iterator[Tally]:
    for tally in play_bots(plan, count, workers=workers or on_processes):
        yield tally
        progress(tally.games)


def play_bots(
    plan: Simulation, count: int, *, here_s: float = _HERE_S, workers: Workers = on_processes
) -> Iterator[Tally]:
    """So many games between named bots, a few at a time, in any order; each game depends on its seed alone.

    Bots are Python, so each core needs a process. The first second is played in this one: a short simulation needs no
    other, and it shows how many games make a task.
    """
    seeds = range(plan.seed, plan.seed + count)
    start = time.perf_counter()
    done = 0
    while done < count and (done == 0 or time.perf_counter() - start < here_s):
        yield _play_seeds(plan, seeds[done : done + 1])
        done += 1
    rest = seeds[done:]
    size = max(1, int(done / (time.perf_counter() - start) * _TASK_S))
    tasks = [rest[k : k + size] for k in range(0, len(rest), size)]
    yield from workers(WithFiles(partial(_play_seeds, plan), plan.bots), tasks)


def _play_seeds(plan: Simulation, seeds: range) -> Tally:
    bots = [find_bot_or_file(name) for name in plan.bots]
    results = Results(
        np.zeros(len(seeds), np.int8),
        np.zeros(len(seeds), np.int32),
        np.zeros((len(seeds), plan.setup.players)),
        np.zeros(len(seeds), np.int32),
    )
    for k, seed in enumerate(seeds):
        play = plan.setup.start(seed % SEEDS, plan.first)
        play_on(play, bots)
        results.first[k] = play.first
        results.moves[k] = len(play.moves)
        results.scores[k] = play.scores
        results.winners[k] = sum(1 << seat for seat in play.winners)
    return _new_tally(plan, results)
