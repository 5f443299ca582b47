"""`quatuor simulate`: many games at full speed, and what they show."""

import json
import secrets
from pathlib import Path
from typing import Any

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from quatuor.arena import simulation
from quatuor.arena.distribution import QUANTILES
from quatuor.arena.plots import canvas
from quatuor.arena.plots import simulation as simulation_plot
from quatuor.arena.ray_cluster import ray_workers
from quatuor.arena.simulation import Simulation, Tally
from quatuor.arena.simulation_results import subtitle, summary, title
from quatuor.arena.texts import TEXTS, decimal, score
from quatuor.arena.workers import Workers
from quatuor.bots import find_bots
from quatuor.cli.arguments import (
    first_option,
    game_argument,
    game_options,
    lang_option,
    players_option,
    ray_option,
    read_first_seat,
    read_setup,
    seed_option,
)
from quatuor.cli.terminal.console import progress_bar
from quatuor.core.errors import BotError, QuatuorError
from quatuor.core.game import Game, read_seed
from quatuor.core.texts import Language


@click.command()
@game_argument
@players_option
@click.option("--games", "count", type=click.IntRange(min=1), default=10_000, show_default=True, help="How many games.")
@seed_option
@first_option
@game_options
@click.option("--bots", default="random", show_default=True, help="One bot for all seats, or one for each: a,b,…")
@click.option("--gpu", is_flag=True, help="Play on a CUDA GPU (random players only).")
@ray_option
@click.option("--plot", type=click.Path(path_type=Path), metavar="FILE", help="Draw it too: a .png, .svg or .pdf file.")
@click.option("--json", "as_json", is_flag=True, help="Print the numbers as JSON.")
@lang_option
@click.pass_obj
def simulate(
    language: Language,
    game: Game,
    players: int | None,
    count: int,
    seed: int | None,
    first: int | None,
    options: tuple[str, ...],
    bots: str,
    gpu: bool,
    ray: str | None,
    plot: Path | None,
    as_json: bool,
) -> None:
    """Play many games (seeds S, S+1, …): who wins, with how many points, in how many moves.

    Random players play on all cores at full speed; other bots play game by game, one process per core.
    """
    setup = read_setup(game, players, options)
    plan = Simulation(
        setup,
        read_first_seat(first, setup.players),
        secrets.randbits(64) if seed is None else read_seed(seed),
        tuple(bot.name for bot in find_bots(bots, setup.players)),
    )
    if gpu and not plan.all_random:
        raise BotError(*TEXTS.sentence("simulate.gpu.bots"))
    if gpu and ray is not None:
        raise QuatuorError(*TEXTS.sentence("simulate.gpu.ray"))
    # Refused now rather than after the games.
    if plot is not None:
        canvas.check(plot)
    with ray_workers(ray) as workers:
        tally = _run(plan, count, gpu, workers)
    if plot is not None:
        simulation_plot.draw(plan, tally, plot, language)
    numbers = summary(plan, tally)
    if as_json:
        print(json.dumps(numbers, ensure_ascii=False, indent=2))
    else:
        Console(highlight=False).print(report(numbers, plan, language))


def _run(plan: Simulation, count: int, gpu: bool, workers: Workers | None) -> Tally:
    """Play the games, with a progress bar on standard error if that is a terminal."""
    with progress_bar() as bar:
        task = bar.add_task(plan.setup.game.title, total=count)
        return simulation.simulate(
            plan, count, gpu=gpu, workers=workers, progress=lambda games: bar.advance(task, games)
        )


def report(numbers: dict[str, Any], plan: Simulation, language: Language) -> Group:
    """The numbers of a simulation as a person reads them."""

    def say(key: str, **values: object) -> str:
        return TEXTS.say(language, f"simulate.{key}", **values)

    table = Table(box=SIMPLE_HEAD, show_edge=False, padding=0)
    table.add_column("", no_wrap=True)
    table.add_column(say("wins"), justify="right", style="bold", no_wrap=True)
    table.add_column(say("interval"), justify="right", style="dim", no_wrap=True)
    table.add_column(say("mean"), justify="right", style="bold", no_wrap=True)
    for heading in (say("sd"), say("min"), *(say("quantile", percent=q) for q in QUANTILES), say("max")):
        table.add_column(heading, justify="right", no_wrap=True)
    for row in numbers["places"]:
        table.add_row(say(f"place.{row['place']}"), *_cells(row, language))
    table.add_section()
    seat = "seat.bot" if len(set(numbers["bots"])) > 1 else "seat"
    for row in numbers["seats"]:
        table.add_row(say(seat, n=row["seat"], bot=row["bot"]), *_cells(row, language))
    table.add_section()
    table.add_row(say("scores"), *_cells(numbers["scores"], language))
    table.add_row(say("moves"), *_cells(numbers["moves"], language))
    return Group(
        Text(title(plan, numbers["games"], language), style="bold"),
        Text(subtitle(plan, language), style="dim"),
        "",
        table,
        "",
        say("ties", ties=decimal(language, 100 * numbers["ties"], 1)),
        say(
            "speed",
            games=decimal(language, numbers["games_per_second"]),
            moves=decimal(language, numbers["moves_per_second"]),
            seconds=decimal(language, numbers["seconds"], 2),
        ),
    )


def _cells(row: dict[str, Any], language: Language) -> list[str]:
    """A line of the table: wins with their interval (blank if there are none), mean, sd and quantiles."""
    shares = [decimal(language, 100 * row[key], 1) for key in ("wins", "wins_low", "wins_high") if key in row]
    wins, interval = (shares[0], f"{shares[1]}–{shares[2]}") if shares else ("", "")
    values = (row["min"], *row["quantiles"].values(), row["max"])
    return [
        wins,
        interval,
        decimal(language, row["mean"], 1),
        decimal(language, row["sd"], 1),
        *(score(language, value) for value in values),
    ]
