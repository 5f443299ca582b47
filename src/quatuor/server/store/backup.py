"""A copy of the store, made while the server goes on."""

import contextlib
import os
import sqlite3
from pathlib import Path

from quatuor.core.errors import QuatuorError
from quatuor.server.store.database import SAY_WAL, WAL_MERGED
from quatuor.server.store.file_lock import real_path
from quatuor.server.store.integrity import lacks_wal
from quatuor.server.texts import TEXTS


class BackupError(QuatuorError):
    """The store could not be copied."""


def check_exists(db: Path) -> None:
    """Refuse a store that is not there."""
    if not db.is_file():
        raise BackupError(*TEXTS.sentence("backup.no_store", file=str(db)))


def backup(db: Path, copy: Path) -> None:
    """Copy a store as it is at this moment into one new file; whatever happens, no half copy has that name."""
    db = real_path(db)
    check_exists(db)
    if copy.exists():
        raise BackupError(*TEXTS.sentence("backup.exists", file=str(copy)))
    if lacks_wal(db):
        raise BackupError(*TEXTS.sentence("store.wal_missing", file=str(db)))
    beside = copy.with_name(copy.name + ".part")
    try:
        beside.unlink(missing_ok=True)
        # Readable to its owner alone: it holds what proves who sits where.
        os.close(os.open(beside, os.O_CREAT | os.O_WRONLY, 0o600))
        _copy(db, beside)
        beside.replace(copy)
    except (OSError, sqlite3.Error) as error:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BackupError(*TEXTS.sentence("backup.failed", file=str(copy), reason=reason)) from None


def _copy(db: Path, copy: Path) -> None:
    # Only to read: where the server was killed, the last connection that can write would end the store's -wal file.
    reading = f"{db.as_uri()}?mode=ro"
    with (
        contextlib.closing(sqlite3.connect(reading, uri=True, timeout=30)) as store,
        contextlib.closing(sqlite3.connect(copy)) as new,
    ):
        # All pages in one step: a consistent copy, even if somebody writes meanwhile.
        store.backup(new, pages=-1)
        if new.execute("SELECT 1 FROM sqlite_master WHERE name = 'facts'").fetchone():
            # Read together with its -wal file, the store is whole, whatever its server was just about to note.
            with new:
                new.execute(SAY_WAL, (WAL_MERGED,))
        if new.execute("PRAGMA quick_check").fetchone() != ("ok",):
            raise sqlite3.DatabaseError("quick_check")
