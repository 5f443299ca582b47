"""What people have used, told to the other processes each second, so that limits and fair shares hold in all of them.

Each process counts for itself. Of a rate limit the others learn once somebody has used a quarter of it; of thinking
time they learn everything.
"""

import asyncio
from collections.abc import Sequence

from quatuor.server.pool import Pool
from quatuor.server.processes import Message, Processes
from quatuor.server.rate_limits import Counts, Limit
from quatuor.server.shares import Payer

_TELL_SECONDS = 1.0
# So many go into one message.
_TOGETHER = 40


class SharedUse:
    """The use that this process tells of, and that of the others, which counts here too."""

    def __init__(self, processes: Processes, pool: Pool) -> None:
        self._processes = processes
        self._pool = pool
        self._counts: dict[str, tuple[Counts, Sequence[Limit]]] = {}
        self._chore: asyncio.Task[None] | None = None
        processes.listeners |= {"used": self._hear_used, "thought": self._hear_thought}

    def join(self, name: str, counts: Counts, limits: Sequence[Limit]) -> None:
        """Share these counts with the counts of the same name elsewhere."""
        self._counts[name] = counts, limits

    def open(self) -> None:
        if self._processes.shared:
            self._pool.share()
            self._chore = asyncio.create_task(self._tell())

    def close(self) -> None:
        if self._chore is not None:
            self._chore.cancel()

    async def _tell(self) -> None:
        while True:
            await asyncio.sleep(_TELL_SECONDS)
            for name, (counts, limits) in self._counts.items():
                used = counts.news(limits)
                for start in range(0, len(used), _TOGETHER):
                    self._processes.tell("used", name=name, used=used[start : start + _TOGETHER])
            thought = self._pool.news()
            for start in range(0, len(thought), _TOGETHER):
                self._processes.tell("thought", thought=thought[start : start + _TOGETHER])

    def _hear_used(self, message: Message) -> None:
        if message["name"] in self._counts:
            counts, limits = self._counts[message["name"]]
            for place, key, used in message["used"]:
                counts.add(limits[place], key, used)

    def _hear_thought(self, message: Message) -> None:
        for reading, payer, seconds in message["thought"]:
            self._pool.charge(reading, Payer(*payer), seconds)
