"""A store, whichever database it is in: one writer that commits what many tables have queued, and readers beside it.

Who awaits `write` goes on once the commit is on disk: nothing is announced before. `sqlite.py` and `postgresql.py` say
how that is done.
"""

import asyncio
import logging
import queue
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, Executable

# Both databases understand what this one writes, ON CONFLICT included.
from sqlalchemy.dialects.postgresql import insert as insert
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError

from quatuor.server.observer import Observer, now_for
from quatuor.server.refusals import Refused
from quatuor.server.store.schema import entries
from quatuor.server.texts import TEXTS

T = TypeVar("T")
Row = dict[str, Any]
Work = list[tuple[Executable, list[Row]]]
# Called in the server's own loop once something is on disk, or with the refusal where it could not be written.
Told = Callable[[Refused | None], None]

# Entries, of which there are by far the most: a batch of them goes in by one statement that is its own transaction.
ADD_ENTRY = insert(entries)
ENTRY_COLUMNS = tuple(column.name for column in entries.c)

# A statement with this option finds a row for each of its own, or what it is part of is not written at all.
MUST_FIND = "must_find"

_READERS = 4
# What comes within so many seconds goes to disk together: a commit costs much more than what is in it.
_TOGETHER_SECONDS = 0.002

_log = logging.getLogger(__name__)


class DamagedRowError(Exception):
    """Something in the store that no server of ours can have written."""


class ConflictError(Refused):
    """Something was not written, because another process was first: whoever wants it looks again."""


class NotFoundError(Exception):
    """A row is gone that a statement with MUST_FIND was for."""


@contextmanager
def failures_as_damage() -> Iterator[None]:
    """Raise DamagedRowError for whatever fails while a row is read and understood."""
    try:
        yield
    except DamagedRowError:
        raise
    except DBAPIError as error:
        # SQLite reports invalid UTF-8 as an operational error too, like a disk that cannot be read just now.
        if isinstance(error, OperationalError | InterfaceError) and "UTF-8" not in str(error.orig):
            raise
        raise DamagedRowError from error
    except Exception as error:
        raise DamagedRowError from error


class Job:
    """Something to write, and what is called once it is written, or could not be."""

    __slots__ = ("failure", "tell", "work")

    def __init__(self, work: Work, tell: Told) -> None:
        self.work = work
        self.tell = tell
        self.failure: BaseException | None = None


