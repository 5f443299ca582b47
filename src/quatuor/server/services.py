"""The long-lived parts of one server, opened and closed in order."""

import asyncio
import logging
import time
from collections.abc import Collection
from contextlib import suppress

from sqlalchemy import Connection
from starlette.requests import HTTPConnection

from quatuor.server.days import Days
from quatuor.server.homes import LastHomes, OpenSockets
from quatuor.server.live import words
from quatuor.server.live.bots import Bots
from quatuor.server.live.clocks import Clocks
from quatuor.server.live.host_commands import HostCommands
from quatuor.server.live.presence import Presence
from quatuor.server.live.registry import LOADS, Tables
from quatuor.server.live.words import Words
from quatuor.server.measurement import Measurement
from quatuor.server.people.devices import Identity
from quatuor.server.people.kept_out import KeptOut
from quatuor.server.people.people import People
from quatuor.server.pool import KINDS, Pool
from quatuor.server.processes import Message
from quatuor.server.refusals import Refused
from quatuor.server.settings import Settings
from quatuor.server.shared_use import SharedUse
from quatuor.server.store import stores
from quatuor.server.store.queries import clocked_tables, tables_by_status
from quatuor.server.store.retention import remove_old
from quatuor.server.study.advice import Advisor
from quatuor.server.study.analyses import Analyses
from quatuor.server.study.archive import Records
from quatuor.server.study.dailies import Dailies
from quatuor.server.study.hints import Hints
from quatuor.server.study.own_games import OwnGames
from quatuor.server.warmup import Warmup

_TIDY_SECONDS = 60.0
_REMOVE_SECONDS = 3600.0
_REMOVAL = "removal"
# How soon the clocks of a process that is gone are wound again.
_WIND_SECONDS = 2.0
# How old the gauges of another process may be.
_GAUGE_SECONDS = 5.0
_STATUSES = ("open", "playing", "over", "closed")

_log = logging.getLogger(__name__)


