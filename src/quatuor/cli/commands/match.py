"""`quatuor match`: which bot is better, by duplicate deals, and how sure that is."""

import json
import secrets
import time
from pathlib import Path
from typing import Any

import click
import numpy as np
from rich.box import SIMPLE_HEAD
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from quatuor.arena.match import Deal, Match, play_match, read_match
from quatuor.arena.match_results import share, standings, subtitle, title
from quatuor.arena.plots import canvas
from quatuor.arena.plots import match as match_plot
from quatuor.arena.processes import on_processes
from quatuor.arena.ray_cluster import ray_workers
from quatuor.arena.texts import TEXTS, decimal
from quatuor.arena.workers import Workers
from quatuor.cli.arguments import (
    game_argument,
    game_options,
    lang_option,
    players_option,
    ray_option,
    read_setup,
    seed_option,
)
from quatuor.cli.terminal.console import progress_bar
from quatuor.core.game import Game, read_seed
from quatuor.core.texts import Language

# Fewer deals than this say nothing about which bot is better, however they went.
_ENOUGH_DEALS = 10
# How often the progress bar tells the score.
_REFRESH_S = 0.2


@click.command()
@game_argument
@click.option("--bots", required=True, metavar="A,B,…", help="Two bots for a duel, or more for a round-robin.")
@click.option("--games", type=click.IntRange(1, 100_000), default=200, show_default=True, help="How many games a duel.")
@players_option
@seed_option
@game_options
@ray_option
@click.option("--plot", "picture", type=click.Path(path_type=Path), metavar="FILE", help="Draw it: .png, .svg, .pdf.")
@click.option("--json", "as_json", is_flag=True, help="Print the numbers as JSON.")
@lang_option
@click.pass_obj
def match(
    language: Language,
    game: Game,
    bots: str,
    games: int,
    players: int | None,
    seed: int | None,
    options: tuple[str, ...],
    ray: str | None,
    picture: Path | None,
    as_json: bool,
) -> None:
    """Play duplicate deals: the same cards with each bot in every seat, so that luck favours nobody.

    With two players, or two bots, A plays among Bs. With several bots everybody plays among each of the others, and
    gets a rating. The same seed gives the same match, unless a bot thinks by the clock.
    """
    setup = read_setup(game, players, options)
    wanted = read_match(setup, secrets.randbits(63) if seed is None else read_seed(seed), bots, games)
    # Refused now rather than after the games.
    if picture is not None:
        canvas.check(picture)
    with ray_workers(ray) as workers:
        start = time.perf_counter()
        deals = _play(wanted, workers or on_processes, language)
        numbers = standings(wanted, deals, time.perf_counter() - start)
    if picture is not None:
        match_plot.draw(numbers, wanted, deals, picture, language)
    if as_json:
        print(json.dumps(numbers, ensure_ascii=False, indent=2))
    else:
        Console(highlight=False).print(report(numbers, wanted, language))


def _play(wanted: Match, workers: Workers, language: Language) -> list[Deal]:
    """Play the deals, with a progress bar and the score on standard error if that is a terminal."""
    deals: list[Deal] = []
    said = 0.0
    with progress_bar() as bar:
        task = bar.add_task(wanted.setup.game.title, total=wanted.games)
        score = _RunningScore(wanted, language)
        for deal in play_match(wanted, lambda: bar.advance(task), workers=workers):
            deals.append(deal)
            score.add(deal)
            if not bar.disable and time.monotonic() > said + _REFRESH_S:
                said = time.monotonic()
                bar.update(task, description=score.say())
    return deals


class _RunningScore:
    """The score so far: with two bots the first one's share of wins, with more bots everybody's."""

    def __init__(self, wanted: Match, language: Language) -> None:
        self._wanted, self._language = wanted, language
        self._duels, self._two_sides = wanted.duels, wanted.setup.side_count == 2
        self._shares: list[list[float]] = [[] for _ in wanted.bots]

    def add(self, deal: Deal) -> None:
        challenger, others = self._duels[deal.duel]
        wins = float(np.mean(deal.wins))
        self._shares[challenger].append(wins)
        if self._two_sides:
            self._shares[others].append(1 - wins)

    def say(self) -> str:
        title, bots = self._wanted.setup.game.title, self._wanted.bots
        if len(bots) == 2:
            known = len(self._shares[0]) > 1
            return f"{title} · {bots[0]} {_share(share(self._shares[0]), self._language)}" if known else title
        means = [(float(np.mean(won)), bot) for won, bot in zip(self._shares, bots, strict=True) if won]
        said = [f"{bot} {decimal(self._language, 100 * mean, 1)}" for mean, bot in sorted(means, reverse=True)]
        return " · ".join([title, *said])


