"""The tables of a server: found in memory or in the store, opened, and written to."""

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Sequence
from typing import Any

from sqlalchemy import bindparam, delete, select, update
from sqlalchemy.dialects.sqlite import insert

from quatuor.games import find_game
from quatuor.play.record_format import line_of
from quatuor.server import clock
from quatuor.server.live.live_table import LiveTable
from quatuor.server.refusals import Refused, refuse
from quatuor.server.store.database import ADD_ENTRY, DamagedRowError, Row, Store, Work
from quatuor.server.store.queries import PLAN, read_table, table_of
from quatuor.server.store.return_links import BURN
from quatuor.server.store.schema import records, seats, tables
from quatuor.server.table import deeds
from quatuor.server.table.deeds import Deed, Entry, body_of
from quatuor.server.table.new_table import rematch_of
from quatuor.server.table.record import record_at_the_end
from quatuor.server.table.standing import NOBODY, Standing
from quatuor.server.table.table import Plan, Status, Table
from quatuor.server.warmup import Warmth

# A table that nobody follows leaves the memory after so many seconds.
_IDLE_SECONDS = 600.0
# `touched` in the list of tables is for sorting: it need not be exact.
_TOUCH_SECONDS = 60.0
# Nobody's time is up sooner than so many seconds after his table was loaded.
BACK_SECONDS = 30.0

_add_table = insert(tables)
_add_record = insert(records)
_seat = insert(seats)
_seat = _seat.on_conflict_do_update(index_elements=["table_id", "seat"], set_={"person": _seat.excluded.person})
_unseat = delete(seats).where(seats.c.table_id == bindparam("of"), seats.c.seat == bindparam("at_seat"))
_set_status = (
    update(tables)
    .where(tables.c.id == bindparam("of"))
    .values(status=bindparam("new_status"), touched=bindparam("new_touched"))
)
_touch = update(tables).where(tables.c.id == bindparam("of")).values(touched=bindparam("new_touched"))

Watcher = Callable[[LiveTable], None]

_log = logging.getLogger(__name__)


class Tables:
    """Every table of the server."""

    def __init__(self, store: Store, warmth: Warmth) -> None:
        self.store = store
        self.warmth = warmth
        self.live_tables: dict[str, LiveTable] = {}
        self.watchers: list[Watcher] = []  # told of every table that is loaded or changed: bots, clocks
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._damaged: set[str] = set()  # those that the log has named

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
        live.used = time.monotonic()
        return live

    async def load_or_none(self, table_id: str) -> LiveTable | None:
        """A table by its id, for a list; None where it can no longer be shown."""
        try:
            return await self.load(table_id)
        except Refused:
            return None

    async def _load(self, table_id: str) -> LiveTable:
        """From the store, once however many ask at the same time."""
        loading = self._loading.get(table_id)
        if loading is None:
            loading = self._loading[table_id] = asyncio.create_task(self._read(table_id))
            loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(loading)

    async def _read(self, table_id: str) -> LiveTable:
        try:
            plan, log = await self.store.read(lambda connection: read_table(connection, table_id))
            await self.warmth.ready(find_game(plan.game))
            table = table_of(plan, log)
        except DamagedRowError as error:
            if table_id not in self._damaged:
                self._damaged.add(table_id)
                _log.error("the entries of table %s are damaged", table_id, exc_info=error.__cause__)
            refuse("unavailable", "table.damaged", id=table_id)
        table.give_time_until(clock.steady() + BACK_SECONDS)
        live = self.live_tables[table_id] = LiveTable(table)
        self._watched(live)
        return live

    async def open(self, plan: Plan, first: Sequence[Deed], more: Work | None = None) -> LiveTable:
        """A new table with its first entries; `more` is written in the same transaction."""
        table = Table(plan)
        await self.warmth.ready(table.game)
        log = _numbered(0, first, plan.created)
        row = {name: getattr(plan, name) for name in PLAN} | {
            "seed": str(plan.seed),
            "status": "open",
            "touched": plan.created,
        }
        work: Work = [(_add_table, [row]), *_work(table, log, _status_after(table, first, []))]
        await self.store.write(work + (more or []))
        moment = clock.steady()
        for entry in log:
            table.fold(entry, moment=moment)
        live = self.live_tables[plan.id] = LiveTable(table)
        live.look()
        self._watched(live)
        return live

    async def append(self, live: LiveTable, new: Sequence[Deed], standings: Sequence[Standing] = ()) -> None:
        """Write deeds down, then take them in, then announce them; the caller holds the live's lock.

        `standings` is how the game stands after each of the moves among them, where that is known already. Whoever
        takes or leaves a seat makes its return link void.
        """
        if not new:
            return
        table = live.table
        at, moment = clock.wall(), clock.steady()
        log = _numbered(table.index + 1, new, at)
        status = _status_after(table, new, standings)
        work = _work(table, log, status)
        if status is None and abs(at - live.saved) > _TOUCH_SECONDS:
            work.append((_touch, [{"of": table.plan.id, "new_touched": at}]))
            live.saved = at
        for deed in new:
            if isinstance(deed, deeds.Seated | deeds.Vacated):
                work.append((BURN, [{"of": table.plan.id, "at_seat": deed.seat}]))
        await self.store.write(work)
        known = iter(standings)
        for entry in log:
            table.fold(entry, next(known, None) if isinstance(entry.deed, deeds.Moved) else None, moment)
        self._watched(live, moves_only=all(isinstance(deed, deeds.Moved | deeds.Undone) for deed in new))

    async def rematch(self, live: LiveTable) -> LiveTable:
        """The table where the same people go on: the one that there is already, or a new one."""
        async with live.lock:
            table = live.table
            if table.rematch is None:
                plan, first = rematch_of(table)
                log = _numbered(table.index + 1, [deeds.Rematch(plan.id)], clock.wall())
                await self.open(plan, first, _work(table, log, None))
                table.fold(log[0])
                self._watched(live)
        return await self.find(str(table.rematch))

    def _watched(self, live: LiveTable, moves_only: bool = False) -> None:
        live.announce(moves_only)
        for watcher in self.watchers:
            watcher(live)

    async def ids(self, query: Any) -> list[str]:
        """The ids that a query finds."""
        return await self.store.read(lambda connection: [row[0] for row in connection.execute(query)])

    def hang_up(self, devices: Collection[str]) -> None:
        """End the sockets of devices that are signed out."""
        for live in self.live_tables.values():
            for viewer in live.viewers:
                if viewer.device in devices:
                    viewer.signed_out = True
                    viewer.news.set()

    def forget_idle(self) -> None:
        """Let the tables go that nobody has followed for a while; the store has them."""
        now = time.monotonic()
        for table_id, live in list(self.live_tables.items()):
            if live.idle and now - live.used > _IDLE_SECONDS:
                del self.live_tables[table_id]


