"""A table while somebody is there: who looks on, and what was made for their eyes."""

import asyncio
import time
from collections.abc import Callable
from math import inf

from quatuor.core.errors import Language
from quatuor.server.table import Table
from quatuor.server.tempo import Tempo

# A request about a table counts as looking at it for so many seconds.
_LOOK_SECONDS = 60.0


class Viewer:
    """A page or a program that follows a table through a socket; `seen` is the last entry that it was sent."""

    __slots__ = ("answered", "language", "news", "person", "seat", "seen", "wait")

    def __init__(
        self, person: str | None, seat: int, language: Language, seen: int, wait: Callable[[], int] = lambda: 0
    ) -> None:
        self.person = person
        self.seat = seat
        self.language: Language = language
        self.seen = seen
        self.wait = wait  # counts a move, and says how many seconds it has to wait
        self.answered: list[int] = []  # the requests on this socket that the next message answers
        self.news = asyncio.Event()
        self.news.set()


class Room:
    """A table in memory. Entries are added under its lock, and folded in only once they are on disk."""

    __slots__ = (
        "clock",
        "hurry",
        "lasting",
        "latest",
        "lock",
        "looked",
        "playing",
        "resume",
        "saved",
        "table",
        "tempos",
        "used",
        "viewers",
        "wake",
    )

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.viewers: set[Viewer] = set()
        self.latest: dict[tuple[object, ...], bytes] = {}  # made for some eyes since the last entry
        self.lasting: dict[tuple[object, ...], bytes] = {}  # made since something other than a move happened
        self.used = time.monotonic()
        self.saved = table.touched  # when `touched` was last written to the list of tables
        self.playing: asyncio.Task[None] | None = None  # bots
        self.wake = asyncio.Event()  # bots that wait look again whether they still have to
        self.hurry = False
        self.tempos = Tempo(), Tempo()  # of single moves, and of many at once
        self.looked = -inf  # when somebody last asked for this very table
        self.resume: Callable[[], None] | None = None  # sets bots to play that have paused because nobody looked
        self.clock: asyncio.TimerHandle | None = None

    @property
    def idle(self) -> bool:
        """Whether the room can be forgotten: nobody looks on, no bot is about to play, no clock runs."""
        return not self.viewers and self.playing is None and self.clock is None and not self.lock.locked()

    @property
    def players(self) -> list[str]:
        """The people who play here themselves, connected or not."""
        return [chair.person for chair in self.table.chairs if chair.person and not chair.stand_in]

    @property
    def attended(self) -> bool:
        """Whether bots play for somebody: a person plays here, follows the table, or has just looked."""
        return bool(self.players or self.viewers) or time.monotonic() - self.looked < _LOOK_SECONDS

    def look(self) -> None:
        """Somebody looks at this table: bots that have paused go on."""
        self.looked = self.used = time.monotonic()
        if self.resume is not None:
            resume, self.resume = self.resume, None
            resume()

    def announce(self, moves_only: bool = False) -> None:
        """Something has changed: everybody who looks on gets the news."""
        self.latest.clear()
        if not moves_only:
            self.lasting.clear()
        for viewer in self.viewers:
            viewer.news.set()

    @property
    def people(self) -> set[str | None]:
        """The people who have a page open here; None are those whom nobody knows."""
        return {viewer.person for viewer in self.viewers}

    def online(self, person: str) -> bool:
        """Whether a person has a page open here."""
        return person in self.people

    @property
    def watching(self) -> int:
        """How many look on without a seat."""
        seated = {chair.person for chair in self.table.chairs if chair.person}
        return sum(viewer.person not in seated for viewer in self.viewers)

    def made_once(self, key: tuple[object, ...], make: Callable[[], bytes]) -> bytes:
        """What is made for some eyes, made once until something changes."""
        return _made(self.latest, key, make)

    def made_for_long(self, key: tuple[object, ...], make: Callable[[], bytes]) -> bytes:
        """What is made for some eyes, made once until something other than a move happens."""
        return _made(self.lasting, key, make)


def _made(known: dict[tuple[object, ...], bytes], key: tuple[object, ...], make: Callable[[], bytes]) -> bytes:
    found = known.get(key)
    if found is None:
        found = known[key] = make()
    return found
