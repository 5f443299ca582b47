"""Random games by the million on a CUDA GPU: the compiled rules as device functions, one thread per game.

Needs the extra `quatuor[cuda]`. Without a GPU the kernels run, slowly, in Numba's simulator (set
NUMBA_ENABLE_CUDASIM=1 and NUMBA_DISABLE_JIT=1): that is how the test suite checks them.
"""

from functools import cache
from typing import Any

import numpy as np
from numba import from_dtype
from numba.core import config

from quatuor.core.chance import CHOOSER
from quatuor.core.errors import QuatuorError
from quatuor.core.game import Game
from quatuor.core.runners import FinishedGames
from quatuor.core.state import new_states
from quatuor.core.texts import COMMON

_THREADS_A_BLOCK = 128


def available() -> bool:
    """Whether there is a GPU (or its simulator) to run on."""
    try:
        from numba import cuda

        return bool(cuda.is_available())
    except Exception:  # numba-cuda fails in many ways where its libraries or the driver are missing
        return False


def play(game: Game, options: Any, first_seed: int, count: int) -> FinishedGames:
    """Random games with seeds that follow each other: the same states as on the CPU."""
    if not available():
        raise QuatuorError(*COMMON.sentence("gpu.none"))
    from numba import cuda

    games = on_device(game, options, first_seed, count)
    cuda.synchronize()
    return FinishedGames(*(part.copy_to_host() for part in games))


def on_device(game: Game, options: Any, first_seed: int, count: int) -> tuple[Any, Any, Any, Any]:
    """Start the games and leave their states, moves, scores and winners in the GPU's memory."""
    from numba import cuda

    players = int(options[0])
    states = cuda.to_device(new_states(game.STATE, count))
    moves = cuda.to_device(np.zeros(count, np.int32))
    scores = cuda.to_device(np.zeros((count, players)))
    winners = cuda.to_device(np.zeros(count, np.int32))
    blocks = -(-count // _THREADS_A_BLOCK)
    launch = kernel(game)[blocks, _THREADS_A_BLOCK]
    launch(states, cuda.to_device(options), np.uint64(first_seed), moves, scores, winners)
    return states, moves, scores, winners


@cache
def kernel(game: Game) -> Any:
    """The kernel of a game; compiled for the GPU when it is first launched."""
    # The simulator makes arrays of NumPy's types, a GPU of Numba's.
    local = (lambda dtype: dtype) if config.ENABLE_CUDASIM else from_dtype
    return game.from_template(
        "quatuor.core.runners.kernel",
        play_one=game.loops.play_one,
        room=game.max_legal + 1,
        state_type=local(game.STATE),
        chooser_type=local(CHOOSER),
    ).run
