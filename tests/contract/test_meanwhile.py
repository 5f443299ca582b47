"""What is not compiled yet is interpreted meanwhile: the same bytes, and nobody waits for the compiler."""

import hashlib
import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import orjson
import pytest

from quatuor.bots import ask, find_bot, new_chooser
from quatuor.core.compiled import INTERPRETED, compiled, compiling_here, interpreting_meanwhile
from quatuor.games import GAMES
from quatuor.play.playthrough import Playthrough

_MOVES = 12

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")


def played() -> str:
    """A digest of the first moves of a game of each kind: states, views, and what a network chooses."""
    digest = hashlib.sha256()
    for game in GAMES.values():
        play, chooser = Playthrough(game, game.max_players, seed=3), new_chooser(3)
        for _ in range(_MOVES):
            play.play_action(ask(find_bot("policy"), game, play.state, chooser))
            digest.update(play.state.tobytes())
            seen = game.view(play.state, 0), game.aids(play.state, 0)
            digest.update(orjson.dumps(seen, option=orjson.OPT_SERIALIZE_NUMPY | orjson.OPT_NON_STR_KEYS))
    return digest.hexdigest()


_IN_A_NEW_PROCESS = """
from numba.core import event
from contract.test_meanwhile import played
from quatuor.core.compiled import interpreting_meanwhile

with event.install_recorder("numba:compile") as compiled, interpreting_meanwhile():
    print(played(), len(compiled.buffer))
"""


def test_interpreted_meanwhile_a_game_has_the_same_bytes_and_nothing_is_compiled(tmp_path: Path) -> None:
    environment = os.environ | {
        "NUMBA_CACHE_DIR": str(tmp_path),
        "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[1]), *sys.path]),
    }
    ran = subprocess.run(
        [sys.executable, "-c", _IN_A_NEW_PROCESS], env=environment, check=True, capture_output=True, text=True
    )
    assert ran.stdout.split() == [played(), "0"]


def test_one_thread_compiles_while_others_interpret() -> None:
    @compiled
    def doubled(number: int) -> int:
        return 2 * number

    def compile_it() -> None:
        with compiling_here():
            assert doubled(np.int64(4)) == 8

    with interpreting_meanwhile():
        assert doubled(np.int64(3)) == 6 and not doubled.signatures  # type: ignore[attr-defined]
        thread = threading.Thread(target=compile_it)
        thread.start()
        thread.join()
        assert len(doubled.signatures) == 1  # type: ignore[attr-defined]
        assert doubled(np.int64(3)) == 6
    assert doubled(np.float64(1.5)) == 3.0 and len(doubled.signatures) == 2  # type: ignore[attr-defined]
