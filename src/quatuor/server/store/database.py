"""The store: one writer that commits what many tables have queued in one transaction, and readers beside it.

Who awaits `write` goes on once the commit is on disk: nothing is announced before.

What is committed lies in the `-wal` file until a checkpoint copies it into the main one. A fact says so in the main
file itself: as it lies there it is `needed` whenever the `-wal` file holds more, while the last word in the `-wal` file
is always `merged`. So a main file without its `-wal` file is known as incomplete, and a backup, or a store whose
`-wal` file any program has copied back, as whole.
"""

import asyncio
import logging
import os
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import orjson
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, Executable, create_engine, event, insert
from sqlalchemy.exc import DBAPIError

from quatuor.server.observer import Observer, now_for
from quatuor.server.refusals import Refused
from quatuor.server.store.file_lock import real_path
from quatuor.server.store.schema import entries
from quatuor.server.texts import TEXTS

T = TypeVar("T")
Row = dict[str, Any]
Work = list[tuple[Executable, list[Row]]]

# Entries, of which there are by far the most. A batch of them goes in by one statement that is its own transaction:
# SQLite then works, and waits for the disk, without once asking for Python's lock.
ADD_ENTRY = insert(entries)
_COLUMNS = tuple(column.name for column in entries.c)
_ADD_ENTRIES = "INSERT INTO entries ({names}) SELECT {values} FROM json_each(?)".format(
    names=", ".join(_COLUMNS), values=", ".join(f"value->>'{name}'" for name in _COLUMNS)
)

_READERS = 4
_BUSY_MS = 10_000
# What comes within so many seconds goes to disk together: a commit costs much more than what is in it.
_TOGETHER_SECONDS = 0.002

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


class DamagedRowError(Exception):
    """Something in the store that no server of ours can have written."""


@contextmanager
def failures_as_damage() -> Iterator[None]:
    """Raise DamagedRowError for whatever fails while a row is read and understood."""
    try:
        yield
    except DamagedRowError:
        raise
    except DBAPIError as error:
        # SQLite reports invalid UTF-8 as an operational error too, like a disk that cannot be read just now.
        if isinstance(error.orig, sqlite3.OperationalError) and "UTF-8" not in str(error.orig):
            raise
        raise DamagedRowError from error
    except Exception as error:
        raise DamagedRowError from error


class _Job:
    """Something to write, and who waits for it."""

    __slots__ = ("done", "failure", "waiter", "work")

    def __init__(self, work: Work, waiter: "asyncio.Future[None]") -> None:
        self.work = work
        self.waiter = waiter
        self.done = False
        self.failure: BaseException | None = None


