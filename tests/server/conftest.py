"""A server in this process for the tests of its API, and people who ask it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from quatuor.server.live import commands
from quatuor.server.settings import Settings
from quatuor.server.table.new_table import WantedTable, plan_of
from quatuor.server.table.table import Plan
from server.browsers import Browser
from server.damaged_stores import db, killed  # noqa: F401
from server.inside import Inside
from server.people import Somebody

NewPerson = Callable[..., Somebody]


@pytest.fixture(scope="session")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    folder = tmp_path_factory.mktemp("services")
    server = Inside(Settings(db=folder / "quatuor.db", limits=False, warm_search=False))
    yield server
    server.close()


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Inside]:
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
