"""`quatuor play`: a game in the terminal, against bots."""

import secrets
from pathlib import Path

import click
from rich.table import Table
from rich.text import Text

from quatuor.bots import find_bots
from quatuor.cli.arguments import first_option, game_options, lang_option, read_first_seat, read_setup, seed_option
from quatuor.cli.terminal.console import Terminal
from quatuor.cli.terminal.save_file import SaveFile, load_unfinished
from quatuor.cli.terminal.seat import PersonSeat, make_ready
from quatuor.cli.terminal.session import run_session
from quatuor.cli.texts import TEXTS
from quatuor.core.errors import OptionError
from quatuor.core.game import Game
from quatuor.core.texts import Language
from quatuor.games import GAMES, find_game


@click.command()
@click.argument(
    "game",
    metavar="[GAME]",
    required=False,
    callback=lambda context, parameter, name: find_game(name) if name else None,
)
@click.option("--players", type=int, help="How many play, you included (default: the fewest).")
@click.option("--seat", metavar="K|random", help="Your seat, from 1, or random (default: 1; resumed: the one to play).")
@seed_option
@first_option
@game_options
@click.option("--bots", default="greedy", show_default=True, help="One bot for all opponents, or one for each: a,b,…")
@click.option("--save", type=click.Path(path_type=Path), metavar="FILE", help="Keep the game here after every move.")
@click.option("--resume", type=click.Path(path_type=Path), metavar="FILE", help="Go on with a game that was kept.")
@lang_option
@click.pass_obj
def play(
    language: Language,
    game: Game | None,
    players: int | None,
    seat: str | None,
    seed: int | None,
    first: int | None,
    options: tuple[str, ...],
    bots: str,
    save: Path | None,
    resume: Path | None,
) -> None:
    """Play in the terminal against bots.

    Without GAME you choose one. During the game, ? lists what can be typed. A game that is left, also by Ctrl-C,
    is kept in a file.
    """
    terminal = Terminal(language)
    if resume:
        if game or players or seed is not None or first is not None or options:
            raise OptionError(*TEXTS.sentence("resume.alone"))
        playthrough = load_unfinished(resume)
        mine = playthrough.turn if seat is None else _read_seat(seat, playthrough.players)
        opponents = find_bots(bots, playthrough.players - 1)
        make_ready(playthrough.game, playthrough.players, opponents)
    else:
        if game is None:
            game = _choose_game(terminal)
            players = _choose_players(terminal, game) if players is None else players
        setup = read_setup(game, players, options)
        mine = _read_seat(seat or "1", setup.players)
        first_seat = read_first_seat(first, setup.players)
        opponents = find_bots(bots, setup.players - 1)
        make_ready(game, setup.players, opponents)
        playthrough = setup.start(seed, first_seat)
    run_session(terminal, PersonSeat(playthrough, mine, opponents), SaveFile(playthrough, save, resumed=resume))


def _read_seat(seat: str, players: int) -> int:
    """A seat as typed, from 1 or `random`, as a number from 0."""
    if seat == "random":
        return secrets.randbelow(players)
    if seat.isdecimal() and len(seat) < 4 and 1 <= int(seat) <= players:
        return int(seat) - 1
    raise OptionError(*TEXTS.sentence("seat.refused", players=players, value=seat))


def _choose_game(terminal: Terminal) -> Game:
    """Ask which game, with a line about each."""
    games = list(GAMES.values())
    terminal.rule("Quatuor")
    table = Table.grid(padding=(0, 2))
    for number, game in enumerate(games, 1):
        about = Text(game.title, "bold").append("\n").append(game.texts.say(terminal.language, "pitch"), "not bold")
        table.add_row(Text(str(number), "bold cyan"), about)
        table.add_row()
    terminal.show(table, 2)
    try:
        return games[terminal.ask_number("choose.game", 1, len(games), 1) - 1]
    except EOFError:
        raise click.Abort from None


def _choose_players(terminal: Terminal, game: Game) -> int:
    try:
        return terminal.ask_number("choose.players", game.min_players, game.max_players, game.min_players)
    except EOFError:
        raise click.Abort from None
