"""How fast a game's rules run: random moves per second in every way they can run, and the cost of single functions."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from threading import Barrier
from typing import Any

import numpy as np
from numba.core import config

from quatuor.arena.texts import TEXTS
from quatuor.core.chance import CHOOSER
from quatuor.core.errors import QuatuorError
from quatuor.core.game import Game
from quatuor.core.runners import cuda
from quatuor.core.runners.cpu import cores
from quatuor.core.state import new_states
from quatuor.games import find_game
from quatuor.play.setup import usual_setup

PLAYERS = 3
REPETITIONS = 20  # many short ones, so that some are undisturbed on a shared machine

_CALL_S = 0.004  # how long compiled code runs before the clock is read again
_SPARE = 256  # bytes after each thread's arrays that nobody touches
_MIDGAME_STATES = 64
_GPU_GAMES = 1 << 17
_GPU_BLOCK = 128
_GPU_LAUNCHES = 4


def _config(game: Game) -> Any:
    return usual_setup(game, PLAYERS).config()


@cache
def _loops(game: Game) -> Any:
    return game.from_template("quatuor.arena.speed_loops", play_one=game.loops.play_one)


class RandomPlayer:
    """Plays random games, deals and forced moves included.

    Each has its own arrays, longer than needed, so that no two threads ever write to the same cache line.
    """

    def __init__(self, game: Game, seed: int) -> None:
        self._game = game
        self._options = _config(game)
        self._states = new_states(game.STATE, 1 + -(-_SPARE // game.STATE.itemsize))
        self._choosers = np.zeros(1 + _SPARE // CHOOSER.itemsize, CHOOSER)
        self._actions = np.zeros(game.max_legal + 1 + _SPARE // 2, np.int16)
        self._seed = seed

    def play(self, moves: int) -> int:
        """Play at least `moves` moves, to the end of a game; return the exact number."""
        self._seed += 1 << 32
        return int(
            _loops(self._game).play_endlessly(
                self._states, self._options, np.uint64(self._seed), self._choosers, self._actions, moves
            )
        )

    def rate(self, seconds: float, moves_a_call: int) -> float:
        """Moves per second, measured for `seconds`."""
        start = now = time.perf_counter()
        moves = 0
        while now - start < seconds:
            moves += self.play(moves_a_call)
            now = time.perf_counter()
        return moves / (now - start)


class Crew:
    """Players that play at the same time, each in a thread of its own."""

    def __init__(self, game: Game, threads: int) -> None:
        self._players = [RandomPlayer(game, seed) for seed in range(threads)]
        self._players[0].play(1)  # compiles what is not compiled yet
        # So many moves that reading the clock between them costs nothing.
        self._moves_a_call = max(1, int(self._players[0].rate(_CALL_S, 1) * _CALL_S))

    def rate(self, seconds: float) -> float:
        """Moves a second of all players together."""
        together = Barrier(len(self._players))

        def run(player: RandomPlayer) -> float:
            together.wait()
            return player.rate(seconds, self._moves_a_call)

        with ThreadPoolExecutor(len(self._players)) as pool:
            return sum(pool.map(run, self._players))


def one_and_all_cores(game: Game, seconds: float) -> tuple[float, float]:
    """Moves a second on one core and on all of them, measured in turns, so that noise falls on both."""
    one, every = Crew(game, 1), Crew(game, cores())
    rates = [(one.rate(seconds / REPETITIONS), every.rate(seconds / REPETITIONS)) for _ in range(REPETITIONS)]
    return max(alone for alone, _ in rates), max(together for _, together in rates)


def interpreted(game: Game, seconds: float) -> float:
    """Moves a second with Numba switched off, which takes a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", __name__, game.name, str(seconds)],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
    )
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["?"])[-1]
        raise QuatuorError(*TEXTS.sentence("bench.failed", game=game.title, reason=reason))
    return float(done.stdout)


