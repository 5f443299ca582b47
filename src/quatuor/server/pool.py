"""Where the server thinks: one bounded pool for bots, hints, advice and analyses.

People who wait come first, and among them who has had the least thought for them. A long search asks between two small
pieces of its work whether somebody should go first, and then does that before it goes on: nobody who plays waits for an
analysis, no hint waits for a bot, and one guest's long searches delay another guest's quick bot by one such piece.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from threading import Event, Lock, local
from typing import Any, Generic, TypeVar

from quatuor.core.runners.cpu import cores
from quatuor.server import clock
from quatuor.server.refusals import Refused
from quatuor.server.shares import Payer, Shares
from quatuor.server.texts import TEXTS

T = TypeVar("T")

# What is thought about: people wait for a hint, and for the bots beside whom they play; bots that are only looked at
# come next; then what one reads about a move of a finished game, or about the whole game.
HINT, PLAY, WATCH, ADVICE, ANALYSIS = range(5)

# Who asks for something that so many wait for already, in all or from the same network, is to ask again later.
_MOST_WAITING, _MOST_OF_A_NETWORK = 24, 8
_RETRY_SECONDS = 3

# So deep work is done inside of other work that made way for it: for a smaller share, and for what is more urgent. What
# is as quick as this is done at any depth, since it soon ends and makes no way itself.
_DEEPEST, _DEEPEST_URGENT = 4, 8
_QUICK_SECONDS = 0.01

Rank = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Timed(Generic[T]):
    """What some work came to, when a thread began it, and the seconds that it took, without its breaks for others."""

    result: T
    began: float
    seconds: float


@dataclass(slots=True, eq=False)
class _Job:
    """Work to do; `cost` is how many seconds it should take, `since` is when it was last counted."""

    number: int
    urgency: int
    payer: Payer
    cost: float
    work: Callable[[], Any]
    done: Future[Timed[Any]]
    began: float = 0.0
    since: float = 0.0
    seconds: float = 0.0


class Pool:
    """Threads that think, one core left to the server, so that load does not change how strong bots are."""

    def __init__(self, now: Callable[[], float] = clock.steady) -> None:
        self.workers = max(1, cores() - 1)
        self._now = now
        self._threads = ThreadPoolExecutor(self.workers, "think")
        self._waiting: list[_Job] = []
        self._numbers = count()
        self._lock = Lock()
        self._thread = local()
        # What is read about finished games goes last anyway: it is no reason to wait longer for a bot.
        self._playing, self._reading = Shares(now), Shares(now)
        self.closed = False

    async def run(self, urgency: int, work: Callable[[], T], payer: Payer, cost: float) -> T:
        """What some work comes to; who is cancelled while it waits takes it back."""
        return (await self.run_timed(urgency, work, payer, cost)).result

    async def run_timed(self, urgency: int, work: Callable[[], T], payer: Payer, cost: float) -> Timed[T]:
        """The same, with the time that the work took; how long it waited for a thread is no part of that."""
        done: Future[Timed[T]] = Future()
        job = _Job(next(self._numbers), urgency, payer, cost, work, done)
        with self._lock:
            if self.closed:
                raise RuntimeError("the pool is closed")
            self._waiting.append(job)
        self._threads.submit(self._run_next)
        try:
            return await asyncio.wrap_future(done)
        except asyncio.CancelledError:
            with self._lock:
                if job in self._waiting:
                    self._waiting.remove(job)
            raise

    def waiting(self, *urgencies: int) -> int:
        """How much waits for a thread; with urgencies, how much of those kinds."""
        with self._lock:
            return sum(not urgencies or job.urgency in urgencies for job in self._waiting)

    def check_room(self, urgency: int, network: str) -> None:
        """Refuse who asks for what many wait for already."""
        with self._lock:
            waiting = [job.payer.network for job in self._waiting if job.urgency == urgency]
        if len(waiting) >= _MOST_WAITING or waiting.count(network) >= _MOST_OF_A_NETWORK:
            raise Refused("too_many", TEXTS.sentence("pool.busy"), retry_after=_RETRY_SECONDS)

    def seconds_until_budget(self, payer: Payer) -> float:
        """How long bots that are only looked at have to wait before this payer has thinking time again."""
        with self._lock:
            return self._playing.seconds_until_budget(payer)

    def stop_signal(self) -> Event:
        """An event that tells long work to stop; each look at it lets more urgent work go first."""
        return _StopSignal(self)

    def make_way(self) -> None:
        """Do in this thread whatever should go before the work that it is doing."""
        doing = self._doing()
        if not doing:
            return
        self._count(doing[-1])
        while (job := self._take(doing[-1], len(doing))) is not None:
            self._do(job)
            doing[-1].since = self._now()

    def close(self) -> None:
        """Take no more, give up what waits, and finish what is being done: searches stop at their next piece."""
        with self._lock:
            self.closed = True
            waiting, self._waiting = self._waiting, []
        for job in waiting:
            job.done.cancel()
        self._threads.shutdown(cancel_futures=True)

    def _run_next(self) -> None:
        """Do what comes first, unless it was done in another thread's breaks."""
        job = self._take()
        if job is not None:
            self._do(job)

    def _take(self, doing: _Job | None = None, depth: int = 0) -> _Job | None:
        """The job that comes first of all that wait, or of those that may go before what is being done."""
        with self._lock:
            waiting = self._waiting
            if not waiting:
                return None
            scale = self._playing.scale()  # asked for once: a long search comes here very often
            if doing is not None:
                least = max(doing.urgency, PLAY)
                rank = self._rank(doing, scale)
                waiting = [
                    job for job in waiting if job.urgency <= least and self._goes_before(job, doing, rank, depth, scale)
                ]
                if not waiting:
                    return None
            first = min(waiting, key=lambda job: self._order(job, scale))
            self._waiting.remove(first)
            return first

    def _order(self, job: _Job, scale: float) -> tuple[Rank, tuple[float, float, float], int]:
        return self._rank(job, scale), self._shares(job).of(job.payer), job.number

    def _rank(self, job: _Job, scale: float) -> Rank:
        """Who comes before whom: people who wait come before people who look on or read.

        Among those, who has used up their budget comes last, and before them who has used much of it.
        """
        if job.urgency > WATCH:
            return job.urgency, 0, job.urgency
        return int(job.urgency == WATCH), self._playing.tier(job.payer, scale), job.urgency

    def _goes_before(self, job: _Job, doing: _Job, rank: Rank, depth: int, scale: float) -> bool:
        """Whether a job is more urgent than what is being done, or leaves its payer with the smaller share even so."""
        other = self._rank(job, scale)
        if depth >= (_DEEPEST if other == rank else _DEEPEST_URGENT) and job.cost > _QUICK_SECONDS:
            return False
        if other != rank:
            return other < rank
        shares = self._shares(job)
        cost = job.cost * shares.scale()
        levels = zip(job.payer, doing.payer, shares.of(job.payer), shares.of(doing.payer), strict=True)
        # What counts is where the two first differ: their networks, else the people, else the tables.
        return next((used + cost < most for mine, yours, used, most in levels if mine != yours), False)

    def _shares(self, job: _Job) -> Shares:
        return self._playing if job.urgency <= WATCH else self._reading

    def _do(self, job: _Job) -> None:
        if not job.done.set_running_or_notify_cancel():
            return
        doing = self._doing()
        doing.append(job)
        job.began = job.since = self._now()
        result, failure = None, None
        try:
            result = job.work()
        except BaseException as error:
            failure = error
        self._count(job)
        doing.pop()
        if failure is None:
            job.done.set_result(Timed(result, job.began, job.seconds))
        else:
            job.done.set_exception(failure)

    def _doing(self) -> list[_Job]:
        """The work that this thread is doing: the last is the one that goes on, the others have made way."""
        if not hasattr(self._thread, "doing"):
            self._thread.doing = []
        doing: list[_Job] = self._thread.doing
        return doing

    def _count(self, job: _Job) -> None:
        now = self._now()
        seconds = now - job.since
        with self._lock:
            self._shares(job).charge(job.payer, seconds)
        job.seconds += seconds
        job.since = now


class _StopSignal(Event):
    """An event that lets others go first whenever somebody looks whether it is set; a closed pool sets all."""

    def __init__(self, pool: Pool) -> None:
        super().__init__()
        self._pool = pool

    def is_set(self) -> bool:
        if not super().is_set() and not self._pool.closed:
            self._pool.make_way()
        return super().is_set() or self._pool.closed
