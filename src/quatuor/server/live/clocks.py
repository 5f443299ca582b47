"""Absence: who does not play in time is stood in for by a bot, and gets the seat back on returning."""

import asyncio
import logging

from quatuor.bots.levels import DEFAULT_LEVEL
from quatuor.server import clock
from quatuor.server.live.live_table import LiveTable
from quatuor.server.live.registry import BACK_SECONDS, Tables
from quatuor.server.table import deeds

# After something failed, such as writing to a full disk.
_RETRY_SECONDS = 10.0
# A clock that rings so much too late means that the server itself was away: its machine slept.
_AWAY_SECONDS = 5.0

_log = logging.getLogger(__name__)


class Absence:
    """The clocks of all tables."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False
        tables.watchers.append(self.consider)

    def consider(self, live: LiveTable) -> None:
        """Set the clock of a table for the seat to play."""
        _stop(live)
        deadline = live.table.deadline
        if deadline is not None:
            self._wind(live, max(0.0, deadline - clock.steady()))

    def _wind(self, live: LiveTable, delay: float) -> None:
        if not self._closed:
            live.clock = asyncio.get_running_loop().call_later(delay, self._ring, live, clock.steady() + delay)

    def close(self) -> None:
        """Stop all clocks; they go on when their table is loaded again."""
        self._closed = True
        for live in self._tables.live_tables.values():
            _stop(live)
        for task in self._tasks:
            task.cancel()

    def _ring(self, live: LiveTable, due: float) -> None:
        live.clock = None
        now = clock.steady()
        if now - due > _AWAY_SECONDS:
            live.table.give_time_until(now + BACK_SECONDS)
            live.announce(moves_only=True)
        task = asyncio.create_task(self._stand_in(live))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _stand_in(self, live: LiveTable) -> None:
        async with live.lock:
            deadline = live.table.deadline
            if deadline is None:
                return
            if clock.steady() < deadline:
                self.consider(live)
                return
            try:
                await self._tables.append(live, [deeds.StandIn(live.table.turn, DEFAULT_LEVEL)])
            except Exception:
                _log.exception("nobody could stand in at table %s", live.table.plan.id)
                self._wind(live, _RETRY_SECONDS)

    async def welcome(self, live: LiveTable, person: str | None) -> None:
        """Give a person who is back the seats that bots held meanwhile; who left on purpose asks for it."""
        if person is None or live.table.status != "playing":
            return
        async with live.lock:
            chairs = live.table.chairs
            held = [seat for seat in live.table.seats_of(person) if chairs[seat].stand_in and not chairs[seat].left]
            await self._tables.append(live, [deeds.HandedBack(seat) for seat in held])


def _stop(live: LiveTable) -> None:
    if live.clock is not None:
        live.clock.cancel()
        live.clock = None
