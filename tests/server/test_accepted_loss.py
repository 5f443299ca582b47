"""A host who accepts that a damaged store loses something: it goes on, and every file is kept."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from quatuor.server.store.integrity import StoreDamagedError
from server.damaged_stores import (
    FRAME,
    Killed,
    committed,
    content,
    overwrite_an_inner_page,
    prepare,
    serve,
    wal,
)
from server.people import Somebody


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
        overwrite_an_inner_page(db)
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
            overwrite_an_inner_page(db)
        elif damage == "wal cut":
            wal(db).write_bytes(wal(db).read_bytes()[: 32 + FRAME * (committed(db) - 3)])
        else:
            data = bytearray(wal(db).read_bytes())
            data[32 + FRAME * (committed(db) - 3) + 100] ^= 1
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
