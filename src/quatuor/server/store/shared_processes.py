"""Processes that share a PostgreSQL store, by `LISTEN` and `NOTIFY` and by its advisory locks.

A task that is taken is a lock of a connection: however a process ends, the database gives it to the next who asks.
Every process says again and again that it is there. One that is no longer heard, because it is stopped or hangs, is
gone: the others end its connections, so that nothing it holds keeps them waiting. When it goes on it has to connect
again, and looks at everything anew. How long another one is silent is counted in what we hear of ourselves: whoever was
stopped, or cannot hear, takes nobody for gone.
"""

import asyncio
import hashlib
import logging
import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import orjson
import psycopg

from quatuor.server.processes import Message, Processes
from quatuor.server.store.postgresql import LONGEST_MESSAGE, REACH_SECONDS, PostgresStore

_ALIVE, _BYE = "alive", "bye"
_ALIVE_SECONDS = 0.5
_GONE_AFTER = 6  # times that we hear ourselves without hearing it: with the next one it is 3.5 seconds at most
_RETRY_SECONDS = 0.5

_TAKE = "SELECT pg_try_advisory_lock(hashtextextended(%s, 0))"
_GIVE_BACK = "SELECT pg_advisory_unlock(hashtextextended(%s, 0))"
# All connections of one process; it is known by what their names end in. Waits until they are gone.
_END = (
    "SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity WHERE usename = current_user"
    " AND datname = current_database() AND application_name LIKE '%% ' || %s"
)
_TELL = "SELECT pg_notify(%s, message) FROM unnest(%s::text[]) AS message"
# The database ends a connection whose process is out of reach, and so gives its tasks to others.
_WATCH = "SET tcp_keepalives_idle = 2; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 2"

_log = logging.getLogger(__name__)

# What to do with the connection; with none, nothing can be done.
Errand = Callable[[Any], None]