def _share(found: dict[str, float], language: Language) -> str:
    """A share of wins and its error, in percent."""
    mean = found["mean"]
    # The interval is cut at 0 and 1: its longer side is the true error.
    reach = max(found["high"] - mean, mean - found["low"])
    mean, reach = 100 * mean, 100 * reach
    return f"{decimal(language, mean, 1)} ± {decimal(language, reach, 1)}"


def _points(found: dict[str, float], language: Language) -> str:
    return f"{_signed(found['mean'], language, 1)} ± {decimal(language, found['high'] - found['mean'], 1)}"


def _signed(value: float, language: Language, digits: int = 0) -> str:
    return ("+" if value >= 0 else "−") + decimal(language, abs(value), digits)


def report(numbers: dict[str, Any], wanted: Match, language: Language) -> Group:
    """The numbers of a match as a person reads them."""

    def say(key: str, **values: object) -> str:
        return TEXTS.say(language, f"match.{key}", **values)

    parts: list[RenderableType] = [
        Text(title(wanted, language), style="bold"),
        Text(subtitle(wanted, numbers["seconds"], language), style="dim"),
        "",
    ]
    if "ratings" in numbers:
        parts += [_ratings(numbers, language), ""]
    parts += [_duels(numbers, language), ""]
    alone = len(numbers["duels"]) == 1
    if alone:
        parts += [_places(numbers, language), ""]
    parts += [_thoughts(numbers, language), ""]
    if alone:
        parts.append(say(_verdict(numbers["duels"][0]["wins"], numbers["fair"], numbers["deals"]), **_names(numbers)))
    parts.append(say("note", fair=decimal(language, 100 * numbers["fair"], 1)))
    return Group(*parts)


def _names(numbers: dict[str, Any]) -> dict[str, str]:
    return {"bot": numbers["bots"][0], "others": numbers["bots"][1]}


def _verdict(wins: dict[str, float], fair: float, deals: int) -> str:
    if deals < _ENOUGH_DEALS:
        return "undecided"
    return "better" if wins["low"] > fair else "worse" if wins["high"] < fair else "undecided"


def _table(*headings: str) -> Table:
    table = Table(box=SIMPLE_HEAD, show_edge=False, padding=(0, 1))
    for k, heading in enumerate(headings):
        table.add_column(heading, justify="right" if k else "left", no_wrap=True)
    return table


def _ratings(numbers: dict[str, Any], language: Language) -> Table:
    table = _table("", TEXTS.say(language, "match.rating"), TEXTS.say(language, "simulate.interval"))
    for row in numbers["ratings"]:
        rating, low, high = (_signed(row[key], language) for key in ("rating", "low", "high"))
        table.add_row(row["bot"], rating, f"{low} … {high}")
    return table


def _duels(numbers: dict[str, Any], language: Language) -> Table:
    table = _table("", TEXTS.say(language, "match.wins"), TEXTS.say(language, "match.margin"))
    for duel in numbers["duels"]:
        name = TEXTS.say(language, "match.duel", bot=duel["bot"], others=duel["others"])
        table.add_row(name, _share(duel["wins"], language), _points(duel["margin"], language))
    return table


def _places(numbers: dict[str, Any], language: Language) -> Table:
    """The wins by place of the only duel; --json has those of several."""
    names = [TEXTS.say(language, "match.place", n=k + 1) for k in range(len(numbers["duels"][0]["places"]))]
    table = _table(TEXTS.say(language, "match.places"), *names)
    shares = (decimal(language, 100 * place["mean"], 1) for place in numbers["duels"][0]["places"])
    table.add_row(numbers["bots"][0], *shares)
    return table


def _thoughts(numbers: dict[str, Any], language: Language) -> Table:
    headings = [TEXTS.say(language, f"match.{key}") for key in ("decisions", "ms", "iterations")]
    table = _table("", *headings)
    for row in numbers["thought"]:
        iterations = "" if row["iterations"] is None else decimal(language, row["iterations"])
        table.add_row(row["bot"], decimal(language, row["decisions"]), decimal(language, row["ms"], 2), iterations)
    return table
