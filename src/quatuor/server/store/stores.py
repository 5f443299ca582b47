"""Which store an address means: a file is SQLite's, `postgresql://…` is a database that several processes may share."""

from pathlib import Path

from quatuor.server.store.database import Store
from quatuor.server.store.postgresql import PostgresStore
from quatuor.server.store.sqlite import SqliteStore


def store_of(db: Path | str) -> Store:
    """The store at a path or an address."""
    return PostgresStore(db) if isinstance(db, str) else SqliteStore(db)
