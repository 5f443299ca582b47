"""Rows that no server wrote, and bytes overwritten anywhere: every table answers, or says that it cannot be read."""

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from quatuor.core.errors import QuatuorError
from quatuor.server.http.messages import Problem, TableInfo, Update
from quatuor.server.store.integrity import StoreError
from quatuor.server.store.sqlite import _engine
from server.damaged_stores import Killed, content, prepare, serve, wal
from server.inside import Inside

pytestmark = pytest.mark.sqlite

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
    "seed": "UPDATE tables SET seed = 'seed', secret = NULL WHERE id = ?",
    "large seed": "UPDATE tables SET seed = '99999999999999999999', secret = NULL WHERE id = ?",
    "seed and secret": "UPDATE tables SET seed = '7' WHERE id = ?",
    "neither": "UPDATE tables SET secret = NULL WHERE id = ?",
    "secret": "UPDATE tables SET secret = 'secret' WHERE id = ?",
    "secret as number": "UPDATE tables SET secret = 7 WHERE id = ?",
    "contribution": 'UPDATE entries SET kind = \'contributed\', body = \'{"seat":1,"number":"ff"}\''
    " WHERE number = 2 AND table_id = ?",
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
@pytest.mark.parametrize("width", [1, pytest.param(16, marks=pytest.mark.slow), 4096])
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
