"""Players who look one move ahead at the tables of a batch: the learner's company and measure."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quatuor import GAMES
from quatuor.core.state import new_states
from quatuor.envs.batch import Batch

HERE = Path(__file__).parent
SAMPLES = 2


def chosen(batch: Batch, seed: int) -> Any:
    game = batch.game
    loops = game.from_template("quatuor.learning.greedy_loops")
    dealt, tried = new_states(game.STATE, 1), new_states(game.STATE, 1)
    out = np.zeros(batch.size - 1, np.int64)
    worth = np.zeros(game.max_legal + 1)
    loops.look_ahead_at(batch.tables, 1, dealt, tried, worth, SAMPLES, np.uint64(seed), out)
    return out


def best(batch: Batch, table: int, seed: int) -> int:
    """The same by the game's own functions, written out."""
    game, state, seat = batch.game, batch.states[table], batch.states[table].turn
    actions = game.legal_actions(state)
    worth = np.zeros(len(actions))
    for sample in range(SAMPLES):
        dealt = new_states(game.STATE, 1)
        dealt[0] = state
        game.redeal(dealt[0], seat, np.uint64(seed + sample))
        for k, action in enumerate(actions):
            after = dealt.copy()
            game.apply(after[0], action)
            worth[k] += game.evaluate(after[0], seat)
    return actions[int(worth.argmax())]


# Compiled for each game: ten seconds each where they are not kept.
FIRST, *OTHERS = GAMES


@pytest.mark.parametrize("game", [FIRST, *(pytest.param(game, marks=pytest.mark.slow) for game in OTHERS)])
def test_they_play_what_is_best_on_average_over_the_same_futures(game: str) -> None:
    batch = Batch(game, 2, 6, skip_forced=True)
    batch.reset(1)
    differ = False
    for move in range(8):
        seed = 1000 * move
        actions = chosen(batch, seed)
        assert actions.tolist() == [best(batch, 1 + k, seed + SAMPLES * k) for k in range(5)]
        differ |= bool((actions != batch.sample()[1:]).any())
        batch.step(batch.sample())
    assert differ


def test_on_a_gpu_they_play_the_same() -> None:
    program = """
import json, sys
import numpy as np
from numba import cuda
from quatuor import GAMES
from quatuor.envs.batch import Batch

game = GAMES["symphonimo"]
batch = Batch(game, 2, 6, "cuda", skip_forced=True)
batch.reset(1)
loops = game.from_template("quatuor.learning.greedy_loops")
kernels = game.from_template(
    "quatuor.learning.greedy_kernels",
    look_ahead=loops.look_ahead, most_legal=game.max_legal + 1, state_type=game.STATE,
)
found = []
for move in range(3):
    out = cuda.to_device(np.zeros(5, np.int64))
    kernels.look_ahead_at[1, 8](batch.tables, 1, 2, np.uint64(1000 * move), out)
    found.append(out.copy_to_host().tolist())
    batch.step(batch.sample())
print(json.dumps(found))
"""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    environment |= {"NUMBA_DISABLE_JIT": "1", "NUMBA_ENABLE_CUDASIM": "1"}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    batch = Batch("symphonimo", 2, 6, skip_forced=True)
    batch.reset(1)
    wanted = []
    for move in range(3):
        wanted.append(chosen(batch, 1000 * move).tolist())
        batch.step(batch.sample())
    assert json.loads(done.stdout) == wanted
