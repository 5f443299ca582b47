"""A table in memory: its lock, its viewers, and what was made for each viewpoint."""

import asyncio
import hashlib
from collections import Counter, deque
from collections.abc import Callable
from functools import lru_cache
from itertools import count
from math import inf
from typing import Any, NamedTuple, TypeVar

import orjson

from quatuor.core.texts import Language
from quatuor.server import clock
from quatuor.server.homes import CURRENT_HOME
from quatuor.server.live.bot_timing import BotTiming
from quatuor.server.table.table import Table

# A request about a table counts as looking at it for so many seconds.
_LOOK_SECONDS = 60.0

# Everybody who comes or goes within so many seconds is named in one message.
PRESENCE_SECONDS = 1.0

T = TypeVar("T")

# So many words wait for a slow viewer.
_MOST_WORDS = 6

# So many people of a table are told to other processes one by one; the rest only count.
_MOST_TOLD = 400

_numbers = count()


class Visitors(NamedTuple):
    """Who has a page open at a table: people by their marks, and how many have no name there."""

    people: frozenset[str]
    nameless: int


@lru_cache(4096)
def mark_of(person: str) -> str:
    """What other processes know a person by: short, and no secret."""
    return hashlib.blake2b(person.encode(), digest_size=6).hexdigest()


class Viewer:
    """A page or a program that follows a table through a socket; `seen` is the last entry that it was sent."""

    __slots__ = (
        "answered",
        "asked",
        "changes",
        "device",
        "ended",
        "home",
        "language",
        "needs_update",
        "notify",
        "person",
        "presence",
        "seat",
        "seen",
        "told_game",
        "told_info",
        "wait",
        "words",
    )

    def __init__(
        self,
        person: str | None,
        seat: int,
        language: Language,
        seen: int,
        wait: Callable[[], int] = lambda: 0,
        device: str | None = None,
        changes: bool = False,
    ) -> None:
        self.person = person
        self.seat = seat
        self.language: Language = language
        self.seen = seen
        self.wait = wait  # counts a move, and says how many seconds it has to wait
        self.device = device
        self.home = CURRENT_HOME.get()
        self.ended: tuple[str, str] | None = None  # why the server ends this socket: its error and its sentence
        self.answered: list[int] = []  # the requests on this socket that the next message answers
        self.asked = 0.0  # when the first of them came, if somebody measures
        self.presence = b""  # the last Presence that it was sent
        self.words: deque[bytes] = deque(maxlen=_MOST_WORDS)  # that it has not heard yet
        self.needs_update = True
        self.notify: Callable[[], None] = lambda: None  # says that there may be news to send
        self.changes = changes  # whether it wants only what has changed since the last message
        # What it knows from the last message, these very objects: so what has changed is always right.
        self.told_game: dict[str, Any] | None = None
        self.told_info: object = None  # the table's `seating` then

    def ask_for_update(self) -> None:
        """The next message is an Update."""
        self.needs_update = True
        self.notify()

    def hear(self, spoken: bytes) -> None:
        """A Spoken is sent after whatever else is new; a slow viewer misses the oldest."""
        self.words.append(spoken)
        self.notify()


