"""Matches: the same cards for everybody, intervals by deal, ratings, and what a person is told."""

import doctest
import json
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from rich.console import Console, RenderableType

from quatuor.arena import match_results as statistics
from quatuor.arena import processes
from quatuor.arena.match import Deal, Match, Thought, play_match, read_match
from quatuor.arena.match_results import estimate, standings
from quatuor.arena.processes import on_processes
from quatuor.cli.commands.match import _RunningScore, match, report
from quatuor.core.errors import BotError, QuatuorError
from quatuor.core.texts import Language
from quatuor.games import GAMES
from quatuor.play.setup import Setup

NOTHING = (Thought(0, 0.0, 0), Thought(0, 0.0, 0))


def printed(told: RenderableType) -> str:
    console = Console(file=StringIO(), width=120)
    console.print(told)
    return console.file.getvalue()  # type: ignore[attr-defined]


def wanted(game: str, players: int, bots: str, games: int = 8, **options: Any) -> Match:
    found = GAMES[game]
    return read_match(Setup(found, players, found.read_options(players, options)), 3, bots, games)


def run(*args: str, language: str = "en") -> Any:
    return CliRunner().invoke(match, list(args), obj=language, env={"COLUMNS": "100"})


def test_docstrings_do_what_they_show() -> None:
    shown = doctest.testmod(statistics)
    assert shown.attempted and not shown.failed


@pytest.mark.parametrize("game", GAMES)
def test_equal_bots_share_every_deal_fairly(game: str) -> None:
    """The challenger and the others are the same: over all seats of a deal it gets exactly its fair share."""
    one = wanted(game, 3, "greedy,random", games=6)
    same = Match(one.setup, one.seed, ("greedy", "greedy"), one.deals)
    deals = list(play_match(same, workers=map))
    assert len(deals) == 2, "each of the three seats challenges once in a deal"
    for deal in deals:
        assert sum(deal.wins) == pytest.approx(1.0)


def test_a_match_is_reproducible_and_its_deals_are_the_seeds() -> None:
    plan = wanted("symphonimo", 2, "greedy,random", games=6)
    first, second = (
        sorted((deal.number, deal.wins, deal.margins) for deal in play_match(plan, workers=workers))
        for workers in (on_processes, map)
    )
    assert first == second and [number for number, *_ in first] == [0, 1, 2]


def test_a_searching_bot_tells_its_iterations() -> None:
    plan = wanted("symphonimo", 2, "search:5,hasty:5,random", games=4)
    searching, hasty, other = standings(plan, list(play_match(plan, workers=map)), 1.0)["thought"]
    assert searching["iterations"] == 5 and searching["ms"] > 0
    assert 2 < hasty["iterations"] < 5, "where it looks"
    assert other["iterations"] is None and other["decisions"] > 0


def test_teams_win_and_lose_together() -> None:
    """SB-12: in teams a side of two is one challenger; a fair share is a half."""
    plan = wanted("symbiose", 4, "greedy,random", games=8, mode="team")
    assert plan.fair == 0.5 and plan.games == 8, "a deal is played twice: each side challenges once"
    deals = list(play_match(plan, workers=map))
    assert len(deals) == 4
    for deal in deals:
        assert set(deal.wins) <= {0.0, 0.5, 1.0}


def test_two_sides_play_each_duel_once() -> None:
    assert wanted("symphonimo", 2, "greedy,random,hasty:10").duels == [(0, 1), (0, 2), (1, 2)]
    assert wanted("symbiose", 4, "greedy,random,hasty:10", mode="team").duels == [(0, 1), (0, 2), (1, 2)]
    assert len(wanted("symphonimo", 3, "greedy,random,hasty:10").duels) == 6


def test_intervals_count_deals_not_games() -> None:
    plan = wanted("symphonimo", 2, "greedy,random", games=8)
    deals = [Deal(0, n, (1.0, 0.0), (2.0, -2.0), NOTHING) for n in range(plan.deals)]
    duel = standings(plan, deals, 1.0)["duels"][0]
    # Every deal was shared; one more might not have been.
    assert duel["wins"] == pytest.approx({"mean": 0.5, "low": 0.3, "high": 0.7})
    assert [place["mean"] for place in duel["places"]] == [1.0, 0.0]
    assert estimate([0.0, 1.0] * 50)["high"] == pytest.approx(0.5 + 0.0997, abs=0.001)


