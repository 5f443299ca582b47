"""A person's finished games, as the store has them, and their removal."""

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
    """A finished game that a person played; `bots` are the bots by seat, as they were chosen.

    In `teams`, partners win together.
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


def finished_games(connection: Connection, person: str) -> list[StoredGame]:
    """The finished games of a person, the last one first; what cannot be read is left out."""
    own = select(seats.c.table_id).where(seats.c.person == person)
    result = _ResultOf(records.c.record)
    columns = (tables.c.id, tables.c.game, tables.c.players, tables.c.daily, records.c.created, result.label("result"))
    texts = {"options": cast(tables.c.options, Text), "names": cast(records.c.names, Text)}
    query = (
        select(*columns, *(column.label(name) for name, column in texts.items()))
        .join(records, records.c.id == tables.c.id)
        .where(tables.c.id.in_(own))
        .order_by(records.c.created.desc())
        .limit(MOST_GAMES)
    )
    rows = connection.execute(query).all()
    ids = [row.id for row in rows]
    held: dict[str, list[int]] = {}
    bots: dict[str, dict[int, str]] = {}
    found: dict[tuple[str, int], Figures] = {}
    for start in range(0, len(ids), _TOGETHER):
        some = ids[start : start + _TOGETHER]
        for table, seat in connection.execute(
            select(seats.c.table_id, seats.c.seat).where(seats.c.table_id.in_(some), seats.c.person == person)
        ):
            held.setdefault(table, []).append(seat)
        for table, body in connection.execute(
            select(entries.c.table_id, entries.c.body)
            .where(entries.c.table_id.in_(some), entries.c.kind == "seated")
            .order_by(entries.c.table_id, entries.c.number)
        ):
            with suppress(ValueError, TypeError, KeyError, AttributeError):
                deed = orjson.loads(body)
                bots.setdefault(table, {})[deed["seat"]] = deed.get("bot") or ""
        for record, seat, *values in connection.execute(select(figures).where(figures.c.record_id.in_(some))):
            found[record, seat] = Figures(*values)
    return [game for row in rows if (game := _game(row, held, bots, found)) is not None]


def _game(
    row: Any, held: dict[str, list[int]], bots: dict[str, dict[int, str]], found: dict[tuple[str, int], Figures]
) -> StoredGame | None:
    own = sorted(held.get(row.id, []))
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
            own,
            {seat: bot for seat, bot in bots.get(row.id, {}).items() if bot},
            found.get((row.id, own[0])) if len(own) == 1 else None,
        )
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


def _day(daily: Any) -> str | None:
    """The day of a deal; ValueError where it cannot be read."""
    if daily is not None and not is_day(daily):
        raise ValueError(daily)
    return None if daily is None else str(daily)


async def ended_tables(store: Store, person: str) -> list[tuple[str, str | None]]:
    """The tables of a person that are over or closed, each with the day whose deal was played there."""
    own = select(seats.c.table_id).where(seats.c.person == person)
    query = select(tables.c.id, tables.c.daily).where(tables.c.id.in_(own), tables.c.status.in_(("over", "closed")))
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


def own_records(connection: Connection, ids: list[str]) -> dict[str, str]:
    """The records of some games as text."""
    texts: dict[str, str] = {}
    for start in range(0, len(ids), _TOGETHER):
        some = ids[start : start + _TOGETHER]
        texts |= {row.id: row.record for row in connection.execute(select(records).where(records.c.id.in_(some)))}
    return texts
