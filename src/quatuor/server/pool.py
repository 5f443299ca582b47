"""One bounded pool of threads for all thinking: bots, hints, advice and analyses.

People who are waiting come first, and among them those who have had the least thinking time. Long work checks its stop
signal between small pieces; each check first runs whatever should go first, in the same thread. So no player waits for
an analysis, no hint waits for a bot, and one guest's long searches delay another guest's quick bot by one piece only.
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
from quatuor.server.observer import Observer
from quatuor.server.refusals import Refused
from quatuor.server.shares import Payer, Shares
from quatuor.server.texts import TEXTS

T = TypeVar("T")

# Kinds of work. People wait for a hint, and for the bots they play with; bots that people only watch come next; then
# what people read about a move of a finished game, or about the whole game.
HINT, PLAY, WATCH, ADVICE, ANALYSIS = range(5)
KINDS = ("hint", "play", "watch", "advice", "analysis")

# When so many requests of a kind are waiting, in all or from one home, the next is refused for now.
_MOST_WAITING, _MOST_OF_A_HOME = 24, 8
_RETRY_SECONDS = 3

# How deeply work may be nested in work that it interrupted: work of the same rank, and more urgent work. Work that is
# quicker than this is done at any depth: it soon ends, and is not interrupted itself.
_DEEPEST, _DEEPEST_URGENT = 4, 8
_QUICK_SECONDS = 0.01

Rank = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Timed(Generic[T]):
    """The result of some work, when a thread began it, and the seconds it took without interruptions."""

    result: T
    began: float
    seconds: float


@dataclass(slots=True, eq=False)
class _Job:
    """Work to do; `cost` is how many seconds it should take, `since` is when its time was last counted."""

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
    """Threads for thinking; one core is left to the server, so that its load does not make bots weaker."""

    def __init__(self, now: Callable[[], float] = clock.steady) -> None:
        self.workers = max(1, cores() - 1)
        self._now = now
        self._threads = ThreadPoolExecutor(self.workers, "think")
        self._waiting: list[_Job] = []
        self._numbers = count()
        self._lock = Lock()
        self._thread = local()
        # Reading about finished games comes last anyway, so it must not make anybody wait longer for a bot.
        self._playing, self._reading = Shares(now), Shares(now)
        self.closed = False
        self.observer: Observer | None = None

    async def run(self, urgency: int, work: Callable[[], T], payer: Payer, cost: float) -> T:
        """Run some work and return its result; cancelling this while the work is waiting withdraws it."""
        return (await self.run_timed(urgency, work, payer, cost)).result

    async def run_timed(self, urgency: int, work: Callable[[], T], payer: Payer, cost: float) -> Timed[T]:
        """The same, with the time that the work took once a thread had begun it."""
        done: Future[Timed[T]] = Future()
        asked = 0.0 if self.observer is None else self._now()
        job = _Job(next(self._numbers), urgency, payer, cost, work, done)
        with self._lock:
            if self.closed:
                raise RuntimeError("the pool is closed")
            self._waiting.append(job)
        self._threads.submit(self._run_next)
        try:
            timed = await asyncio.wrap_future(done)
        except asyncio.CancelledError:
            with self._lock:
                if job in self._waiting:
                    self._waiting.remove(job)
            raise
        if self.observer is not None:
            self.observer.thought(urgency, asked, timed.began, timed.seconds)
        return timed

    def waiting(self, *urgencies: int) -> int:
        """How many jobs wait for a thread, in all or of some kinds."""
        with self._lock:
            return sum(not urgencies or job.urgency in urgencies for job in self._waiting)

    def check_room(self, urgency: int, home: str) -> None:
        """Refuse a request if too many of its kind are waiting already."""
        with self._lock:
            waiting = [job.payer.home for job in self._waiting if job.urgency == urgency]
        if len(waiting) >= _MOST_WAITING or waiting.count(home) >= _MOST_OF_A_HOME:
            raise Refused("too_many", TEXTS.sentence("pool.busy"), retry_after=_RETRY_SECONDS)

    def seconds_until_budget(self, payer: Payer) -> float:
        """How long bots that people only watch must wait until this payer has thinking time again."""
        with self._lock:
            return self._playing.seconds_until_budget(payer)

    def stop_signal(self) -> Event:
        """An event that tells long work to stop; each check of it first runs more urgent work."""
        return _StopSignal(self)

    def run_more_urgent(self) -> None:
        """Run in this thread whatever should go before the work that it is doing."""
        doing = self._doing()
        if not doing:
            return
        self._count(doing[-1])
        while (job := self._take(doing[-1], len(doing))) is not None:
            self._do(job)
            doing[-1].since = self._now()

    def close(self) -> None:
        """Accept no more work, cancel what waits, and finish what is running; searches stop at their next piece."""
        with self._lock:
            self.closed = True
            waiting, self._waiting = self._waiting, []
        for job in waiting:
            job.done.cancel()
        self._threads.shutdown(cancel_futures=True)

    def _run_next(self) -> None:
        """Run the first job, unless another thread has already run it in between."""
        job = self._take()
        if job is not None:
            self._do(job)

    def _take(self, doing: _Job | None = None, depth: int = 0) -> _Job | None:
        """Take the first waiting job, or the first that may interrupt what this thread is doing."""
        with self._lock:
            waiting = self._waiting
            if not waiting:
                return None
            scale = self._playing.scale()  # computed once: a long search comes here very often
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
        """The lower comes first: people who are waiting come before people who watch or read.

        Among equals, those who have used much of their budget come later, and those who have used it up come last.
        """
        if job.urgency > WATCH:
            return job.urgency, 0, job.urgency
        return int(job.urgency == WATCH), self._playing.tier(job.payer, scale), job.urgency

    def _goes_before(self, job: _Job, doing: _Job, rank: Rank, depth: int, scale: float) -> bool:
        """Whether a job is more urgent than what is running, or would still leave its payer with the smaller share."""
        other = self._rank(job, scale)
        if depth >= (_DEEPEST if other == rank else _DEEPEST_URGENT) and job.cost > _QUICK_SECONDS:
            return False
        if other != rank:
            return other < rank
        shares = self._shares(job)
        cost = job.cost * shares.scale()
        levels = zip(job.payer, doing.payer, shares.of(job.payer), shares.of(doing.payer), strict=True)
        # The first difference decides: their homes, else the people, else the tables.
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
        """The jobs of this thread: the last is running, and the others were interrupted."""
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
    """An event that runs more urgent work whenever it is checked; closing the pool sets it."""

    def __init__(self, pool: Pool) -> None:
        super().__init__()
        self._pool = pool

    def is_set(self) -> bool:
        if not super().is_set() and not self._pool.closed:
            self._pool.run_more_urgent()
        return super().is_set() or self._pool.closed
