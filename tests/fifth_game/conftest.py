"""Quatuor with a fifth game, added as CONTRIBUTING says: its folder, and one line."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import quatuor
from browser.harness import ServerProcess, serving

HERE = Path(__file__).parent
SOURCES = Path(quatuor.__file__).parent
NAME = "staircase"
LINE = f'    "{NAME}",\n'


class FiveGames:
    """A copy of the package that has the fifth game, and how to run it."""

    def __init__(self, folder: Path) -> None:
        package = folder / "quatuor"
        shutil.copytree(SOURCES, package, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(HERE / NAME, package / "games" / NAME, ignore=shutil.ignore_patterns("__pycache__"))
        registry = package / "games" / "__init__.py"
        text = registry.read_text(encoding="utf-8")
        # The first one, so that a server compiles it first.
        first = f'    "{next(iter(quatuor.GAMES))}",\n'
        assert text.count(first) == 1, "the registry has one line for each game"
        registry.write_text(text.replace(first, LINE + first), encoding="utf-8")
        self.environment = os.environ | {"PYTHONPATH": str(folder), "QUATUOR_LANG": "en"}

    def run(self, *words: str, typed: str = "", folder: Path | None = None) -> str:
        """What a Python command prints; it must succeed."""
        done = subprocess.run(
            [sys.executable, "-m", *words],
            check=False,
            capture_output=True,
            text=True,
            input=typed,
            cwd=folder or HERE.parents[1],
            env=self.environment,
        )
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
        return done.stdout


@pytest.fixture(scope="session")
def five(tmp_path_factory: pytest.TempPathFactory) -> FiveGames:
    return FiveGames(tmp_path_factory.mktemp("five"))


@pytest.fixture(scope="session")
def server(five: FiveGames, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that has compiled the fifth game already: a browser does not wait that long."""
    with serving(tmp_path_factory.mktemp("server"), five.environment) as process:
        seats = [{"kind": "bot"}, {"kind": "bot"}]
        wanted = {"game": NAME, "players": 2, "seats": seats, "start": True}
        httpx.post(f"{process.url}/api/tables", json=wanted, timeout=300).raise_for_status()
        yield process
