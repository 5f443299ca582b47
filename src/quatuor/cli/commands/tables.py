"""`quatuor tables`: the tables of a server for its host, also while it runs."""

import json
import time
from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from quatuor.cli.arguments import lang_option
from quatuor.cli.texts import TEXTS
from quatuor.core.texts import Language, plain
from quatuor.games import GAMES, find_game

_STATUSES = ("open", "playing", "over", "closed")
_DAY = 86_400.0
_UNITS = ((_DAY, "d"), (3600.0, "h"), (60.0, "min"), (1.0, "s"))


def db_option(function: click.decorators.FC) -> click.decorators.FC:
    return click.option("--db", type=click.Path(path_type=Path), metavar="FILE", help="Where games are kept.")(function)


@click.group(invoke_without_command=True)
@click.option("--status", type=click.Choice(_STATUSES), multiple=True, help="Only these; may be repeated.")
@click.option("--game", metavar="GAME", help="Only tables of this game.")
@click.option("--player", metavar="NAME", help="Only tables where somebody of this name took a seat.")
@click.option("--idle-days", type=click.FloatRange(0), help="Only tables where nothing happened for so many days.")
@click.option("--limit", type=click.IntRange(1), default=50, show_default=True, help="So many, the latest first.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with times in seconds since 1970.")
@db_option
@lang_option
@click.pass_context
def tables(
    context: click.Context,
    status: tuple[str, ...],
    game: str | None,
    player: str | None,
    idle_days: float | None,
    limit: int,
    as_json: bool,
    db: Path | None,
) -> None:
    """List the tables of a server, close them or remove them; also while the server runs."""
    if context.invoked_subcommand is not None:
        return
    # Imported here, so that other commands start without the server.
    from quatuor.cli.host_access import store_of
    from quatuor.server.store.table_list import Wanted, list_tables

    since = None if idle_days is None else time.time() - idle_days * _DAY
    wanted = Wanted(status, None if game is None else find_game(game).name, player, since, limit)
    found = list_tables(store_of(db), wanted)
    if as_json:
        print(json.dumps([table._asdict() for table in found], ensure_ascii=False))
        return
    language: Language = context.obj
    if not found:
        print(TEXTS.say(language, "tables.none"))
        return
    columns = ("id", "game", "status", "players", "age", "last_move", "moves", "size")
    now = time.time()
    rows = [
        (
            table.id,
            GAMES[table.game].texts.say(language, "title") if table.game in GAMES else table.game,
            TEXTS.say(language, f"tables.status.{table.status}") if table.status in _STATUSES else table.status,
            ", ".join(map(plain, table.players)),
            span(now - table.created),
            "–" if table.last_move is None else span(now - table.last_move),
            str(table.moves),
            f"{table.size / 1000:.1f} kB",
        )
        for table in found
    ]
    print_table(language, [f"tables.{column}" for column in columns], rows)


def print_table(language: Language, keys: list[str], rows: Sequence[tuple[str, ...]]) -> None:
    """Print rows below headings; no word of a row is anything but text."""
    table = Table(box=None, pad_edge=False)
    for key in keys:
        table.add_column(TEXTS.say(language, key), overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))
    Console(highlight=False).print(table)


def span(seconds: float) -> str:
    """How long ago something was, in its largest unit."""
    size, name = next((unit for unit in _UNITS if seconds >= unit[0]), _UNITS[-1])
    return f"{max(0.0, seconds) / size:.0f} {name}"


@tables.command()
@click.argument("ids", metavar="TABLE…", nargs=-1, required=True)
@db_option
@lang_option
@click.pass_obj
def close(language: Language, ids: tuple[str, ...], db: Path | None) -> None:
    """End tables: people there read that you did, and can still look at the game."""
    _each(language, "close", ids, db)


@tables.command()
@click.argument("ids", metavar="TABLE…", nargs=-1, required=True)
@click.option("--yes", is_flag=True, help="Do not ask first.")
@db_option
@lang_option
@click.pass_obj
def remove(language: Language, ids: tuple[str, ...], yes: bool, db: Path | None) -> None:
    """Remove tables that have ended, with their games and records, for good."""
    if not yes:
        click.confirm(TEXTS.say(language, "tables.remove.ask", count=len(ids)), abort=True, err=True)
    _each(language, "remove", ids, db)


def _each(language: Language, name: str, ids: tuple[str, ...], db: Path | None) -> None:
    """Do something at each table, up to the first that is refused."""
    from quatuor.cli.host_access import command, store_of

    store = store_of(db)
    for table in ids:
        done = command(store, language, name, table=table.upper())
        key = f"tables.{name}.done" if done["changed"] else f"tables.{name}.before"
        print(TEXTS.say(language, key, table=table.upper()))
