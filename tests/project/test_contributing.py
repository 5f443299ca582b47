"""CONTRIBUTING and the page on architecture name what there is, and nothing else."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

import quatuor
from quatuor.core.game import Game

ROOT = Path(__file__).parents[2]
PACKAGE = Path(quatuor.__file__).parent
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
FIFTH = ROOT / "tests" / "fifth_game" / "staircase"


def folders(folder: Path) -> set[str]:
    """The packages in a folder."""
    return {path.parent.name for path in folder.glob("*/__init__.py")}


def rooms(table: str) -> set[str]:
    """The folders in the first column of a table."""
    return set(re.findall(r"^\| `(\w+)/` ", table, re.MULTILINE))


@pytest.mark.parametrize("page", [CONTRIBUTING, ARCHITECTURE], ids=["contributing", "architecture"])
def test_every_path_that_is_named_exists(page: str) -> None:
    named = set(re.findall(r"`((?:[\w.-]+/)+[\w.-]*)`", page)) - {"records/"}
    assert len(named) > 20
    places = (ROOT, ROOT / "web" / "src", PACKAGE, PACKAGE / "server")
    missing = {name for name in named if not any((place / name).exists() for place in places)}
    assert missing == set()


def test_every_room_is_explained() -> None:
    whole, server = ARCHITECTURE.split("Within the server:")
    assert rooms(whole) == folders(PACKAGE) | {"web"}
    assert rooms(server.split("## Words")[0]) == folders(PACKAGE / "server")
    base = re.findall(r"`(\w+)`", re.search(r"^\| base modules \| (.*?) \|", server, re.MULTILINE)[1])  # type: ignore[index]
    modules = {path.stem for path in (PACKAGE / "server").glob("*.py")}
    assert {*base, "__init__", "services", "app", "run"} == modules


def test_the_files_of_a_game_are_those_that_a_small_game_has() -> None:
    step = CONTRIBUTING[CONTRIBUTING.index("1. A folder") : CONTRIBUTING.index("2. One line")]
    named = set(re.findall(r"`(\w+\.(?:py|json))`", step))
    assert named == {path.name for path in FIFTH.iterdir() if path.is_file()}
    for name in quatuor.GAMES:
        assert named <= {path.name for path in (PACKAGE / "games" / name).iterdir()}


def test_what_else_is_true_of_a_game_are_fields_of_it() -> None:
    named = re.search(r"what else is true of it\s+\(((?:`\w+`,? ?)+)", CONTRIBUTING)
    assert named
    found = re.findall(r"`(\w+)`", named[1])
    assert len(found) == 5 and set(found) <= {field.name for field in fields(Game)}
