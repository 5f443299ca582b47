"""A person's finished games, as the store has them, and their removal."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

import orjson
from sqlalchemy import Connection, Text, bindparam, cast, delete, select
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import GenericFunction

from quatuor.server.store.database import Store, Work
from quatuor.server.store.entries import is_day
from quatuor.server.store.retention import REMOVALS
from quatuor.server.store.schema import entries, figures, records, seats, tables

MOST_GAMES = 2_000
# SQLite takes so many values in one statement.
_TOGETHER = 500

_leave = delete(seats).where(seats.c.table_id == bindparam("of"), seats.c.person == bindparam("who"))
_forget_figures = delete(figures).where(
    figures.c.record_id == bindparam("of"),
    figures.c.seat.in_(
        select(seats.c.seat).where(seats.c.table_id == bindparam("of"), seats.c.person == bindparam("who"))
    ),
)


class _ResultOf(GenericFunction[str]):
    """The result of a record as JSON, read one by one later; none where the record is damaged."""

    type = Text()
    inherit_cache = True


@compiles(_ResultOf, "sqlite")
def _result_in_sqlite(element: _ResultOf, compiler: Any, **more: Any) -> str:
    # Of a damaged record SQLite would refuse to take anything, and with it all others.
    record = compiler.process(element.clauses, **more)
    return f"CASE WHEN json_valid({record}) THEN json_extract({record}, '$.result') END"


@compiles(_ResultOf, "postgresql")
def _result_in_postgresql(element: _ResultOf, compiler: Any, **more: Any) -> str:
    record = compiler.process(element.clauses, **more)
    return f"""substring({record} from '"result": ?({{[^{{}}]*}})')"""


class Figures(NamedTuple):
    """What an analysis found about a seat's game."""

    choices: int
    loss: float
    luck: float


class StoredGame(NamedTuple):
    """A finished game; `bots` are the bots by seat, as they were chosen, `own` the seats of the person who asks.

    In `teams`, partners win together. `figures` are those of one's own seat.
    """

    id: str
    game: str
    players: int
    teams: bool
    daily: str | None
    at: float
    names: list[str]
    scores: list[float]
    winners: list[int]
    own: list[int]
    bots: dict[int, str]
    figures: Figures | None


def own_seats(connection: Connection, person: str) -> dict[str, list[int]]:
    """A person's seats in their last finished games, by game."""
    own = select(seats.c.table_id).where(seats.c.person == person)
    last = (
        select(tables.c.id)
        .where(tables.c.id.in_(own), tables.c.status == "over", tables.c.lesson.is_(None))
        .order_by(tables.c.touched.desc())
        .limit(MOST_GAMES)
        .subquery()
    )
    query = (
        select(seats.c.table_id, seats.c.seat)
        .join(last, last.c.id == seats.c.table_id)
        .where(seats.c.person == person)
        .order_by(seats.c.table_id, seats.c.seat)
    )
    found: dict[str, list[int]] = {}
    for table, seat in connection.execute(query):
        found.setdefault(table, []).append(seat)
    return found


def own_figures(connection: Connection, person: str) -> dict[tuple[str, int], Figures]:
    """What analyses found about a person's games, by game and seat."""
    own = (figures.c.record_id == seats.c.table_id) & (figures.c.seat == seats.c.seat)
    query = select(figures).join(seats, own).where(seats.c.person == person)
    return {(record, seat): Figures(*values) for record, seat, *values in connection.execute(query)}


def finished_games(connection: Connection, ids: Sequence[str]) -> dict[str, StoredGame]:
    """Some finished games, by id, as nobody's own; what cannot be read is left out. Each record is parsed."""
    result = _ResultOf(records.c.record)
    columns = (tables.c.id, tables.c.game, tables.c.players, tables.c.daily, records.c.created, result.label("result"))
    texts = {"options": cast(tables.c.options, Text), "names": cast(records.c.names, Text)}
    query = (
        select(*columns, *(column.label(name) for name, column in texts.items()))
        .join(records, records.c.id == tables.c.id)
        .where(tables.c.id.in_(ids))
    )
    rows = connection.execute(query).all()
    bots: dict[str, dict[int, str]] = {}
    for table, body in connection.execute(
        select(entries.c.table_id, entries.c.body)
        .where(entries.c.table_id.in_(ids), entries.c.kind == "seated")
        .order_by(entries.c.table_id, entries.c.number)
    ):
        with suppress(ValueError, TypeError, KeyError, AttributeError):
            deed = orjson.loads(body)
            bots.setdefault(table, {})[deed["seat"]] = deed.get("bot") or ""
    return {row.id: game for row in rows if (game := _game(row, bots.get(row.id, {}))) is not None}


def _game(row: Any, bots: dict[int, str]) -> StoredGame | None:
    try:
        result = orjson.loads(row.result)
        return StoredGame(
            row.id,
            row.game,
            row.players,
            orjson.loads(row.options).get("mode") == "team",
            _day(row.daily),
            row.created,
            [str(name) for name in orjson.loads(row.names)],
            [float(score) for score in result["scores"]],
            [seat - 1 for seat in result["winners"]],
            [],
            {seat: bot for seat, bot in bots.items() if bot},
            None,
        )
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


def _day(daily: Any) -> str | None:
    """The day of a deal; ValueError where it cannot be read."""
    if daily is not None and not is_day(daily):
        raise ValueError(daily)
    return None if daily is None else str(daily)


async def ended_tables(store: Store, person: str) -> list[tuple[str, str | None]]:
    """The games of a person that are over or closed, each with the day whose deal was played; lessons are no games."""
    own = select(seats.c.table_id).where(seats.c.person == person)
    ended = tables.c.status.in_(("over", "closed")) & tables.c.lesson.is_(None)
    query = select(tables.c.id, tables.c.daily).where(tables.c.id.in_(own), ended)
    return await store.read(
        lambda connection: [(row.id, row.daily if is_day(row.daily) else None) for row in connection.execute(query)]
    )


async def remove(store: Store, person: str, ids: list[str]) -> list[str]:
    """Take games from a person's list; those that nobody else keeps are removed for good, and named."""
    alone: list[str] = []
    for start in range(0, len(ids), _TOGETHER):
        some = ids[start : start + _TOGETHER]
        kept = await store.read(partial(_kept_by_others, person=person, ids=some))
        gone = [table for table in some if table not in kept]
        work: Work = [(removal, [{"of": table} for table in gone]) for removal in REMOVALS] if gone else []
        if kept:
            left = [{"of": table, "who": person} for table in kept]
            work += [(_forget_figures, left), (_leave, left)]
        await store.write(work)
        alone += gone
    return alone


def _kept_by_others(connection: Connection, person: str, ids: list[str]) -> set[str]:
    """Those of some tables at which somebody else has a seat."""
    query = select(seats.c.table_id).where(seats.c.table_id.in_(ids), seats.c.person != person)
    return set(connection.execute(query).scalars())


def own_records(connection: Connection, ids: Sequence[str]) -> dict[str, str]:
    """The records of some games as text."""
    query = select(records.c.id, records.c.record).where(records.c.id.in_(ids))
    return {row.id: row.record for row in connection.execute(query)}
