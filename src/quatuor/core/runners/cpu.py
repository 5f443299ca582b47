"""Random games by the million on all cores: threads, since the rules release the GIL."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from quatuor.core.chance import CHOOSER
from quatuor.core.game import Game
from quatuor.core.runners import FinishedGames
from quatuor.core.state import new_states

_GAMES_A_CHUNK = 512


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play(
    game: Game,
    config: Any,
    first_seed: int,
    count: int,
    *,
    threads: int | None = None,
    progress: Callable[[int], None] = lambda games: None,
) -> FinishedGames:
    """Random games with seeds that follow each other; the same whatever the number of threads.

    `progress` is told how many games have been finished since it was last told.
    """
    finished = _blank(game, int(config[0]), count)
    starts = range(0, count, _GAMES_A_CHUNK)

    def run(start: int) -> int:
        part = slice(start, min(start + _GAMES_A_CHUNK, count))
        seed = np.uint64((first_seed + start) % (1 << 64))
        choosers = np.zeros(1, CHOOSER)
        actions = np.zeros(game.max_legal + 1, np.int16)
        game.loops.play_many(finished.states[part], config, seed, choosers, actions, finished.moves[part])
        game.loops.results_of(finished.states[part], finished.scores[part], finished.winners[part])
        return part.stop - part.start

    for count_of_chunk in _on_threads(run, starts, threads or cores()):
        progress(count_of_chunk)
    return finished


def _blank(game: Game, players: int, count: int) -> FinishedGames:
    return FinishedGames(
        new_states(game.STATE, count),
        np.zeros(count, np.int32),
        np.zeros((count, players)),
        np.zeros(count, np.int32),
    )


def _on_threads(run: Callable[[int], int], starts: range, threads: int) -> Iterator[int]:
    if not starts:
        return
    # Numba compiles under a lock: the first chunk goes alone, so that the others find the code ready.
    yield run(starts[0])
    with ThreadPoolExecutor(threads) as pool:
        yield from pool.map(run, starts[1:])