class LiveTable:
    """A table in memory. Under its lock the next one takes its place, once what has happened is on disk."""

    __slots__ = (
        "_cache_through_moves",
        "_insiders",
        "_pages",
        "_presence",
        "_telling",
        "cache",
        "clock",
        "elsewhere",
        "history_lock",
        "hurry",
        "lock",
        "looked",
        "looked_from",
        "moved",
        "number",
        "on_people",
        "playing",
        "removed",
        "resume",
        "saved",
        "seating",
        "table",
        "timings",
        "used",
        "viewers",
        "wake",
    )

    def __init__(self, table: Table) -> None:
        self.table = table
        self.number = next(_numbers)  # no other live table has it, not even of the same table
        self.lock = asyncio.Lock()
        self.history_lock = asyncio.Lock()  # of several who wait for a long history, one makes it
        self.viewers: set[Viewer] = set()
        self._pages: Counter[str | None] = Counter()  # how many pages a person has open here
        # Who has a page open at other processes, by process.
        self.elsewhere: dict[str, Visitors] = {}
        self.on_people: Callable[[LiveTable], None] | None = None  # told as people come and go here
        self._presence: bytes | None = None
        self._telling: asyncio.TimerHandle | None = None
        self._insiders: frozenset[str | None] | None = None
        # What was made for viewpoints since the last entry, and since something other than a move happened. There are
        # few viewpoints, and only the last few entries are told from here: it stays small.
        self.cache: dict[tuple[object, ...], Any] = {}
        self.seating = object()  # another one whenever something other than a move has happened
        self._cache_through_moves: dict[tuple[object, ...], Any] = {}
        self.used = clock.steady()
        self.saved = table.touched  # when `touched` was last written to the list of tables
        self.playing: asyncio.Task[None] | None = None  # bots
        self.wake = asyncio.Event()  # makes waiting bots check whether they still have to wait
        self.hurry = False
        self.timings = BotTiming(), BotTiming()  # of single moves, and of many at once
        self.looked = -inf  # when somebody last asked for this very table
        self.looked_from = ""  # that request's home
        self.resume: Callable[[LiveTable], None] | None = None  # lets paused bots go on
        self.clock: asyncio.TimerHandle | None = None
        self.removed = False  # from the store, with all that happened here
        self.moved = 0.0  # when the last move was made, if somebody measures

    def lock_now(self) -> bool:
        """Take the lock if nobody has it or waits for it; never waits."""
        if self.lock.locked():
            return False
        taking = self.lock.acquire()
        try:
            taking.send(None)
        except StopIteration:
            return True
        taking.close()
        return False

    @property
    def idle(self) -> bool:
        """Whether the table can be forgotten: nobody looks on, no bot is about to play, no clock runs."""
        return not self.viewers and self.playing is None and self.clock is None and not self.lock.locked()

    @property
    def players(self) -> list[str]:
        """The people who play here themselves, connected or not."""
        return [chair.person for chair in self.table.chairs if chair.person and not chair.stand_in]

    @property
    def attended(self) -> bool:
        """Whether bots play for somebody: a person plays here, follows the table, or has just looked."""
        return bool(self.players or self.viewers or self._just_looked)

    @property
    def _just_looked(self) -> bool:
        return clock.steady() - self.looked < _LOOK_SECONDS

    @property
    def looking_from(self) -> set[str]:
        """The homes from which the table is watched or was just looked at, or else that of the last look."""
        homes = {viewer.home for viewer in self.viewers}
        return homes | {self.looked_from} if self._just_looked or not homes else homes

    def look(self) -> None:
        """Somebody looks at this table: bots that have paused go on."""
        self.looked = self.used = clock.steady()
        self.looked_from = CURRENT_HOME.get()
        if self.resume is not None:
            resume, self.resume = self.resume, None
            resume(self)

    def announce(self, moves_only: bool = False) -> None:
        """Something has changed: everybody who looks on gets the news."""
        self.cache = {}
        if not moves_only:
            self.seating = object()
            self._cache_through_moves.clear()
            self._presence = self._insiders = None
        for viewer in self.viewers:
            viewer.ask_for_update()

    def add_viewer(self, viewer: Viewer) -> None:
        """Somebody follows the table from now on."""
        self.viewers.add(viewer)
        self._pages[viewer.person] += 1
        self._send_presence_soon()

    def remove_viewer(self, viewer: Viewer) -> None:
        """Somebody no longer follows the table."""
        self.viewers.discard(viewer)
        self._pages[viewer.person] -= 1
        if not self._pages[viewer.person]:
            del self._pages[viewer.person]
        self._send_presence_soon()

    def end_sockets(self, error: str, key: str, which: Callable[[Viewer], bool] = lambda _: True) -> None:
        """End the sockets of some viewers, who read why."""
        for viewer in self.viewers:
            if which(viewer):
                viewer.ended = error, key
                viewer.notify()

    def _send_presence_soon(self) -> None:
        """Tell everybody who is here, once for all who come and go until then."""
        self._presence = None
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(PRESENCE_SECONDS, self._send_presence)

    def _send_presence(self) -> None:
        self._telling = None
        if self.on_people is not None:
            self.on_people(self)
        for viewer in self.viewers:
            if viewer.presence != self.presence:
                viewer.notify()

    def meet(self, process: str, visitors: Visitors | None) -> None:
        """Another process says who has a page open there; None where it is gone."""
        if visitors is None or not (visitors.people or visitors.nameless):
            known = self.elsewhere.pop(process, None) is not None
        else:
            known = self.elsewhere.get(process) != visitors
            self.elsewhere[process] = visitors
        if known:
            self._presence = None
            if self._telling is None:
                for viewer in self.viewers:
                    viewer.notify()

    @property
    def visitors(self) -> Visitors:
        """Who has a page open at this process."""
        people = sorted(mark_of(person) for person in self._pages if person is not None)
        return Visitors(frozenset(people[:_MOST_TOLD]), self._pages[None] + max(0, len(people) - _MOST_TOLD))

    @property
    def people(self) -> set[str | None]:
        """The people with a seat who have a page open here."""
        return {chair.person for chair in self.table.chairs if self.is_here(chair.person)}

    def is_here(self, person: str | None) -> bool:
        """Whether somebody has a page open here, whichever process serves it."""
        if person in self._pages:
            return True
        return person is not None and any(mark_of(person) in there.people for there in self.elsewhere.values())

    @property
    def presence(self) -> bytes:
        """A Presence: the same for everybody. Whoever has several pages open counts once."""
        if self._presence is None:
            chairs, unknown = self.table.chairs, self._pages[None]
            players = {chair.person for chair in chairs if chair.person and self.is_here(chair.person)}
            online = [chair.kind == "bot" or chair.person in players for chair in chairs]
            known = len(self._pages) - (unknown > 0)
            if self.elsewhere:
                everybody = [self.visitors, *self.elsewhere.values()]
                known = len(frozenset().union(*(some.people for some in everybody)))
                unknown = sum(some.nameless for some in everybody)
            self._presence = orjson.dumps({"online": online, "watching": known - len(players) + unknown})
        return self._presence

    @property
    def insiders(self) -> frozenset[str | None]:
        """The people who see more of the table than everybody else does: the host, and those who have a seat."""
        if self._insiders is None:
            self._insiders = frozenset(chair.person for chair in self.table.chairs) | {self.table.plan.host}
        return self._insiders

    def cached_through_moves(self, key: tuple[object, ...], make: Callable[[], T]) -> T:
        """What is made for an insider or all others, made once until something other than a move happens."""
        found: T | None = self._cache_through_moves.get(key)
        if found is None:
            found = self._cache_through_moves[key] = make()
        return found