def public_tables(limit: int) -> Any:
    """The ids of the tables that anyone may find: open, or being played with spectators."""
    shown = (tables.c.status == "open") | ((tables.c.status == "playing") & tables.c.spectators)
    return select(tables.c.id).where(tables.c.public, shown).order_by(tables.c.touched.desc()).limit(limit)


def tables_of(person: str, limit: int) -> Any:
    """The ids of a person's tables: where he sits, or is the host of a game not yet over."""
    own = select(seats.c.table_id).where(seats.c.person == person)
    hosted = (tables.c.host == person) & tables.c.status.in_(("open", "playing"))
    return select(tables.c.id).where(tables.c.id.in_(own) | hosted).order_by(tables.c.touched.desc()).limit(limit)


def clocked_tables() -> Any:
    """The ids of the tables where a clock runs."""
    return select(tables.c.id).where(tables.c.status == "playing", tables.c.turn_seconds.is_not(None))


def _numbered(start: int, new: Sequence[Deed], at: float) -> list[Entry]:
    return [Entry(start + k, at, deed) for k, deed in enumerate(new)]


def _status_after(table: Table, new: Sequence[Deed], standings: Sequence[Standing]) -> Status | None:
    """The status that deeds lead to, None where it stays."""
    if standings and standings[-1].turn == NOBODY:
        return "over"
    if any(isinstance(deed, deeds.Closed) for deed in new):
        return "closed"
    return "playing" if any(isinstance(deed, deeds.Started) for deed in new) else None


def _work(table: Table, log: Sequence[Entry], status: Status | None) -> Work:
    """What to write for new entries: the entries, and what is kept of them for lists and replays."""
    of = table.plan.id
    work: Work = [(ADD_ENTRY, [_row(of, entry) for entry in log])]
    for entry in log:
        deed = entry.deed
        if isinstance(deed, deeds.Seated) and deed.person is not None:
            work.append((_seat, [{"table_id": of, "seat": deed.seat, "person": deed.person}]))
        elif isinstance(deed, deeds.Seated | deeds.Vacated):
            work.append((_unseat, [{"of": of, "at_seat": deed.seat}]))
    if status is not None:
        work.append((_set_status, [{"of": of, "new_status": status, "new_touched": log[-1].at}]))
    if status == "over":
        moves = [entry.deed.move for entry in log if isinstance(entry.deed, deeds.Moved)]
        work.append((_add_record, [_record(table, moves, log[-1].at)]))
    return work


def _row(of: str, entry: Entry) -> Row:
    return {
        "table_id": of,
        "number": entry.index,
        "at": entry.at,
        "kind": entry.deed.kind,
        "body": body_of(entry.deed),
    }


def _record(table: Table, moves: Sequence[str], at: float) -> Row:
    return {
        "id": table.plan.id,
        "game": table.plan.game,
        "names": [chair.name for chair in table.chairs],
        "record": line_of(record_at_the_end(table, moves)),
        "created": at,
    }
