"""Going on with a damaged store: its files are kept under another name, and what can be read goes into a sound one."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Table, create_engine

from quatuor.server.schema import METADATA
from quatuor.server.store import WAL_FACT, make_private, migrate
from quatuor.server.store_check import UNREADABLE, connect_to_read
from quatuor.server.write_ahead_log import wal_of


def accept_loss(db: Path) -> Path:
    """Keep the files of a damaged store aside, and leave in their place what can be read; the kept main file's name."""
    kept = _kept_aside(db)
    sound = db.with_name(db.name + ".part")
    sound.unlink(missing_ok=True)
    try:
        if db.exists() and db.stat().st_size:
            _copy_rows(db, sound)
        for file in (wal_of(db), db.with_name(db.name + "-shm"), db):
            file.unlink(missing_ok=True)
        if sound.exists():
            sound.replace(db)
    finally:
        sound.unlink(missing_ok=True)
    return kept


def _kept_aside(db: Path) -> Path:
    """Copy the files of a store; the new name of the main one."""
    name = f"{db.name}.damaged-{datetime.now():%Y-%m-%d-%H%M%S}"
    for file, ending in ((db, ""), (wal_of(db), "-wal")):
        with suppress(FileNotFoundError):
            copy = db.with_name(name + ending)
            make_private(copy)
            shutil.copyfile(file, copy)
    return db.with_name(name)


def _copy_rows(db: Path, sound: Path) -> None:
    """Make a new store of every row that can be read."""
    make_private(sound)
    with closing(connect_to_read(db)) as damaged:
        damaged.text_factory = lambda text: text.decode(errors="replace")
        engine = create_engine(f"sqlite:///{sound}")
        migrate(engine, _form(damaged))
        engine.dispose()
        with closing(sqlite3.connect(sound)) as new, new:
            for table in METADATA.sorted_tables:
                columns = [row[1] for row in new.execute(f"PRAGMA table_info({table.name})")]
                if not columns:
                    continue  # of a newer form
                marks = ", ".join("?" * len(columns))
                names = ", ".join(columns)
                put = f"INSERT OR IGNORE INTO {table.name} ({names}) VALUES ({marks})"
                for order in ("ASC", "DESC"):
                    new.executemany(put, _rows(damaged, table, names, order))
            new.execute("DELETE FROM facts WHERE name = ?", (WAL_FACT,))


def _form(damaged: sqlite3.Connection) -> str:
    with suppress(*UNREADABLE):
        found = damaged.execute("SELECT version_num FROM alembic_version").fetchone()
        if found:
            return str(found[0])
    return "head"


def _rows(damaged: sqlite3.Connection, table: Table, names: str, order: str) -> Iterator[Any]:
    """The rows from one end of a table up to the first that cannot be read."""
    by = [column.name for column in table.primary_key] if _has_no_rowid(table) else ["rowid"]
    keys = ", ".join(f"{name} {order}" for name in by)
    with suppress(*UNREADABLE):
        yield from damaged.execute(f"SELECT {names} FROM {table.name} ORDER BY {keys}")


def _has_no_rowid(table: Table) -> bool:
    return table.dialect_options["sqlite"]["with_rowid"] is False
