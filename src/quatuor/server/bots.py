"""Bots at the tables: they think in the pool that all share, and move at a pace that people can follow."""

import asyncio
import logging
import secrets
import time
from functools import partial
from math import inf
from threading import Event

from quatuor.bots import Bot, HastyBot, Level, SearchBot, ask, find_bot, new_chooser
from quatuor.core.game import Game
from quatuor.server import clock
from quatuor.server import entries as deeds
from quatuor.server.entries import Deed
from quatuor.server.pool import PLAY, Pool
from quatuor.server.room import Room
from quatuor.server.standing import NOBODY, Standing, after_move
from quatuor.server.table import Chair, Table
from quatuor.server.tables import Tables

# A further move of the same turn follows sooner than the first one.
_FOLLOWING = 0.6
# So many moves are made in one go at most when somebody skips.
_MOST_SKIPPED = 200

# So long bots think in one go at most: then others have their turn in the pool, and people see what was played.
_LONGEST_SECONDS = 0.5

# After something failed, such as writing to a full disk.
_RETRY_SECONDS = 10.0

_log = logging.getLogger(__name__)


class Bots:
    """Every bot of the server."""

    def __init__(self, tables: Tables, pool: Pool) -> None:
        self._tables = tables
        self._pool = pool
        self._tasks: set[asyncio.Task[None]] = set()
        tables.watchers.append(self.consider)

    def consider(self, room: Room) -> None:
        """Set the bots of a table to play if it is their turn and they do not already."""
        if room.playing is None and room.table.bot_to_play:
            room.playing = asyncio.create_task(self._play(room))
            self._tasks.add(room.playing)
            room.playing.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Stop where they are; they go on when their table is loaded again."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def skip(self, room: Room) -> None:
        """Bots play at once until a person is to play; returns when they have."""
        playing = room.playing
        if playing is not None:
            room.hurry = True
            room.skip.set()
            await asyncio.wait([playing])

    async def _play(self, room: Room) -> None:
        try:
            while room.table.bot_to_play:
                try:
                    await self._step(room)
                except Exception:
                    _log.exception("bots stopped for a while at table %s", room.table.plan.id)
                    await asyncio.sleep(_RETRY_SECONDS)
        finally:
            room.playing = None
            room.hurry = False
            room.skip.clear()

    async def _step(self, room: Room) -> None:
        """One move after a pause, or many at once if somebody is in a hurry."""
        standing = room.table.standing
        assert standing is not None
        if not room.hurry:
            await self._wait(room, standing)
        most = _MOST_SKIPPED if room.hurry else 1
        standing, chairs = room.table.standing, list(room.table.chairs)
        if standing is None or not room.table.bot_to_play:
            return
        courtesy = self._pool.courtesy(PLAY)
        made, standings = await self._pool.run(PLAY, partial(think, room.table, standing, chairs, most, courtesy))
        async with room.lock:
            # Somebody may have taken a move or a seat back while they thought.
            if room.table.standing is standing and room.table.bot_to_play and room.table.chairs == chairs:
                await self._tables.append(room, made, standings)

    async def _wait(self, room: Room, standing: Standing) -> None:
        pace = room.table.plan.pace_ms / 1000 * (_FOLLOWING if standing.mover == standing.turn else 1.0)
        try:
            await asyncio.wait_for(room.skip.wait(), pace)
        except TimeoutError:
            return


def think(
    table: Table, standing: Standing, chairs: list[Chair], most: int, courtesy: Event
) -> tuple[list[Deed], list[Standing]]:
    """The next moves of the bots, until a person is to play or there are enough."""
    made: list[Deed] = []
    standings: list[Standing] = []
    chooser = new_chooser(secrets.randbits(64))
    end = time.monotonic() + _LONGEST_SECONDS
    while standing.turn != NOBODY and len(made) < most and (not made or time.monotonic() < end):
        bot = chairs[standing.turn].player
        if bot is None:
            break
        action = ask(courteous(find_bot(bot), table.game, courtesy), table.game, standing.state, chooser)
        made.append(deeds.Moved(standing.turn, table.game.text(action)))
        standing = after_move(table.game, standing, action, clock.steady())
        standings.append(standing)
    return made, standings


def courteous(bot: Bot, game: Game, courtesy: Event) -> Bot:
    """The same bot, which lets others go first while it searches; one that has only so much time keeps it."""
    if isinstance(bot, Level):
        bot = bot.bot(game)
    timed = isinstance(bot, SearchBot) and bot.seconds < inf
    return bot.until(courtesy) if isinstance(bot, SearchBot | HastyBot) and not timed else bot
