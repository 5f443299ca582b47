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
    game_options,
    lang_option,
    players_option,
    read_first_seat,
    read_setup,
    seed_option,
)
from quatuor.core.game import Game, read_seed
from quatuor.play.record_format import line_of
from quatuor.play.setup import SEEDS


@click.command()
@game_argument
@players_option
@click.option("--games", "count", type=click.IntRange(min=1), default=1, show_default=True, help="How many games.")
@seed_option
@first_option
@game_options
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
    """Bots play games (seeds S, S+1, …); one record per line goes to standard output."""
    setup = read_setup(game, players, options)
    first_seat = read_first_seat(first, setup.players)
    seats = find_bots(bots, setup.players)
    start = secrets.randbits(64) if seed is None else read_seed(seed)
    # The progress bar goes to standard error, if that is a terminal.
    console = Console(file=sys.stderr, quiet=not sys.stderr.isatty() or count == 1)
    for k in track(range(count), description=game.title, console=console, transient=True):
        play = setup.start((start + k) % SEEDS, first_seat)
        play_on(play, seats)
        print(line_of(play.record(legal=legal)))
