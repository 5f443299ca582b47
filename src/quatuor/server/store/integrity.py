"""Whether the files of a store are whole, looked at before a server uses them; what is refused stays as it is."""

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from alembic.script import ScriptDirectory

from quatuor.core.errors import QuatuorError
from quatuor.server.store.database import alembic_config
from quatuor.server.store.schema import METADATA
from quatuor.server.store.sqlite import WAL_FACT, WAL_NEEDED
from quatuor.server.store.write_ahead_log import state_of_wal, wal_is_empty, wal_of
from quatuor.server.texts import TEXTS

# What every store of ours has had from the beginning.
OURS = {"alembic_version", "facts", "entries"}
# What Python's SQLite raises for damage: a UnicodeError if the error message itself quotes invalid text.
UNREADABLE = (sqlite3.DatabaseError, UnicodeError)
_PLAIN = re.compile(r"CREATE\s+(TABLE|(UNIQUE\s+)?INDEX)\b", re.IGNORECASE)
# From this size on, somebody may wonder what the server is doing.
_LONG_BYTES = 200_000_000


class StoreError(QuatuorError):
    """A file that cannot be the store of this server."""


class StoreDamagedError(StoreError):
    """A store of which something is lost."""


def check_store(db: Path, tell_long: Callable[[], None] = lambda: None) -> None:
    """Refuse a store that is damaged or not ours; nobody else may be using it. `tell_long`: this will take a while."""
    check_names(db)
    check_files(db)
    check_ours(db)
    if db.exists() and db.stat().st_size > _LONG_BYTES:
        tell_long()
    check_content(db)


def check_names(db: Path) -> None:
    """Refuse a file with several names: SQLite would keep a -wal file for each, and they would destroy the store."""
    with suppress(FileNotFoundError):
        if db.stat().st_nlink > 1:
            raise StoreError(*TEXTS.sentence("store.hard_link", file=str(db)))


def check_files(db: Path) -> None:
    """Refuse a main file and a -wal file of which one is missing or cannot be read; no connection is opened."""
    wal = state_of_wal(db)
    if wal == "damaged":
        raise _damaged("wal_damaged", db)
    if wal == "sound" and not (db.exists() and db.stat().st_size):
        raise _damaged("main_missing", db)
    if lacks_wal(db):
        raise _damaged("wal_missing", db)


def lacks_wal(db: Path) -> bool:
    """Whether there is nothing in the -wal file of a database whose main file says that it is not whole so."""
    if not (db.exists() and wal_is_empty(db)):
        return False
    try:
        with closing(connect_to_read(db)) as store:
            query = "SELECT value FROM facts WHERE name = ?"
            return _is_plain(store) and bool(store.execute(query, (WAL_FACT,)).fetchone() == (WAL_NEEDED,))
    except UNREADABLE:
        return False  # not ours, or damaged: that is found out next


def _is_plain(store: sqlite3.Connection) -> bool:
    """Whether there are tables and indices alone: what SQLite computes as it is read or written may never end.

    It goes by what a definition says, whatever kind is written beside it.
    """
    definitions = store.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    return all(type(sql) is str and _PLAIN.match(sql) for (sql,) in definitions)


def check_ours(db: Path) -> None:
    """Refuse a database that is not a store of ours, or one of a newer version; a new file may become one."""
    if not (db.exists() and db.stat().st_size):
        return
    try:
        with closing(connect_to_read(db)) as store:
            names = {name for (name,) in store.execute("SELECT name FROM sqlite_master")}
            ours = names >= OURS and _is_plain(store)
            version = store.execute("SELECT version_num FROM alembic_version").fetchone() if ours else None
    except UNREADABLE as error:
        raise StoreError(*TEXTS.sentence("store.foreign", file=str(db))) from error
    if names and version is None:
        raise StoreError(*TEXTS.sentence("store.foreign", file=str(db)))
    known = {script.revision for script in ScriptDirectory.from_config(alembic_config()).walk_revisions()}
    if version and version[0] not in known:
        raise StoreError(*TEXTS.sentence("store.newer", file=str(db)))


def check_content(db: Path) -> None:
    """Refuse a database in which SQLite finds damage, whose own facts cannot be read, or that lacks a column."""
    if not (db.exists() and db.stat().st_size):
        return
    try:
        with closing(connect_to_read(db)) as store:
            found = store.execute("PRAGMA integrity_check(1)").fetchone()
            if store.execute("SELECT 1 FROM sqlite_master WHERE name = 'facts'").fetchone():
                store.execute("SELECT name, value FROM facts").fetchall()
            complete = _has_all_columns(store)
    except UNREADABLE as error:
        raise _damaged("content", db) from error
    if found != ("ok",) or not complete:
        raise _damaged("content", db)


def _has_all_columns(store: sqlite3.Connection) -> bool:
    """Whether a store of the newest form has every column by its name: SQLite believes whatever names it finds."""
    version = store.execute("SELECT version_num FROM alembic_version").fetchone()
    if version != (ScriptDirectory.from_config(alembic_config()).get_current_head(),):
        return True
    return all(
        {column.name for column in table.c} <= {row[1] for row in store.execute(f"PRAGMA table_info({table.name})")}
        for table in METADATA.sorted_tables
    )


def connect_to_read(db: Path) -> sqlite3.Connection:
    """A connection that changes nothing: the last one to close would otherwise end and delete the -wal file."""
    # Without anything in a -wal file none is made either.
    with suppress(FileNotFoundError):
        if wal_of(db).stat().st_size:
            return sqlite3.connect(f"{db.absolute().as_uri()}?mode=ro", uri=True)
    return sqlite3.connect(f"{db.absolute().as_uri()}?mode=ro&immutable=1", uri=True)


def _damaged(kind: str, db: Path) -> StoreDamagedError:
    return StoreDamagedError(*TEXTS.sentence(f"store.{kind}", file=str(db)))
