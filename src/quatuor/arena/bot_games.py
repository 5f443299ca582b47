"""Games between named bots, on all cores: bots are Python, so a process each."""

import time
from collections.abc import Iterator
from functools import partial

import numpy as np

from quatuor.arena.processes import on_processes
from quatuor.arena.setup import SEEDS, Results, Table
from quatuor.bots import find_bot_or_file, play_on
from quatuor.play.playthrough import Playthrough

_HERE_S = 1.0
_TASK_S = 0.25


def play_bots(table: Table, count: int, *, here_s: float = _HERE_S) -> Iterator[Results]:
    """So many games, some at a time, in any order; a game depends on its seed alone.

    The first second is played here: what needs no longer than that needs no other process.
    """
    seeds = range(table.seed, table.seed + count)
    start = time.perf_counter()
    done = 0
    while done < count and (done == 0 or time.perf_counter() - start < here_s):
        yield _play(table, seeds[done : done + 1])
        done += 1
    rest = seeds[done:]
    size = max(1, int(done / (time.perf_counter() - start) * _TASK_S))
    tasks = [rest[k : k + size] for k in range(0, len(rest), size)]
    yield from on_processes(partial(_play, table), tasks)


def _play(table: Table, seeds: range) -> Results:
    bots = [find_bot_or_file(name) for name in table.bots]
    results = Results(
        np.zeros(len(seeds), np.int8),
        np.zeros(len(seeds), np.int32),
        np.zeros((len(seeds), table.players)),
        np.zeros(len(seeds), np.int32),
    )
    for k, seed in enumerate(seeds):
        play = Playthrough(table.game, table.players, seed=seed % SEEDS, first=table.first, options=table.options)
        play_on(play, bots)
        results.first[k] = play.first
        results.moves[k] = len(play.moves)
        results.scores[k] = play.scores
        results.winners[k] = sum(1 << seat for seat in play.winners)
    return results
