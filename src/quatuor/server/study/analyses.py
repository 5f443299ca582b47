"""Analyses of finished games, one after the other, search by search; they never keep a player waiting."""

import asyncio
import logging
import time
from functools import partial
from itertools import takewhile
from threading import Event
from typing import NamedTuple

from cachetools import LRUCache

from quatuor.analysis import Account, Decision
from quatuor.analysis.account import AccountBuilder
from quatuor.analysis.chance import Cancelled
from quatuor.core.game import SPECTATOR, Game
from quatuor.core.texts import Language
from quatuor.play.playthrough import Playthrough
from quatuor.server.observer import Observer, now_for
from quatuor.server.pool import ANALYSIS, Pool
from quatuor.server.processes import Processes
from quatuor.server.refusals import Refused, refuse
from quatuor.server.shares import Payer
from quatuor.server.study.answers import analysis_of
from quatuor.server.study.archive import Records, names_of
from quatuor.server.study.shared_accounts import SharedAccounts
from quatuor.server.table.views import Json
from quatuor.server.texts import TEXTS
from quatuor.server.warmup import Warmup

_SEED = 0

# An analysis is given up after this time without a question about it.
_PATIENCE_SECONDS = 60.0
# They are made one after the other: nobody's game may take as long as all others together.
_MOST_MOVES = 1_500
# The most analyses that wait: in all, from one home (a class behind one router), and for one person.
_MOST_WAITING, _MOST_OF_A_HOME, _MOST_OF_A_PERSON = 16, 8, 4
_RETRY_SECONDS = 60
# About how long one search takes.
_SEARCH_SECONDS = 0.2
# Where another process makes an analysis, it is asked for it so often, in case it ends.
_OTHER_SECONDS = 1.0
_KEPT = 128

_log = logging.getLogger(__name__)


def effort_for(game: Game) -> int:
    """The iterations of each look: one seat of a game of two then takes about 20 s of one core (docs/analysis.md)."""
    return game.search_settings.analysis


class _Made(NamedTuple):
    account: Account
    looks: int


class _Going:
    """An analysis that waits or is being made: `done` of `total` looks."""

    def __init__(self, cancel: Event, payer: Payer) -> None:
        self.cancel = cancel
        self.payer = payer
        self.asked = time.monotonic()
        self.task: asyncio.Task[None] | None = None
        self.running = self.failed = self.taken = False
        self.done = self.total = 0

    @property
    def given_up(self) -> bool:
        return time.monotonic() - self.asked > _PATIENCE_SECONDS


