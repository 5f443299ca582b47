"""Bots at the tables: they think in the pool that all share, and move at a pace that people can follow."""

import asyncio
import logging
import secrets
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from math import inf
from threading import Event
from typing import NamedTuple

from quatuor.bots import ask, find_bot, new_chooser
from quatuor.server import clock
from quatuor.server.live.live_table import LiveTable
from quatuor.server.live.registry import Tables
from quatuor.server.live.tempo import nominal_cost
from quatuor.server.networks import LastNetworks
from quatuor.server.pool import PLAY, WATCH, Pool, Timed
from quatuor.server.shares import Payer
from quatuor.server.table import deeds
from quatuor.server.table.standing import NOBODY, Standing, after_move
from quatuor.server.table.table import Chair, Table

# A further move of the same turn follows sooner than the first one.
_FOLLOWING = 0.6
# When somebody skips, so many moves are made in one go at most, and no more than should take so long: then others have
# their turn in the pool, and people see what was played. How long they really take does not count, since it tells.
_MOST_SKIPPED = 200
_LONGEST_SECONDS = 0.5
# So long a request to skip waits at most for the bots; they go on without it.
_LONGEST_SKIP_SECONDS = 20.0

# After something failed, such as writing to a full disk.
_RETRY_SECONDS = 10.0

_log = logging.getLogger(__name__)


class Timer:
    """What bots measure time with, and wait by."""

    def now(self) -> float:
        return clock.steady()

    async def wait(self, event: asyncio.Event, seconds: float) -> None:
        """Until an event, but no longer than that."""
        try:
            await asyncio.wait_for(event.wait(), seconds)
        except TimeoutError:
            return


@dataclass(slots=True, eq=False)
class _Turn:
    """What bots think about: given up for good once the table is no longer as it was."""

    live: LiveTable
    standing: Standing
    chairs: list[Chair]
    courtesy: Event
    given_up: bool = False

    @property
    def current(self) -> bool:
        table = self.live.table
        same = table.standing is self.standing and table.bot_to_play is not None and self.holds(table.turn)
        return same and not self.given_up

    def holds(self, seat: int) -> bool:
        """Whether nobody has come to a seat or left it; who comes and goes elsewhere disturbs no thought."""
        return self.live.table.chairs[seat] == self.chairs[seat]

    def give_up(self) -> None:
        self.given_up = True
        self.courtesy.set()
        self.live.wake.set()


class Thought(NamedTuple):
    """Moves of bots, how the game stands after each, and the seconds that all should have taken."""

    made: list[deeds.Moved]
    standings: list[Standing]
    cost: float