class SharedProcesses(Processes):
    """One of several processes, with a connection to listen and one to speak and to hold its tasks."""

    shared = True

    def __init__(self, store: PostgresStore) -> None:
        super().__init__()
        self._store = store
        self._loop: asyncio.AbstractEventLoop | None = None
        self._others: dict[str, int] = {}  # how often we have heard ourselves since we heard each of them
        self._outgoing: list[str] = []
        self._errands: queue.SimpleQueue[Errand | None] = queue.SimpleQueue()
        self._held: set[str] = set()  # the tasks that the speaking connection holds
        self._closed = threading.Event()
        self._threads = [
            threading.Thread(target=work, name=name, daemon=True)
            for work, name in ((self._listen, "listen"), (self._speak, "speak"))
        ]
        self._chore: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._loop = asyncio.get_running_loop()
        for thread in self._threads:
            thread.start()
        self._chore = self._loop.create_task(self._stay_in_touch())

    def close(self) -> None:
        if self._chore is not None:
            self._chore.cancel()
        self._closed.set()
        # The others hear at once that we are gone, and our own listening thread hears it too.
        self.tell(_BYE)
        self._send()
        self._errands.put(None)
        for thread in self._threads:
            if thread.is_alive():
                thread.join(REACH_SECONDS)

    def tell(self, kind: str, **what: Any) -> None:
        message = orjson.dumps({"from": self._store.process, "kind": kind, **what})
        if len(message) >= LONGEST_MESSAGE:
            _log.error("a message of kind %s is too long for the other processes", kind)
            return
        # All that is said right now goes together.
        if not self._outgoing and self._loop is not None:
            self._loop.call_soon(self._send)
        self._outgoing.append(self._store.channel.signed(message.decode()))

    def _send(self) -> None:
        messages, self._outgoing = self._outgoing, []

        def errand(line: Any) -> None:
            if line is not None:
                line.execute(_TELL, (self._store.channel.name, messages))

        self._errands.put(errand)

    async def take(self, task: str) -> bool:
        assert self._loop is not None
        loop, taken = self._loop, self._loop.create_future()

        def answer(found: bool) -> None:
            if not taken.done():
                taken.set_result(found)
            elif found:
                self.give_back(task)  # whoever asked has gone

        def errand(line: Any) -> None:
            # A lock that is taken twice would have to be given back twice.
            if task not in self._held and line is not None and line.execute(_TAKE, (self._named(task),)).fetchone()[0]:
                self._held.add(task)
            with suppress(RuntimeError):  # the loop is gone
                loop.call_soon_threadsafe(answer, task in self._held)

        self._errands.put(errand)
        return bool(await taken)

    def give_back(self, task: str) -> None:
        def errand(line: Any) -> None:
            if task in self._held:
                self._held.discard(task)
                line.execute(_GIVE_BACK, (self._named(task),))

        self._errands.put(errand)

    def _named(self, task: str) -> str:
        return f"{self._store.channel.name} {task}"

    def is_ours(self, table_id: str) -> bool:
        """Each table falls to one of the processes that are heard, and stays with it while that one is there."""
        me = self._store.process
        return me == max((me, *self._others), key=lambda process: _weight(process, table_id))

    async def _stay_in_touch(self) -> None:
        while True:
            self.tell(_ALIVE)
            await asyncio.sleep(_ALIVE_SECONDS)

    def _count_silence(self) -> None:
        """We have heard ourselves once more: whoever was there as well would have been heard meanwhile."""
        for process in list(self._others):
            self._others[process] += 1
            if self._others[process] > _GONE_AFTER:
                del self._others[process]
                _log.warning("a process that is silent is taken for gone, and its connections are ended")
                self._errands.put(partial(self._end, process))

    def _end(self, process: str, line: Any) -> None:
        """End all connections of another process, and with them whatever it holds."""
        if line is not None:
            line.execute(_END, (process,))
        self._call(self.on_silence, process)

    def _listen(self) -> None:
        """The listening thread; a connection on which nothing is heard, not even ourselves, is made anew."""
        while not self._closed.is_set():
            try:
                with self._store.connect() as line:
                    name = psycopg.sql.Identifier(self._store.channel.name)
                    line.execute(psycopg.sql.SQL("LISTEN {}").format(name))
                    self._call(self.on_reunion)
                    while heard := [note.payload for note in line.notifies(timeout=REACH_SECONDS, stop_after=1)]:
                        self._call(self._hear, heard)
                        if self._closed.is_set():
                            return
            except psycopg.Error as error:
                _log.error("the other processes cannot be heard", exc_info=error)
                self._closed.wait(_RETRY_SECONDS)

    def _hear(self, messages: list[str]) -> None:
        for told in messages:
            text = self._store.channel.read(told)
            if text is None:
                continue  # somebody else who may connect to the database has said it
            message: Message = orjson.loads(text)
            sender = message["from"]
            if sender == self._store.process:
                if message.get("kind") == _ALIVE:
                    self._count_silence()
                continue
            if message.get("kind") == _BYE:
                self._others.pop(sender, None)
                self.on_silence(sender)
                continue
            self._others[sender] = 0
            if "entries" in message:
                self.on_entries(message["entries"])
            elif message["kind"] in self.listeners:
                self.listeners[message["kind"]](message)

    def _speak(self) -> None:
        """The speaking thread, whose connection holds the tasks of this process."""
        line: Any = None
        while (errand := self._errands.get()) is not None:
            line = self._done(errand, line or self._connected())
        if line is not None:
            line.close()

    def _done(self, errand: Errand, line: Any, again: bool = True) -> Any:
        """Do an errand, and once more where the connection was lost; the connection to go on with, or None."""
        try:
            errand(line)
            return line
        except psycopg.Error as error:
            _log.error("the other processes cannot be told anything", exc_info=error)
        with suppress(psycopg.Error):
            line.close()
        self._held.clear()
        self._call(self.on_leases_lost)
        return self._done(errand, self._connected() if again else None, again=False)

    def _connected(self) -> Any:
        try:
            line = self._store.connect()
            line.execute(_WATCH)
            return line
        except psycopg.Error:
            time.sleep(_RETRY_SECONDS)
            return None

    def _call(self, function: Callable[..., None], *args: Any) -> None:
        assert self._loop is not None
        with suppress(RuntimeError):  # the loop is gone
            self._loop.call_soon_threadsafe(function, *args)


def _weight(process: str, table_id: str) -> bytes:
    return hashlib.blake2b(f"{process} {table_id}".encode(), digest_size=8).digest()
