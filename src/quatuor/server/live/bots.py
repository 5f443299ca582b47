"""Bots at the tables: they think in the pool that all share, and move at a pace that people can follow."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from math import inf
from threading import Event
from typing import Any, NamedTuple

from quatuor.analysis.chance import seed_for
from quatuor.bots import Bot, ask, find_bot, new_chooser
from quatuor.core.game import Game
from quatuor.play.playthrough import Playthrough
from quatuor.server import clock
from quatuor.server.homes import LastHomes
from quatuor.server.live.bot_timing import nominal_cost
from quatuor.server.live.live_table import LiveTable
from quatuor.server.live.registry import Tables
from quatuor.server.pool import PLAY, WATCH, Pool, Timed
from quatuor.server.processes import Message
from quatuor.server.refusals import refuse
from quatuor.server.shares import Payer
from quatuor.server.table import deeds
from quatuor.server.table.deeds import Deed
from quatuor.server.table.lesson_table import scripted_moves
from quatuor.server.table.table import Chair, Table

# A further move of the same turn follows sooner than the first one.
_FOLLOWING = 0.6
# When somebody skips, the most moves that are made in one go, and how long they should take at most: then others have
# their turn in the pool, and people see what was played. The time that they really take does not count: it would tell
# something about hidden cards.
_MOST_SKIPPED = 200
_LONGEST_SECONDS = 0.5
# The longest that a request to skip waits for the bots; they play on after it has been answered.
_LONGEST_SKIP_SECONDS = 20.0

# After something failed: a connection that was lost is there again soon, a full disk stays full for longer.
_RETRIES = (0.5, 2.0, 10.0)

# Where another process has the bots of a table, it is asked for them so often, in case it ends.
_OTHER_SECONDS = 1.0

# A bot that a guest puts on a seat may not keep the whole server waiting: so long a move may take by the clock, and so
# long by what its iterations cost on a slow core.
_MOST_BOT_SECONDS = 2.0
_MOST_ITERATION_SECONDS = 1.25

_log = logging.getLogger(__name__)


class Timer:
    """The time that bots go by; tests have their own."""

    def now(self) -> float:
        return clock.steady()

    async def wait(self, event: asyncio.Event, seconds: float) -> None:
        """Wait for an event, but no longer than so many seconds."""
        try:
            await asyncio.wait_for(event.wait(), seconds)
        except TimeoutError:
            return


@dataclass(slots=True, eq=False)
class _Turn:
    """The turn that bots think about; they give it up for good once the table has changed."""

    live: LiveTable
    play: Playthrough
    chairs: tuple[Chair, ...]
    stop: Event
    given_up: bool = False

    @property
    def current(self) -> bool:
        table = self.live.table
        same = table.play is self.play and table.bot_to_play is not None and self.holds(table.turn)
        return same and not self.given_up

    def holds(self, seat: int) -> bool:
        """Whether a seat has the same player as before; changes on other seats do not matter."""
        return self.live.table.chairs[seat] == self.chairs[seat]

    def give_up(self) -> None:
        self.given_up = True
        self.stop.set()
        self.live.wake.set()


class BotMoves(NamedTuple):
    """Moves of bots, and the seconds that all should have taken."""

    made: list[deeds.Moved]
    cost: float


class Bots:
    """Every bot of the server."""

    def __init__(self, tables: Tables, pool: Pool, homes: LastHomes, timer: Timer | None = None) -> None:
        self._tables = tables
        self._processes = tables.processes
        self._pool = pool
        self._homes = homes
        self._timer = timer or Timer()
        self._tasks: set[asyncio.Task[None]] = set()
        self._turns: dict[LiveTable, _Turn] = {}
        self._over_budget: dict[LiveTable, asyncio.TimerHandle] = {}
        self._closed = False
        self._losses = 0  # how often other processes may have got what was ours
        self._departures = 0  # how often we may get what was theirs
        tables.watchers.append(self.consider)
        self._processes.listeners["hurry"] = self._hear_hurry

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
        """Stop at once, also in the middle of a thought; bots go on when their table is loaded again."""
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
            self._processes.tell("hurry", table=live.table.plan.id)
            await asyncio.wait([playing], timeout=_LONGEST_SKIP_SECONDS)

    def _hear_hurry(self, message: Message) -> None:
        """Somebody who is at another process is in a hurry."""
        live = self._tables.live_tables.get(message["table"])
        if live is not None and live.playing is not None:
            live.hurry = True
            live.wake.set()

    def give_up_all(self) -> None:
        """Stop what bots think about now: the tables are no longer ours alone, and have to be taken again."""
        self._losses += 1
        for turn in self._turns.values():
            turn.give_up()

    def take_over(self) -> None:
        """Another process is gone: ask at once for what it had."""
        self._departures += 1

    def _may_play(self, live: LiveTable) -> bool:
        """Whether bots play now: always beside a person; else while somebody looks and there is thinking time left."""
        if self._closed:
            return False
        if live.players:
            return True
        wait = self._pool.seconds_until_budget(self._payer(live)) if live.attended else inf
        if wait > 0:
            live.resume = self.consider  # the next person who looks may have thinking time left
        if 0 < wait < inf and live not in self._over_budget:
            loop = asyncio.get_running_loop()
            self._over_budget[live] = loop.call_later(wait, self._consider_again, live)
        return wait == 0

    def _consider_again(self, live: LiveTable) -> None:
        del self._over_budget[live]
        if self._tables.live_tables.get(live.table.plan.id) is live:
            self.consider(live)

    def _payer(self, live: LiveTable) -> Payer:
        """Whose thinking time the bots of a table use: the host's or the first player's, else that of a spectator.

        All spectators of one home count as one person, so that a stranger who looks uses up nobody else's time. Of
        several homes, the one with the most time left pays.
        """
        table, host, players = live.table.plan.id, live.table.plan.host, live.players
        if players:
            person = host if host in players else players[0]
            return Payer(self._homes.of(person), person, table)
        payers = [Payer(home, home or host, table) for home in live.looking_from]
        return min(payers, key=self._pool.seconds_until_budget)

    async def _play(self, live: LiveTable) -> None:
        task, taken = f"bots {live.table.plan.id}", not self._processes.shared
        losses, failures = self._losses, 0
        try:
            while live.table.bot_to_play and self._may_play(live):
                if losses != self._losses:  # another process may have them now
                    losses, taken = self._losses, False
                if not taken:
                    taken = await self._processes.take(task)
                    if not taken:
                        await self._wait_for_other(live)
                    continue  # another process may have moved meanwhile
                try:
                    await self._step(live)
                    failures = 0
                except Exception:
                    _log.exception("bots stopped for a while at table %s", live.table.plan.id)
                    await asyncio.sleep(_RETRIES[min(failures, len(_RETRIES) - 1)])
                    failures += 1
        finally:
            self._turns.pop(live, None)
            live.playing = None
            live.hurry = False
            if taken and self._processes.shared:
                self._processes.give_back(task)

    async def _wait_for_other(self, live: LiveTable) -> None:
        """Wait for a while, or until no bot is to play any more, or another process is gone."""
        end, departures = clock.steady() + _OTHER_SECONDS, self._departures
        while clock.steady() < end and live.table.bot_to_play and departures == self._departures:
            await asyncio.sleep(_OTHER_SECONDS / 20)

    async def _step(self, live: LiveTable) -> None:
        """One move, or many at once if somebody is in a hurry.

        Bots think as soon as their turn begins, and wait with what they have found for the moment to show it.
        """
        table, hurry, began = live.table, live.hurry, self._timer.now()
        assert table.play is not None
        turn = self._turns[live] = _Turn(live, table.play, table.chairs, self._pool.stop_signal())
        live.wake.clear()
        compiling = self._tables.warmup.compiles_bots(table.game)
        timed = await self._think(turn, _MOST_SKIPPED if hurry else 1)
        thought = timed.result
        if not turn.current or not thought.made:
            return
        if table.game.choices_are_private(table.plan.options):
            due = live.timings[hurry].due(thought.cost, timed.seconds, learn=not compiling)
            await self._until(turn, timed.began + due, skippable=False)
        if not hurry:
            following = turn.play.mover == turn.play.turn
            await self._until(turn, began + table.plan.pace_ms / 1000 * (_FOLLOWING if following else 1.0))
        await self._tables.change(live, self._made, turn, thought.made)

    def _made(self, _table: Table, turn: _Turn, made: Sequence[deeds.Moved]) -> Sequence[Deed]:
        """The chosen moves that are still to be written: none if somebody has taken a move or a seat back meanwhile."""
        if not turn.current:
            return []
        del self._turns[turn.live]
        return [*takewhile(lambda deed: turn.holds(deed.seat), made)]

    async def _think(self, turn: _Turn, most: int) -> Timed[BotMoves]:
        live = turn.live
        bot = live.table.bot_to_play
        assert bot is not None
        find = self._tables.warmup.ready_bot
        work = partial(think, live.table, turn.play, turn.chairs, most, turn.stop, find)
        cost = nominal_cost(find(bot, live.table.game), live.table.game)
        return await self._pool.run_timed(PLAY if live.players else WATCH, work, self._payer(live), cost)

    async def _until(self, turn: _Turn, moment: float, skippable: bool = True) -> None:
        """Wait until a moment of the clock, unless somebody skips or the table has changed."""
        live = turn.live
        while turn.current and not (skippable and live.hurry) and (left := moment - self._timer.now()) > 0:
            live.wake.clear()
            await self._timer.wait(live.wake, left)


def think(
    table: Table,
    play: Playthrough,
    chairs: tuple[Chair, ...],
    most: int,
    stop: Event,
    find: Callable[[str, Game], Bot],
) -> BotMoves:
    """The next moves of the bots, until a person is to play or there are enough."""
    if table.lesson is not None:
        return BotMoves(scripted_moves(table, most), 0.0)
    play, game = play.copy(), table.game
    made: list[deeds.Moved] = []
    chooser = new_chooser(secrets.randbits(64))
    daily = table.plan.daily is not None
    private = game.choices_are_private(table.plan.options)
    cost = 0.0
    while not play.over and len(made) < most and cost < _LONGEST_SECONDS and not stop.is_set():
        name = chairs[play.turn].player
        if name is None:
            break
        bot = find(name, game)
        cost += nominal_cost(bot, game)
        if daily:
            chooser = chooser_of_deal(table.plan.seed or 0, len(play.moves))
        # Others who want something thought about at the same time could tell a forced move from a choice by how long
        # they wait: where choices are private, both are searched.
        action = ask(bot, game, play.state, chooser, stop, when_forced=private)
        move = play.follow(action)
        made.append(deeds.deed_of_move(game, move.seat, move.action))
    return BotMoves(made, cost)


def chooser_of_deal(seed: int, number: int) -> Any:
    """The chance of bots at a deal of the day, before the move of this number: the same for everybody."""
    return new_chooser(seed_for(seed, number))


def read_bot(name: str, game: Game) -> str:
    """The bot that is to sit at a table, by its own name; refused if it would think too long."""
    bot = find_bot(name)
    budget = bot.budget(game)
    iterations = round(_MOST_ITERATION_SECONDS / budget.iteration_seconds) if budget.iteration_seconds else inf
    if budget.iterations > iterations and budget.seconds > _MOST_BOT_SECONDS:
        refuse("bad_request", "bot.too_long", iterations=iterations, seconds=f"{_MOST_BOT_SECONDS:g}")
    return bot.name
