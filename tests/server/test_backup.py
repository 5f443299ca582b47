"""Backups: whole, of one moment, also while the server writes; and what is said when one cannot be made."""

import sqlite3
import stat
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from browser.harness import ServerProcess, serving
from quatuor.cli import main
from quatuor.core.errors import QuatuorError
from quatuor.server.store.backup import BackupError, backup
from quatuor.server.store.sqlite import SqliteStore
from quatuor.server.store.transfer import restore

pytestmark = pytest.mark.sqlite


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with serving(tmp_path_factory.mktemp("served")) as process:
        yield process


def store(path: Path, rows: int) -> Path:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("CREATE TABLE moves (n INTEGER PRIMARY KEY, twin INTEGER, text TEXT)")
        db.executemany("INSERT INTO moves VALUES (?, ?, ?)", [(n, 0, "draw" * 50) for n in range(rows)])
    return path


def test_a_backup_taken_while_the_server_runs_is_a_store(server: ServerProcess, tmp_path: Path) -> None:
    with httpx.Client(base_url=server.url) as person:
        seats = [{"kind": "me"}, {"kind": "bot"}]
        table = {"game": "symphonimo", "players": 2, "seats": seats, "start": True, "pace_ms": 0}
        opened = person.post("/api/tables", json=table).json()
        path = f"/api/tables/{opened['id']}/events"
        before = person.get(path).json()
        copy = tmp_path / "quatuor.db"
        backup(server.db, copy)
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        with serving(tmp_path) as second:
            # The same person, by the same cookie, on the same seat.
            again = httpx.get(second.url + path, cookies=dict(person.cookies)).json()
    assert again["snapshot"]["table"]["yours"] == [0]
    assert again["items"][: len(before["items"])] == before["items"]


def test_a_backup_is_one_moment_of_a_store_that_is_written_to(tmp_path: Path) -> None:
    db = store(tmp_path / "games.db", 2_000)
    stop = threading.Event()

    def write() -> None:
        with closing(sqlite3.connect(db, timeout=30)) as writer:
            n = 0
            while not stop.is_set():
                n += 1
                with writer:
                    # All twins are equal in every moment, and only between the two statements they are not.
                    writer.execute("UPDATE moves SET twin = ? WHERE n < 1000", (n,))
                    writer.execute("UPDATE moves SET twin = ? WHERE n >= 1000", (n,))

    writing = threading.Thread(target=write)
    writing.start()
    try:
        for number in range(5):
            copy = tmp_path / f"copy-{number}.db"
            backup(db, copy)
            with closing(sqlite3.connect(copy)) as copied:
                assert copied.execute("PRAGMA integrity_check").fetchone() == ("ok",)
                assert copied.execute("SELECT count(*) FROM moves").fetchone() == (2_000,)
                assert copied.execute("SELECT count(DISTINCT twin) FROM moves").fetchone() == (1,)
    finally:
        stop.set()
        writing.join()
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize(
    ("db", "copy", "english", "french"),
    [
        ("none.db", "copy.db", "there is no store", "pas de parties enregistrées"),
        ("games.db", "games.db", "already exists", "existe déjà"),
        ("games.db", "no/such/folder/copy.db", "could not be written (No such file", "n'a pas pu être écrite"),
        ("text.db", "copy.db", "could not be written (file is not a database)", "n'a pas pu être écrite"),
    ],
)
def test_what_cannot_be_copied_is_said_in_one_sentence(
    tmp_path: Path, db: str, copy: str, english: str, french: str
) -> None:
    store(tmp_path / "games.db", 10)
    (tmp_path / "text.db").write_text("shopping list " * 100)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(BackupError) as refused:
        backup(tmp_path / db, tmp_path / copy)
    assert english in refused.value.sentence.en and french in refused.value.sentence.fr
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_command_copies_and_says_where(
    tmp_path: Path, language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    db, copy = store(tmp_path / "games.db", 10), tmp_path / "copy.db"
    monkeypatch.setenv("QUATUOR_LANG", language)
    for code, told in ((0, {"en": "All games are copied to", "fr": "Toutes les parties sont copiées"}), (2, None)):
        monkeypatch.setattr(sys, "argv", ["quatuor", "backup", str(copy), "--db", str(db)])
        with pytest.raises(SystemExit) as done:
            main()
        assert done.value.code == code
        output = capsys.readouterr()
        assert output.out.startswith(told[language]) if told else output.err.startswith("quatuor: ")


def test_rows_that_cannot_be_read_are_not_restored(tmp_path: Path) -> None:
    db = tmp_path / "games.db"
    with closing(SqliteStore(db)) as made:
        made.prepare()
    with closing(sqlite3.connect(db)) as connection, connection:
        connection.execute("INSERT INTO people (id, name, created) VALUES ('p', x'ff00', 1.0)")
    with pytest.raises(QuatuorError, match="some of its rows cannot be read"):
        restore(db, tmp_path / "new.db")
    assert not (tmp_path / "new.db").exists()
