"""`quatuor bench`: how fast the rules run on this machine."""

import json
from typing import Any

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console, Group
from rich.progress import TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from quatuor.arena import speed
from quatuor.arena.texts import TEXTS, decimal
from quatuor.cli.arguments import lang_option
from quatuor.cli.terminal.console import progress_bar
from quatuor.core.game import Game
from quatuor.core.runners.cpu import cores
from quatuor.core.texts import Language
from quatuor.games import GAMES, find_game
from quatuor.play.playthrough import prepare

_MOVES = ("interpreted", "one_core", "all_cores", "gpu")
_COSTS = ("copy", "legal", "redeal", "observe")


@click.command()
@click.argument(
    "games",
    nargs=-1,
    metavar="[GAME]...",
    callback=lambda context, parameter, names: [find_game(name) for name in names] or list(GAMES.values()),
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.01, max=600),
    default=1.0,
    show_default=True,
    help="How long each figure is measured, in several repetitions of which the best counts.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@lang_option
@click.pass_obj
def bench(language: Language, games: list[Game], seconds: float, as_json: bool) -> None:
    """Measure how fast the rules are: random moves a second (deals and forced moves included, 3 players, usual
    options) interpreted, on one core, on all cores and on a GPU if there is one; what single functions cost.
    """
    figures = {}
    for game in games:
        prepare(game)
    with progress_bar(TimeElapsedColumn()) as bar:
        task = bar.add_task("", total=len(games) * speed.STEPS)
        for game in games:
            bar.update(task, description=game.title)
            figures[game.name] = speed.measure(game, seconds, lambda: bar.advance(task))
    if as_json:
        print(json.dumps({"cores": cores(), "games": figures}, indent=2))
    else:
        Console(highlight=False).print(report(figures, language))


def report(figures: dict[str, dict[str, Any]], language: Language) -> Group:
    """The figures as a person reads them, a column a game."""

    def say(key: str, **values: object) -> str:
        return TEXTS.say(language, f"bench.{key}", **values)

    table = Table(box=SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0))
    table.add_column("", no_wrap=True)
    for name in figures:
        table.add_column(GAMES[name].title, justify="right", no_wrap=True)
    for kind in _MOVES:
        table.add_row(say(kind, cores=cores()), *(_rate(found[kind], language) for found in figures.values()))
    table.add_section()
    table.add_row(say("state"), *(f"{found['state_bytes']} {say('bytes')}" for found in figures.values()))
    for kind in _COSTS:
        table.add_row(say(kind), *(decimal(language, found[f"{kind}_ns"], 1) + " ns" for found in figures.values()))
    return Group(Text(say("title", players=speed.PLAYERS), style="bold"), "", table)


def _rate(moves: float | None, language: Language) -> str:
    """Moves a second, short: `41.3 M`; a dash where there are none."""
    if moves is None:
        return "–"
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if moves >= size:
            return f"{decimal(language, moves / size, 2 if moves < 10 * size else 1)} {unit}"
    return decimal(language, moves)
