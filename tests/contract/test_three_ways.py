"""One source, three ways to run it: the same seeds give byte-identical states in each."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from contract.play_and_hash import hashes
from quatuor import GAMES

HERE = Path(__file__).parent


each_game = pytest.mark.parametrize("game", GAMES)


def in_a_process(way: str, games: int, tables: str, game: str, **settings: str) -> dict[str, str]:
    environment = os.environ | settings | {"PYTHONPATH": os.pathsep.join([str(HERE.parent), *sys.path])}
    words = [str(HERE / "play_and_hash.py"), way, str(games), tables, game]
    command = [sys.executable, "-W", "error::RuntimeWarning", *words]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


@each_game
def test_interpreted_is_compiled(game: str) -> None:
    """Every function of a game; and NumPy refuses an index that is out of bounds."""
    assert in_a_process("cpu-all", 1, "all", game, NUMBA_DISABLE_JIT="1") == hashes("cpu-all", 1, True, game)


@each_game
def test_cuda_simulator_is_compiled(game: str) -> None:
    found = in_a_process("cuda", 1, "defaults", game, NUMBA_DISABLE_JIT="1", NUMBA_ENABLE_CUDASIM="1")
    assert found == hashes("cpu", 1, False, game)


@each_game
def test_no_index_is_out_of_bounds(game: str) -> None:
    """In whole games; to compile the other functions with such checks takes long, and is left to the test below."""
    assert in_a_process("cpu", 20, "all", game, NUMBA_BOUNDSCHECK="1") == hashes("cpu", 20, True, game)


@pytest.mark.slow
@each_game
def test_many_games_are_the_same_interpreted_and_bounds_checked(game: str) -> None:
    assert in_a_process("cpu-all", 2, "all", game, NUMBA_DISABLE_JIT="1") == hashes("cpu-all", 2, True, game)
    assert in_a_process("cpu-all", 80, "all", game, NUMBA_BOUNDSCHECK="1") == hashes("cpu-all", 80, True, game)
