"""Going on with a damaged store: its files are kept under another name, and what can be read goes into a sound one."""

import os
import re
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Table, create_engine

from quatuor.server.store.database import migrate
from quatuor.server.store.integrity import UNREADABLE, connect_to_read
from quatuor.server.store.schema import METADATA
from quatuor.server.store.sqlite import WAL_FACT, make_private
from quatuor.server.store.write_ahead_log import wal_of

_KEPT = ".damaged-"
# Longer than the header of a -wal file, and none.
_UNREADABLE_WAL = b"this store is being mended" * 4


def accept_loss(db: Path) -> Path:
    """Keep the files of a damaged store aside, and leave in their place what can be read; the kept main file's name.

    Whoever is stopped on the way is refused at the next start, and begins again with the files that were kept. SQLite
    would add any -wal file to any main file: so one that nobody can read lies beside both the old and the new one.
    """
    kept = _kept_before(db) or _kept_aside(db)
    _write_unreadable_wal(db)
    sound = db.with_name(db.name + ".part")
    _remove(sound)
    if kept.exists() and kept.stat().st_size:
        _copy_rows(kept, sound)
        kept.with_name(kept.name + "-shm").unlink(missing_ok=True)
        _put_on_disk(sound)
        sound.replace(db)
    else:
        db.unlink(missing_ok=True)
    _put_on_disk(db.parent)
    db.with_name(db.name + "-shm").unlink(missing_ok=True)
    wal_of(db).unlink()
    return kept


def _kept_before(db: Path) -> Path | None:
    """The main file that was kept when somebody was stopped on the way; the last, whether there was one or not."""
    if not (wal_of(db).exists() and wal_of(db).read_bytes() == _UNREADABLE_WAL):
        return None
    names = (re.sub("-(wal|shm)$", "", file.name) for file in db.parent.iterdir())
    last = max((name for name in names if name.startswith(db.name + _KEPT)), default=None)
    return db.with_name(last) if last else None


def _write_unreadable_wal(db: Path) -> None:
    part = db.with_name(wal_of(db).name + ".part")
    make_private(part)
    part.write_bytes(_UNREADABLE_WAL)
    _put_on_disk(part)
    part.replace(wal_of(db))
    _put_on_disk(db.parent)


def _kept_aside(db: Path) -> Path:
    """Copy the files of a store; the new name of the main one."""
    name = f"{db.name}{_KEPT}{datetime.now():%Y-%m-%d-%H%M%S}"
    for file, ending in ((db, ""), (wal_of(db), "-wal")):
        with suppress(FileNotFoundError):
            copy = db.with_name(name + ending)
            make_private(copy)
            shutil.copyfile(file, copy)
            _put_on_disk(copy)
    _put_on_disk(db.parent)
    return db.with_name(name)


def _remove(part: Path) -> None:
    """Remove an unfinished file, and SQLite's own beside it."""
    for ending in ("", "-journal"):
        part.with_name(part.name + ending).unlink(missing_ok=True)


def _put_on_disk(path: Path) -> None:
    """Return once a file, or which files a folder has, is on disk; Windows sees to its folders itself."""
    if path.is_dir() and sys.platform == "win32":
        return
    descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _copy_rows(db: Path, sound: Path) -> None:
    """Make a new store of every row that can be read."""
    make_private(sound)
    with closing(connect_to_read(db)) as damaged:
        damaged.text_factory = lambda text: text.decode(errors="replace")
        engine = create_engine(f"sqlite:///{sound}", hide_parameters=True)
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