class Bots:
    """Every bot of the server."""

    def __init__(self, tables: Tables, pool: Pool, networks: LastNetworks, timer: Timer | None = None) -> None:
        self._tables = tables
        self._pool = pool
        self._networks = networks
        self._timer = timer or Timer()
        self._tasks: set[asyncio.Task[None]] = set()
        self._turns: dict[LiveTable, _Turn] = {}
        self._over_budget: dict[LiveTable, asyncio.TimerHandle] = {}
        self._closed = False
        tables.watchers.append(self.consider)

    def consider(self, live: LiveTable) -> None:
        """Set the bots of a table to play if it is their turn, somebody is there, and they do not already."""
        turn = self._turns.get(live)
        if turn is not None and not turn.current:
            turn.give_up()
        if live.playing is None and live.table.bot_to_play and self._may_play(live):
            live.playing = asyncio.create_task(self._play(live))
            self._tasks.add(live.playing)
            live.playing.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Stop where they are, also in their thoughts; they go on when their table is loaded again."""
        self._closed = True
        for timer in self._over_budget.values():
            timer.cancel()
        for turn in self._turns.values():
            turn.give_up()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def skip(self, live: LiveTable) -> None:
        """Bots play at once until a person is to play; returns when they have, when they pause, or after a while."""
        playing = live.playing
        if playing is not None:
            live.hurry = True
            live.wake.set()
            await asyncio.wait([playing], timeout=_LONGEST_SKIP_SECONDS)

    def _may_play(self, live: LiveTable) -> bool:
        """Whether bots play now: always beside a person; else while somebody looks and there is thinking time left."""
        if self._closed:
            return False
        if live.players:
            return True
        wait = self._pool.seconds_until_budget(self._payer(live)) if live.attended else inf
        if wait > 0:
            live.resume = self.consider  # the next who looks may have time left
        if 0 < wait < inf and live not in self._over_budget:
            loop = asyncio.get_running_loop()
            self._over_budget[live] = loop.call_later(wait, self._consider_again, live)
        return wait == 0

    def _consider_again(self, live: LiveTable) -> None:
        del self._over_budget[live]
        if self._tables.live_tables.get(live.table.plan.id) is live:
            self.consider(live)

    def _payer(self, live: LiveTable) -> Payer:
        """For whom the bots of a table think: of those who play the host or the first, else somebody who looks.

        All who only look from one network count as one person there: a stranger who looks uses up nobody else's time.
        Of several networks the one pays that has time left.
        """
        table, host, players = live.table.plan.id, live.table.plan.host, live.players
        if players:
            person = host if host in players else players[0]
            return Payer(self._networks.of(person), person, table)
        payers = [Payer(network, network or host, table) for network in live.looking_from]
        return min(payers, key=self._pool.seconds_until_budget)

    async def _play(self, live: LiveTable) -> None:
        try:
            while live.table.bot_to_play and self._may_play(live):
                try:
                    await self._step(live)
                except Exception:
                    _log.exception("bots stopped for a while at table %s", live.table.plan.id)
                    await asyncio.sleep(_RETRY_SECONDS)
        finally:
            self._turns.pop(live, None)
            live.playing = None
            live.hurry = False

    async def _step(self, live: LiveTable) -> None:
        """One move, or many at once if somebody is in a hurry.

        Bots think as soon as their turn begins, and wait with what they have found for the moment to show it.
        """
        table, hurry, began = live.table, live.hurry, self._timer.now()
        assert table.standing is not None
        turn = self._turns[live] = _Turn(live, table.standing, list(table.chairs), self._pool.courtesy())
        live.wake.clear()
        compiling = self._tables.warmth.compiles_search(table.game)
        timed = await self._think(turn, _MOST_SKIPPED if hurry else 1)
        thought = timed.result
        if not turn.current or not thought.made:
            return
        if table.game.choices_are_private(table.plan.options):
            due = live.tempos[hurry].due(thought.cost, timed.seconds, learn=not compiling)
            await self._until(turn, timed.began + due, skippable=False)
        if not hurry:
            following = turn.standing.mover == turn.standing.turn
            await self._until(turn, began + table.plan.pace_ms / 1000 * (_FOLLOWING if following else 1.0))
        async with live.lock:
            if turn.current:  # nobody has taken a move or a seat back while they thought
                del self._turns[live]
                made = list(takewhile(lambda deed: turn.holds(deed.seat), thought.made))
                # The next player's time begins now, not when the bot had made up its mind.
                standings = [standing._replace(since=clock.steady()) for standing in thought.standings[: len(made)]]
                await self._tables.append(live, made, standings)

    async def _think(self, turn: _Turn, most: int) -> Timed[Thought]:
        live = turn.live
        bot = live.table.bot_to_play
        assert bot is not None
        work = partial(think, live.table, turn.standing, turn.chairs, most, turn.courtesy)
        cost = nominal_cost(find_bot(bot), live.table.game)
        return await self._pool.run_timed(PLAY if live.players else WATCH, work, self._payer(live), cost)

    async def _until(self, turn: _Turn, moment: float, skippable: bool = True) -> None:
        """Wait until a moment, unless somebody skips or the table has changed."""
        live = turn.live
        while turn.current and not (skippable and live.hurry) and (left := moment - self._timer.now()) > 0:
            live.wake.clear()
            await self._timer.wait(live.wake, left)


def think(table: Table, standing: Standing, chairs: list[Chair], most: int, courtesy: Event) -> Thought:
    """The next moves of the bots, until a person is to play or there are enough."""
    made: list[deeds.Moved] = []
    standings: list[Standing] = []
    chooser = new_chooser(secrets.randbits(64))
    private = table.game.choices_are_private(table.plan.options)
    cost = 0.0
    while standing.turn != NOBODY and len(made) < most and cost < _LONGEST_SECONDS and not courtesy.is_set():
        name = chairs[standing.turn].player
        if name is None:
            break
        bot = find_bot(name)
        cost += nominal_cost(bot, table.game)
        # Others who want something thought about at the same time could tell a forced move from a choice by how long
        # they wait: where choices are private, both are searched.
        action = ask(bot, table.game, standing.state, chooser, courtesy, when_forced=private)
        made.append(deeds.Moved(standing.turn, table.game.text(action)))
        standing = after_move(table.game, standing, action, clock.steady())
        standings.append(standing)
    return Thought(made, standings, cost)
