"""A server in this process for the tests of its API, and people who ask it."""

import os
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

import pytest

from postgresql import Databases
from quatuor.server.live import commands
from quatuor.server.settings import Settings
from quatuor.server.store import stores
from quatuor.server.store.database import Store
from quatuor.server.table.new_table import WantedTable, plan_of
from quatuor.server.table.table import Plan
from server.browsers import Browser
from server.damaged_stores import db, killed  # noqa: F401
from server.inside import Inside
from server.people import Somebody

NewPerson = Callable[..., Somebody]

SQLITE, POSTGRESQL = "sqlite", "postgresql"
# What is run on both databases by default; all other tests are with `--slow`, unless they are marked `sqlite`.
BOTH = ("test_store", "test_live", "test_words")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.definition.get_closest_marker("sqlite") is None:
        marks = () if metafunc.module.__name__.rpartition(".")[2] in BOTH else (pytest.mark.slow,)
        kinds = [SQLITE, pytest.param(POSTGRESQL, marks=marks)]
        metafunc.parametrize("database", kinds, indirect=True, scope="session")


@pytest.fixture(scope="session")
def databases(tmp_path_factory: pytest.TempPathFactory) -> Databases:
    """A PostgreSQL that all tests of this run share."""
    base = tmp_path_factory.getbasetemp()
    return Databases(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base)


class _InPostgresql:
    """Has every file that a test names as a store stand for a database in PostgreSQL."""

    def __init__(self, databases: Databases) -> None:
        self._databases = databases
        self.addresses: dict[Path, str] = {}

    def store_of(self, file: Path | str) -> Store:
        if isinstance(file, str):
            return _store_of(file)
        if file not in self.addresses:
            self.addresses[file] = self._databases.new()
        return _store_of(self.addresses[file])

    def forget(self, kept: Collection[Path]) -> None:
        """Remove all databases but those of some files."""
        for file in self.addresses.keys() - set(kept):
            self._databases.drop(self.addresses.pop(file))


_store_of = stores.store_of


@pytest.fixture(scope="session", autouse=True)
def database(request: pytest.FixtureRequest) -> Iterator[_InPostgresql | None]:
    """The database that the servers of a test use: SQLite, or PostgreSQL in its place."""
    if getattr(request, "param", SQLITE) == SQLITE:
        yield None
        return
    replaced = _InPostgresql(request.getfixturevalue("databases"))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(stores, "store_of", replaced.store_of)
        yield replaced
    replaced.forget(())


@pytest.fixture(autouse=True)
def _own_databases(database: _InPostgresql | None) -> Iterator[None]:
    """What a test has made in PostgreSQL does not stay; what it shares with others does."""
    before = set(database.addresses) if database else set()
    yield
    if database:
        database.forget(before | {db for db in database.addresses if db.parent.name.startswith(SHARED)})


# The folder of a server that many tests share begins so.
SHARED = "services"


@pytest.fixture(scope="session")
def inside(tmp_path_factory: pytest.TempPathFactory, database: object) -> Iterator[Inside]:
    folder = tmp_path_factory.mktemp(SHARED)
    server = Inside(Settings(db=folder / "quatuor.db", limits=False, warm_search=False))
    yield server
    server.close()


@pytest.fixture
def own(tmp_path: Path, database: object) -> Iterator[Inside]:
    """A server for one test."""
    server = Inside(Settings(db=tmp_path / "quatuor.db", limits=False, warm_search=False))
    yield server
    server.close()


@pytest.fixture
def seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are opened as before deals could be checked: their cards come from a seed."""

    def plan(wanted: WantedTable, host: str, at: float, *, secret: str) -> Plan:
        return plan_of(wanted, host, at, seed=int(secret[:16], 16))

    monkeypatch.setattr(commands, "plan_of", plan)


@pytest.fixture
def phone(inside: Inside) -> Browser:
    return Browser(inside, name="Ada")


@pytest.fixture(scope="session")
def somebody(inside: Inside) -> NewPerson:
    """Makes a new person."""

    def make(name: str = "Ana", lang: str = "en") -> Somebody:
        return Somebody(inside, name, lang)

    return make


@pytest.fixture
def ana(somebody: NewPerson) -> Somebody:
    return somebody("Ana")


@pytest.fixture
def leo(somebody: NewPerson) -> Somebody:
    return somebody("Léo", "fr")
