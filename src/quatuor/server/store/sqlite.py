"""A store in one SQLite file, which one server has for itself.

What is committed lies in the `-wal` file until a checkpoint copies it into the main one. A fact says so in the main
file itself: as it lies there it is `needed` whenever the `-wal` file holds more, while the last word in the `-wal` file
is always `merged`. So a main file without its `-wal` file is known as incomplete, and a backup, or a store whose
`-wal` file any program has copied back, as whole.
"""

import logging
import os
import queue
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import orjson
from sqlalchemy import Connection, Engine, create_engine, event

from quatuor.server.observer import now_for
from quatuor.server.store.database import ADD_ENTRY, ENTRY_COLUMNS, Job, Row, Store, Work, execute, grouped, migrate
from quatuor.server.store.file_lock import real_path
from quatuor.server.store.write_ahead_log import wal_of

# SQLite works, and waits for the disk, without once asking for Python's lock.
_ADD_ENTRIES = "INSERT INTO entries ({names}) SELECT {values} FROM json_each(?)".format(
    names=", ".join(ENTRY_COLUMNS), values=", ".join(f"value->>'{name}'" for name in ENTRY_COLUMNS)
)

_BUSY_MS = 10_000

# Whoever moves while pages are copied from the -wal file into the main one waits for it. So that is done when nobody
# has written for so many seconds and at least so many pages lie there, or else when there are very many. A page
# that was written many times is copied once: to wait makes it fewer in all.
_QUIET_SECONDS = 1.0
_SOME_PAGES = 100
_MANY_PAGES = 8000
_PAGE_BYTES = 4096
# If somebody was just reading, it is tried again after so many more.
_MORE_PAGES = 100
# The fact that says whether the main file is whole without its -wal file.
WAL_FACT = "wal"
WAL_NEEDED, WAL_MERGED = "needed", "merged"
SAY_WAL = (
    f"INSERT INTO facts (name, value) VALUES ('{WAL_FACT}', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)

_log = logging.getLogger(__name__)


class SqliteStore(Store):
    """The SQLite database of a server."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        # The files beside it lie where it really is, not where a link to it lies.
        self.path = path = real_path(path)
        make_private(path)
        self.engine = _engine(path)
        self._pages = 0  # about how many lie in the -wal file
        self._merged = True  # what the -wal file says last

    def prepare(self) -> None:
        migrate(self.engine)
        with self.engine.begin() as connection:
            connection.exec_driver_sql(SAY_WAL, (WAL_MERGED,))

    def sizes(self, _connection: Connection) -> tuple[int, int]:
        wal = wal_of(self.path)
        return self.path.stat().st_size, wal.stat().st_size if wal.exists() else 0

    def _begin(self) -> None:
        self._log = _connect(self.path)
        self._checkpoint()

    def _end(self) -> None:
        self._say_merged()
        self._log.close()

    def _next_batch(self) -> list[Job] | None:
        try:
            return self._batches.get(timeout=_QUIET_SECONDS if self._pages >= _SOME_PAGES else None)
        except queue.Empty:
            self._checkpoint()
            return self._batches.get()

    def _commit(self, jobs: Sequence[Job]) -> None:
        super()._commit(jobs)
        if self._pages >= _MANY_PAGES or not self._merged:
            self._checkpoint()

    def _execute(self, works: Sequence[Work]) -> None:
        together = grouped(works)
        # Rows of one batch are of different tables, and seldom share a page.
        self._pages += 1 + sum(map(len, together.values()))
        entries = orjson.dumps(together.pop(ADD_ENTRY, [])).decode()
        self._pages += (len(entries) + sum(map(_characters, together.values()))) // _PAGE_BYTES
        if not together:
            self._log.execute(_ADD_ENTRIES, (entries,))
            return
        with self.engine.begin() as connection:
            connection.exec_driver_sql(_ADD_ENTRIES, (entries,))
            for statement, rows in together.items():
                execute(connection, statement, rows)

    def _checkpoint(self) -> None:
        """Copy what lies in the -wal file into the main one, unless somebody is just reading."""
        began = now_for(self.observer)
        try:
            self._merged = False
            self._log.execute(SAY_WAL, (WAL_NEEDED,))
            self._log.execute("PRAGMA busy_timeout=0").close()
            busy = self._log.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()[0]
            self._pages = _MANY_PAGES - _MORE_PAGES if busy else 0
        except sqlite3.Error as error:
            _log.error("the store's files could not be brought together", exc_info=error)
        finally:
            self._log.execute(f"PRAGMA busy_timeout={_BUSY_MS}").close()
        self._say_merged()
        if self.observer is not None:
            self.observer.merged(began)

    def _say_merged(self) -> None:
        """Say in the -wal file, and nowhere else yet, that with all of it the store is whole."""
        if not self._merged:
            with suppress(sqlite3.Error):  # a full disk, for which what is written next fails too: tried again then
                self._log.execute(SAY_WAL, (WAL_MERGED,))
                self._merged = True


def _characters(rows: Sequence[Row]) -> int:
    """How long all texts of some rows are together: a record alone may fill hundreds of pages."""
    return sum(len(value) for row in rows for value in row.values() if isinstance(value, str))


def _engine(path: Path) -> Engine:
    engine = create_engine(f"sqlite:///{path}", connect_args={"check_same_thread": False}, hide_parameters=True)
    event.listen(engine, "connect", lambda connection, _: _settle(connection))
    return engine


def _connect(path: Path) -> sqlite3.Connection:
    """A bare connection, of which every statement is a transaction."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    _settle(connection)
    return connection


def _settle(connection: sqlite3.Connection) -> None:
    """In WAL readers never wait for the writer; FULL puts every commit on disk before it returns."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "wal_autocheckpoint=0", f"busy_timeout={_BUSY_MS}"):
        connection.execute(f"PRAGMA {pragma}").close()


def make_private(path: Path) -> None:
    """Make the file of a new store readable to its owner alone: it holds every hand, and what proves who sits where."""
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
