"""`quatuor record`: bots play games, and their records go to standard output."""

import secrets
import sys

import click
from rich.console import Console
from rich.progress import track

from quatuor.bots import find_bots, play_on
from quatuor.cli.arguments import (
    first_option,
    game_argument,
    lang_option,
    players_option,
    read_first_seat,
    read_table,
    seed_option,
    table_option,
)
from quatuor.core.game import Game, read_seed
from quatuor.play.playthrough import Playthrough
from quatuor.play.record_format import line_of

SEEDS = 1 << 64


@click.command()
@game_argument
@players_option
@click.option("--games", "count", type=click.IntRange(min=1), default=1, show_default=True, help="How many games.")
@seed_option
@first_option
@table_option
@click.option("--legal", is_flag=True, help="Add the list of all legal moves before each move.")
@click.option("--bots", default="random", show_default=True, help="One bot for all seats, or one for each: a,b,…")
@lang_option
def record(
    game: Game,
    players: int | None,
    count: int,
    seed: int | None,
    first: int | None,
    options: tuple[str, ...],
    legal: bool,
    bots: str,
) -> None:
    """Bots play games (seeds S, S+1, …); one record a line goes to standard output."""
    players, table = read_table(game, players, options)
    seat = read_first_seat(first, players)
    seats = find_bots(bots, players)
    start = secrets.randbits(64) if seed is None else read_seed(seed)
    # The bar is for people: it goes to standard error, and only where that is a terminal.
    console = Console(file=sys.stderr, quiet=not sys.stderr.isatty() or count == 1)
    for k in track(range(count), description=game.title, console=console, transient=True):
        play = Playthrough(game, players, seed=(start + k) % SEEDS, first=seat, options=table)
        play_on(play, seats)
        print(line_of(play.record(legal=legal)))