def gpu(game: Game, seconds: float) -> float | None:
    """Moves per second of the kernel alone, without compiling and copying, one game per thread; None without a GPU."""
    if not cuda.available() or config.ENABLE_CUDASIM:
        return None
    from numba import cuda as device

    options = _config(game)
    options_there = device.to_device(options)
    states = device.to_device(new_states(game.STATE, _GPU_GAMES))
    scores = device.to_device(np.zeros((_GPU_GAMES, int(options[0]))))
    winners = device.to_device(np.zeros(_GPU_GAMES, np.int32))
    moves = [device.to_device(np.zeros(_GPU_GAMES, np.int32)) for _ in range(_GPU_LAUNCHES)]
    run = cuda.kernel(game)

    def launch(round_: int) -> float:
        """Moves a second over some launches, each with its own seeds."""
        device.synchronize()
        start = time.perf_counter()
        for k, counted in enumerate(moves):
            seed = np.uint64((round_ * _GPU_LAUNCHES + k) * _GPU_GAMES)
            run[_GPU_GAMES // _GPU_BLOCK, _GPU_BLOCK](states, options_there, seed, counted, scores, winners)
        device.synchronize()
        elapsed = time.perf_counter() - start
        return sum(int(counted.copy_to_host().sum()) for counted in moves) / elapsed

    launch(0)
    start, best, rounds = time.perf_counter(), 0.0, 0
    while rounds < REPETITIONS or time.perf_counter() - start < seconds:
        rounds += 1
        best = max(best, launch(rounds))
    return best


def midgame_states(game: Game, count: int) -> Any:
    """States spread evenly from the first move to the last, each from another game."""
    options = _config(game)
    states, choosers = new_states(game.STATE, count), np.zeros(1, CHOOSER)
    actions = np.zeros(game.max_legal + 1, np.int16)
    for i in range(count):
        seed = np.uint64(i)
        length = game.loops.play_one(states[i], options, seed, choosers[0], actions)
        game.loops.play_some(states[i], options, seed, choosers[0], actions, length * i // count)
    return states


def costs(game: Game, seconds: float) -> dict[str, float]:
    """Nanoseconds on one core of a copy, `legal`, `redeal` and `observe`, on states met in play."""
    loops = _loops(game)
    states = midgame_states(game, _MIDGAME_STATES)
    actions = np.zeros(game.max_legal + 1, np.int16)
    numbers = np.zeros(game.observation.size, np.int8)
    return {
        "copy_ns": _nanoseconds(lambda rounds: loops.repeat_copy(states.copy(), rounds), len(states) // 2, seconds),
        "legal_ns": _nanoseconds(lambda rounds: loops.repeat_legal(states, actions, rounds), len(states), seconds),
        "redeal_ns": _nanoseconds(lambda rounds: loops.repeat_redeal(states.copy(), rounds), len(states), seconds),
        "observe_ns": _nanoseconds(lambda rounds: loops.repeat_observe(states, numbers, rounds), len(states), seconds),
    }


def _nanoseconds(run: Callable[[int], Any], times: int, seconds: float) -> float:
    """The cost of one call at best; `run(rounds)` makes `times` calls a round."""

    def timed(rounds: int) -> float:
        start = time.perf_counter()
        run(rounds)
        return time.perf_counter() - start

    timed(1)
    rounds = 1
    while timed(rounds) < seconds / REPETITIONS / 4:
        rounds *= 2
    best = min(timed(rounds) for _ in range(REPETITIONS))
    return best / rounds / times * 1e9


def measure(game: Game, seconds: float, progress: Callable[[], None] = lambda: None) -> dict[str, float | None]:
    """Every figure of a game, each the best of several repetitions that take about so many seconds."""
    one_core, all_cores = one_and_all_cores(game, seconds)
    progress()
    figures: dict[str, float | None] = {"one_core": one_core, "all_cores": all_cores}
    figures["interpreted"] = interpreted(game, seconds)
    progress()
    figures["gpu"] = gpu(game, seconds)
    progress()
    figures["state_bytes"] = game.STATE.itemsize
    figures |= costs(game, seconds)
    progress()
    return figures


STEPS = 4  # how often `measure` calls `progress`

if __name__ == "__main__":
    asked = find_game(sys.argv[1])
    print(max(RandomPlayer(asked, 0).rate(float(sys.argv[2]) / REPETITIONS, 1) for _ in range(REPETITIONS)))
