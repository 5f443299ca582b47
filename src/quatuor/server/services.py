"""The long-lived parts of one server, opened and closed in order."""

import asyncio
import logging
import time
from contextlib import suppress

from starlette.requests import HTTPConnection

from quatuor.server.days import Days
from quatuor.server.homes import LastHomes, OpenSockets
from quatuor.server.live.bots import Bots
from quatuor.server.live.clocks import Clocks
from quatuor.server.live.host_commands import HostCommands
from quatuor.server.live.registry import Tables
from quatuor.server.live.words import Words
from quatuor.server.measurement import Measurement
from quatuor.server.people.devices import Identity
from quatuor.server.people.kept_out import KeptOut
from quatuor.server.people.people import People
from quatuor.server.pool import Pool
from quatuor.server.settings import Settings
from quatuor.server.store.database import Store
from quatuor.server.store.queries import clocked_tables
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

_log = logging.getLogger(__name__)


class Services:
    """All parts of one server, for its routes to work with."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.db)
        self.warmup = Warmup(settings.warm_search)
        self.people = People(self.store, settings)
        self.tables = Tables(self.store, self.warmup, settings.limits)
        self.days = Days(settings.time_zone)
        self.records = Records(self.store, self.warmup, self.days)
        self.pool = Pool()
        self.homes = LastHomes()
        self.sockets = OpenSockets()
        self.kept_out = KeptOut(self.store)
        self.host_commands = HostCommands(self.tables, self.kept_out, self.homes)
        self.bots = Bots(self.tables, self.pool, self.homes)
        self.hints = Hints(self.pool, self.warmup)
        self.analyses = Analyses(self.records, self.pool, self.warmup)
        self.advisor = Advisor(self.records, self.analyses, self.pool, self.warmup)
        self.clocks = Clocks(self.tables)
        self.words = Words()
        self.dailies = Dailies(self.tables, self.pool, self.days)
        self.own_games = OwnGames(self.tables, self.days)
        self.host_commands.on_removed = self.records.forget
        self.measurement = Measurement(settings)
        self.observer = self.measurement.observer
        for part in (self.store, self.tables, self.pool, self.analyses):
            part.observer = self.observer
        self._chores: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        self.measurement.open()
        self.store.open()
        self.warmup.open()
        await self.people.devices.open()
        await self.kept_out.open()
        await self.dailies.open()
        self._chores = [asyncio.create_task(self._tidy()), asyncio.create_task(self._wind_clocks())]

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
            self.tables.end_sockets(lambda viewer: viewer.device in ids, "forbidden", "device.signed_out")
        return bool(ids)

    async def _wind_clocks(self) -> None:
        """Load the tables whose clocks were running when the server stopped."""
        for table_id in await self.tables.ids(clocked_tables()):
            with suppress(Exception):
                await self.tables.load(table_id)

    async def _tidy(self) -> None:
        removed = 0.0
        while True:
            self.tables.forget_idle()
            if self.settings.keep_days is not None and time.monotonic() - removed > _REMOVE_SECONDS:
                removed = time.monotonic()
                try:
                    await remove_old(self.store, self.settings.keep_days, self.tables.live_tables)
                    self.people.forget()
                except Exception:
                    _log.exception("could not remove old tables")
            await asyncio.sleep(_TIDY_SECONDS)
