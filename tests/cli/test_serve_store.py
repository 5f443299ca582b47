"""`quatuor serve` and its store: one server a store whatever its path, and a sentence if a file cannot be used."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from browser.harness import free_port, serving
from cli.conftest import Run
from quatuor.server.store.file_lock import Claim, StoreInUseError

TURN_AWAY = 60


def start(db: Path, most_bytes: int | None = None) -> tuple[int, str]:
    """Start a server that must be refused, in a process of its own; its exit code and its errors."""
    words = [sys.executable, "-m", "quatuor", "serve", "--db", str(db), "--port", str(free_port())]

    def fill_disk() -> None:
        import resource

        if most_bytes is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))

    done = subprocess.run(
        words,
        env=os.environ | {"QUATUOR_LANG": "en"},
        capture_output=True,
        text=True,
        timeout=TURN_AWAY,
        check=False,
        preexec_fn=fill_disk,
    )
    return done.returncode, done.stderr


def test_a_second_server_finds_the_first_through_a_symlink(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    link = tmp_path / "other" / "games.db"
    link.symlink_to(tmp_path / "quatuor.db")
    first = Claim(tmp_path / "quatuor.db")
    program = (
        "import sys; from pathlib import Path; from quatuor.server.store.file_lock import Claim; "
        "Claim(Path(sys.argv[1])).take()"
    )
    first.take()
    first.tell("http://here")
    try:
        other = subprocess.run([sys.executable, "-c", program, str(link)], capture_output=True, text=True, check=False)
        assert StoreInUseError.__name__ in other.stderr and "http://here" in other.stderr
        code, told = start(link)
        assert code == 2 and "http://here" in told and told.count("\n") == 1
    finally:
        first.give_back()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The address of a server whose store is reached through a symlink."""
    folder = tmp_path_factory.mktemp("served")
    (folder / "real").mkdir()
    (folder / "quatuor.db").symlink_to(folder / "real" / "games.db")
    with serving(folder):
        yield folder


def test_a_store_may_lie_behind_a_symlink(folder: Path) -> None:
    assert (folder / "real" / "games.db-wal").exists()


def test_a_store_with_two_names_is_refused(run: Run, folder: Path) -> None:
    db, copy = folder / "real" / "games.db", folder / "copy.db"
    copy.hardlink_to(db)
    before = db.read_bytes()
    code, told = run("serve", "--db", str(copy))
    copy.unlink()
    assert code == 2 and "several names (hard links)" in told and told.count("\n") == 1
    assert db.read_bytes() == before


def test_a_copy_of_the_main_file_alone_is_refused(run: Run, folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_bytes((folder / "real" / "games.db").read_bytes())
    code, told = run("serve", "--db", str(copy))
    assert code == 2 and "copy.db-wal is missing" in told and told.count("\n") == 1


@pytest.mark.parametrize("most_bytes", [0, pytest.param(2048, marks=pytest.mark.slow), 20_000])
def test_a_full_disk_is_said_at_once(tmp_path: Path, most_bytes: int) -> None:
    code, told = start(tmp_path / "quatuor.db", most_bytes=most_bytes)
    assert code == 2 and "games cannot be saved there" in told and told.count("\n") == 1


def test_links_that_lead_in_a_circle_get_a_sentence(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.db").symlink_to(tmp_path / "b.db")
    (tmp_path / "b.db").symlink_to(tmp_path / "a.db")
    code, told = run("serve", "--db", str(tmp_path / "a.db"))
    assert code == 2 and "games cannot be saved there" in told and told.count("\n") == 1


def test_a_refused_store_of_somebody_else_gets_no_lock_beside_it(run: Run, tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("shopping list " * 100)
    assert run("serve", "--db", str(tmp_path / "list.txt"))[0] == 2
    assert [path.name for path in tmp_path.iterdir()] == ["list.txt"]
