"""The page for hosts promises nothing that no test keeps."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROMISES = (ROOT / "docs" / "hosting.md").read_text().partition("## What protects it")[2]
ROWS = [line for line in PROMISES.splitlines() if line.startswith("| ") and "**" not in line][1:]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split("|")[1].strip()[:60])
def test_every_promise_names_files_of_tests_that_are_there(row: str) -> None:
    threat, answer, tests = (cell.strip() for cell in row.strip("|").split("|"))
    named = re.findall(r"`([a-z_]+/test_[a-z_]+\.py)`", tests)
    assert threat and answer and named
    assert all((ROOT / "tests" / name).is_file() for name in named)


def test_there_are_promises() -> None:
    assert len(ROWS) > 20
