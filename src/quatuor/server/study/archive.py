"""Records on the server: finished games and uploaded ones, shown move by move from any seat's viewpoint."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import date
from functools import partial
from typing import Any, NamedTuple

import orjson
from cachetools import LRUCache
from sqlalchemy import Connection, Float, Integer, Select, bindparam, select

from quatuor.analysis import Account
from quatuor.core.errors import QuatuorError
from quatuor.core.game import SPECTATOR
from quatuor.core.texts import Language, player
from quatuor.games import find_game
from quatuor.play import record_format
from quatuor.play.files import read_text
from quatuor.play.outcome import capitalised
from quatuor.play.playthrough import Playthrough
from quatuor.play.record_format import line_of
from quatuor.play.replay import replay, verify
from quatuor.server import clock
from quatuor.server.days import Days
from quatuor.server.live import updates
from quatuor.server.rate_limits import Charge, no_charge
from quatuor.server.refusals import Refused, refuse
from quatuor.server.store.database import DamagedRowError, Store, failures_as_damage, insert
from quatuor.server.store.entries import is_day
from quatuor.server.store.schema import figures, records, seats, tables
from quatuor.server.study.portraits import Portrait, portraits
from quatuor.server.table import views
from quatuor.server.table.limits import MOST_MOVES
from quatuor.server.table.names import new_id
from quatuor.server.warmup import Warmup

MEGABYTES = 1
LONGEST = MEGABYTES * 1_000_000
# A table's game may end some moves beyond its limit.
_MOST_MOVES = MOST_MOVES + 1_000
# Replayed records that are kept ready, by all their moves together: a move takes about 2 KB.
_KEPT_MOVES = 20_000
# Frames that were made, in all languages and from all viewpoints: some thousands.
_FRAME_BYTES = 16_000_000
# How many are made at a time, before others have their turn.
_BITE = 8
# What a frame costs to make, and a record to read and to replay, in milliseconds.
_FRAME_MS = 0.3
_READ_MS_PER_BYTE = 0.000_005
_REPLAY_MS_PER_BYTE = 0.005
# The place of the outcome among the frames of a record.
_OUTCOME = -1

_add = insert(records)
# Only of a game that is still there: it may have been removed while it was analysed.
_save_figures = insert(figures).from_select(
    ["record_id", "seat", "choices", "loss", "luck"],
    select(
        records.c.id,
        bindparam("at_seat", type_=Integer),
        bindparam("new_choices", type_=Integer),
        bindparam("new_loss", type_=Float),
        bindparam("new_luck", type_=Float),
    ).where(records.c.id == bindparam("of")),
)
_save_figures = _save_figures.on_conflict_do_update(
    index_elements=["record_id", "seat"],
    set_={name: _save_figures.excluded[name] for name in ("choices", "loss", "luck")},
)

_log = logging.getLogger(__name__)


class Kept(NamedTuple):
    """A record of the store, replayed; a name may be missing."""

    text: str
    play: Playthrough
    names: list[str]
    portraits: list[Portrait]


class Records:
    """Every finished game of the server, and the records that people uploaded."""

    def __init__(self, store: Store, warmup: Warmup, days: Days) -> None:
        self._store = store
        self._days = days
        self._warmup = warmup
        self._kept: LRUCache[str, Kept] = LRUCache(_KEPT_MOVES, getsizeof=_size)
        self._frames: LRUCache[tuple[str, int, Language, int], bytes] = LRUCache(_FRAME_BYTES, getsizeof=len)
        # One thing at a time is made: several threads together would leave the server's own little of Python's lock.
        self._making = asyncio.Lock()
        # Drawings take longest: who asks for many waits for them, and nobody else does.
        self._drawing = asyncio.Lock()

    async def text(self, record_id: str, charge: Charge = no_charge) -> tuple[str, str]:
        """A record as its game and its JSON."""
        game, _, text = await self._stored(record_id, charge)
        charge(int(len(text) * _READ_MS_PER_BYTE))
        with _damage_said(record_id):
            await self._store.in_thread(lambda: _parsed(text))
        return game, text

    async def find(self, record_id: str, charge: Charge = no_charge) -> Kept:
        """A record, replayed; the last ones asked for are kept ready."""
        kept = self._kept.get(record_id)
        if kept is not None:
            await self._check_there(record_id)
        else:
            _, names, text = await self._stored(record_id, charge)
            await self._warmup.all_ready()
            async with self._making:
                kept = self._kept.get(record_id) or await self._replayed(record_id, names, text, charge)
            if len(names) not in (0, kept.play.players):
                refuse("unavailable", "record.damaged", id=record_id)
            with suppress(ValueError):  # it alone is larger than the cache
                self._kept[record_id] = kept
        return kept

    async def check_deal(self, record_id: str, text: str, language: Language, charge: Charge) -> views.Json:
        """A DealCheck: the game of a record, by its text, played once more from its proof."""
        await self._warmup.all_ready()
        charge(int(2 * len(text) * _REPLAY_MS_PER_BYTE))
        async with self._making:
            with _damage_said(record_id):
                verdict = await self._store.in_thread(lambda: verify(_parsed(text)))
        proof = verdict.play.proof
        return {
            "commitment": proof and proof.commitment,
            "secret": proof and proof.secret,
            "contributions": [{"seat": seat, "number": number} for seat, number in proof.contributions]
            if proof
            else [],
            "holds": verdict.proof_holds,
            "sentence": f"{capitalised(verdict.about_chance.say(language))}.",
        }

    async def _check_there(self, record_id: str) -> None:
        """Refuse a record that is kept ready here, and was removed since."""
        query = select(records.c.id).where(records.c.id == record_id)
        if await self._store.read(lambda connection: connection.execute(query).scalar()) is None:
            self._kept.pop(record_id, None)
            await self._refuse_missing(record_id)

    def forget(self, record_id: str) -> None:
        """A record was removed from the store: nothing made of it is kept either."""
        self._kept.pop(record_id, None)
        for key in [key for key in self._frames if key[0] == record_id]:
            del self._frames[key]

    async def seat_of(self, record_id: str, person: str | None) -> int:
        """The seat on which a person played a game; none where they played several, as people beside them did."""
        query = select(seats.c.seat).where(seats.c.table_id == record_id, seats.c.person == person)
        found = await self._store.read(lambda connection: connection.execute(query).scalars().all()) if person else []
        return int(found[0]) if len(found) == 1 else SPECTATOR

    async def _replayed(self, record_id: str, names: list[str], text: str, charge: Charge) -> Kept:
        charge(int(len(text) * _REPLAY_MS_PER_BYTE))
        with _damage_said(record_id):
            play = await self._store.in_thread(lambda: replay(_parsed(text)))
        found = await self._store.read(lambda connection: portraits(connection, record_id, play.players))
        return Kept(text, play, names, found)

    async def _stored(self, record_id: str, charge: Charge) -> tuple[str, list[str], str]:
        """The game, the names and the text of a record; the text is not parsed yet.

        Every way to a record begins here: that of a day's deal is refused, to everybody, until the day is over.
        """
        charge(1)
        columns = (records.c.game, records.c.names, records.c.record, tables.c.daily)
        joined = records.outerjoin(tables, tables.c.id == records.c.id)
        query = select(*columns).select_from(joined).where(records.c.id == record_id)
        with _damage_said(record_id):
            row = await self._store.read(lambda connection: _row(connection, query))
        if row is None:
            await self._refuse_missing(record_id)
        if row.daily is not None:
            self._days.check_unsealed(date.fromisoformat(row.daily))
        return row.game, row.names, row.record

    async def _refuse_missing(self, record_id: str) -> None:
        query = select(tables.c.id).where(tables.c.id == record_id, tables.c.lesson.is_(None))
        if await self._store.read(lambda connection: connection.execute(query).scalar()) is not None:
            refuse("conflict", "record.unfinished")
        refuse("unknown", "record.unknown", id=record_id)

    async def add(self, body: bytes) -> str:
        """Check and store an uploaded record; return its new id."""
        await self._warmup.all_ready()
        async with self._making:
            play = await self._store.in_thread(lambda: _checked(body))
        record_id = new_id()
        row = {
            "id": record_id,
            "game": play.game.name,
            "names": [],
            "record": line_of(play.record()),
            "created": clock.wall(),
        }
        await self._store.write([(_add, [row])])
        return record_id

    async def save_figures(self, record_id: str, seat: int, account: Account) -> None:
        """Keep what an analysis found about a seat's game, for the statistics of whoever played there."""
        row = {
            "of": record_id,
            "at_seat": seat,
            "new_choices": len(account.decisions),
            "new_loss": account.loss.win,
            "new_luck": account.luck.win,
        }
        await self._store.write([(_save_figures, [row])])

    async def frames(
        self,
        record_id: str,
        seat: int,
        start: int,
        count: int,
        language: Language,
        charge: Charge = no_charge,
        person: str | None = None,
    ) -> bytes:
        """Some Frames of a record from a seat's viewpoint; frame 0 is the deal."""
        kept = await self.find(record_id, charge)
        play = kept.play
        _check_seat(play, seat)
        total = len(play.moves) + 1
        names = names_of(kept, language)
        wanted = [_OUTCOME, *range(start, min(start + count, total))]
        kept_ready = {number: self._frames.get((record_id, seat, language, number)) for number in wanted}
        found = {number: frame for number, frame in kept_ready.items() if frame is not None}
        missing = [number for number in wanted if number not in found]
        if missing:
            charge(1 + int(len(missing) * _FRAME_MS))
        for at in range(0, len(missing), _BITE):
            numbers = missing[at : at + _BITE]
            async with self._making:
                made = await self._store.in_thread(partial(_made, play, numbers, seat, language, names))
            for number, frame in zip(numbers, made, strict=True):
                found[number] = frame
                self._frames[record_id, seat, language, number] = frame
        about = {
            "id": record_id,
            "game": play.game.name,
            "names": list(names.values()),
            "portraits": kept.portraits,
            "you": await self.seat_of(record_id, person),
            "total": total,
        }
        outcome, *frames = (found[number] for number in wanted)
        return b'%b,"frames":[%b],"outcome":%b}' % (orjson.dumps(about)[:-1], b",".join(frames), outcome)

    async def drawing(
        self, record_id: str, seat: int, number: int, language: Language, charge: Charge = no_charge
    ) -> bytes:
        """A frame of a record as text, drawn as in a terminal; beyond the end, the last one."""
        kept = await self.find(record_id, charge)
        _check_seat(kept.play, seat)
        charge(updates.DRAWING_MS)
        return await self.draw(partial(_drawn, kept, number, seat, language))

    async def draw(self, work: Callable[[], bytes]) -> bytes:
        """Make a drawing in a thread, one at a time."""
        async with self._drawing:
            return await self._store.in_thread(work)


