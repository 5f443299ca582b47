"""Many games at once, each waiting for a decision: what learners step by the million."""

import os
from collections.abc import Mapping, Sequence
from math import prod
from threading import Lock
from typing import Any, Literal

import numpy as np

from quatuor.core.chance import CHOOSER
from quatuor.core.errors import OptionError
from quatuor.core.game import Game, read_seed
from quatuor.core.texts import COMMON, plain
from quatuor.envs.arguments import at_least_one, memory_for
from quatuor.envs.batch_devices import Cpu, Cuda, Tables
from quatuor.games import find_game
from quatuor.play.setup import Setup

Device = Literal["cpu", "cuda"]

_CACHE_LINE = 64
_MOST_THREADS = 4 * (os.cpu_count() or 1)  # more would only wait for each other


class Batch:
    """So many tables of a game, each at a decision of one seat; where a game ends, the next one begins.

    `players` and `options` may be lists: the tables then take turns to be of these kinds. With `skip_forced` nobody is
    asked where only one action is legal. After `reset` and after each `step` the arrays below say how things stand, a
    row for each table; they are always the same arrays, in main memory or on the GPU, for any library to share.
    """

    def __init__(
        self,
        game: str | Game,
        players: int | Sequence[int],
        size: int,
        device: Device = "cpu",
        options: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None,
        *,
        skip_forced: bool = False,
        threads: int = 1,
    ) -> None:
        found = game if isinstance(game, Game) else find_game(game)
        size, threads = at_least_one("size", size), at_least_one("threads", threads)
        setups = _setups(found, players, options or {})
        if device not in ("cpu", "cuda"):
            raise OptionError(*COMMON.sentence("batch.device", value=plain(device)))
        self._place(
            _new_tables(setups, size, bool(skip_forced)),
            setups,
            device,
            min(threads, size, _MOST_THREADS),
            started=False,
        )

    def _place(self, tables: Tables, setups: list[Setup], device: Device, threads: int, started: bool) -> None:
        self.game, self.size, self.setups, self.device = setups[0].game, len(tables.states), setups, device
        self._threads, self._started = threads, started
        self._device = Cuda(self.game, tables) if device == "cuda" else Cpu(self.game, tables, threads)
        self._tables = self._device.tables
        self._one_thread = Lock()  # two threads in the same games could go on for ever

    def __getstate__(self) -> Any:
        """For `pickle` and `copy`: where all games stand. Illegal actions that a GPU was given are refused first."""
        self.check()
        return self._device.tables_in_memory(), self.setups, self.device, self._threads, self._started

    def __setstate__(self, state: Any) -> None:
        kept, setups, *more = state
        tables = _new_tables(setups, len(kept.states), kept.skip_forced)
        for array, content in zip(tables[:-1], kept[:-1], strict=True):  # the last one is `skip_forced`
            array[...] = content
        self._place(tables, setups, *more)

    def reset(self, seed: int = 0) -> None:
        """Begin a game at each table: that of the seed at the first, that of the next seed at the second, and so on.

        The second games have the seeds that follow those, and so on.
        """
        with self._one_thread:
            self._device.start(read_seed(seed))
            self._started = True

    def step(self, actions: Any) -> None:
        """Play an action at each table: an array of 16, 32 or 64-bit integers, on the device of the batch.

        If one is not legal, a CPU refuses all of them; a GPU plays the others, and `check` tells.
        """
        if not self._started:
            raise OptionError(*COMMON.sentence("batch.reset"))
        with self._one_thread:
            self._device.step(actions)

    def sample(self) -> Any:
        """A random legal action for each table: those that random players choose in the games of these seeds."""
        if not self._started:
            raise OptionError(*COMMON.sentence("batch.reset"))
        with self._one_thread:
            return self._device.sample()

    def check(self) -> None:
        """Refuse the illegal actions that a GPU was given since the last check."""
        self._device.check()

    @property
    def tables(self) -> Tables:
        """All of its arrays, as compiled code takes them."""
        return self._tables

    @property
    def observations(self) -> Any:
        """What the seats to play know: size × `game.observation.size`, int8; `game.observation` says what it means."""
        return self._tables.observations

    @property
    def masks(self) -> Any:
        """Which actions are legal: size × `game.n_actions`, 0 or 1."""
        return self._tables.masks

    @property
    def seats(self) -> Any:
        """Who decides."""
        return self._tables.seats

    @property
    def rewards(self) -> Any:
        """Where a game has just ended, each seat's share of the win; else 0: size × `game.max_players`."""
        return self._tables.rewards

    @property
    def scores(self) -> Any:
        """Where a game has just ended, each seat's points; else 0."""
        return self._tables.scores

    @property
    def margins(self) -> Any:
        """Where a game has just ended, each seat's lead in points over the best of the other sides; else 0."""
        return self._tables.margins

    @property
    def ends(self) -> Any:
        """Whether a game has just ended: the observation is of the next one."""
        return self._tables.ends

    @property
    def kinds(self) -> Any:
        """Which of `setups` each table is of."""
        return self._tables.kinds

    @property
    def seeds(self) -> Any:
        """The seed of each table's present game."""
        return self._tables.seeds

    @property
    def states(self) -> Any:
        """The games themselves, hidden cards included."""
        return self._tables.states


def _setups(game: Game, players: Any, options: Any) -> list[Setup]:
    counts = list(players) if isinstance(players, Sequence) and not isinstance(players, str) else [players]
    given = list(options) if isinstance(options, Sequence) and not isinstance(options, str) else [options]
    if len(counts) == 1:
        counts *= len(given)
    if len(given) == 1:
        given *= len(counts)
    for chosen in given:
        if not isinstance(chosen, Mapping):
            raise OptionError(*COMMON.sentence("batch.options", value=plain(chosen)))
    if len(counts) != len(given) or not counts:
        raise OptionError(*COMMON.sentence("batch.kinds", players=len(counts), options=len(given)))
    return [
        Setup(game, game.read_players(n), game.read_options(n, chosen)) for n, chosen in zip(counts, given, strict=True)
    ]


def _new_tables(setups: Sequence[Setup], size: int, skip_forced: bool) -> Tables:
    game, configs = setups[0].game, np.array([setup.config() for setup in setups])
    with memory_for(size):
        return Tables(
            states=_zeros(size, game.STATE),
            configs=configs,
            kinds=np.arange(size, dtype=np.int32) % len(setups),
            seeds=_zeros(size, np.uint64),
            choosers=_zeros(size, CHOOSER),
            legal=_zeros((size, game.max_legal + 1), np.int16),
            counts=_zeros(size, np.int16),
            observations=_zeros((size, game.observation.size), np.int8),
            masks=_zeros((size, game.n_actions), np.int8),
            seats=_zeros(size, np.int8),
            rewards=_zeros((size, game.max_players), np.float32),
            scores=_zeros((size, game.max_players), np.float32),
            margins=_zeros((size, game.max_players), np.float32),
            ends=_zeros(size, np.bool_),
            skip_forced=skip_forced,
        )


def _zeros(shape: int | tuple[int, ...], dtype: Any) -> Any:
    """An array that begins where a cache line does: JAX copies others."""
    # In plain numbers, since NumPy's would overflow.
    count = prod(shape if isinstance(shape, tuple) else (shape,)) * np.dtype(dtype).itemsize
    room = np.zeros(count + _CACHE_LINE, np.uint8)
    start = -room.ctypes.data % _CACHE_LINE
    return room[start : start + count].view(dtype).reshape(shape)
