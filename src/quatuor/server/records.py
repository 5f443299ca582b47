"""Records on the server: finished games and uploaded ones, shown move by move from any seat's eyes."""

import logging
from typing import Any, NamedTuple

import orjson
from sqlalchemy import Connection, Select, insert, select

from quatuor.core.errors import Language, QuatuorError
from quatuor.core.game import SPECTATOR
from quatuor.core.texts import player
from quatuor.games import find_game
from quatuor.records import reading
from quatuor.records.playthrough import Playthrough
from quatuor.records.replaying import replay, verify
from quatuor.records.sources import read_text
from quatuor.records.writing import line_of
from quatuor.server import clock, seeing
from quatuor.server.naming import new_id
from quatuor.server.problems import refuse
from quatuor.server.schema import records, tables
from quatuor.server.store import DamagedRowError, Store, damage_as_such
from quatuor.server.warming import Warmth

MEGABYTES = 1
LONGEST = MEGABYTES * 1_000_000
_KEPT = 32

_add = insert(records)

_log = logging.getLogger(__name__)


class Kept(NamedTuple):
    """A record of the store, replayed; a name may be missing."""

    text: str
    play: Playthrough
    names: list[str]


class Records:
    """Every finished game of the server, and what people brought."""

    def __init__(self, store: Store, warmth: Warmth) -> None:
        self._store = store
        self._warmth = warmth
        self._kept: dict[str, Kept] = {}

    async def text(self, record_id: str) -> tuple[str, str]:
        """A record as its game and its JSON."""
        game, _, text = await self._stored(record_id)
        return game, text

    async def find(self, record_id: str) -> Kept:
        """A record, replayed; the last ones asked for are kept ready."""
        kept = self._kept.pop(record_id, None)
        if kept is None:
            _, names, text = await self._stored(record_id)
            await self._warmth.all_ready()
            kept = Kept(text, await self._store.aside(lambda: replay(orjson.loads(text))), names)
            if len(names) not in (0, kept.play.players):
                refuse("unavailable", "record.damaged", id=record_id)
        self._kept[record_id] = kept
        if len(self._kept) > _KEPT:
            del self._kept[next(iter(self._kept))]
        return kept

    async def _stored(self, record_id: str) -> tuple[str, list[str], str]:
        query = select(records.c.game, records.c.names, records.c.record).where(records.c.id == record_id)
        try:
            row = await self._store.read(lambda connection: _row(connection, query))
        except DamagedRowError as error:
            _log.error("the record of game %s is damaged", record_id, exc_info=error.__cause__)
            refuse("unavailable", "record.damaged", id=record_id)
        if row is None:
            await self._refuse_missing(record_id)
        return row.game, row.names, row.record

    async def _refuse_missing(self, record_id: str) -> None:
        query = select(tables.c.id).where(tables.c.id == record_id)
        if await self._store.read(lambda connection: connection.execute(query).scalar()) is not None:
            refuse("conflict", "record.unfinished")
        refuse("unknown", "record.unknown", id=record_id)

    async def add(self, body: bytes) -> str:
        """Keep a record that somebody brought, checked word by word; its new id."""
        await self._warmth.all_ready()
        play = await self._store.aside(lambda: _checked(body))
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

    async def frames(self, record_id: str, seat: int, start: int, count: int, language: Language) -> dict[str, Any]:
        """Some Frames of a record from a seat's eyes; frame 0 is the deal."""
        kept = await self.find(record_id)
        play = kept.play
        if seat not in range(SPECTATOR, play.players):
            refuse("bad_request", "frames.seat", high=play.players - 1)
        total = len(play.moves) + 1
        names = names_of(kept, language)
        numbers = range(start, min(start + count, total))
        frames = await self._store.aside(lambda: [_frame(play, n, seat, language, names) for n in numbers])
        result = seeing.outcome_of(play.game, play.view(seat), seat, language, names, play.options)
        return {
            "id": record_id,
            "game": play.game.name,
            "names": list(names.values()),
            "total": total,
            "frames": frames,
            "outcome": result,
        }


def _row(connection: Connection, query: Select[Any]) -> Any:
    """The row that a query finds; DamagedRowError where it cannot be read."""
    with damage_as_such():
        row = connection.execute(query).one_or_none()
        if row is not None:
            find_game(row.game)
            good_names = type(row.names) is list and all(type(name) is str for name in row.names)
            if not good_names or type(orjson.loads(row.record)) is not dict:
                raise DamagedRowError
        return row


def names_of(kept: Kept, language: Language) -> dict[int, str]:
    """The players' names by seat, or their numbers."""
    return {k: name or player(language, k) for k, name in enumerate(kept.names or [""] * kept.play.players)}


def _frame(play: Playthrough, number: int, seat: int, language: Language, names: seeing.Names) -> seeing.Json:
    state = play.state_after(number)
    told = play.tell(number - 1, seat) if number else []
    return {
        "number": number,
        "events": seeing.told_events(play.game, told, state, seat, language, names),
        "position": seeing.position(play.game, state, seat, language, names, play.options, legal=False),
    }


def _checked(body: bytes) -> Playthrough:
    """The game that a brought record tells; refused with one sentence if it cannot have happened so."""
    try:
        found = list(read_text(body.decode()))
        if len(found) != 1:
            reading.refuse("record.several", n=len(found))
        return verify(found[0]).play
    except UnicodeDecodeError:
        refuse("bad_request", "record.not_text")
    except QuatuorError as error:
        refuse("bad_request", "record.refused", reason=error.sentence)