def _size(kept: Kept) -> int:
    return 1 + len(kept.play.moves)


def _check_seat(play: Playthrough, seat: int) -> None:
    if seat not in range(SPECTATOR, play.players):
        refuse("bad_request", "frames.seat", high=play.players - 1)


def _row(connection: Connection, query: Select[Any]) -> Any:
    """The row that a query finds; DamagedRowError where it cannot be read."""
    with failures_as_damage():
        row = connection.execute(query).one_or_none()
        if row is not None:
            find_game(row.game)
            good_names = type(row.names) is list and all(type(name) is str for name in row.names)
            good_day = row.daily is None or is_day(row.daily)
            if not good_names or not good_day or type(row.record) is not str:
                raise DamagedRowError
        return row


def _parsed(text: str) -> dict[str, Any]:
    """A stored text as a record; DamagedRowError if it is not one."""
    with failures_as_damage():
        record = orjson.loads(text)
        if type(record) is not dict:
            raise DamagedRowError
        return record


@contextmanager
def _damage_said(record_id: str) -> Iterator[None]:
    """Refuse, with a sentence, a record that is damaged."""
    try:
        yield
    except DamagedRowError as error:
        _log.error("the record of game %s is damaged", record_id, exc_info=error.__cause__)
        refuse("unavailable", "record.damaged", id=record_id)


