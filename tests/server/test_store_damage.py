"""Store files that are lost, cut or garbled: a start says what is wrong and leaves every file as it is."""

import random
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import insert

from quatuor.server.store import database
from quatuor.server.store.backup import BackupError, backup
from quatuor.server.store.database import WAL_FACT
from quatuor.server.store.schema import records
from quatuor.server.store.write_ahead_log import state_of_wal
from server.damaged_stores import FRAME, Killed, committed, content, goes_on, refused, serve, wal
from server.people import Somebody
from server.waits import wait_until


def test_a_killed_or_stopped_server_goes_on(killed: Killed, db: Path, tmp_path: Path) -> None:
    assert state_of_wal(db) == "sound"
    goes_on(killed, db)
    goes_on(killed, db)
    goes_on(killed, killed.copy(tmp_path / "stopped", "stopped"))


def test_a_missing_wal_is_noticed(db: Path) -> None:
    """So is a copy of the main file alone that was made while a server ran."""
    wal(db).unlink()
    refused(db, "-wal is missing", "-wal manque")


def test_an_emptied_wal_is_noticed(db: Path) -> None:
    wal(db).write_bytes(b"")
    refused(db, "-wal is missing", "-wal manque")


@pytest.mark.parametrize("where", ["magic", "page size", "salt", "frame header", "page", "last frame"])
def test_a_garbled_wal_is_noticed(db: Path, where: str) -> None:
    data = bytearray(wal(db).read_bytes())
    at = {"magic": 0, "page size": 10, "salt": 17, "frame header": 32 + 9, "page": 32 + 2 * FRAME + 1000}
    data[at.get(where, len(data) - 100)] ^= 0x55
    wal(db).write_bytes(data)
    refused(db, "-wal is damaged", "-wal est endommagé")


