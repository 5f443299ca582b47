"""What learning shares with a batch: its arrays as tensors, and the players who look one move ahead at its tables."""

from functools import cache
from typing import Any

import numpy as np
import torch
from numba import from_dtype
from numba.core import config
from torch import Tensor

from quatuor.core.game import Game
from quatuor.core.state import new_states
from quatuor.envs.batch import Batch, Device
from quatuor.learning.settings import TableKind

_THREADS_A_BLOCK = 64


def new_batch(game: Game, kinds: list[TableKind], size: int, device: Device) -> Batch:
    """So many tables, which take turns to be of these kinds; nobody is asked where there is no choice."""
    players, options = [kind.players for kind in kinds], [kind.options for kind in kinds]
    return Batch(game, players, size, device, options, skip_forced=True)


def shared(array: Any) -> Tensor:
    """An array of a batch as a tensor, not copied."""
    return torch.from_numpy(array) if isinstance(array, np.ndarray) else torch.as_tensor(array, device="cuda")


def step(batch: Batch, actions: Tensor) -> None:
    """Play an action at each table."""
    batch.step(actions.numpy() if batch.device == "cpu" else actions)


def half_precision(device: Device) -> Any:
    """On a GPU matrices are multiplied in half precision."""
    return torch.autocast(device, torch.bfloat16, enabled=device == "cuda")


class Greedy:
    """Players at the tables of a batch who choose by their game's evaluation, averaged over a few futures."""

    def __init__(self, batch: Batch, samples: int) -> None:
        self._batch, self._samples = batch, samples
        game = batch.game
        self._dealt, self._tried = new_states(game.STATE, 1), new_states(game.STATE, 1)
        self._worth = np.zeros(game.max_legal + 1)

    def choose(self, low: int, high: int, seed: int) -> Tensor:
        """An action for each table from `low` to before `high`; the futures depend on the seed."""
        game, tables, first = self._batch.game, self._batch.tables, np.uint64(seed)
        if self._batch.device == "cpu":
            out = np.zeros(high - low, np.int64)
            _loops(game).look_ahead_at(tables, low, self._dealt, self._tried, self._worth, self._samples, first, out)
            return torch.from_numpy(out)
        from numba import cuda

        chosen = torch.zeros(high - low, dtype=torch.int64, device="cuda")
        blocks = -(-len(chosen) // _THREADS_A_BLOCK)
        kernel = _kernels(game).look_ahead_at
        kernel[blocks, _THREADS_A_BLOCK](tables, low, self._samples, first, cuda.as_cuda_array(chosen))
        return chosen


@cache
def _loops(game: Game) -> Any:
    return game.from_template("quatuor.learning.greedy_loops")


@cache
def _kernels(game: Game) -> Any:
    local = (lambda dtype: dtype) if config.ENABLE_CUDASIM else from_dtype
    return game.from_template(
        "quatuor.learning.greedy_kernels",
        look_ahead=_loops(game).look_ahead,
        most_legal=game.max_legal + 1,
        state_type=local(game.STATE),
    )
