"""All that a store holds, copied into another one of either kind, and compared row by row afterwards."""

import contextlib
import hashlib
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import orjson
from sqlalchemy import Connection, RowMapping, Select, Table, create_engine, false, func, select
from sqlalchemy.exc import SQLAlchemyError

from quatuor.core.errors import QuatuorError
from quatuor.server.store.backup import BackupError, backup, check_new
from quatuor.server.store.database import migrate
from quatuor.server.store.file_lock import Claim
from quatuor.server.store.integrity import check_store
from quatuor.server.store.postgresql import CHANNEL_FACT, PostgresStore, errors_as_sentences, shown
from quatuor.server.store.schema import METADATA, facts, kept_out, people, tables
from quatuor.server.store.sqlite import SAY_WAL, WAL_FACT, WAL_MERGED, make_private
from quatuor.server.texts import TEXTS

_TOGETHER = 1000
_NUMBERS = "kept_out_number_seq"
# What SQLite notes about its own files, and the secret of those who share a database: of no use elsewhere.
_LOCAL_FACTS = (WAL_FACT, CHANNEL_FACT)


class RestoreError(QuatuorError):
    """A store could not be copied into another one."""


class Content(NamedTuple):
    """What a table of a store holds, whatever its order: how many rows, and the sum of their digests."""

    rows: int
    digests: int


def back_up(db: Path | str, copy: Path) -> None:
    """Copy a store as it is at this moment into a new file, which is a store of SQLite."""
    if not isinstance(db, str):
        backup(db, copy)
        return
    with contextlib.closing(PostgresStore(db)) as store, check_new(copy) as part, errors_as_sentences(store.url):
        store.prepare()
        try:
            with store.engine.connect() as source:
                source = source.execution_options(isolation_level="REPEATABLE READ")
                _fill(part, source)
        except (OSError, sqlite3.Error, SQLAlchemyError) as error:
            if not isinstance(getattr(error, "orig", error), OSError | sqlite3.Error):
                raise  # one of PostgreSQL, and not of the file that is written
            raise BackupError(*TEXTS.sentence("backup.failed", file=str(copy), reason=str(error))) from error


def restore(copy: Path, db: Path | str) -> int:
    """Copy a file that is a store of SQLite into an empty store; how many entries that are."""
    if not copy.is_file():
        raise BackupError(*TEXTS.sentence("backup.no_store", file=str(copy)))
    claim = Claim(copy)
    try:
        claim.take()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise RestoreError(*TEXTS.sentence("restore.locked", file=str(copy), reason=reason)) from error
    try:
        check_store(copy)
        with _newest_form(copy) as source:
            if isinstance(db, str):
                return _into_database(source, db)
            with check_new(db) as part:
                return _fill(part, source)["entries"].rows
    except (SQLAlchemyError, ValueError, TypeError) as error:
        if isinstance(error, QuatuorError):
            raise
        raise RestoreError(*TEXTS.sentence("restore.unreadable", file=str(copy))) from error
    finally:
        claim.give_back(remove=True)


@contextlib.contextmanager
def _newest_form(copy: Path) -> Iterator[Connection]:
    """A connection to a copy of a store that is in the newest form: the file itself stays as it is."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "store.db"
        backup(copy, file)
        engine = create_engine(f"sqlite:///{file}", hide_parameters=True)
        try:
            migrate(engine)
            with engine.connect() as connection:
                yield connection
        finally:
            engine.dispose()


def _into_database(source: Connection, address: str) -> int:
    with contextlib.closing(PostgresStore(address)) as store, errors_as_sentences(store.url):
        store.prepare()
        with store.engine.begin() as target:
            # Nobody else may write there meanwhile, nor begin to.
            target.exec_driver_sql(f"LOCK TABLE {', '.join(METADATA.tables)} IN ACCESS EXCLUSIVE MODE")
            used = [
                target.execute(select(func.count()).select_from(table)).scalar() for table in (people, tables, kept_out)
            ]
            if any(used):
                raise RestoreError(*TEXTS.sentence("restore.used", address=shown(store.url)))
            target.execute(facts.delete().where(facts.c.name.not_in(_LOCAL_FACTS)))
            found = copied(source, target)
            # Whoever is kept out next gets the number after those that were copied.
            next_number = select(func.setval(_NUMBERS, func.coalesce(func.max(kept_out.c.number), 0) + 1, false()))
            target.execute(next_number)
            return found["entries"].rows


def _fill(part: Path, source: Connection) -> dict[str, Content]:
    make_private(part)
    engine = create_engine(f"sqlite:///{part}", hide_parameters=True)
    try:
        migrate(engine)
        with engine.begin() as target:
            found = copied(source, target)
            target.exec_driver_sql(SAY_WAL, (WAL_MERGED,))
        return found
    finally:
        engine.dispose()


def copied(source: Connection, target: Connection) -> dict[str, Content]:
    """Copy every row, and compare all that was written with all that was read."""
    found = {}
    for table in METADATA.sorted_tables:
        read = Content(0, 0)
        for rows in source.execute(_rows(table)).mappings().partitions(_TOGETHER):
            some = [_plain(row) for row in rows]
            read = _sum(read, some)
            target.execute(table.insert(), some)
        if content(target, table) != read:
            raise RestoreError(*TEXTS.sentence("restore.differs", table=table.name))
        found[table.name] = read
    return found


def content(connection: Connection, table: Table) -> Content:
    """What a table of a store holds."""
    found = Content(0, 0)
    for rows in connection.execute(_rows(table)).mappings().partitions(_TOGETHER):
        found = _sum(found, [_plain(row) for row in rows])
    return found


def _rows(table: Table) -> "Select[tuple[object, ...]]":
    return select(table).where(facts.c.name.not_in(_LOCAL_FACTS)) if table is facts else select(table)


def _plain(row: RowMapping) -> dict[str, object]:
    return {str(name): value for name, value in row.items()}


def _sum(before: Content, rows: list[dict[str, object]]) -> Content:
    digests = before.digests
    for row in rows:
        text = orjson.dumps(row, option=orjson.OPT_SORT_KEYS)
        digests += int.from_bytes(hashlib.blake2b(text, digest_size=16).digest())
    return Content(before.rows + len(rows), digests % (1 << 128))
