"""Processes and their database are killed at random instants, and nothing that anybody was told is lost."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from server.chaos import Chaos

pytestmark = [pytest.mark.slow, pytest.mark.sqlite]  # it has a database of its own


@contextmanager
def chaos(processes: int, tables: int, seed: int) -> Iterator[Chaos]:
    """The middle of it; what everybody was told is compared in the end."""
    found = Chaos(processes, tables, seed)
    try:
        found.start()
        yield found
        assert found.end() > 20
    finally:
        found.close()


def test_nothing_that_was_told_is_lost_when_the_database_and_a_process_are_killed() -> None:
    with chaos(2, 2, seed=1) as middle:
        middle.kill("database")
        middle.kill("process", again=False)
        middle.kill("database")


def test_nor_when_that_happens_again_and_again() -> None:
    with chaos(3, 6, seed=2) as middle:
        for _ in range(25):
            for what in ("process", "database", "process", "process"):
                middle.kill(what)
