"""`quatuor backup`: a copy of all games, also while the server runs."""

from pathlib import Path

import click

from quatuor.cli.arguments import lang_option
from quatuor.cli.texts import TEXTS
from quatuor.core.texts import Language


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--db", type=click.Path(path_type=Path), metavar="FILE", help="Where games are kept.")
@lang_option
@click.pass_obj
def backup(language: Language, file: Path, db: Path | None) -> None:
    """Copy all games to a new FILE, also while the server runs.

    To go back to it: stop the server, and start it with --db FILE or put FILE in the place of the old store.
    """
    # Imported here, so that other commands start without the server.
    from quatuor.server.settings import default_db
    from quatuor.server.store.backup import backup as copy

    copy(db or default_db(), file)
    print(TEXTS.say(language, "backup.done", file=str(file)))
