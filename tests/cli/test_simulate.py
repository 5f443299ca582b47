"""`quatuor simulate`: the statistics, the table, and the plot."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from quatuor.arena import distribution, simulation, simulation_results, texts
from quatuor.arena.distribution import Distribution
from quatuor.arena.simulation import Results, Simulation, Tally, play_bots
from quatuor.arena.simulation_results import interval, summary
from quatuor.cli.commands.simulate import simulate
from quatuor.core.errors import QuatuorError
from quatuor.games import GAMES
from quatuor.play.setup import SEEDS, usual_setup

TIMES = ("seconds", "games_per_second", "moves_per_second")


def plan(game: str = "symphonimo", players: int = 3, seed: int = 5, bots: tuple[str, ...] = ()) -> Simulation:
    return Simulation(usual_setup(GAMES[game], players), None, seed, bots or ("random",) * players)


def numbers_of(played: Simulation, tally: Tally) -> dict[str, Any]:
    tally.seconds = tally.seconds or 1.0
    return {key: value for key, value in summary(played, tally).items() if key not in TIMES}


def run(*args: str, language: str = "en") -> Any:
    return CliRunner().invoke(simulate, ["symphonimo", *args], obj=language, env={"COLUMNS": "80"})


def shown(*args: str, language: str = "en") -> str:
    result = run(*args, language=language)
    assert result.exit_code == 0, result.exception
    return str(result.stdout)


def refusal(*args: str) -> str:
    error = run(*args).exception
    assert isinstance(error, QuatuorError), error
    return error.say("en")


@pytest.mark.parametrize("module", [distribution, simulation_results, texts], ids=lambda m: m.__name__)
def test_docstrings_do_what_they_show(module: Any) -> None:
    import doctest

    result = doctest.testmod(module)
    assert result.attempted and not result.failed


def test_a_distribution_knows_what_all_its_values_would_tell() -> None:
    values = np.random.default_rng(1).integers(-9, 40, 5001) / 2
    kept = Distribution()
    for part in np.array_split(values, 7):
        kept.add(part)
    assert kept.total == len(values)
    assert kept.mean == pytest.approx(values.mean())
    assert kept.sd == pytest.approx(values.std(ddof=1))
    assert (kept.low, kept.high) == (values.min(), values.max())
    for percent in (0, 5, 25, 50, 75, 95, 100):
        assert kept.quantile(percent) == np.quantile(values, percent / 100, method="inverted_cdf")


def test_places_are_counted_from_the_first_player_and_a_joint_win_is_shared() -> None:
    tally = Tally(3)
    tally.add(
        Results(
            first=np.array([1, 2], np.int8),
            moves=np.array([10, 20], np.int32),
            scores=np.array([[3.0, 5.0, 4.0], [7.0, 6.5, 7.0]]),
            winners=np.array([0b010, 0b101], np.int32),
        )
    )
    assert tally.seat_wins.tolist() == [30, 60, 30]
    assert tally.place_wins.tolist() == [90, 30, 0]
    assert [scores.values.tolist() for scores in tally.place_scores] == [[5.0, 7.0], [4.0, 7.0], [3.0, 6.5]]
    assert (tally.games, tally.ties) == (2, 1)


def test_an_interval_holds_the_share_and_stays_between_0_and_1() -> None:
    for wins, games in ((0, 1), (1, 1), (0, 50), (50, 50), (16.5, 50), (333, 1000)):
        low, high = interval(wins, games)
        assert 0 <= low <= wins / games <= high <= 1 or wins / games == pytest.approx(high)
    assert interval(5000, 10_000)[1] == pytest.approx(0.5 + 1.96 * 0.005, abs=1e-4)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [5, SEEDS - 2])
def test_compiled_loops_and_random_bots_play_the_same_games(game: str, seed: int) -> None:
    asked = plan(game, seed=seed)
    by_bots = Tally(3)
    for tally in play_bots(asked, 4):
        by_bots.merge(tally)
    assert numbers_of(asked, by_bots) == numbers_of(asked, simulation.simulate(asked, 4))


def test_the_size_of_a_block_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = numbers_of(plan(), simulation.simulate(plan(), 1000))
    monkeypatch.setattr(simulation, "_GAMES_A_BLOCK", 300)
    told: list[int] = []
    assert numbers_of(plan(), simulation.simulate(plan(), 1000, progress=told.append)) == whole
    assert sum(told) == 1000


def test_bots_on_several_processes_play_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quatuor.arena.processes.cores", lambda: 2)
    monkeypatch.setattr("quatuor.arena.simulation._TASK_S", 0)
    asked = plan(bots=("greedy", "random", "random"))
    tallies = [Tally(3), Tally(3)]
    for tally, here_s in zip(tallies, (0, 600), strict=True):
        for part in play_bots(asked, 5, here_s=here_s):
            tally.merge(part)
    assert numbers_of(asked, tallies[0]) == numbers_of(asked, tallies[1])


def test_json_has_the_numbers_and_the_same_seed_has_the_same() -> None:
    args = ("--players", "4", "--games", "700", "--seed", "3", "--option", "maestro=random", "--json")
    one, other = (json.loads(shown(*args)) for _ in range(2))
    for key in TIMES:
        assert one.pop(key) > 0 and other.pop(key) > 0
    assert one == other
    assert (one["games"], one["players"], one["seed"], one["first"]) == (700, 4, "3", None)
    assert one["bots"] == ["random"] * 4
    assert one["options"] == {"maestro": "random", "fausse_note": False}
    for rows in (one["places"], one["seats"]):
        assert sum(row["wins"] for row in rows) == pytest.approx(1)
        assert np.mean([row["mean"] for row in rows]) == pytest.approx(one["scores"]["mean"])
        for row in rows:
            assert row["wins_low"] < row["wins"] < row["wins_high"]
            quantiles = [row["min"], *row["quantiles"].values(), row["max"]]
            assert quantiles == sorted(quantiles)
    assert 0 < one["ties"] < 1
    assert one["moves"]["min"] <= one["moves"]["quantiles"]["50"] <= one["moves"]["max"]


def test_with_a_given_first_player_places_are_seats() -> None:
    found = json.loads(shown("--players", "3", "--games", "50", "--first", "2", "--json"))
    seats, places = found["seats"], found["places"]
    assert found["first"] == 2
    for place, seat in ((0, 1), (1, 2), (2, 0)):
        assert {**places[place], "place": 0} == {k: v for k, v in {**seats[seat], "place": 0}.items() if k in places[0]}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_table_fits_a_terminal_and_names_bots_and_options(language: str) -> None:
    args = ("--players", "3", "--games", "3", "--seed", "11", "--bots", "greedy,random,random")
    output = shown(*args, "--option", "fausse_note=true", language=language)
    assert "Symphonimo" in output and "greedy, random, random" in output and "fausse_note=true" in output
    assert " 11" in output.splitlines()[1]
    assert max(map(len, output.splitlines())) <= 80
    assert "…" not in output


def test_what_cannot_be_is_refused_before_any_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(simulation, "simulate", lambda *_, **__: pytest.fail("games were played"))
    monkeypatch.setitem(sys.modules, "matplotlib", _there())
    monkeypatch.setitem(sys.modules, "matplotlib.figure", _there())
    (tmp_path / "folder.png").mkdir()
    (tmp_path / "file").touch()
    assert ".png, .svg or .pdf" in refusal("--plot", str(tmp_path / "picture.gif"))
    assert "no such folder" in refusal("--plot", str(tmp_path / "nowhere" / "picture.png"))
    assert "no such folder" in refusal("--plot", str(tmp_path / "file" / "picture.png"))
    assert "is a folder" in refusal("--plot", str(tmp_path / "folder.png"))
    assert "random players only" in refusal("--gpu", "--bots", "greedy")
    assert "one bot for all seats" in refusal("--players", "4", "--bots", "greedy,random")
    assert "2 to 6 players" in refusal("--players", "7")
    assert "a seed is" in refusal("--seed", "-1")
    assert "first player is a seat" in refusal("--first", "3")


def _there() -> Any:
    return type(sys)("matplotlib")


def test_without_matplotlib_a_plot_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(simulation, "simulate", lambda *_, **__: pytest.fail("games were played"))
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert f"install it with: {sys.executable} -m pip install matplotlib" in refusal(
        "--plot", str(tmp_path / "picture.png")
    )


def test_without_a_gpu_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quatuor.core.runners.cuda.available", lambda: False)
    assert "no CUDA GPU" in refusal("--gpu", "--games", "2")


@pytest.mark.parametrize("suffix", ["png", "svg", "pdf"])
@pytest.mark.parametrize("bots", ["random", "random,random,greedy"])
def test_a_plot_is_written(tmp_path: Path, suffix: str, bots: str) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / f"picture.{suffix}"
    shown("--players", "3", "--games", "3", "--seed", "1", "--bots", bots, "--plot", str(path), language="fr")
    begins = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}[suffix]
    assert path.read_bytes().startswith(begins)
    if suffix == "svg":
        drawn = path.read_text(encoding="utf-8")
        assert "Symphonimo\u00a0: 3 parties, 3 joueurs" in drawn and "3e joueur" in drawn
        assert ("greedy" in drawn) == ("greedy" in bots)


def test_the_gpu_simulator_plays_the_same_games() -> None:
    code = "from quatuor.cli.commands.simulate import simulate; simulate(obj='en')"
    args = ["symphonimo", "--games", "3", "--seed", "9", "--json"]
    done = subprocess.run(
        [sys.executable, "-c", code, *args, "--gpu"],
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    there, here = json.loads(done.stdout), json.loads(shown(*args[1:]))
    for key in TIMES:
        there.pop(key), here.pop(key)
    assert there == here