class Store(ABC):
    """The database of a server."""

    engine: Engine
    unreadable = "store.unreadable"  # what is said when something could not be read

    def __init__(self) -> None:
        self._waiting: list[Job] = []
        self._batches: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(_READERS, "read")
        self._writer = threading.Thread(target=self._write_batches, name="write", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self.observer: Observer | None = None

    @abstractmethod
    def prepare(self) -> None:
        """Bring the database to the newest form, and see that it can be written to, so that a failure shows now."""

    @abstractmethod
    def sizes(self, connection: Connection) -> tuple[int, int]:
        """How many bytes the database has, and its write-ahead log, where that is a file of its own."""

    def open(self) -> None:
        """Prepare the database, and start the writer; called from the server's own loop."""
        self.prepare()
        self._begin()
        self._loop = asyncio.get_running_loop()
        self._writer.start()

    def close(self) -> None:
        """Finish what is queued, and let the database go."""
        if self._writer.is_alive():
            self._hand_over()
            self._batches.put(None)
            self._writer.join()
            self._end()
        self._readers.shutdown()
        self.engine.dispose()

    @abstractmethod
    def _begin(self) -> None:
        """Connect what only a running server needs."""

    @abstractmethod
    def _end(self) -> None:
        """Let go of it, once all is written."""

    def submit(self, work: Work, tell: Told) -> None:
        """Commit rows, statement by statement, and then tell; nobody waits."""
        assert self._loop is not None
        if not self._waiting:
            self._loop.call_later(_TOGETHER_SECONDS, self._hand_over)
        self._waiting.append(Job(work, tell))

    async def write(self, work: Work) -> None:
        """Commit rows, statement by statement; returns once they are on disk."""
        loop, began = asyncio.get_running_loop(), now_for(self.observer)
        waiter, answers, cancelled = loop.create_future(), [], False

        def tell(refused: Refused | None) -> None:
            answers.append(refused)
            if not waiter.done():
                waiter.set_result(None)

        self.submit(work, tell)
        while not answers:
            try:
                await waiter
            except asyncio.CancelledError:
                # What is written must also take effect: a cancelled caller ends at its next pause, not here.
                cancelled = True
                waiter = loop.create_future()
        if cancelled and (task := asyncio.current_task()):
            task.cancel()
        if answers[0] is not None:
            raise answers[0]
        if self.observer is not None:
            self.observer.written(began)

    def refusal(self, failure: BaseException) -> Refused:
        """What is said when something could not be written."""
        conflict = isinstance(failure, IntegrityError | NotFoundError)
        kind = ConflictError if conflict else Refused
        return kind("unavailable", TEXTS.sentence("store.unavailable"))

    async def read(self, reading: Callable[[Connection], T]) -> T:
        """What a function reads, in another thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, self._read, reading)

    async def in_thread(self, work: Callable[[], T]) -> T:
        """What takes too long for the server's own loop, in another thread."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, work)

    def _read(self, reading: Callable[[Connection], T]) -> T:
        try:
            return self._attempt(reading)
        except (DBAPIError, UnicodeError) as error:
            _log.error("the store could not be read", exc_info=error)
            raise Refused("unavailable", TEXTS.sentence(self.unreadable)) from error

    def _attempt(self, reading: Callable[[Connection], T]) -> T:
        with self.engine.connect() as connection:
            return reading(connection)

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

    def _next_batch(self) -> list[Job] | None:
        return self._batches.get()

    def _commit(self, jobs: Sequence[Job]) -> None:
        began = now_for(self.observer)
        try:
            self._execute([job.work for job in jobs])
        except Exception as failure:
            # One that cannot be written must not take the others down with it.
            for job in jobs:
                try:
                    if self._is_out_of_reach(failure):
                        raise failure
                    self._execute([job.work])
                except Exception as error:
                    job.failure = failure = error
        assert self._loop is not None
        with suppress(RuntimeError):  # the loop is gone: nobody waits any more
            self._loop.call_soon_threadsafe(self._tell, jobs)
        if self.observer is not None:
            self.observer.committed(len(jobs), began)

    def _tell(self, jobs: Sequence[Job]) -> None:
        for job in jobs:
            refused = None
            if job.failure is not None:
                refused = self.refusal(job.failure)
                refused.__cause__ = job.failure
            try:
                job.tell(refused)
            except Exception:
                _log.exception("what follows from something that was written has failed")

    def _is_out_of_reach(self, _failure: BaseException) -> bool:
        """Whether there is no use in trying the rest of a batch, since the database itself is away."""
        return False

    @abstractmethod
    def _execute(self, works: Sequence[Work]) -> None:
        """One transaction. The rows of one statement go together: at one time a table has one job at most."""


def grouped(works: Sequence[Work]) -> dict[Executable, list[Row]]:
    """All rows of each statement."""
    together: dict[Executable, list[Row]] = {}
    for work in works:
        for statement, rows in work:
            together.setdefault(statement, []).extend(rows)
    return together


def execute(connection: Connection, statement: Executable, rows: list[Row]) -> None:
    """Execute a statement for all of its rows; NotFoundError where it must find one for each and does not."""
    done = connection.execute(statement, rows)
    if statement.get_execution_options().get(MUST_FIND) and done.rowcount < len(rows):
        raise NotFoundError


def migrate(engine: Engine, form: str = "head") -> None:
    """Bring a database to the newest form, or to the one named, all or nothing; a new one is made."""
    config = alembic_config()
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            # Several servers may start at once.
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(hashtext('quatuor migration'))")
        config.attributes["connection"] = connection
        command.upgrade(config, form)


def alembic_config() -> Config:
    """Where the migrations are."""
    config = Config()
    config.set_main_option("script_location", "quatuor.server.store:migrations")
    return config