class Services:
    """All parts of one server, for its routes to work with."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = stores.store_of(settings.db)
        self.warmup = Warmup(settings.warm_search)
        self.processes = stores.processes_of(self.store)
        self.people = People(self.store, settings, self.processes)
        self.tables = Tables(self.store, self.warmup, self.processes, settings.limits)
        self.days = Days(settings.time_zone)
        self.records = Records(self.store, self.warmup, self.days)
        self.pool = Pool(processes=settings.workers)
        self.shared_use = SharedUse(self.processes, self.pool)
        self.homes = LastHomes()
        self.sockets = OpenSockets()
        self.kept_out = KeptOut(self.store, self.processes)
        self.host_commands = HostCommands(self.tables, self.kept_out, self.homes)
        self.bots = Bots(self.tables, self.pool, self.homes)
        self.hints = Hints(self.pool, self.warmup)
        self.analyses = Analyses(self.records, self.pool, self.warmup, self.processes)
        self.advisor = Advisor(self.records, self.analyses, self.pool, self.warmup)
        self.clocks = Clocks(self.tables)
        self.words = Words(self.tables)
        self.shared_use.join("words", self.words.counts, [words.LIMIT])
        self.shared_use.join("loads", self.tables.loads, [LOADS])
        self.presence = Presence(self.tables)
        self.dailies = Dailies(self.tables, self.pool, self.days)
        self.own_games = OwnGames(self.tables, self.days)
        self.host_commands.on_removed = self.records.forget
        self.measurement = Measurement(settings)
        self.observer = self.measurement.observer
        for part in (self.store, self.tables, self.pool, self.analyses):
            part.observer = self.observer
        self._chores: list[asyncio.Task[None]] = []
        self.processes.listeners["signed_out"] = self._hear_signed_out
        self.processes.on_reunion = self._reunite
        self.processes.on_silence = self._lose
        self.processes.on_leases_lost = self.bots.give_up_all

    async def open(self, serving: bool = True) -> None:
        """Begin; a process that is not there to serve leaves the chores to others."""
        self.measurement.open()
        self.store.open()
        self.processes.open()
        self.shared_use.open()
        self.warmup.open()
        await self.people.devices.open()
        await self.kept_out.open()
        await self.dailies.open()
        if serving:
            self._chores = [asyncio.create_task(self._tidy()), asyncio.create_task(self._wind_clocks())]
            if self.measurement.metrics is not None and self.settings.workers > 1:
                self._chores.append(asyncio.create_task(self._share_gauges()))

    async def close(self) -> None:
        """Stop all background work; what is queued is still written."""
        for chore in self._chores:
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)
        self.clocks.close()
        await self.dailies.close()
        await self.analyses.close()
        await self.bots.close()
        self.pool.close()
        self.warmup.close()
        await self.people.devices.close()
        self.shared_use.close()
        self.processes.close()
        self.store.close()
        await self.measurement.close()

    async def identify(self, connection: HTTPConnection) -> Identity | None:
        """The sender of a request, None if they have no identity yet; their home is remembered."""
        here = await self.people.devices.identify(connection)
        if here is not None:
            self.homes.remember(here.person, connection.scope)
        return here

    async def sign_out(self, here: Identity, device: str | None) -> bool:
        """Sign out one of a person's devices, or with None all their others; False if there was none."""
        ids = await self.people.devices.sign_out(here, device)
        if ids:
            self._end_sockets_of(ids)
            self.processes.tell("signed_out", devices=sorted(ids))
        return bool(ids)

    def _hear_signed_out(self, message: Message) -> None:
        self.people.devices.note_signed_out(message["devices"])
        self._end_sockets_of(message["devices"])

    def _end_sockets_of(self, devices: Collection[str]) -> None:
        self.tables.end_sockets(lambda viewer: viewer.device in devices, "forbidden", "device.signed_out")

    def _lose(self, process: str) -> None:
        """Another process is gone, and those who were there with it."""
        self.presence.forget(process)
        self.bots.take_over()

    def _reunite(self) -> None:
        """Others may have done anything meanwhile: look at everything again."""
        self.people.forget()
        self.kept_out.read_again()
        self.tables.catch_up_everywhere()
        self.presence.tell_all()

    async def _wind_clocks(self) -> None:
        """Load the tables whose clocks were running when the server, or another process, stopped."""
        while True:
            with suppress(Refused):
                for table_id in await self.tables.ids(clocked_tables()):
                    if table_id not in self.tables.live_tables and self.processes.is_ours(table_id):
                        with suppress(Exception):
                            await self.tables.load(table_id)
            if not self.processes.shared:
                return
            await asyncio.sleep(_WIND_SECONDS)

    async def _tidy(self) -> None:
        removed = 0.0
        while True:
            self.tables.forget_idle()
            if self.settings.keep_days is not None and time.monotonic() - removed > _REMOVE_SECONDS:
                removed = time.monotonic()
                if await self.processes.take(_REMOVAL):
                    await self._remove_old(self.settings.keep_days)
                    self.processes.give_back(_REMOVAL)
            await asyncio.sleep(_TIDY_SECONDS)

    async def _remove_old(self, days: int) -> None:
        try:
            self.tables.forget(await remove_old(self.store, days, self.tables.live_tables))
            self.people.forget()
        except Exception:
            _log.exception("could not remove old tables")

    async def _share_gauges(self) -> None:
        """Set the gauges again and again: whoever reads the metrics asks only one of the processes."""
        while True:
            try:
                await self.set_gauges()
            except Refused:
                _log.warning("the store could not be read for the metrics")
            await asyncio.sleep(_GAUGE_SECONDS)

    async def set_gauges(self) -> None:
        """Set in the metrics what is true now."""
        metrics = self.measurement.metrics
        assert metrics is not None
        live_tables = list(self.tables.live_tables.values())
        metrics.sockets.set(sum(len(live.viewers) for live in live_tables))
        for status in _STATUSES:
            metrics.live_tables.labels(status).set(sum(live.table.status == status for live in live_tables))
        for kind in range(len(KINDS)):
            metrics.thinking_waiting[kind].set(self.pool.waiting(kind))
        metrics.thinking_threads.set(self.pool.workers)
        metrics.analyses_waiting.set(self.analyses.waiting)
        metrics.note_process()

        def read(connection: Connection) -> tuple[dict[str, int], tuple[int, int]]:
            stored = {row.status: row.tables for row in connection.execute(tables_by_status())}
            return stored, self.store.sizes(connection)

        stored, (main, log) = await self.store.read(read)
        for status in _STATUSES:
            metrics.tables.labels(status).set(stored.get(status, 0))
        metrics.store_bytes.set(main)
        metrics.wal_bytes.set(log)
