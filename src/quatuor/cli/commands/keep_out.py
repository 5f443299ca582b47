"""`quatuor keep-out`: people and networks that the host of a server does not let in, also while it runs."""

import json
import time
from pathlib import Path
from typing import Any

import click

from quatuor.cli.arguments import lang_option
from quatuor.cli.commands.tables import db_option, print_table, span
from quatuor.cli.texts import TEXTS
from quatuor.core.texts import Language, plain


@click.group("keep-out", invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with times in seconds since 1970.")
@db_option
@lang_option
@click.pass_context
def keep_out(context: click.Context, as_json: bool, db: Path | None) -> None:
    """List whom you keep out of your server, keep somebody out, or let them in again."""
    if context.invoked_subcommand is not None:
        return
    # Imported here, so that other commands start without the server.
    from quatuor.cli.host_access import store_of
    from quatuor.server.store.table_list import list_kept_out

    found = list_kept_out(store_of(db))
    if as_json:
        print(json.dumps(found, ensure_ascii=False))
    elif not found:
        print(TEXTS.say(context.obj, "keep_out.none"))
    else:
        now = time.time()
        notes = [plain(kept["note"]) if kept["note"] else "" for kept in found]
        rows = [
            (str(kept["number"]), _who(kept), span(now - kept["created"]), note)
            for kept, note in zip(found, notes, strict=True)
        ]
        print_table(context.obj, [f"keep_out.{column}" for column in ("number", "who", "since", "note")], rows)


@keep_out.command()
@click.argument("who", metavar="WHO")
@click.option("--table", metavar="TABLE", help="The person of this name at this table.")
@click.option("--home", is_flag=True, help="Also the address from which they last came; the server must be running.")
@click.option("--note", metavar="TEXT", help="Why, for your own list.")
@db_option
@lang_option
@click.pass_obj
def add(language: Language, who: str, table: str | None, home: bool, note: str | None, db: Path | None) -> None:
    """Keep somebody out: WHO is an address, a network such as 203.0.113.0/24, or a person's name."""
    wanted = {"table": table and table.upper(), "home": home, "note": note}
    for kept in _done(language, db, "keep_out", who=who, **wanted):
        print(TEXTS.say(language, "keep_out.added", who=_who(kept), number=kept["number"]))


@keep_out.command()
@click.argument("who", metavar="WHO")
@db_option
@lang_option
@click.pass_obj
def lift(language: Language, who: str, db: Path | None) -> None:
    """Let somebody in again: WHO is their number in the list, their address or network, or their name."""
    print(TEXTS.say(language, "keep_out.lifted", who=_who(_done(language, db, "lift", who=who))))


def _done(language: Language, db: Path | None, name: str, **wanted: Any) -> Any:
    from quatuor.cli.host_access import command, store_of

    return command(store_of(db), language, name, **wanted)


def _who(kept: dict[str, Any]) -> str:
    return plain(str(kept["network"] or kept["name"]))