class Store:
    """The SQLite database of a server."""

    def __init__(self, path: Path) -> None:
        # The files beside it lie where it really is, not where a link to it lies.
        self.path = path = real_path(path)
        make_private(path)
        self.engine = _engine(path)
        self._waiting: list[_Job] = []
        self._batches: queue.SimpleQueue[list[_Job] | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(_READERS, "read")
        self._writer = threading.Thread(target=self._write_batches, name="write", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pages = 0  # about how many lie in the -wal file
        self._merged = True  # what the -wal file says last
        self.observer: Observer | None = None

    def prepare(self) -> None:
        """Bring the database to the newest form, and write to it, so that a failure shows now."""
        migrate(self.engine)
        with self.engine.begin() as connection:
            connection.exec_driver_sql(SAY_WAL, (WAL_MERGED,))

    def open(self) -> None:
        """Prepare the database, and start the writer; called from the server's own loop."""
        self.prepare()
        self._log = _connect(self.path)
        self._checkpoint()
        self._loop = asyncio.get_running_loop()
        self._writer.start()

    def close(self) -> None:
        """Finish what is queued, and let the files go."""
        if self._writer.is_alive():
            self._hand_over()
            self._batches.put(None)
            self._writer.join()
            self._say_merged()
            self._log.close()
        self._readers.shutdown()
        self.engine.dispose()

    async def write(self, work: Work) -> None:
        """Commit rows, statement by statement; returns once they are on disk."""
        assert self._loop is not None
        began = now_for(self.observer)
        job = _Job(work, self._loop.create_future())
        if not self._waiting:
            self._loop.call_later(_TOGETHER_SECONDS, self._hand_over)
        self._waiting.append(job)
        cancelled = False
        while not job.done:
            try:
                await job.waiter
            except asyncio.CancelledError:
                # What is written must also take effect: a cancelled caller ends at its next pause, not here.
                cancelled = True
                job.waiter = self._loop.create_future()
        if cancelled and (task := asyncio.current_task()):
            task.cancel()
        if job.failure is not None:
            raise Refused("unavailable", TEXTS.sentence("store.unavailable")) from job.failure
        if self.observer is not None:
            self.observer.written(began)

    async def read(self, reading: Callable[[Connection], T]) -> T:
        """What a function reads, in another thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, self._read, reading)

    async def in_thread(self, work: Callable[[], T]) -> T:
        """What takes too long for the server's own loop, in another thread."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, work)

    def _read(self, reading: Callable[[Connection], T]) -> T:
        try:
            with self.engine.connect() as connection:
                return reading(connection)
        except (DBAPIError, UnicodeError) as error:
            _log.error("the store could not be read", exc_info=error)
            raise Refused("unavailable", TEXTS.sentence("store.unreadable")) from error

    def _hand_over(self) -> None:
        """Give the writer all that was queued meanwhile."""
        if self._waiting:
            self._batches.put(self._waiting)
            self._waiting = []

    def _write_batches(self) -> None:
        """The writer's thread: all that was queued while it wrote becomes the next batch."""
        while True:
            batches = [self._next_batch()]
            while not self._batches.empty():
                batches.append(self._batches.get())
            jobs = [job for batch in batches if batch is not None for job in batch]
            if jobs:
                self._commit(jobs)
            if batches[-1] is None:
                return

    def _next_batch(self) -> list[_Job] | None:
        try:
            return self._batches.get(timeout=_QUIET_SECONDS if self._pages >= _SOME_PAGES else None)
        except queue.Empty:
            self._checkpoint()
            return self._batches.get()

    def _commit(self, jobs: Sequence[_Job]) -> None:
        began = now_for(self.observer)
        try:
            self._execute([job.work for job in jobs])
        except Exception:
            # One that cannot be written must not take the others down with it.
            for job in jobs:
                try:
                    self._execute([job.work])
                except Exception as error:
                    job.failure = error
        assert self._loop is not None
        with suppress(RuntimeError):  # the loop is gone: nobody waits any more
            self._loop.call_soon_threadsafe(_tell, jobs)
        if self.observer is not None:
            self.observer.committed(len(jobs), began)
        if self._pages >= _MANY_PAGES or not self._merged:
            self._checkpoint()

    def _execute(self, works: Sequence[Work]) -> None:
        """One transaction. The rows of one statement go together: at one time a table has one job at most."""
        together: dict[Executable, list[Row]] = {}
        for work in works:
            for statement, rows in work:
                together.setdefault(statement, []).extend(rows)
        # Rows of one batch are of different tables, and seldom share a page.
        self._pages += 1 + sum(map(len, together.values()))
        if together.keys() == {ADD_ENTRY}:
            text = orjson.dumps(together[ADD_ENTRY])
            self._pages += len(text) // _PAGE_BYTES
            self._log.execute(_ADD_ENTRIES, (text.decode(),))
            return
        self._pages += sum(map(_characters, together.values())) // _PAGE_BYTES
        with self.engine.begin() as connection:
            for statement, rows in together.items():
                connection.execute(statement, rows)

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


def _tell(jobs: Sequence[_Job]) -> None:
    for job in jobs:
        job.done = True
        if not job.waiter.done():
            job.waiter.set_result(None)


def _engine(path: Path) -> Engine:
    engine = create_engine(f"sqlite:///{path}", connect_args={"check_same_thread": False})
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


def migrate(engine: Engine, form: str = "head") -> None:
    """Bring a database to the newest form, or to the one named, all or nothing; a new one is made."""
    config = alembic_config()
    with engine.begin() as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        config.attributes["connection"] = connection
        command.upgrade(config, form)


def alembic_config() -> Config:
    """Where the migrations are."""
    config = Config()
    config.set_main_option("script_location", "quatuor.server.store:migrations")
    return config
