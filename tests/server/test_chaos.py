"""Processes and their database fail at random instants, and nothing that anybody was told is lost."""

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
        middle.fail("database")
        middle.fail("process", again=False)
        middle.fail("database")


def test_nor_when_a_process_is_stopped_or_cut_off_from_the_database() -> None:
    with chaos(2, 2, seed=3) as middle:
        for what in ("stop", "cut", "stop", "cut"):
            middle.fail(what)


def test_nor_when_that_happens_again_and_again() -> None:
    with chaos(3, 6, seed=2) as middle:
        for _ in range(25):
            for what in ("process", "database", "process", "process"):
                middle.fail(what)