class Analyses:
    """Every analysis of the server, by record and seat."""

    def __init__(self, records: Records, pool: Pool, warmup: Warmup, processes: Processes) -> None:
        self._records = records
        self._processes = processes
        self._shared = SharedAccounts(processes, self._take_in)
        self._pool = pool
        self._warmup = warmup
        self._made: LRUCache[tuple[str, int], _Made] = LRUCache(_KEPT)
        self._going: dict[tuple[str, int], _Going] = {}  # in their order
        self._one_at_a_time = asyncio.Lock()
        self.observer: Observer | None = None

    async def progress(self, record_id: str, seat: int, language: Language, payer: Payer, you: int = SPECTATOR) -> Json:
        """An AnalysisProgress of a seat's game; the first question begins it. `you` is the seat of who reads it."""
        kept = await self._records.find(record_id)
        if seat >= kept.play.players:
            refuse("bad_request", "analysis.seat", high=kept.play.players - 1)
        if not kept.play.over:
            refuse("conflict", "analysis.unfinished")
        if len(kept.play.moves) > _MOST_MOVES:
            refuse("conflict", "analysis.too_long", most=_MOST_MOVES)
        made = self._made.get((record_id, seat))
        if made is not None:
            told = analysis_of(kept.play, made.account, names_of(kept, language), language, you=you == seat)
            return _progress("done", 0, made.looks, made.looks, told)
        going = self._find(record_id, seat, kept.play, payer)
        ahead = 0 if going.running else self._ahead(going)
        return _progress("running" if going.running else "waiting", ahead, going.done, going.total, None)

    @property
    def waiting(self) -> int:
        """How many analyses wait or are being made."""
        return self._ahead()

    def _take_in(self, record_id: str, seat: int, looks: int, account: Account) -> None:
        """Another process has made an analysis: it is made here too."""
        self._made[record_id, seat] = _Made(account, looks)
        going = self._going.get((record_id, seat))
        if going is not None:
            going.cancel.set()

    def marked(self, record_id: str, seat: int, number: int) -> Decision | None:
        """What an analysis that is kept has found about a move of its seat that has a mark."""
        made = self._made.get((record_id, seat))
        marked = () if made is None else made.account.marked
        return next((decision for decision in marked if decision.number == number), None)

    def _find(self, record_id: str, seat: int, play: Playthrough, payer: Payer) -> _Going:
        """An analysis that is not made yet; a new one begins as soon as those before it have ended."""
        key = (record_id, seat)
        going = self._going.get(key)
        if going is None:
            self._check_room(payer)
            going = self._going[key] = _Going(self._pool.stop_signal(), payer)
            going.task = asyncio.create_task(self._make(key, play, going))
        elif going.failed:
            del self._going[key]
            refuse("unavailable", "analysis.failed")
        going.asked = time.monotonic()
        return going

    def _check_room(self, payer: Payer) -> None:
        """Refuse one more analysis if too many are waiting; the one that is being made comes on top of the limits."""
        payers = [going.payer for going in self._going.values() if not (going.failed or going.given_up)]
        of_home = sum(other.home == payer.home for other in payers)
        of_person = sum(other.person == payer.person for other in payers) if payer.person else 0
        if len(payers) > _MOST_WAITING:
            raise Refused("too_many", TEXTS.sentence("analysis.full"), retry_after=_RETRY_SECONDS)
        if of_home > _MOST_OF_A_HOME or of_person > _MOST_OF_A_PERSON:
            raise Refused("too_many", TEXTS.sentence("analysis.yours"), retry_after=_RETRY_SECONDS)

    def _ahead(self, of: _Going | None = None) -> int:
        """How many analyses come before one, or before a new one."""
        before = takewhile(lambda other: other is not of, self._going.values())
        return sum(not (other.failed or other.given_up) for other in before)

    async def close(self) -> None:
        """Stop at once; after a restart an analysis begins again when somebody asks for it."""
        tasks = [going.task for going in self._going.values() if going.task is not None]
        for going in self._going.values():
            going.cancel.set()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _make(self, key: tuple[str, int], play: Playthrough, going: _Going) -> None:
        asked = now_for(self.observer)
        try:
            async with self._one_at_a_time:
                await self._warmup.thinking_ready(play.game)
                await self._take(key, going)
                going.running = True
                iterations = effort_for(play.game)
                begin = partial(AccountBuilder, play, key[1], iterations, _SEED, going.cancel)
                builder = await self._pool.run(ANALYSIS, begin, going.payer, _SEARCH_SECONDS)
                await self._search(builder, going)
                account = builder.account()
                await self._records.save_figures(*key, account)
                self._made[key] = _Made(account, going.total)
                self._shared.tell(*key, going.total, account)
            if self.observer is not None:
                self.observer.analysed(asked)
        except Cancelled:
            pass
        except Exception:
            _log.exception("the analysis of %s for seat %d failed", *key)
            going.failed = True
        finally:
            if going.taken:
                self._processes.give_back(_task(key))
        if not going.failed:
            del self._going[key]

    async def _take(self, key: tuple[str, int], going: _Going) -> None:
        """Wait until this analysis is ours to make; Cancelled if another process has made it meanwhile."""
        while True:
            _check_asked(going)
            if key in self._made:
                raise Cancelled
            if await self._processes.take(_task(key)):
                going.taken = True
                return
            await asyncio.sleep(_OTHER_SECONDS)

    async def _search(self, builder: AccountBuilder, going: _Going) -> None:
        """Make all searches of an account, as many at once as there are threads."""
        going.total = len(builder.searches)
        searches = iter(builder.searches)

        async def some() -> None:
            for search in searches:
                _check_asked(going)
                await self._pool.run(ANALYSIS, search, going.payer, _SEARCH_SECONDS)
                going.done += 1

        hands = [asyncio.create_task(some()) for _ in range(self._pool.workers)]
        try:
            await asyncio.gather(*hands)
        finally:
            # One that has failed or was given up ends the others.
            going.cancel.set()
            await asyncio.gather(*hands, return_exceptions=True)


def _task(key: tuple[str, int]) -> str:
    return f"analysis {key[0]} {key[1]}"


def _check_asked(going: _Going) -> None:
    if going.given_up:
        raise Cancelled


def _progress(status: str, ahead: int, done: int, total: int, told: Json | None) -> Json:
    return {"status": status, "ahead": ahead, "done": done, "total": total, "analysis": told}
