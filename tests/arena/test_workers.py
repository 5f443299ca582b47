"""Whoever plays the games, and in whatever order results come: the numbers are the same."""

import pickle
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from quatuor.arena import simulation
from quatuor.arena.match import play_match, read_match
from quatuor.arena.match_results import standings
from quatuor.arena.simulation import Simulation, simulate
from quatuor.arena.simulation_results import summary
from quatuor.arena.workers import WithFiles
from quatuor.bots import file_bot, find_bot_or_file
from quatuor.cli.commands.match import match as match_command
from quatuor.cli.commands.simulate import simulate as simulate_command
from quatuor.core.errors import QuatuorError
from quatuor.games import GAMES
from quatuor.play.setup import usual_setup

TIMES = ("seconds", "games_per_second", "moves_per_second")


def backwards(work: Callable[[Any], Any], tasks: Sequence[Any]) -> Iterator[Any]:
    """Workers of another kind, who finish the last task first."""
    yield from map(work, reversed(tasks))


@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_a_simulation_is_the_same_by_other_workers(bots: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "_GAMES_A_BLOCK", 7)
    monkeypatch.setattr(simulation, "_HERE_S", 0)
    monkeypatch.setattr(simulation, "_TASK_S", 0)
    plan = Simulation(usual_setup(GAMES["symphonimo"], 3), None, 5, (bots, "random", "random"))
    told: list[int] = []
    tallies = [simulate(plan, 20), simulate(plan, 20, workers=backwards, progress=told.append)]
    one, other = ({k: v for k, v in summary(plan, tally).items() if k not in TIMES} for tally in tallies)
    assert one == other and one["games"] == sum(told) == 20


def test_a_match_is_the_same_by_other_workers() -> None:
    plan = read_match(usual_setup(GAMES["symphonimo"], 2), 3, "greedy,random", 8)
    one, other = (standings(plan, play(plan), 1.0) for play in (play_match, partial(play_match, workers=backwards)))
    for numbers in (one, other):
        for thought in numbers["thought"]:
            thought.pop("ms")
    assert one == other


def test_a_file_travels_with_the_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the work arrives there is no such file, or another one."""
    monkeypatch.setattr(file_bot, "_received", {})
    here, there = tmp_path / "here", tmp_path / "there"
    for folder, value in ((here, 1), (there, 2)):
        folder.mkdir()
        source = f"class Mine:\n    value = {value}\n    def choose(self, game, state, chooser): ...\n\nbot = Mine()\n"
        (folder / "mine.py").write_text(source, encoding="utf-8")
    monkeypatch.chdir(here)
    file_bot.load.cache_clear()
    packed = pickle.dumps(WithFiles(find_bot_or_file, ["mine.py", "greedy"]))
    monkeypatch.chdir(there)
    assert file_bot.load("mine.py").value == 2  # type: ignore[attr-defined]
    bot = pickle.loads(packed)("mine.py")
    assert bot.name == "mine.py" and file_bot.load("mine.py").value == 1  # type: ignore[attr-defined]
    file_bot.load.cache_clear()


def refusal(*words: str) -> str:
    command = simulate_command if "--gpu" in words else match_command
    bots = () if "--gpu" in words else ("--bots", "greedy,random")
    error = CliRunner().invoke(command, ["symphonimo", *bots, *words], obj="en").exception
    assert isinstance(error, QuatuorError), error
    assert "\n" not in error.say("en") + error.say("fr")
    return error.say("en")


@pytest.mark.parametrize(
    "address",
    (
        *("", "nonsense", "host:port", "host:99999", "ray://", "http://host:6379", ":6379", "..:80", "[::1:80"),
        *("a\nb:80", "ray://a:80\n", "\0:80", "\udcff:80", "a b:80", "me@host:80", "host:80?x", "host:80#x"),
    ),
)
def test_what_is_no_address_is_refused(address: str) -> None:
    assert refusal("--ray", address).startswith("--ray takes the address of a cluster (host:port, auto or ray://")


@pytest.mark.parametrize("form", ["127.0.0.1:{}", "ray://127.0.0.1:{}"])
def test_an_address_where_nobody_answers_is_refused(form: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = form.format(taken.getsockname()[1])
    assert f"there is no Ray cluster to work with at {address}: Connection refused." in refusal("--ray", address)


def test_a_gpu_is_not_a_cluster() -> None:
    assert refusal("--gpu", "--ray") == "--gpu plays on the GPU of this machine; leave out --gpu or --ray."


def test_without_ray_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert refusal("--ray") == "--ray needs Ray: install the extra quatuor[ray]."


def test_ray_is_imported_only_when_it_is_asked_for() -> None:
    code = "import sys, quatuor, quatuor.cli, quatuor.arena.ray_cluster; sys.exit('ray' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
