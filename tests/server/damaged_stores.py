"""The files of a server that was killed or stopped, for tests that damage them."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from quatuor.cli import server_process
from quatuor.server.settings import Settings
from quatuor.server.store.integrity import StoreDamagedError
from server.inside import Inside
from server.people import Somebody

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


@pytest.fixture(scope="session")
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


def committed(db: Path) -> int:
    """How many frames the -shm file knows."""
    return int.from_bytes(db.with_name("quatuor.db-shm").read_bytes()[16:20], "little")


def overwrite_an_inner_page(db: Path) -> None:
    with closing(sqlite3.connect(db)) as store:
        (page,) = store.execute("SELECT rootpage FROM sqlite_master WHERE name = 'seats'").fetchone()
    with db.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\x17" * 4096)
