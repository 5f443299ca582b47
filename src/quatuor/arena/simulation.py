"""Many games of one table: random players at full speed, or named bots; only what was counted is kept."""

import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import nullcontext

import numpy as np

from quatuor.arena.bot_games import play_bots
from quatuor.arena.distribution import Distribution
from quatuor.arena.setup import SEEDS, Results, Table
from quatuor.core.announce import compiling
from quatuor.core.runners import Batch, cpu, cuda

_GAMES_A_BLOCK = 1 << 16
_GAMES_A_BLOCK_GPU = 1 << 18

A_WIN = 60

Progress = Callable[[int], None]


class Tally:
    """What many games of one table came to, by seat and by place in turn order (0: who started)."""

    def __init__(self, players: int, side: int = 1) -> None:
        self.players = players
        self.side = side
        self.games = 0
        self.ties = 0
        self.seconds = 0.0
        self.moves = Distribution()
        self.scores = Distribution()
        self.seat_scores = [Distribution() for _ in range(players)]
        self.place_scores = [Distribution() for _ in range(players)]
        # In sixtieths, so that halves to sixths of a win add up exactly.
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
        self.ties += int((winners > self.side).sum())
        self.games += len(wins)


def simulate(table: Table, count: int, *, gpu: bool = False, progress: Progress = lambda games: None) -> Tally:
    """Play this many games; `progress` is told how many have been finished since it was last told."""
    play = _play_bots if not table.all_random else _play_gpu if gpu else _play_cpu
    # One game first, so that compiling is not timed; bots and GPUs speak for themselves.
    announced = compiling(f"{table.game_name}-loops", table.game.title) if play is _play_cpu else nullcontext()
    with announced:
        for _ in play(table, 1, lambda games: None):
            pass
    tally = Tally(table.players, table.side)
    start = time.perf_counter()
    for results in play(table, count, progress):
        tally.add(results)
    tally.seconds = time.perf_counter() - start
    return tally


def _play_cpu(table: Table, count: int, progress: Progress) -> Iterator[Results]:
    for seed, games in _blocks(table.seed, count, _GAMES_A_BLOCK):
        yield _results(cpu.play(table.game, table.config(), seed, games, progress=progress))


def _play_gpu(table: Table, count: int, progress: Progress) -> Iterator[Results]:
    for seed, games in _blocks(table.seed, count, _GAMES_A_BLOCK_GPU):
        with warnings.catch_warnings():
            # A few games leave most of a GPU idle: whoever asks for so few knows.
            warnings.filterwarnings("ignore", "Grid size")
            batch = cuda.play(table.game, table.config(), seed, games)
        yield _results(batch)
        progress(games)


def _play_bots(table: Table, count: int, progress: Progress) -> Iterator[Results]:
    for results in play_bots(table, count):
        yield results
        progress(len(results.moves))


def _blocks(seed: int, count: int, size: int) -> Iterator[tuple[int, int]]:
    """The first seed and the number of games of each block."""
    for start in range(0, count, size):
        yield (seed + start) % SEEDS, min(size, count - start)


def _results(batch: Batch) -> Results:
    return Results(batch.states["first"], batch.moves, batch.scores, batch.winners)
