"""Which store an address means: a file is SQLite's, `postgresql://…` is a database that several processes may share."""

from pathlib import Path

from quatuor.server.processes import Processes
from quatuor.server.store.database import Store
from quatuor.server.store.postgresql import PostgresStore
from quatuor.server.store.sqlite import SqliteStore


def store_of(db: Path | str) -> Store:
    """The store at a path or an address."""
    return PostgresStore(db) if isinstance(db, str) else SqliteStore(db)


def processes_of(store: Store) -> Processes:
    """The processes that share a store: those of a file are one."""
    if not isinstance(store, PostgresStore):
        return Processes()
    from quatuor.server.store.shared_processes import SharedProcesses  # needs the driver

    return SharedProcesses(store)
