"""Bots of one's own: the ten lines of the documentation play, and what cannot play is refused in one sentence."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from quatuor import GAMES, BotError
from quatuor.bots import BOTS, find_bot, find_bot_or_file
from quatuor.bots.file_bot import load
from quatuor.cli import main

_PAGE = Path(__file__).parents[2] / "docs" / "bots.md"


def ten_lines() -> str:
    """The bot that the documentation shows."""
    section = _PAGE.read_text(encoding="utf-8").partition("## A bot of your own, in ten lines")[2]
    return section.partition("```python\n")[2].partition("```")[0]


@pytest.fixture
def eager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of that bot, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    load.cache_clear()
    (tmp_path / "eager.py").write_text(ten_lines(), encoding="utf-8")
    return "eager.py"


class Ran(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command as a shell does."""

    def command(*arguments: str) -> Ran:
        monkeypatch.setenv("QUATUOR_LANG", "en")
        monkeypatch.setattr(sys, "argv", ["quatuor", *arguments])
        with pytest.raises(SystemExit) as done:
            main()
        return Ran(int(done.value.code or 0), *capsys.readouterr())

    return command


def written(source: str) -> str:
    """The name of a bot with this source, in the folder where we are."""
    Path("mine.py").write_text(source, encoding="utf-8")
    load.cache_clear()
    return "mine.py"


CHOOSING = "class Mine:\n    def choose(self, game, state, chooser):\n        return {}\n\nbot = Mine()\n"


def test_the_documented_bot_has_ten_lines() -> None:
    assert len([line for line in ten_lines().splitlines() if line]) <= 10


@pytest.mark.parametrize("game", GAMES)
def test_the_documented_bot_plays_every_game_to_its_end(eager: str, game: str, run: Run) -> None:
    result = run("record", game, "--bots", eager, "--seed", "3")
    assert result.code == 0, result.err
    assert json.loads(result.out)["result"]


def test_the_documented_bot_beats_random_players_in_a_match_on_all_cores(eager: str, run: Run) -> None:
    result = run("match", "symbiose", "--bots", f"{eager},random", "--games", "40", "--seed", "5", "--json")
    numbers = json.loads(result.out)
    assert numbers["bots"] == [eager, "random"]
    assert numbers["duels"][0]["wins"]["low"] > numbers["fair"]


def test_a_bot_that_fails_in_another_process_is_told_in_one_sentence(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    fails = "int(__import__('multiprocessing').parent_process() is None and game.legal_actions(state)[0] or 1 / 0)"
    code, _, err = run("match", "symphonimo", "--bots", f"{written(CHOOSING.format(fails))},random", "--games", "40")
    assert code == 2 and "Traceback" not in err
    assert "the bot in mine.py failed in line 3: ZeroDivisionError" in err


def test_simulate_plays_bots_of_ones_own(eager: str, run: Run) -> None:
    result = run("simulate", "symphonimo", "--bots", f"{eager},greedy", "--games", "6", "--seed", "5", "--json")
    assert result.code == 0, result.err


def test_a_server_takes_no_files(eager: str) -> None:
    assert find_bot_or_file(eager).name == eager
    with pytest.raises(BotError, match=f"there is no bot {eager}; there are {next(iter(BOTS))}"):
        find_bot(eager)


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("nothing = 1", "mine.py has no bot that can play: it must set `bot` to an object with a method"),
        ("class bot:\n    def choose(self, game, state, chooser): ...", "mine.py has no bot that can play"),
        ("\n1 / 0", "the bot in mine.py failed in line 2: ZeroDivisionError: division by zero."),
        ("def", "the bot in mine.py failed in line 1: SyntaxError"),
        (CHOOSING.format("{}[1]"), "the bot in mine.py failed in line 3: KeyError: 1."),
        (CHOOSING.format("'draw'"), "the bot in mine.py chose draw, which is not a legal action"),
        (CHOOSING.format("exit(3)"), "the bot in mine.py failed in line 3: SystemExit: 3."),
        (CHOOSING.format("-1"), "the bot in mine.py chose -1, which is not a legal action"),
    ],
)
def test_what_cannot_play_is_refused_in_one_sentence(
    source: str, sentence: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = run("record", "symphonimo", "--bots", written(source), "--seed", "1")
    assert code == 2 and not out
    assert sentence in err and len(err.splitlines()) == 1


def test_a_file_that_is_not_there_is_refused(run: Run) -> None:
    assert "there is no bot nowhere.py" in run("match", "symphonimo", "--bots", "nowhere.py,greedy").err
