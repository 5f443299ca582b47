"""Damaged stores: a start says what is wrong and leaves every file as it is, or every table answers with a sentence."""

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert

from quatuor.cli import server_process
from quatuor.core.errors import QuatuorError
from quatuor.server.http.messages import Problem, TableInfo, Update
from quatuor.server.settings import Settings
from quatuor.server.store import sqlite
from quatuor.server.store.backup import BackupError, backup
from quatuor.server.store.integrity import StoreDamagedError, StoreError
from quatuor.server.store.schema import records
from quatuor.server.store.sqlite import WAL_FACT, _engine
from quatuor.server.store.write_ahead_log import state_of_wal
from server.inside import Inside
from server.people import Somebody
from server.waits import wait_until

pytestmark = pytest.mark.sqlite

FRAME = 24 + 4096


def serve(db: Path) -> Inside:
    return Inside(Settings(db=db, limits=False, warm_search=False))


def prepare(db: Path, *, loss_accepted: bool = False) -> list[str]:
    """Start as far as the store is concerned; what was said."""
    said: list[str] = []
    server_process.prepare_store(db, lambda key, **_: said.append(key), loss_accepted=loss_accepted)
    return said


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("quatuor.db*") if path.suffix != ".db-shm"}


class Killed:
    """The files of a server that was killed at a moment, and who played there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        running = serve(folder / "quatuor.db")
        self.ana = Somebody(running, "Ana")
        self.over = self.ana.open("symphonimo", "bot", "bot", start=True)
        self.ana.good("POST", f"/tables/{self.over}/skip")
        self.playing = []
        for game in ("symphonimo", "air_sorciere", "symbiose", "rythm_n_play") * 3:
            table = self.ana.open(game, "me", "local", start=True, first=0, public=True)
            seat = self.ana.info(table)["turn"]
            move = self.ana.snapshot(table, seat)["position"]["legal"][0]["move"]
            self.ana.play(table, seat, move)
            self.playing.append(table)
        self.events = {table: self.ana.events(table)["items"] for table in self.playing}
        for path in list(folder.iterdir()):
            shutil.copy(path, folder / f"killed-{path.name}")
        running.close()
        for path in list(folder.iterdir()):
            if not path.name.startswith("killed-"):
                shutil.copy(path, folder / f"stopped-{path.name}")

    def copy(self, folder: Path, how: str = "killed") -> Path:
        """The files once more, in a folder of their own; the main one."""
        folder.mkdir(exist_ok=True)
        for path in self.folder.glob(f"{how}-*"):
            shutil.copy(path, folder / path.name.removeprefix(f"{how}-"))
        return folder / "quatuor.db"


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Killed:
    return Killed(tmp_path_factory.mktemp("killed"))


@pytest.fixture
def db(killed: Killed, tmp_path: Path) -> Path:
    """A store whose server was killed."""
    return killed.copy(tmp_path)


def wal(db: Path) -> Path:
    return db.with_name("quatuor.db-wal")


def refused(db: Path, english: str, french: str) -> None:
    before = content(db.parent)
    with pytest.raises(StoreDamagedError) as damaged:
        prepare(db)
    assert english in damaged.value.say("en") and french in damaged.value.say("fr")
    assert "--accept-loss" in damaged.value.say("en") and "--accept-loss" in damaged.value.say("fr")
    assert content(db.parent) == before


def goes_on(killed: Killed, db: Path) -> None:
    """The store is used, and every entry is there."""
    assert prepare(db) == []
    again = serve(db)
    try:
        killed.ana.server = again
        for table in killed.playing:
            assert killed.ana.events(table)["items"] == killed.events[table]
    finally:
        again.close()


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
    used = 32 + FRAME * _committed(db)
    last = bytearray(frames[used - FRAME : used])
    # As SQLite was writing it: the salts of this log, the sign of a commit, a page that is not all there yet.
    last[2000:4000] = {"short": b"", "zeros": bytes(2000), "garbled": random.Random(0).randbytes(2000)}[torn]
    wal(db).write_bytes(frames[:used] + last)
    goes_on(killed, db)


def _committed(db: Path) -> int:
    """How many frames the -shm file knows."""
    return int.from_bytes(db.with_name("quatuor.db-shm").read_bytes()[16:20], "little")


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
    monkeypatch.setattr(sqlite, "_QUIET_SECONDS", 0.01)
    server = serve(tmp_path / "quatuor.db")
    store, ana = server.services.store, Somebody(server, "Ana")
    store._pages, busy = sqlite._SOME_PAGES, sqlite._MANY_PAGES - sqlite._MORE_PAGES
    while store._pages >= sqlite._SOME_PAGES:  # somebody may just be reading: then it is tried again later
        ana.good("POST", "/me", {"name": "Ada"})
        wait_until(lambda: not sqlite._SOME_PAGES <= store._pages < busy and store._merged)
    with closing(sqlite3.connect(f"{store.path.as_uri()}?immutable=1", uri=True)) as main:
        assert main.execute("SELECT name FROM people").fetchall() == [("Ada",)]
    server.close()


def test_long_rows_fill_the_log_sooner_than_short_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "_MANY_PAGES", 1000)
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


@pytest.mark.parametrize("damage", ["wal missing", "wal garbled", "main missing", "pages"])
def test_a_host_who_accepts_the_loss_goes_on_and_keeps_the_files(killed: Killed, tmp_path: Path, damage: str) -> None:
    db = killed.copy(tmp_path / "store", "stopped" if damage == "pages" else "killed")
    if damage == "wal missing":
        wal(db).unlink()
    elif damage == "wal garbled":
        data = bytearray(wal(db).read_bytes())
        data[len(data) // 2] ^= 1
        wal(db).write_bytes(data)
    elif damage == "main missing":
        db.unlink()
    else:
        _overwrite_an_inner_page(db)
    before = content(db.parent)
    with pytest.raises(StoreDamagedError):
        prepare(db)
    assert prepare(db, loss_accepted=True) == ["serve.salvaged"]
    assert set(before.values()) <= set(content(db.parent).values())
    assert prepare(db, loss_accepted=True) == []
    again = serve(db)
    try:
        killed.ana.server = again
        answers = [killed.ana.ask("GET", f"/tables/{table}") for table in killed.playing]
        codes = {answer.status_code for answer in answers}
        # The secret that knows people may be lost too.
        assert codes <= ({403, 404} if damage == "main missing" else {200, 403, 404, 503})
        if damage == "pages":
            assert 200 in codes
        Somebody(again, "Bea").open("symphonimo", "me", "bot", start=True)
    finally:
        again.close()


class Stopped(BaseException):
    """The process is killed."""


def stop_at(step: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """From this renaming or removal of a file on, nothing more happens to any."""
    steps = iter(range(1000))

    def stopping(function: Callable[..., None]) -> Callable[..., None]:
        def stopped(*args: Any, **more: Any) -> None:
            if next(steps) >= step:
                raise Stopped
            function(*args, **more)

        return stopped

    for name in ("unlink", "replace"):
        monkeypatch.setattr(os, name, stopping(getattr(os, name)))


@pytest.mark.parametrize("damage", ["main", "wal", "wal cut"])
def test_a_host_whose_acceptance_is_stopped_anywhere_loses_nothing_by_it(
    killed: Killed, tmp_path: Path, damage: str
) -> None:
    """The next start never takes what is there for a new store, or for a whole one; accepted again, it goes on."""
    refusals = 0
    for step in range(20):
        db = killed.copy(tmp_path / f"{step}")
        if damage == "main":
            _overwrite_an_inner_page(db)
        elif damage == "wal cut":
            wal(db).write_bytes(wal(db).read_bytes()[: 32 + FRAME * (_committed(db) - 3)])
        else:
            data = bytearray(wal(db).read_bytes())
            data[32 + FRAME * (_committed(db) - 3) + 100] ^= 1
            wal(db).write_bytes(data)
        before = content(db.parent)
        with pytest.MonkeyPatch.context() as patch:
            stop_at(step, patch)
            try:
                prepare(db, loss_accepted=True)
                break
            except Stopped:
                pass
        assert set(before.values()) <= set(content(db.parent).values())
        try:
            prepare(db)
            assert not wal(db).exists(), f"half of a store was taken for whole after step {step}"
        except StoreDamagedError:
            refusals += 1
            assert prepare(db, loss_accepted=True) == ["serve.salvaged"]
        with closing(sqlite3.connect(db)) as store:
            (count,) = store.execute("SELECT count(*) FROM tables").fetchone()
        assert count, f"a new store after step {step}"
    assert refusals >= 3 and step < 19


def _overwrite_an_inner_page(db: Path) -> None:
    with closing(sqlite3.connect(db)) as store:
        (page,) = store.execute("SELECT rootpage FROM sqlite_master WHERE name = 'seats'").fetchone()
    with db.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\x17" * 4096)


# One table's rows, changed as no server would.
GARBLED = {
    "kind": "UPDATE entries SET kind = 'mvoe' WHERE number = 4 AND table_id = ?",
    "json": "UPDATE entries SET body = substr(body, 2) WHERE number = 4 AND table_id = ?",
    "impossible move": 'UPDATE entries SET body = replace(body, \'"move":"\', \'"move":"x\') WHERE table_id = ?',
    "illegal move": 'UPDATE entries SET body = \'{"seat":0,"move":"place 2"}\' WHERE number = 4 AND table_id = ?',
    "other seat": 'UPDATE entries SET body = \'{"seat":1,"move":"draw"}\' WHERE number = 4 AND table_id = ?',
    "seat of nobody": "UPDATE entries SET body = replace(body, '\"seat\":1', '\"seat\":9') WHERE table_id = ?",
    "seat below": "UPDATE entries SET body = replace(body, '\"seat\":1', '\"seat\":-1') WHERE table_id = ?",
    "number as name": 'UPDATE entries SET body = replace(body, \'"name":"Ana"\', \'"name":7\') WHERE table_id = ?',
    "gap": "DELETE FROM entries WHERE number = 2 AND table_id = ?",
    "nothing": "DELETE FROM entries WHERE table_id = ?",
    "time": "UPDATE entries SET at = 'noon' WHERE number = 1 AND table_id = ?",
    "text": "UPDATE entries SET body = CAST(x'7bff7d' AS TEXT) WHERE number = 1 AND table_id = ?",
    "blob": "UPDATE entries SET body = x'00ff' WHERE number = 1 AND table_id = ?",
    "undo": "UPDATE entries SET kind = 'undo', body = '{\"seat\":0}' WHERE number = 4 AND table_id = ?",
    "game": "UPDATE tables SET game = 'bridge' WHERE id = ?",
    "players": "UPDATE tables SET players = 77 WHERE id = ?",
    "first": "UPDATE tables SET first = 5 WHERE id = ?",
    "options": "UPDATE tables SET options = '{\"maestro' WHERE id = ?",
    "other options": "UPDATE tables SET options = '{\"maestro\": 12}' WHERE id = ?",
    "seed": "UPDATE tables SET seed = 'seed' WHERE id = ?",
    "large seed": "UPDATE tables SET seed = '99999999999999999999' WHERE id = ?",
    "pace": "UPDATE tables SET pace_ms = 'slow' WHERE id = ?",
    "turn": "UPDATE tables SET turn_seconds = 'long' WHERE id = ?",
    "created": "UPDATE tables SET created = 'then' WHERE id = ?",
}


@pytest.fixture(scope="module")
def reading(killed: Killed, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """A server that is given one store after another to read from."""
    server = serve(killed.copy(tmp_path_factory.mktemp("reading")))
    yield server
    server.close()


def read_from(server: Inside, db: Path) -> None:
    server.services.store.engine.dispose()
    server.services.store.engine = _engine(db)
    server.call(server.services.tables.live_tables.clear)
    server.services.records._kept.clear()
    server.services.tables._damaged.clear()
    server.services.people._found.clear()


@pytest.mark.parametrize("what", GARBLED)
def test_a_table_that_cannot_be_read_says_so_and_the_others_go_on(
    killed: Killed, reading: Inside, tmp_path: Path, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    db = killed.copy(tmp_path / "store", "stopped")
    bad, good = killed.playing[0], killed.playing[1]
    with closing(sqlite3.connect(db)) as store, store:
        assert store.execute(GARBLED[what], (bad,)).rowcount
    read_from(reading, db)
    ana = killed.ana
    ana.server = reading
    for _ in range(2):
        problem = ana.refused(503, "unavailable", "GET", f"/tables/{bad}")
        assert bad in problem["message"] and "damaged" in problem["message"]
    ana.refused(503, "unavailable", "GET", f"/tables/{bad}/events")
    assert sum(bad in line.getMessage() for line in caplog.records if line.levelname == "ERROR") == 1
    assert ana.info(good)["status"] == "playing"
    for path in ("/me/tables", "/tables"):
        ids = {table["id"] for table in ana.good("GET", path)}
        assert bad not in ids and good in ids


@pytest.mark.parametrize(
    "change",
    [
        "record = substr(record, 2)",
        "record = '7'",
        "names = '[7'",
        "names = '[\"Ana\"]'",
        "game = 'x'",
        "record = x'ff'",
    ],
)
def test_a_record_that_cannot_be_read_says_so(killed: Killed, reading: Inside, tmp_path: Path, change: str) -> None:
    db = killed.copy(tmp_path / "store", "stopped")
    with closing(sqlite3.connect(db)) as store, store:
        assert store.execute(f"UPDATE records SET {change}").rowcount == 1
    read_from(reading, db)
    killed.ana.server = reading
    problem = killed.ana.refused(503, "unavailable", "GET", f"/records/{killed.over}/frames")
    assert "damaged" in problem["message"]


@pytest.mark.parametrize("how", ["killed", "stopped"])
@pytest.mark.parametrize("width", [1, 16, 4096])
def test_bytes_overwritten_anywhere_are_refused_or_answered(
    killed: Killed, reading: Inside, tmp_path: Path, how: str, width: int
) -> None:
    """Never a failure without a sentence, never an empty new store."""
    seen = {"refused": 0, "read": 0}
    for seed in range(35):
        rng = random.Random(f"{how} {width} {seed}")
        db = killed.copy(tmp_path / f"{seed}", how)
        target = rng.choice([db, wal(db)]) if how == "killed" else db
        data = bytearray(target.read_bytes())
        for _ in range(rng.choice([1, 3])):
            at = rng.randrange(max(1, len(data) - width)) // width * width
            other = rng.randrange(len(data) // width) * width
            data[at : at + width] = rng.choice([bytes(width), rng.randbytes(width), data[other : other + width]])
        target.write_bytes(data)
        before = content(db.parent)
        try:
            prepare(db)
        except QuatuorError as error:
            assert isinstance(error, StoreError) and error.say("fr") != error.say("en")
            assert content(db.parent) == before
            seen["refused"] += 1
            continue
        seen["read"] += 1
        read_from(reading, db)
        _read_all(killed, reading)
    assert seen["refused"] and (seen["read"] or width == 4096), seen


def _read_all(killed: Killed, server: Inside) -> None:
    ana = killed.ana
    ana.server = server
    found = 0
    for table in (*killed.playing, killed.over):
        for rest, model in (("", TableInfo), ("/events", Update)):
            answer = ana.ask("GET", f"/tables/{table}{rest}")
            assert answer.status_code in (200, 403, 404, 503), answer.text
            (model if answer.status_code == 200 else Problem).model_validate(answer.json())
            found += answer.status_code == 200
    for path in (f"/records/{killed.over}", f"/records/{killed.over}/frames", "/tables", "/me/tables", "/me"):
        answer = ana.ask("GET", path)
        assert answer.status_code in (200, 404, 422, 503), answer.text
    assert found, "this is a new and empty store"