def test_ratings_order_bots_by_strength_and_hold_the_truth() -> None:
    """Wins drawn from known strengths: the ratings find their differences again."""
    plan = wanted("rythm_n_play", 4, "greedy,random,hasty:10", games=4 * 300)
    strength = np.array([3.0, 1.0, 2.0])
    generator = np.random.default_rng(1)
    deals = []
    for duel, (a, b) in enumerate(plan.duels):
        chance = strength[a] / (strength[a] + 3 * strength[b])
        for number in range(plan.deals):
            wins = tuple(float(won) for won in generator.random(4) < chance)
            deals.append(Deal(duel, number, wins, (0.0,) * 4, NOTHING))
    rows = standings(plan, deals, 1.0)["ratings"]
    assert [row["bot"] for row in rows] == ["greedy", "hasty:10", "random"]
    truth = dict(zip(plan.bots, 400 * np.log10(strength / np.exp(np.mean(np.log(strength)))), strict=True))
    for row in rows:
        assert row["low"] - 5 < truth[row["bot"]] < row["high"] + 5
        assert row["high"] - row["low"] < 60


@pytest.mark.parametrize(
    ("bots", "sentence"),
    [
        ("greedy", "a match takes at least two bots; got greedy alone."),
        ("greedy,greedy", "a match takes each bot once; got greedy twice."),
        ("greedy,gredy", "gredy"),
        ("greedy,", "a bot's name is missing; there are random"),
        ("greedy,search:0", "search takes iterations"),
    ],
)
def test_impossible_matches_get_one_sentence(bots: str, sentence: str) -> None:
    with pytest.raises(BotError) as refused:
        wanted("symphonimo", 2, bots)
    assert sentence in refused.value.say("en") and "\n" not in refused.value.say("fr")


def test_the_command_prints_a_table_numbers_and_a_plot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "cores", lambda: 1)  # it starts some in the next test
    picture = tmp_path / "match.svg"
    words = ("symphonimo", "--bots", "greedy,random", "--games", "20", "--seed", "1", "--plot", str(picture))
    told = run(*words)
    assert told.exit_code == 0, told.exception
    assert "greedy among random" in told.stdout and "greedy is better than random" in told.stdout
    assert "<svg" in picture.read_text()
    numbers = json.loads(run(*words, "--json").stdout)
    assert numbers["games"] == 20 and numbers["duels"][0]["wins"]["low"] > 0.5
    french = run(*words[:5], "--seed", "1", language="fr").stdout
    assert "greedy parmi random" in french


def test_a_round_robin_prints_ratings(tmp_path: Path) -> None:
    picture = tmp_path / "match.png"
    told = run("symphonimo", "--bots", "greedy,random,hasty:10", "--games", "6", "--seed", "1", "--plot", str(picture))
    assert told.exit_code == 0, told.exception
    assert "rating" in told.stdout and "greedy among hasty:10" in told.stdout
    assert picture.stat().st_size > 10_000


def test_a_plot_that_cannot_be_written_is_refused_before_the_games() -> None:
    told = run("symphonimo", "--bots", "greedy,random", "--plot", "no/such/folder.png")
    assert isinstance(told.exception, QuatuorError)


def test_the_bar_says_how_everybody_stands() -> None:
    def standing(bots: str, deals: list[Deal], language: Language = "en") -> str:
        told = _RunningScore(wanted("symphonimo", 2, bots), language)
        for deal in deals:
            told.add(deal)
        return told.say()

    assert standing("greedy,random", []) == "Symphonimo"
    two = [Deal(0, n, (1.0, 0.5), (0.0, 0.0), NOTHING) for n in range(2)]
    assert standing("greedy,random", two, "fr") == "Symphonimo · greedy 75,0 ± 33,3"
    wins = [Deal(0, 0, (1.0, 1.0), (0.0, 0.0), NOTHING), Deal(2, 0, (0.5, 0.0), (0.0, 0.0), NOTHING)]
    told = standing("greedy,random,hasty:10", wins)
    assert told == "Symphonimo · greedy 100.0 · hasty:10 75.0 · random 12.5"


def test_who_has_won_everything_is_not_certain_to_win_the_next_deal() -> None:
    plan = wanted("rythm_n_play", 3, "greedy,random,hasty:10", games=3 * 9)
    deals = [
        Deal(duel, number, (float(a == 0 or b == 1),) * 3, (0.0,) * 3, NOTHING)
        for duel, (a, b) in enumerate(plan.duels)
        for number in range(plan.deals)
    ]
    numbers = standings(plan, deals, 1.0)
    assert [row["bot"] for row in numbers["ratings"]] == ["greedy", "hasty:10", "random"]
    assert all(row["high"] - row["low"] > 10 for row in numbers["ratings"])
    assert "100.0 ± 10.0" in printed(report(numbers, plan, "en"))
