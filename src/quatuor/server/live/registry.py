"""The tables of a server: found in memory or in the store, opened, changed, and forgotten."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from contextvars import Context
from functools import partial
from math import inf
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from quatuor.games import find_game
from quatuor.server import clock
from quatuor.server.homes import CURRENT_HOME
from quatuor.server.live.live_table import LiveTable, Viewer
from quatuor.server.observer import Observer
from quatuor.server.processes import Message, Processes
from quatuor.server.rate_limits import Counts, Limit
from quatuor.server.refusals import Refused, refuse, too_many
from quatuor.server.store import writes
from quatuor.server.store.database import ConflictError, DamagedRowError, Store, Told, Work
from quatuor.server.store.entries import entry_of
from quatuor.server.store.queries import entry_count, last_entries, read_entries, read_table, table_of, table_with
from quatuor.server.table import deeds, limits
from quatuor.server.table.deeds import Deed, Entry
from quatuor.server.table.table import Plan, Table
from quatuor.server.warmup import Warmup

# A table that nobody follows leaves the memory after so many seconds.
_IDLE_SECONDS = 600.0
# `touched` in the list of tables is for sorting: it need not be exact.
_TOUCH_SECONDS = 60.0
# Nobody's time is up sooner than so many seconds after their table was loaded.
BACK_SECONDS = 30.0
# Tables that one home has loaded, in milliseconds of computing: at most a third of one core, as for other reads.
LOADS = Limit(3000, 10)
_ENTRIES_PER_MS = 20
# A game with a clock stays in memory until it ends: so many are played at a time from one home.
MOST_CLOCKED = 100

# How many seconds pass between attempts to read what could not be read.
_RETRIES = (0.1, 0.5, 1, 2, 4, 8, 16, 32)
# So many entries of a table are played at a time, before others have their turn.
_PIECE = 500
# So many tables are looked up at once.
_TOGETHER = 500

P = ParamSpec("P")
T = TypeVar("T")
Command = Callable[Concatenate[Table, P], Sequence[Deed]]
Watcher = Callable[[LiveTable], None]

_log = logging.getLogger(__name__)


class _Row(NamedTuple):
    """An entry as other processes tell it: a row of the store."""

    table_id: str
    number: int
    at: float
    kind: str
    body: str


class _Change(NamedTuple):
    """What leads from a table to the next one, and what is to be written of it."""

    live: LiveTable
    table: Table
    following: Table
    new: Sequence[Deed]
    moment: float
    touch: bool
    work: Work


class Tables:
    """Every table of the server."""

    def __init__(self, store: Store, warmup: Warmup, processes: Processes, limited: bool = True) -> None:
        self.store = store
        self.processes = processes
        processes.on_entries = self.hear
        processes.listeners["gone"] = self._hear_gone
        self.warmup = warmup
        self._limited = limited
        self.loads = Counts()
        self.live_tables: dict[str, LiveTable] = {}
        self.changed = -inf  # when something last happened at any of them
        self.watchers: list[Watcher] = []  # told of every table that is loaded or changed: bots, clocks
        self.opening_lesson = asyncio.Lock()
        self.greeters: list[Watcher] = []  # told of every table that comes into memory
        self._tasks: set[asyncio.Task[None]] = set()
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._threads = asyncio.Lock()
        self._damaged: set[str] = set()  # those that the log has named
        self.observer: Observer | None = None
        self._missed: set[str] = set()  # those of which more was heard while they were read

    async def find(self, table_id: str) -> LiveTable:
        """A table by its id, which somebody looks at."""
        live = self.live_tables.get(table_id)
        if live is None:
            live = await self._load(table_id)
        live.look()
        return live

    async def load(self, table_id: str) -> LiveTable:
        """A table by its id; nobody looks at it for that."""
        live = self.live_tables.get(table_id)
        if live is None:
            live = await self._load(table_id)
        live.used = clock.steady()
        return live

    async def load_or_none(self, table_id: str) -> LiveTable | None:
        """A table by its id, for a list; None where it can no longer be shown."""
        try:
            return await self.load(table_id)
        except Refused as refused:
            if refused.error == "too_many":
                raise
            return None

    async def _load(self, table_id: str) -> LiveTable:
        """From the store, once however many ask at the same time; the home of the first one pays."""
        if table_id not in self._loading:
            await self._charge(table_id)
            if (live := self.live_tables.get(table_id)) is not None:
                return live
        loading = self._loading.get(table_id)
        if loading is None:
            loading = self._loading[table_id] = asyncio.create_task(self._read(table_id))
            loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(loading)

    async def _charge(self, table_id: str) -> None:
        """Count what a table costs to load, and refuse a home that has loaded too much."""
        home = CURRENT_HOME.get()
        if self._limited and home:
            count = await self.store.read(lambda connection: connection.execute(entry_count(table_id)).scalar_one())
            if wait := self.loads.hit(LOADS, home, 1 + count // _ENTRIES_PER_MS):
                raise too_many(wait)

    async def _read(self, table_id: str) -> LiveTable:
        try:
            plan, log = await self.store.read(lambda connection: read_table(connection, table_id))
            await self.warmup.ready(find_game(plan.game))
            table = Table.of(plan)
            for start in range(0, max(1, len(log)), _PIECE):
                table = await self.in_turn(partial(table_of, table, log[start : start + _PIECE]))
        except DamagedRowError as error:
            if table_id not in self._damaged:
                self._damaged.add(table_id)
                _log.error("the entries of table %s are damaged", table_id, exc_info=error.__cause__)
            refuse("unavailable", "table.damaged", id=table_id)
        if (live := self.live_tables.get(table_id)) is None:  # else it was opened while it was read
            live = self.live_tables[table_id] = LiveTable(table.with_time_until(clock.steady() + BACK_SECONDS))
            self.added(live)
            self._announce(live)
            if table_id in self._missed:
                await self.catch_up(live)
        self._missed.discard(table_id)
        return live

    async def in_turn(self, work: Callable[[], T]) -> T:
        """What takes long, in another thread. One at a time: several would leave the loop little of Python's lock."""
        async with self._threads:
            return await self.store.in_thread(work)

    async def open(self, plan: Plan, first: Sequence[Deed]) -> LiveTable:
        """A new table with its first deeds."""
        table = Table.of(plan).after(first, at=plan.created, moment=clock.steady())
        await self.store.write(writes.new_table(table))
        return self.add(table)

    def check_clocked(self, turn_seconds: int | None) -> None:
        """Refuse one more game with a clock to a home that plays very many."""
        home = CURRENT_HOME.get()
        if turn_seconds is None or not (self._limited and home):
            return
        playing = [live for live in self.live_tables.values() if live.table.status == "playing"]
        if (
            sum(live.looked_from == home and live.table.plan.turn_seconds is not None for live in playing)
            >= MOST_CLOCKED
        ):
            refuse("too_many", "table.clocked", count=MOST_CLOCKED)

    def add(self, table: Table) -> LiveTable:
        """Take in a new table that was written to the store."""
        live = self.live_tables.get(table.plan.id)
        if live is None:  # else somebody has read it from the store as soon as it was there
            live = self.live_tables[table.plan.id] = LiveTable(table)
            self.added(live)
        live.look()
        self._announce(live)
        return live

    async def change(self, live: LiveTable, command: Command[P], *args: P.args, **more: P.kwargs) -> bool:
        """Do what a command answers for a table as it is now; False where there was nothing to do."""
        async with live.lock:
            while True:
                new = command(live.table, *args, **more)
                try:
                    await self.append(live, new)
                except ConflictError:
                    # Another process was first: the command answers again, for the table as it is now.
                    if not await self.read_on(live):
                        raise
                else:
                    return bool(new)

    async def append(self, live: LiveTable, new: Sequence[Deed], more: Work | None = None) -> None:
        """Write deeds down, then put the next table in the place of this one, then announce it.

        The caller holds the lock. `more` is written in the same transaction.
        """
        if new:
            change = _change(live, new)
            try:
                await self.store.write([*change.work, *(more or [])])
            except Refused as refused:
                self._miss(change, refused)
                raise
            self._put(change)

    def begin(self, live: LiveTable, new: Sequence[Deed], tell: Told, context: Context) -> None:
        """`append` for who does not wait: tells them once it is announced, or why it was not written.

        The caller holds the lock, and gets told after it was let go. All that follows belongs to the context.
        """
        change = _change(live, new)

        def told(refused: Refused | None) -> None:
            try:
                if refused is None:
                    self._put(change)
                    if self.observer is not None:
                        self.observer.written(change.moment)
                else:
                    self._miss(change, refused)
            finally:  # whatever fails here, the move is written or it is not
                live.lock.release()
                tell(refused)

        self.store.submit(change.work, lambda refused: context.run(told, refused))

    def _put(self, change: _Change) -> None:
        """Put the next table in the place of the one before, and announce it."""
        live, new = change.live, change.new
        if change.touch:
            live.saved = change.following.touched
        live.table, self.changed = change.following, clock.steady()
        if self.observer is not None:
            _tell(self.observer, live, change.table, new, change.moment)
        self._announce(live, moves_only=all(isinstance(deed, deeds.MOVE_DEEDS) for deed in new))

    def _miss(self, change: _Change, refused: Refused) -> None:
        if self.processes.shared and not isinstance(refused, ConflictError):
            # It may have been written all the same, as the connection was lost: then it is true.
            self._later(self._catch_up_in_time(change.live))

    async def catch_up(self, live: LiveTable) -> None:
        """Take in what other processes have written at a table."""
        async with live.lock:
            await self.read_on(live)

    async def _catch_up_in_time(self, live: LiveTable) -> None:
        """The same, as soon as the store can be read again."""
        for seconds in _RETRIES:
            await asyncio.sleep(seconds)
            with suppress(Refused):
                await self.catch_up(live)
                return

    async def read_on(self, live: LiveTable) -> bool:
        """The same, where the caller holds the lock; whether there was anything."""
        table_id, after = live.table.plan.id, live.table.index
        try:
            new = await self.store.read(lambda connection: read_entries(connection, table_id, after))
            self._take_in(live, new)
        except DamagedRowError as error:
            self._drop(live, error)
            refuse("unavailable", "table.damaged", id=table_id)
        return bool(new)

    def _take_in(self, live: LiveTable, new: Sequence[Entry]) -> None:
        if new:
            live.table, self.changed = table_with(live.table, new), clock.steady()
            self._announce(live, moves_only=all(isinstance(entry.deed, deeds.MOVE_DEEDS) for entry in new))

    def _drop(self, live: LiveTable, error: Exception) -> None:
        _log.error("what was told of table %s cannot have happened", live.table.plan.id, exc_info=error)
        self.live_tables.pop(live.table.plan.id, None)

    def hear(self, rows: Sequence[Sequence[Any]]) -> None:
        """Other processes have written entries: rows of the store, or where they lie where they are long."""
        by_table: dict[str, list[Sequence[Any]]] = {}
        for row in rows:
            by_table.setdefault(row[0], []).append(row)
        for table_id, some in by_table.items():
            live = self.live_tables.get(table_id)
            if live is None:
                if table_id in self._loading:
                    self._missed.add(table_id)
            elif (live.lock.locked() or not self._follows(live, some)) and some[-1][1] > live.table.index:
                self._later(self.catch_up(live))

    def _follows(self, live: LiveTable, rows: Sequence[Sequence[Any]]) -> bool:
        """Take in entries that follow those that are known; False where they do not, or are not told in full."""
        if rows[0][1] != live.table.index + 1 or any(len(row) < len(_Row._fields) for row in rows):
            return False
        try:
            self._take_in(live, [entry_of(_Row(*row)) for row in rows])
        except (DamagedRowError, KeyError, TypeError, ValueError) as error:
            self._drop(live, error)
        return True

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    def catch_up_everywhere(self) -> None:
        """Take in whatever was written while other processes could not be heard."""
        self._later(self._catch_up_everywhere())

    async def _catch_up_everywhere(self) -> None:
        known = dict(self.live_tables)
        ids = list(known)
        for start in range(0, len(ids), _TOGETHER):
            found = await self.store.read(partial(last_entries, ids=ids[start : start + _TOGETHER]))
            for table_id, last in found.items():
                if known[table_id].table.index < last:
                    with suppress(Refused):  # one that cannot be read keeps no other waiting
                        await self.catch_up(known[table_id])

    def added(self, live: LiveTable) -> None:
        """Called with every table that comes into memory."""
        for watcher in self.greeters:
            watcher(live)

    def _announce(self, live: LiveTable, moves_only: bool = False) -> None:
        live.announce(moves_only)
        for watcher in self.watchers:
            watcher(live)

    async def ids(self, query: Any) -> list[str]:
        """The ids that a query finds."""
        return await self.store.read(lambda connection: [row[0] for row in connection.execute(query)])

    def end_sockets(self, which: Callable[[Viewer], bool], error: str, key: str) -> None:
        """End the sockets of some viewers at all tables, who read why."""
        for live in self.live_tables.values():
            live.end_sockets(error, key, which)

    def forget(self, ids: Sequence[str]) -> None:
        """These tables are removed from the store: no process keeps them in memory."""
        for table_id in ids:
            self.live_tables.pop(table_id, None)
        for start in range(0, len(ids), _TOGETHER):
            self.processes.tell("gone", tables=list(ids[start : start + _TOGETHER]))

    def _hear_gone(self, message: Message) -> None:
        for table_id in message["tables"]:
            self.live_tables.pop(table_id, None)

    def forget_idle(self) -> None:
        """Remove from memory the tables that nobody has followed for a while; the store keeps them."""
        now = clock.steady()
        for table_id, live in list(self.live_tables.items()):
            if live.idle and now - live.used > _IDLE_SECONDS:
                del self.live_tables[table_id]


def _change(live: LiveTable, new: Sequence[Deed]) -> _Change:
    if live.removed:
        refuse("unknown", "table.unknown", id=live.table.plan.id)
    table, at, moment = live.table, clock.wall(), clock.steady()
    following = table.after(new, at=at, moment=moment)
    if ending := limits.end_of_long_game(following):
        new, following = [*new, *ending], following.after(ending, at=at, moment=moment)
    touch = following.status == table.status and abs(at - live.saved) > _TOUCH_SECONDS
    return _Change(live, table, following, new, moment, touch, writes.change(table, following, touch))


def _tell(observer: Observer, live: LiveTable, table: Table, new: Sequence[Deed], moment: float) -> None:
    """Tell an observer of the moves among some deeds."""
    by_bots = [table.chairs[deed.seat].player is not None for deed in new if isinstance(deed, deeds.Moved)]
    if by_bots:
        live.moved = moment
        observer.moved(table.plan.game, len(by_bots) - sum(by_bots), sum(by_bots), moment)