def names_of(kept: Kept, language: Language) -> dict[int, str]:
    """The players' names by seat, or their numbers."""
    return {k: name or player(language, k) for k, name in enumerate(kept.names or [""] * kept.play.players)}


def _made(play: Playthrough, numbers: list[int], seat: int, language: Language, names: views.Names) -> list[bytes]:
    """Frames as JSON, and the outcome where its place is named."""
    return [
        orjson.dumps(
            _frame(play, number, seat, language, names)
            if number != _OUTCOME
            else views.outcome_of(play.game, play.view(seat), seat, language, names, play.options)
        )
        for number in numbers
    ]


def _frame(play: Playthrough, number: int, seat: int, language: Language, names: views.Names) -> views.Json:
    state = play.state_after(number)
    told = play.tell(number - 1, seat) if number else []
    return {
        "number": number,
        "events": views.table_events(play.game, told, state, seat, language, names),
        "position": views.position(play.game, state, seat, language, names, play.options),
    }


def _drawn(kept: Kept, number: int, seat: int, language: Language) -> bytes:
    game, state = kept.play.game, kept.play.state_after(min(number, len(kept.play.moves)))
    return updates.drawing(game, state, seat, language, names_of(kept, language))


def _checked(body: bytes) -> Playthrough:
    """The game of an uploaded record; refused with one sentence if it breaks the rules."""
    try:
        found = list(read_text(body.decode()))
        if len(found) != 1:
            record_format.refuse("record.several", n=len(found))
        moves = found[0].get("moves")
        if isinstance(moves, list) and len(moves) > _MOST_MOVES:
            refuse("too_large", "record.too_long", most=_MOST_MOVES, n=len(moves))
        return verify(found[0]).play
    except UnicodeDecodeError:
        refuse("bad_request", "record.not_text")
    except Refused:
        raise
    except QuatuorError as error:
        refuse("bad_request", "record.refused", reason=error.sentence)
