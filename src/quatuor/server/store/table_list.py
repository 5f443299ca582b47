"""The tables of a store as its host lists them: read from the file, also beside a running server."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from quatuor.server.store.integrity import UNREADABLE, StoreError, connect_to_read
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


def list_tables(db: Path, wanted: Wanted) -> list[ListedTable]:
    """The tables of a store; a server may be using it."""
    with _reading(db) as store:
        return [_listed(store, row) for row in store.execute(*_query(wanted))]


def list_kept_out(db: Path) -> list[dict[str, Any]]:
    """Who is kept out, without anybody's secret id; nobody in a store of an earlier form."""
    with _reading(db) as store:
        if not store.execute("SELECT 1 FROM sqlite_master WHERE name = 'kept_out'").fetchone():
            return []
        rows = store.execute("SELECT number, name, network, note, created FROM kept_out ORDER BY number")
        return [dict(row) for row in rows]


@contextmanager
def _reading(db: Path) -> Iterator[sqlite3.Connection]:
    """A connection that changes nothing; a store that cannot be read is refused."""
    try:
        with closing(connect_to_read(db)) as store:
            store.row_factory = sqlite3.Row
            yield store
    except UNREADABLE as error:
        raise StoreError(*TEXTS.sentence("host.unreadable", file=str(db), reason=str(error))) from None


def _query(wanted: Wanted) -> tuple[str, list[Any]]:
    terms = ["1"]
    values: list[Any] = []
    if wanted.statuses:
        terms.append(f"status IN ({', '.join('?' * len(wanted.statuses))})")
        values += wanted.statuses
    if wanted.game is not None:
        terms.append("game = ?")
        values.append(wanted.game)
    if wanted.idle_since is not None:
        terms.append("touched < ?")
        values.append(wanted.idle_since)
    if wanted.player is not None:
        seated = "SELECT 1 FROM entries WHERE table_id = tables.id AND kind = 'seated' AND body->>'name' = ?"
        terms.append(f"EXISTS ({seated})")
        values.append(wanted.player)
    query = f"SELECT id, game, status, public, players, created, touched FROM tables WHERE {' AND '.join(terms)}"
    return f"{query} ORDER BY touched DESC, id LIMIT ?", [*values, wanted.limit]


def _listed(store: sqlite3.Connection, row: sqlite3.Row) -> ListedTable:
    moves, last_move, size = store.execute(
        "SELECT sum(kind = 'move') - sum(kind = 'undo'), max(CASE WHEN kind = 'move' THEN at END), "
        "sum(length(CAST(body AS BLOB))) FROM entries WHERE table_id = ?",
        (row["id"],),
    ).fetchone()
    return ListedTable(
        row["id"],
        row["game"],
        row["status"],
        _players(store, row["id"]),
        bool(row["public"]),
        row["created"],
        row["touched"],
        last_move,
        moves or 0,
        size or 0,
    )


def _players(store: sqlite3.Connection, table_id: str) -> list[str]:
    """The names of those who sit at a table, bots too, seat by seat; damaged entries tell nothing."""
    chairs: dict[int, str] = {}
    query = "SELECT kind, body FROM entries WHERE table_id = ? AND kind IN (?, ?) ORDER BY number"
    for kind, body in store.execute(query, (table_id, *_SEATING)):
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
