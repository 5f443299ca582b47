"""Where the server thinks: one bounded pool for bots, hints, advice and analyses.

What is urgent goes first. A long search asks between two small pieces of its work whether something more urgent waits,
and then does that before it goes on: nobody who plays ever waits for an analysis, and no hint for a bot.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from heapq import heappop, heappush
from itertools import count
from threading import Event, Lock
from typing import Any, TypeVar

from quatuor.core.runners.cpu import cores
from quatuor.server.problems import Refused
from quatuor.server.texts import TEXTS

T = TypeVar("T")

# What is thought about, the most urgent first: people wait for a hint; bots have a pace; then what one reads about a
# move of a finished game, or about the whole game.
HINT, PLAY, ADVICE, ANALYSIS = range(4)

# Where so much waits already, nobody is given more to wait for.
_MOST_WAITING = 8
_RETRY_SECONDS = 3


class Pool:
    """Threads that think, one core left to the server, so that load does not change how strong bots are."""

    def __init__(self) -> None:
        self.workers = max(1, cores() - 1)
        self._threads = ThreadPoolExecutor(self.workers, "think")
        self._waiting: list[tuple[int, int, Callable[[], None]]] = []
        self._numbers = count()
        self._lock = Lock()

    async def run(self, urgency: int, work: Callable[[], T]) -> T:
        """What some work comes to; who is cancelled while it waits takes it back."""
        done: Future[T] = Future()
        with self._lock:
            heappush(self._waiting, (urgency, next(self._numbers), lambda: _do(work, done)))
        self._threads.submit(self._run_next)
        return await asyncio.wrap_future(done)

    def waiting(self, urgency: int = ANALYSIS) -> int:
        """How much waits for a thread that is at least so urgent."""
        with self._lock:
            return sum(job[0] <= urgency for job in self._waiting)

    def check_room(self) -> None:
        """Refuse who can do without an answer while many wait."""
        if self.waiting(ADVICE) >= _MOST_WAITING:
            raise Refused("too_many", TEXTS.sentence("pool.busy"), retry_after=_RETRY_SECONDS)

    def courtesy(self, urgency: int) -> Event:
        """What a search of that urgency asks whether to stop; it lets others go first while it is asked."""
        return _Courtesy(self, urgency)

    def make_way(self, urgency: int) -> None:
        """Do in this thread whatever waits and is more urgent."""
        while self._run_next(urgency):
            pass

    def close(self) -> None:
        """Take no more, and wait for what is being done."""
        self._threads.shutdown(cancel_futures=True)

    def _run_next(self, before: int = ANALYSIS + 1) -> bool:
        """Do what is most urgent, unless it is no more urgent than that or was done in another thread's breaks."""
        with self._lock:
            if not self._waiting or self._waiting[0][0] >= before:
                return False
            job = heappop(self._waiting)[2]
        job()
        return True


class _Courtesy(Event):
    """An event that lets others go first whenever somebody looks whether it is set."""

    def __init__(self, pool: Pool, urgency: int) -> None:
        super().__init__()
        self._pool, self._urgency = pool, urgency

    def is_set(self) -> bool:
        if not super().is_set():
            self._pool.make_way(self._urgency)
        return super().is_set()


def _do(work: Callable[[], Any], done: Future[Any]) -> None:
    if not done.set_running_or_notify_cancel():
        return
    try:
        done.set_result(work())
    except BaseException as error:
        done.set_exception(error)