def test_a_cut_wal_is_noticed(db: Path) -> None:
    data = wal(db).read_bytes()
    wal(db).write_bytes(data[: 32 + FRAME * (len(data) // FRAME // 2)])
    refused(db, "-wal is damaged", "-wal est endommagé")


@pytest.mark.parametrize("empty", [False, True])
def test_a_wal_without_its_main_file_is_noticed(db: Path, empty: bool) -> None:
    db.write_bytes(b"") if empty else db.unlink()
    refused(db, "is missing or empty", "manque ou est vide")


@pytest.mark.parametrize("torn", ["short", "zeros", "garbled"])
def test_a_commit_that_a_power_cut_tore_is_no_damage(killed: Killed, db: Path, torn: str) -> None:
    """Nobody was told of it: SQLite leaves it out, and the rest is there."""
    frames = wal(db).read_bytes()
    used = 32 + FRAME * committed(db)
    last = bytearray(frames[used - FRAME : used])
    # As SQLite was writing it: the salts of this log, the sign of a commit, a page that is not all there yet.
    last[2000:4000] = {"short": b"", "zeros": bytes(2000), "garbled": random.Random(0).randbytes(2000)}[torn]
    wal(db).write_bytes(frames[:used] + last)
    goes_on(killed, db)


def test_without_the_shm_file_damage_before_the_last_commit_is_still_noticed(db: Path) -> None:
    db.with_name("quatuor.db-shm").unlink()
    data = bytearray(wal(db).read_bytes())
    data[32 + 3 * FRAME + 500] ^= 1
    wal(db).write_bytes(data)
    refused(db, "-wal is damaged", "-wal est endommagé")


def test_a_backup_of_a_killed_server_leaves_its_wal_and_is_whole(killed: Killed, db: Path, tmp_path: Path) -> None:
    before = content(db.parent)
    copy = tmp_path / "copy" / "quatuor.db"
    copy.parent.mkdir()
    backup(db, copy)
    assert before.items() <= content(db.parent).items()
    goes_on(killed, db)
    goes_on(killed, copy)


def test_a_wal_that_another_program_has_copied_back_is_not_missed(killed: Killed, db: Path) -> None:
    with closing(sqlite3.connect(db)) as other:
        other.execute("SELECT * FROM facts").fetchall()
    assert not wal(db).exists()
    goes_on(killed, db)


def test_a_store_of_the_version_before_needs_no_mark(killed: Killed, tmp_path: Path) -> None:
    for how in ("killed", "stopped"):
        db = killed.copy(tmp_path / how, how)
        with closing(sqlite3.connect(db)) as store, store:
            store.execute("DELETE FROM facts WHERE name = ?", (WAL_FACT,))
        goes_on(killed, db)


def test_a_server_killed_while_it_brings_its_files_together_goes_on(killed: Killed, db: Path, tmp_path: Path) -> None:
    """Its -wal file says `needed` itself then; so may the moment of which a backup is made."""
    program = (
        "import os, sqlite3, sys; store = sqlite3.connect(sys.argv[1], isolation_level=None);"
        "store.execute(\"UPDATE facts SET value = 'needed' WHERE name = 'wal'\"); os._exit(1)"
    )
    subprocess.run([sys.executable, "-c", program, str(db)], check=False)
    (tmp_path / "copy").mkdir()
    backup(db, tmp_path / "copy" / "quatuor.db")
    goes_on(killed, tmp_path / "copy" / "quatuor.db")
    goes_on(killed, db)


def test_a_store_without_its_wal_is_not_backed_up_as_if_it_were_whole(db: Path, tmp_path: Path) -> None:
    wal(db).unlink()
    with pytest.raises(BackupError) as refused:
        backup(db, tmp_path / "copy.db")
    assert "-wal is missing" in refused.value.say("en") and not (tmp_path / "copy.db").exists()


def test_a_long_log_is_brought_into_the_main_file_and_the_store_stays_marked(tmp_path: Path) -> None:
    server = serve(tmp_path / "quatuor.db")
    store, ana = server.services.store, Somebody(server, "Ana")
    store._pages = 10_000
    deadline = time.monotonic() + 60
    while store._pages > 100:  # somebody may just be reading: then it is tried again later
        store._pages = 10_000
        ana.good("POST", "/me", {"name": "Ana"})
        while store._pages == 10_000 or not store._merged:
            assert time.monotonic() < deadline
            time.sleep(0.001)
    shutil.copytree(tmp_path, tmp_path.with_name("copy"))
    server.close()
    copy = tmp_path.with_name("copy") / "quatuor.db"
    with closing(sqlite3.connect(f"{copy.as_uri()}?immutable=1", uri=True)) as main:
        assert main.execute("SELECT name FROM people").fetchall() == [("Ana",)]
    wal(copy).unlink()
    refused(copy, "-wal is missing", "-wal manque")
    shutil.rmtree(copy.parent)


def test_a_log_of_some_length_is_brought_into_the_main_file_once_nobody_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "_QUIET_SECONDS", 0.01)
    server = serve(tmp_path / "quatuor.db")
    store, ana = server.services.store, Somebody(server, "Ana")
    store._pages, busy = database._SOME_PAGES, database._MANY_PAGES - database._MORE_PAGES
    while store._pages >= database._SOME_PAGES:  # somebody may just be reading: then it is tried again later
        ana.good("POST", "/me", {"name": "Ada"})
        wait_until(lambda: not database._SOME_PAGES <= store._pages < busy and store._merged)
    with closing(sqlite3.connect(f"{store.path.as_uri()}?immutable=1", uri=True)) as main:
        assert main.execute("SELECT name FROM people").fetchall() == [("Ada",)]
    server.close()


def test_long_rows_fill_the_log_sooner_than_short_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "_MANY_PAGES", 1000)
    server = serve(tmp_path / "quatuor.db")
    text = '{"x":"' + "y" * 900_000 + '"}'

    async def bring(n: int) -> None:
        row = {"id": f"{n:08}", "game": "symbiose", "names": [], "record": text, "created": 1.0}
        await server.services.store.write([(insert(records), [row])])

    for n in range(20):
        server.run(bring(n))
    deadline = time.monotonic() + 60
    while not server.services.store._merged:
        assert time.monotonic() < deadline
        time.sleep(0.001)
    assert wal(tmp_path / "quatuor.db").stat().st_size < 9_000_000
    server.close()
