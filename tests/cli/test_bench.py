"""`quatuor bench`: every figure is printed; how large they are is not tested."""

import json
import subprocess
from io import StringIO
from typing import Any

import pytest
from click.testing import CliRunner
from rich.console import Console

from quatuor.arena import speed
from quatuor.cli.commands.bench import bench, report
from quatuor.core.errors import QuatuorError, UnknownGameError
from quatuor.core.texts import Language
from quatuor.games import GAMES

FIGURES = {
    "one_core": 41.3e6,
    "all_cores": 80e6,
    "interpreted": 4123.0,
    "gpu": None,
    "state_bytes": 248,
    "copy_ns": 5.01,
    "legal_ns": 12.0,
    "redeal_ns": 2.0,
    "observe_ns": 123.4,
}


def run(*args: str, language: str = "en") -> Any:
    return CliRunner().invoke(bench, args, obj=language, env={"COLUMNS": "80"})


def test_json_has_every_figure() -> None:
    result = run("symphonimo", "--seconds", "0.02", "--json")
    assert result.exit_code == 0, result.exception
    found = json.loads(result.stdout)["games"]
    assert list(found) == ["symphonimo"]
    assert found["symphonimo"].keys() == FIGURES.keys()
    assert found["symphonimo"]["state_bytes"] == GAMES["symphonimo"].STATE.itemsize
    assert all(figure > 0 for figure in found["symphonimo"].values() if figure is not None)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_table_has_a_column_for_each_game_and_fits_a_terminal(language: Language) -> None:
    console = Console(file=StringIO(), width=80)
    console.print(report(dict.fromkeys(GAMES, FIGURES), language))
    output = console.file.getvalue()  # type: ignore[attr-defined]
    assert all(game.title in output for game in GAMES.values())
    point = "." if language == "en" else ","
    for text in ("41.3 M", "80.0 M", "4.12 k", "–", "248", "5.0 ns", "123.4 ns"):
        assert output.count(text.replace(".", point)) >= len(GAMES)
    assert max(map(len, output.splitlines())) <= 80


def test_an_unknown_game_is_refused() -> None:
    assert isinstance(run("chess").exception, UnknownGameError)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_costs_are_measured_on_states_from_the_whole_game(game: Any) -> None:
    states = speed.midgame_states(game, 16)
    assert all(state.turn >= 0 and state.players == speed.PLAYERS for state in states)
    assert len({state.tobytes() for state in states}) == 16


def test_threads_share_no_array() -> None:
    game = GAMES["symphonimo"]
    crew = speed.Crew(game, 3)
    assert crew.rate(0.001) > 0
    arrays = [array for player in crew._players for array in (player._states, player._choosers, player._actions)]
    for array in arrays:
        assert array.nbytes >= array.itemsize + speed._SPARE
    assert len({array.ctypes.data for array in arrays}) == 9


def test_a_process_that_fails_is_told_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    failed = subprocess.CompletedProcess([], 1, "", "Traceback…\nKeyError: 'x'\n")
    monkeypatch.setattr(speed.subprocess, "run", lambda *_, **__: failed)
    with pytest.raises(QuatuorError, match=r"interpreted rules of Symphonimo.*KeyError"):
        speed.interpreted(GAMES["symphonimo"], 0.01)
