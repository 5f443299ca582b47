"""Clocks: however the time of day jumps, a turn keeps its length and nothing is removed too early."""

import time
from collections.abc import Iterator

import pytest

from quatuor.server import clock
from quatuor.server.live.live_table import LiveTable
from quatuor.server.store.retention import remove_old
from server.people import Somebody
from server.waits import wait_until

TURN = 3600
DAY = 24 * 3600


class Clocks:
    """How far the server's two clocks were set forward or back."""

    def __init__(self) -> None:
        self.wall = self.steady = 0.0

    def pass_by(self, seconds: float) -> None:
        """Let time pass on both clocks."""
        self.wall += seconds
        self.steady += seconds


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clocks]:
    clocks = Clocks()
    monkeypatch.setattr(clock, "wall", lambda: time.time() + clocks.wall)
    monkeypatch.setattr(clock, "steady", lambda: time.monotonic() + clocks.steady)
    yield clocks


@pytest.fixture
def live(ana: Somebody, leo: Somebody) -> Iterator[LiveTable]:
    """A table with a time limit, at Léo's turn."""
    table = ana.open("symphonimo", "me", "open", first=1, turn_seconds=TURN, pace_ms=5000)
    leo.sit(table)
    ana.start(table)
    live = ana.server.services.tables.live_tables[table]
    yield live
    ana.table_answer("POST", table, "/close")


def left(ana: Somebody, live: LiveTable, clocks: Clocks) -> float:
    """How many seconds of the turn a page shows, by the server's time of day."""
    deadline: float = ana.snapshot(live.table.plan.id)["deadline"]
    return deadline - time.time() - clocks.wall


def look_at_the_clock(ana: Somebody, live: LiveTable) -> bool:
    """Let the server set the table's clock again; whether a bot then plays for Léo."""
    ana.server.call(lambda: ana.server.services.clocks.consider(live))
    rang = False

    def rang_or_was_set() -> bool:
        nonlocal rang
        rang = ana.info(live.table.plan.id)["seats"][1]["stand_in"]
        return rang or (live.clock is not None and live.clock.when() > time.monotonic() + 1)

    wait_until(rang_or_was_set)
    return rang


def load_again(ana: Somebody, live: LiveTable) -> LiveTable:
    """The table as loaded by a server that has just started."""
    tables = ana.server.services.tables
    ana.server.call(lambda: live.clock.cancel() if live.clock else None)
    del tables.live_tables[live.table.plan.id]
    return ana.server.run(tables.find(live.table.plan.id))


@pytest.mark.parametrize("jump", [-3600, -DAY * 365, 3600 * 2, DAY * 365])
def test_setting_the_clock_makes_no_turn_longer_or_shorter(
    ana: Somebody, live: LiveTable, clocks: Clocks, jump: float
) -> None:
    clocks.pass_by(TURN / 2)
    assert abs(left(ana, live, clocks) - TURN / 2) < 5
    clocks.wall += jump
    assert abs(left(ana, live, clocks) - TURN / 2) < 5
    assert not look_at_the_clock(ana, live)
    clocks.pass_by(TURN / 2)
    assert look_at_the_clock(ana, live)


def test_after_a_restart_with_a_clock_set_back_a_turn_is_no_longer_than_a_turn(
    ana: Somebody, live: LiveTable, clocks: Clocks
) -> None:
    clocks.wall -= DAY
    again = load_again(ana, live)
    assert TURN - 5 < left(ana, again, clocks) <= TURN
    clocks.pass_by(TURN)
    assert look_at_the_clock(ana, again)


def test_the_time_of_a_turn_goes_on_after_a_restart(ana: Somebody, live: LiveTable, clocks: Clocks) -> None:
    clocks.pass_by(600)
    assert abs(left(ana, load_again(ana, live), clocks) - (TURN - 600)) < 5


def test_a_player_gets_a_moment_after_the_machine_slept(ana: Somebody, live: LiveTable, clocks: Clocks) -> None:
    due = clock.steady()
    clocks.pass_by(2 * TURN)
    ana.server.call(lambda: ana.server.services.clocks._ring(live, due))
    wait_until(lambda: left(ana, live, clocks) > 20)
    assert left(ana, live, clocks) < 35
    assert not ana.info(live.table.plan.id)["seats"][1]["stand_in"]
    clocks.pass_by(31)
    assert look_at_the_clock(ana, live)


def test_setting_the_clock_ahead_removes_nothing(ana: Somebody, clocks: Clocks) -> None:
    over = ana.open("symphonimo", "bot", "bot", start=True)
    ana.good("POST", f"/tables/{over}/skip")
    tables = ana.server.services.tables
    ana.server.call(lambda: tables.live_tables.pop(over, None))
    clocks.wall += 365 * DAY
    assert ana.server.run(remove_old(tables.store, 30, tables.live_tables)) == []
    clocks.steady += 31 * DAY
    assert ana.server.run(remove_old(tables.store, 30, tables.live_tables)) != []
    ana.refused(404, "unknown", "GET", f"/tables/{over}")


def test_the_same_moment_is_always_shown_as_the_same_time(ana: Somebody, live: LiveTable, clocks: Clocks) -> None:
    first = ana.snapshot(live.table.plan.id)["deadline"]
    clocks.wall += 0.1
    assert ana.snapshot(live.table.plan.id)["deadline"] == first
