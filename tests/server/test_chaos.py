"""Processes and their database are killed at random instants, and nothing that anybody was told is lost."""

import pytest

from server.chaos import Chaos

pytestmark = pytest.mark.sqlite  # it has a database of its own


def lived_through(processes: int, tables: int, kills: list[str], seed: int) -> Chaos:
    chaos = Chaos(processes, tables, seed)
    try:
        chaos.start()
        for what in kills:
            chaos.kill(what)
        assert chaos.end() > 50
    finally:
        chaos.close()
    return chaos


def test_nothing_that_was_told_is_lost_when_a_process_or_the_database_is_killed() -> None:
    lived_through(2, 2, ["process", "database"], seed=1)


@pytest.mark.slow
def test_nor_when_that_happens_again_and_again() -> None:
    lived_through(3, 6, ["process", "database", "process", "process"] * 15, seed=2)
