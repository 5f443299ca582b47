"""A file that is restored: somebody else may have made it, and somebody else may want it at the same moment."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from quatuor.server.store import file_lock
from quatuor.server.store.integrity import StoreError, check_store
from quatuor.server.store.sqlite import SqliteStore
from quatuor.server.store.transfer import RestoreError, restore

pytestmark = pytest.mark.sqlite


def new_store(db: Path) -> None:
    with closing(SqliteStore(db)) as made:
        made.prepare()


ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x FROM n) SELECT x AS {0}, x AS {1} FROM n WHERE x > 1"
STRANGE = {
    "a view in the place of a table": [
        "ALTER TABLE {table} RENAME TO old",
        f"CREATE VIEW {{table}} AS {ENDLESS.format('name', 'value')}",
    ],
    "a view that is called a table": [
        "ALTER TABLE {table} RENAME TO old",
        f"CREATE VIEW {{table}} AS {ENDLESS.format('name', 'value')}",
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET type = 'table' WHERE name = '{table}'",
    ],
    "a trigger": ["CREATE TRIGGER t AFTER INSERT ON {table} BEGIN DELETE FROM entries; END"],
    "a virtual table": ["CREATE VIRTUAL TABLE more USING fts5(text)"],
}


@pytest.mark.parametrize("table", ["facts", "people", "entries", "alembic_version"])
@pytest.mark.parametrize("statements", STRANGE.values(), ids=STRANGE)
def test_a_file_with_more_than_tables_is_no_store(tmp_path: Path, statements: list[str], table: str) -> None:
    """To read a view may take forever: such a file is refused before anything in it is read."""
    db = tmp_path / "games.db"
    new_store(db)
    with closing(sqlite3.connect(db, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        for statement in statements:
            connection.execute(statement.format(table=table))
    before = db.read_bytes()
    for attempt in (lambda: restore(db, tmp_path / "new.db"), lambda: check_store(db)):
        with pytest.raises(StoreError) as refused:
            attempt()
        assert "not a store" in refused.value.sentence.en or "no store" in refused.value.sentence.en
    assert db.read_bytes() == before and [path.name for path in tmp_path.iterdir()] == ["games.db"]


def test_a_lock_file_that_another_one_has_just_removed_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between opening it and locking it: a lock on a file that nobody finds keeps nobody out."""
    db, locks = tmp_path / "games.db", 0
    lock = file_lock._lock

    def late(descriptor: int) -> None:
        nonlocal locks
        locks += 1
        if locks == 1:
            (tmp_path / "games.db.lock").unlink()
        lock(descriptor)

    monkeypatch.setattr(file_lock, "_lock", late)
    claim = file_lock.Claim(db)
    claim.take()
    assert locks == 2 and os.path.samestat(os.fstat(claim._file), (tmp_path / "games.db.lock").stat())
    claim.give_back()


def test_a_restore_removes_its_lock_file_while_nobody_else_can_have_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next one who locks it may be a server, whose lock file must stay."""
    db, lock_file = tmp_path / "games.db", tmp_path / "games.db.lock"
    new_store(db)
    close = os.close

    def closing_and_taken(descriptor: int) -> None:
        own = lock_file.exists() and os.path.samestat(os.fstat(descriptor), lock_file.stat())
        close(descriptor)
        assert not own, "somebody could have taken it now, and it is removed next"

    monkeypatch.setattr(os, "close", closing_and_taken)
    assert restore(db, tmp_path / "new.db") == 0
    assert not lock_file.exists()


def test_a_file_that_cannot_be_locked_is_refused_with_a_sentence(tmp_path: Path) -> None:
    """As in a folder that is not ours."""
    db = tmp_path / "games.db"
    new_store(db)
    (tmp_path / "games.db.lock").mkdir()
    with pytest.raises(RestoreError) as refused:
        restore(db, tmp_path / "new.db")
    assert "cannot be locked" in refused.value.sentence.en and "verrouiller" in refused.value.sentence.fr
