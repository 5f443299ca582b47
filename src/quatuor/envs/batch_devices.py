"""Where the tables of a batch lie and are played: in main memory by threads, or on a CUDA GPU."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numba import from_dtype
from numba.core import config

from quatuor.core.errors import QuatuorError
from quatuor.core.game import Game
from quatuor.core.runners import cuda as gpu
from quatuor.core.texts import COMMON, plain, shortened
from quatuor.envs.arguments import memory_for, read_array

_THREADS_A_BLOCK = 64
_ACTION_TYPES = (np.int16, np.int32, np.int64)


class Tables(NamedTuple):
    """The arrays of a batch, a row for each table (`configs`: for each kind), as compiled code takes them."""

    states: Any
    configs: Any
    kinds: Any
    seeds: Any
    choosers: Any  # random players
    legal: Any
    counts: Any
    observations: Any
    masks: Any
    seats: Any
    rewards: Any
    scores: Any
    margins: Any
    ends: Any
    skip_forced: bool


class Cpu:
    """The tables are NumPy arrays; each thread has its own part of them."""

    def __init__(self, game: Game, tables: Tables, threads: int) -> None:
        self.tables = tables
        self._loops = _loops(game)
        size = len(tables.states)
        edges = [size * k // threads for k in range(threads + 1)]
        self._parts = list(pairwise(edges))
        self._points = [np.zeros(game.max_players) for _ in self._parts]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def start(self, seed: int) -> None:
        first_seed = np.uint64(seed)
        self._on_threads(
            lambda part: self._loops.start(self.tables, *self._parts[part], first_seed, self._points[part]),
        )

    def step(self, actions: Any) -> None:
        chosen = read_array(actions)
        _check_form(chosen, actions, len(self.tables.states))
        illegal = self._loops.first_illegal(self.tables, chosen)
        if illegal >= 0:
            raise _illegal(illegal)
        self._on_threads(
            lambda part: self._loops.step(self.tables, *self._parts[part], chosen, self._points[part]),
        )

    def sample(self) -> Any:
        out = np.zeros(len(self.tables.states), np.int64)
        self._on_threads(lambda part: self._loops.sample(self.tables, *self._parts[part], out))
        return out

    def check(self) -> None:
        """Illegal actions were refused at once."""

    def tables_in_memory(self) -> Tables:
        return self.tables

    def _on_threads(self, work: Callable[[int], Any]) -> None:
        if self._pool is None:
            work(0)
        else:
            list(self._pool.map(work, range(len(self._parts))))


class Cuda:
    """The tables are arrays in a GPU's memory.

    What threads write side by side lies side by side there: rows of tables are columns in memory, seen from the side.
    """

    def __init__(self, game: Game, tables: Tables) -> None:
        if not gpu.available():
            raise QuatuorError(*COMMON.sentence("gpu.none"))
        from numba import cuda

        self._cuda = cuda
        self._kernels = _kernels(game)
        self._faults = cuda.to_device(np.full(1, -1, np.int64))
        self._size = len(tables.states)
        with memory_for(self._size):
            self.tables = Tables(*(part if isinstance(part, bool) else self._sent(part) for part in tables))
            self._no_actions = cuda.to_device(np.zeros(self._size, np.int64))

    def _sent(self, array: Any) -> Any:
        return self._cuda.to_device(np.asfortranarray(array))

    def start(self, seed: int) -> None:
        # One kernel for both: to compile it takes long.
        self._launch(self._kernels.step, self._no_actions, True, np.uint64(seed), self._faults)

    def step(self, actions: Any) -> None:
        chosen = self._read(actions)
        _check_form(chosen, actions, self._size)
        if isinstance(chosen, np.ndarray):
            chosen = self._cuda.to_device(chosen)
        self._launch(self._kernels.step, chosen, False, np.uint64(0), self._faults)

    def _read(self, actions: Any) -> Any:
        """Actions as an array, on the GPU if they lie there; None for what is none."""
        if hasattr(actions, "copy_to_host"):
            return actions
        with suppress(RuntimeError):  # PyTorch has it for no tensor with gradients
            if hasattr(actions, "__cuda_array_interface__"):  # of PyTorch, CuPy or JAX: not copied
                return self._cuda.as_cuda_array(actions)
        return read_array(actions)

    def sample(self) -> Any:
        out = self._cuda.device_array(self._size, np.int64)
        self._launch(self._kernels.sample, out)
        return out

    def check(self) -> None:
        """Refuse the illegal actions since the last check: a GPU is not waited for at every step."""
        at = int(self._faults.copy_to_host()[0])
        if at >= 0:
            self._faults.copy_to_device(np.full(1, -1, np.int64))
            raise _illegal(at)

    def tables_in_memory(self) -> Tables:
        return Tables(*(part if isinstance(part, bool) else part.copy_to_host() for part in self.tables))

    def _launch(self, kernel: Any, *more: Any) -> None:
        kernel[-(-self._size // _THREADS_A_BLOCK), _THREADS_A_BLOCK](self.tables, *more)


@cache
def _loops(game: Game) -> Any:
    return game.from_template("quatuor.envs.batch_loops", win_share=game.loops.win_share, margin=game.loops.margin)


@cache
def _kernels(game: Game) -> Any:
    loops = _loops(game)
    # The simulator makes arrays of NumPy's types, a GPU of Numba's.
    local = (lambda dtype: dtype) if config.ENABLE_CUDASIM else from_dtype
    return game.from_template(
        "quatuor.envs.batch_kernels",
        **{name: getattr(loops, name) for name in ("advance", "choose", "is_legal", "forget_result", "BEGIN")},
        most_players=game.max_players,
        state_type=local(game.STATE),
    )


def _check_form(chosen: Any, given: Any, size: int) -> None:
    """Refuse actions that are no array (None) or one of another form than `step` takes."""
    if chosen is None:
        found = shortened(plain(given))
    elif chosen.shape != (size,) or chosen.dtype not in _ACTION_TYPES:
        found = f"{chosen.dtype} × {'×'.join(map(str, chosen.shape)) or 1}"
    else:
        return
    raise QuatuorError(*COMMON.sentence("batch.actions", size=size, value=found))


def _illegal(table: int) -> QuatuorError:
    return QuatuorError(*COMMON.sentence("batch.illegal", table=table))
