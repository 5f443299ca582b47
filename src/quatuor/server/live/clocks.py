"""Clocks: a bot stands in for whoever does not play in time, and they get the seat back when they return.

Cards about to be dealt are dealt without the numbers that do not come in time.
"""

import asyncio
import logging

from quatuor.server import clock
from quatuor.server.live.live_table import LiveTable
from quatuor.server.live.registry import BACK_SECONDS, Tables
from quatuor.server.table import seats

# After something failed, such as writing to a full disk.
_RETRY_SECONDS = 10.0
# A clock that rings this much too late means that the machine of the server was asleep.
_AWAY_SECONDS = 5.0

_log = logging.getLogger(__name__)


class Clocks:
    """The clocks of all tables."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False
        tables.watchers.append(self.consider)

    def consider(self, live: LiveTable) -> None:
        """Set the clock of a table for the seat to play, or for the deal."""
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
        task = asyncio.create_task(self._act(live, away=clock.steady() - due > _AWAY_SECONDS))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _act(self, live: LiveTable, away: bool) -> None:
        """Deal, or let a bot play for whoever is late, unless the server was away: then everybody gets some time."""
        async with live.lock:
            if away:
                live.table = live.table.with_time_until(clock.steady() + BACK_SECONDS)
                live.announce(moves_only=True)
            late = seats.overdue(live.table, clock.steady())
            if not late:
                self.consider(live)
                return
            try:
                await self._tables.append(live, late)
            except Exception:
                _log.exception("nobody could deal or stand in at table %s", live.table.plan.id)
                self._wind(live, _RETRY_SECONDS)

    async def welcome(self, live: LiveTable, person: str | None) -> None:
        """Give a person who is back the seats that bots held meanwhile."""
        if person is not None and live.table.status == "playing":
            await self._tables.change(live, seats.return_to_seats, person)


def _stop(live: LiveTable) -> None:
    if live.clock is not None:
        live.clock.cancel()
        live.clock = None
