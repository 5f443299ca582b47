"""Absence: who does not play in time is stood in for by a bot, and gets the seat back on returning."""

import asyncio
import logging

from quatuor.bots.levels import DEFAULT_LEVEL
from quatuor.server import clock
from quatuor.server import entries as deeds
from quatuor.server.room import Room
from quatuor.server.tables import BACK_SECONDS, Tables

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

    def consider(self, room: Room) -> None:
        """Set the clock of a table for the seat to play."""
        _stop(room)
        deadline = room.table.deadline
        if deadline is not None:
            self._wind(room, max(0.0, deadline - clock.steady()))

    def _wind(self, room: Room, delay: float) -> None:
        if not self._closed:
            room.clock = asyncio.get_running_loop().call_later(delay, self._ring, room, clock.steady() + delay)

    def close(self) -> None:
        """Stop all clocks; they go on when their table is loaded again."""
        self._closed = True
        for room in self._tables.rooms.values():
            _stop(room)
        for task in self._tasks:
            task.cancel()

    def _ring(self, room: Room, due: float) -> None:
        room.clock = None
        now = clock.steady()
        if now - due > _AWAY_SECONDS:
            room.table.give_time_until(now + BACK_SECONDS)
            room.announce(moves_only=True)
        task = asyncio.create_task(self._stand_in(room))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _stand_in(self, room: Room) -> None:
        async with room.lock:
            deadline = room.table.deadline
            if deadline is None:
                return
            if clock.steady() < deadline:
                self.consider(room)
                return
            try:
                await self._tables.append(room, [deeds.StandIn(room.table.turn, DEFAULT_LEVEL)])
            except Exception:
                _log.exception("nobody could stand in at table %s", room.table.plan.id)
                self._wind(room, _RETRY_SECONDS)

    async def welcome(self, room: Room, person: str | None) -> None:
        """Give a person who is back the seats that bots held meanwhile; who left on purpose asks for it."""
        if person is None or room.table.status != "playing":
            return
        async with room.lock:
            chairs = room.table.chairs
            held = [seat for seat in room.table.seats_of(person) if chairs[seat].stand_in and not chairs[seat].left]
            await self._tables.append(room, [deeds.HandedBack(seat) for seat in held])


def _stop(room: Room) -> None:
    if room.clock is not None:
        room.clock.cancel()
        room.clock = None
