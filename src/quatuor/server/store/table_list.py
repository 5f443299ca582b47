"""The tables of a store as its host lists them: read from the database, also beside a running server."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import orjson
from sqlalchemy import Connection, Integer, NullPool, Row, Select, Text, case, create_engine, func, inspect, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import GenericFunction

from quatuor.server.store.integrity import UNREADABLE, StoreError, connect_to_read
from quatuor.server.store.postgresql import PostgresStore, errors_as_sentences
from quatuor.server.store.schema import entries, kept_out, tables
from quatuor.server.texts import TEXTS

_SEATING = ("seated", "vacated")


class Wanted(NamedTuple):
    """Which tables are listed: all that are like this, the latest first, up to a number."""

    statuses: Sequence[str] = ()
    game: str | None = None
    player: str | None = None
    idle_since: float | None = None
    limit: int = 50


class ListedTable(NamedTuple):
    """A table in the list; `size` is the bytes of what happened there."""

    id: str
    game: str
    status: str
    players: list[str]
    public: bool
    created: float
    touched: float
    last_move: float | None
    moves: int
    size: int


class _NameIn(GenericFunction[str]):
    """The name that the body of an entry tells."""

    type = Text()
    inherit_cache = True


@compiles(_NameIn, "sqlite")
def _name_in_sqlite(element: _NameIn, compiler: Any, **more: Any) -> str:
    return f"{compiler.process(element.clauses, **more)}->>'name'"


@compiles(_NameIn, "postgresql")
def _name_in_postgresql(element: _NameIn, compiler: Any, **more: Any) -> str:
    return f"({compiler.process(element.clauses, **more)})::json->>'name'"


class _BytesOf(GenericFunction[int]):
    """How many bytes a text has."""

    type = Integer()
    inherit_cache = True


@compiles(_BytesOf, "sqlite")
def _bytes_in_sqlite(element: _BytesOf, compiler: Any, **more: Any) -> str:
    return f"length(CAST({compiler.process(element.clauses, **more)} AS BLOB))"


@compiles(_BytesOf, "postgresql")
def _bytes_in_postgresql(element: _BytesOf, compiler: Any, **more: Any) -> str:
    return f"octet_length({compiler.process(element.clauses, **more)})"


def list_tables(db: Path | str, wanted: Wanted) -> list[ListedTable]:
    """The tables of a store; a server may be using it."""
    with _reading(db) as store:
        return [_listed(store, row) for row in store.execute(_query(wanted)).all()]


def list_kept_out(db: Path | str) -> list[dict[str, Any]]:
    """Who is kept out, without anybody's secret id; nobody in a store of an earlier form."""
    columns = [kept_out.c[name] for name in ("number", "name", "network", "note", "created")]
    with _reading(db) as store:
        if not inspect(store).has_table(kept_out.name):
            return []
        rows = store.execute(select(*columns).order_by(kept_out.c.number)).mappings()
        return [{str(name): value for name, value in row.items()} for row in rows]


@contextmanager
def _reading(db: Path | str) -> Iterator[Connection]:
    """A connection that changes nothing; a store that cannot be read is refused."""
    if isinstance(db, str):
        with closing(PostgresStore(db)) as store, errors_as_sentences(store.url):
            store.prepare()
            with store.engine.connect() as connection:
                yield connection
        return
    engine = create_engine("sqlite://", creator=lambda: connect_to_read(db), poolclass=NullPool)
    try:
        with engine.connect() as connection:
            yield connection
    except (*UNREADABLE, DBAPIError) as error:
        reason = str(error.orig if isinstance(error, DBAPIError) else error)
        raise StoreError(*TEXTS.sentence("host.unreadable", file=str(db), reason=reason)) from None


def _query(wanted: Wanted) -> Select[Any]:
    names = ("id", "game", "status", "public", "created", "touched")
    query = select(*(tables.c[name] for name in names))
    if wanted.statuses:
        query = query.where(tables.c.status.in_(wanted.statuses))
    if wanted.game is not None:
        query = query.where(tables.c.game == wanted.game)
    if wanted.idle_since is not None:
        query = query.where(tables.c.touched < wanted.idle_since)
    if wanted.player is not None:
        seated = select(entries.c.number).where(entries.c.table_id == tables.c.id, entries.c.kind == "seated")
        query = query.where(seated.where(_NameIn(entries.c.body) == wanted.player).exists())
    return query.order_by(tables.c.touched.desc(), tables.c.id).limit(wanted.limit)


def _listed(store: Connection, row: Row[Any]) -> ListedTable:
    is_move = entries.c.kind == "move"
    moves, last_move, size = store.execute(
        select(
            func.sum(case((is_move, 1), (entries.c.kind == "undo", -1), else_=0)),
            func.max(case((is_move, entries.c.at))),
            func.sum(_BytesOf(entries.c.body)),
        ).where(entries.c.table_id == row.id)
    ).one()
    return ListedTable(
        row.id,
        row.game,
        row.status,
        _players(store, row.id),
        bool(row.public),
        row.created,
        row.touched,
        last_move,
        moves or 0,
        size or 0,
    )


def _players(store: Connection, table_id: str) -> list[str]:
    """The names of those who sit at a table, bots too, seat by seat; damaged entries tell nothing."""
    chairs: dict[int, str] = {}
    seating = (entries.c.table_id == table_id) & entries.c.kind.in_(_SEATING)
    for kind, body in store.execute(select(entries.c.kind, entries.c.body).where(seating).order_by(entries.c.number)):
        try:
            told = orjson.loads(body)
            seat, name = int(told["seat"]), str(told["name"])
        except (ValueError, KeyError, TypeError):
            continue
        if kind == "seated":
            chairs[seat] = name
        else:
            chairs.pop(seat, None)
    return [chairs[seat] for seat in sorted(chairs)]
