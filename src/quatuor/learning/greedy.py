"""Players who look one move ahead, for some tables of a batch, where the batch is."""

from functools import cache
from typing import Any

import numpy as np
import torch
from numba import from_dtype
from numba.core import config

from quatuor.core.game import Game
from quatuor.core.state import new_states
from quatuor.envs.batch import Batch

_THREADS_A_BLOCK = 64


class Greedy:
    """They choose by their game's evaluation, averaged over a few futures."""

    def __init__(self, batch: Batch, samples: int) -> None:
        self._batch, self._samples = batch, samples
        game = batch.game
        self._loops = _loops(game)
        self._dealt, self._tried = new_states(game.STATE, 1), new_states(game.STATE, 1)
        self._worth = np.zeros(game.max_legal + 1)

    def choose(self, low: int, high: int, seed: int) -> torch.Tensor:
        """An action for each table from `low` to `high`."""
        if self._batch.device == "cuda":
            return self._choose_on_gpu(low, high, seed)
        out = np.zeros(high - low, np.int64)
        self._loops.look_ahead_at(
            self._batch.tables, low, self._dealt, self._tried, self._worth, self._samples, np.uint64(seed), out
        )
        return torch.from_numpy(out)

    def _choose_on_gpu(self, low: int, high: int, seed: int) -> torch.Tensor:
        from numba import cuda

        out = torch.zeros(high - low, dtype=torch.int64, device="cuda")
        blocks = -(-(high - low) // _THREADS_A_BLOCK)
        kernel = _kernels(self._batch.game).look_ahead_at
        kernel[blocks, _THREADS_A_BLOCK](
            self._batch.tables, low, self._samples, np.uint64(seed), cuda.as_cuda_array(out)
        )
        return out


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
