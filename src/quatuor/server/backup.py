"""A copy of the store, made while the server goes on."""

import contextlib
import os
import sqlite3
from pathlib import Path

from quatuor.core.errors import QuatuorError
from quatuor.server.texts import TEXTS


class BackupError(QuatuorError):
    """The store could not be copied."""


def backup(db: Path, copy: Path) -> None:
    """Copy a store as it is at this moment into one new file; whatever happens, no half copy has that name."""
    if not db.is_file():
        raise BackupError(*TEXTS.sentence("backup.no_store", file=str(db)))
    if copy.exists():
        raise BackupError(*TEXTS.sentence("backup.exists", file=str(copy)))
    beside = copy.with_name(copy.name + ".part")
    try:
        beside.unlink(missing_ok=True)
        # It holds what proves who sits where: for its owner's eyes only.
        os.close(os.open(beside, os.O_CREAT | os.O_WRONLY, 0o600))
        _copy(db, beside)
        beside.replace(copy)
    except (OSError, sqlite3.Error) as error:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BackupError(*TEXTS.sentence("backup.failed", file=str(copy), reason=reason)) from None


def _copy(db: Path, copy: Path) -> None:
    with contextlib.closing(sqlite3.connect(db, timeout=30)) as store, contextlib.closing(sqlite3.connect(copy)) as new:
        # All pages in one step: one moment of the store, whoever writes meanwhile.
        store.backup(new, pages=-1)
        if new.execute("PRAGMA quick_check").fetchone() != ("ok",):
            raise sqlite3.DatabaseError("quick_check")
