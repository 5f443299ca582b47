"""`quatuor backup` and `quatuor restore`: a copy of all games, also while the server runs, and the way back."""

from pathlib import Path

import click

from quatuor.cli.arguments import lang_option, read_db
from quatuor.cli.texts import TEXTS
from quatuor.core.texts import Language


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--db", metavar="FILE", help="Where games are kept: a file, or postgresql://…")
@lang_option
@click.pass_obj
def backup(language: Language, file: Path, db: str | None) -> None:
    """Copy all games to a new FILE, also while the server runs.

    FILE is a store itself: to go back to it, stop the server and start it with --db FILE, or put FILE in the place of
    the old store, or copy it into an empty database with `quatuor restore`.
    """
    # Imported here, so that other commands start without the server.
    from quatuor.server.settings import default_db
    from quatuor.server.store.transfer import back_up

    back_up(read_db(db) or default_db(), file)
    print(TEXTS.say(language, "backup.done", file=str(file)))


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--db", metavar="FILE", required=True, help="Where to copy them: a new file, or postgresql://…")
@lang_option
@click.pass_obj
def restore(language: Language, file: Path, db: str) -> None:
    """Copy all games of FILE, a backup or a store that no server uses, into an empty store, and compare them.

    So a host moves from a file to PostgreSQL. FILE stays as it is.
    """
    from quatuor.server.store.transfer import restore as copy

    target = read_db(db)
    assert target is not None
    count = copy(file, target)
    print(TEXTS.say(language, "restore.done", file=str(file), n=count))
