"""Absence: a bot takes the seat of who does not play in time, and gives it back."""

import dataclasses
import time

import pytest

from quatuor.server.table import deeds
from quatuor.server.table.table import Table
from server.people import Json, Somebody
from server.twins import RandomTable
from server.waits import LONGEST
from setups import DEFAULTS

BLINK = 1


def with_a_short_clock(ana: Somebody, table: str, seconds: int = BLINK) -> None:
    """The API takes no time under ten seconds: a test does not want to wait so long."""
    live = ana.server.services.tables.live_tables[table]
    clock = dataclasses.replace(live.table.clock, seconds=seconds)
    live.table = dataclasses.replace(live.table, clock=clock)


def until(ana: Somebody, table: str, kind: str, after: int) -> Json:
    """The first item of a kind after an entry."""
    deadline = time.monotonic() + LONGEST
    while time.monotonic() < deadline:
        for item in ana.events(table, after)["items"]:
            if item["kind"] == kind:
                found: Json = item
                return found
        time.sleep(0.02)
    raise AssertionError(f"no {kind} happened")


@pytest.fixture
def table(ana: Somebody, leo: Somebody) -> str:
    """Symphonimo with a time limit; Léo, who starts, is away."""
    table = ana.open("symphonimo", "me", "open", first=1, turn_seconds=86_400, pace_ms=50)
    leo.sit(table)
    return table


def test_who_does_not_play_in_time_is_stood_in_for_by_a_bot(ana: Somebody, leo: Somebody, table: str) -> None:
    with_a_short_clock(ana, table)
    began = time.time()
    ana.start(table)
    started = time.time()
    seen = ana.snapshot(table)
    assert began <= seen["deadline"] - BLINK <= started
    item = until(ana, table, "stand_in", 2)
    assert item["seat"] == 1 and item["at"] >= seen["deadline"] - 0.01
    assert until(ana, table, "move", item["index"])["seat"] == 1
    assert ana.info(table)["seats"][1]["stand_in"]
    assert leo.events(table, item["index"] - 1, -1)["items"][0]["log"] == ["Un robot joue à la place de Léo."]


def test_no_clock_runs_where_no_time_was_set(ana: Somebody, leo: Somebody) -> None:
    table = ana.open("symphonimo", "me", "open", first=1)
    leo.sit(table)
    ana.start(table)
    assert ana.snapshot(table)["deadline"] is None
    assert ana.server.services.tables.live_tables[table].clock is None


def test_the_seat_is_handed_back_to_who_returns(ana: Somebody, leo: Somebody, table: str) -> None:
    with_a_short_clock(ana, table)
    ana.start(table)
    stood_in = until(ana, table, "stand_in", 2)["index"]
    with leo.socket(table, -1, 1) as socket:
        socket.receive_until(stood_in + 1)
        assert until(ana, table, "handed_back", stood_in)["seat"] == 1
        assert not ana.info(table)["seats"][1]["stand_in"]


def test_who_plays_where_a_bot_stands_in_has_the_seat_back(ana: Somebody, leo: Somebody) -> None:
    table = ana.open("symphonimo", "me", "open", first=1, pace_ms=5000)
    leo.sit(table)
    ana.start(table)
    leo.table_answer("POST", table, "/seats/1/stand-in")
    told = leo.play(table, 1, "draw")
    assert [item["kind"] for item in told["items"]] == ["handed_back", "move"]
    assert not told["snapshot"]["table"]["seats"][1]["stand_in"]


def test_nobody_gains_time_by_coming_and_going(ana: Somebody, leo: Somebody, table: str) -> None:
    ana.start(table)
    deadline = ana.snapshot(table)["deadline"]
    for _ in range(3):
        time.sleep(0.01)
        leo.table_answer("POST", table, "/seats/1/stand-in")
        leo.table_answer("POST", table, "/seats/1/back")
    assert ana.snapshot(table)["deadline"] == pytest.approx(deadline, abs=0.005)


def test_who_returns_too_late_has_the_whole_time_again_but_once() -> None:
    plan = dataclasses.replace(RandomTable(DEFAULTS[0], 1).table.plan, turn_seconds=60)
    table = Table.of(plan)
    seats = [deeds.Seated(k, f"Player {k}", f"{k}") for k in range(plan.players)]
    first = table.dealt().first
    log: list[tuple[float, deeds.Deed]] = [(0.0, deed) for deed in (deeds.Created(), *seats, deeds.Started(first))]
    for late in (60.0, 121.0):
        log += [(late, deeds.StandIn(first, "random")), (late + 1.0, deeds.HandedBack(first))]
    for at, deed in log:
        table = table.after([deed], at=at, moment=at)
    assert table.deadline == 61.0 + 60.0


def test_a_table_takes_so_many_changes_and_no_more(
    ana: Somebody, leo: Somebody, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that happens is kept: nobody fills the disk by coming and going."""
    table = ana.open("symphonimo", "me", "open", first=0, pace_ms=5000)
    leo.sit(table)
    ana.start(table)
    monkeypatch.setattr("quatuor.server.table.limits.MOST_CHANGES", 8)
    for way in ("stand-in", "back") * 2:
        leo.table_answer("POST", table, f"/seats/1/{way}")
    assert "8" in leo.refused(409, "conflict", "POST", f"/tables/{table}/seats/1/stand-in")["message"]
    leo.refused(409, "conflict", "DELETE", f"/tables/{table}/seats/1")
    after = ana.play(table, 0, "draw", "place 1")["snapshot"]["index"]
    ana.refused(409, "conflict", "POST", f"/tables/{table}/undo", {"seat": 0, "after": after})
    assert leo.play(table, 1, "draw")["items"], "the game goes on"


def test_after_a_restart_nobody_is_late_at_once(ana: Somebody, leo: Somebody) -> None:
    table = ana.open("symphonimo", "me", "open", first=1, turn_seconds=10)
    leo.sit(table)
    ana.start(table)
    forgotten = ana.server.services.tables.live_tables.pop(table)
    assert forgotten.clock is not None
    ana.server.call(forgotten.clock.cancel)
    assert ana.snapshot(table)["deadline"] > time.time() + 25


def test_every_move_winds_the_clock_and_an_undo_does_not(ana: Somebody, leo: Somebody, table: str) -> None:
    with_a_short_clock(ana, table, 1000)
    ana.start(table)
    leo.play(table, 1, "draw")
    first = ana.snapshot(table)["deadline"]
    time.sleep(0.02)
    after = leo.play(table, 1, "place 1")["snapshot"]["index"]
    assert ana.snapshot(table)["deadline"] > first
    leo.good("POST", f"/tables/{table}/undo", {"seat": 1, "after": after})
    assert ana.snapshot(table)["deadline"] == first


def test_the_host_lets_a_bot_play_for_who_is_away_but_not_for_who_is_there(ana: Somebody, leo: Somebody) -> None:
    table = ana.open("symphonimo", "me", "open", first=1, pace_ms=0)
    leo.sit(table)
    ana.refused(409, "conflict", "POST", f"/tables/{table}/seats/1/stand-in")
    ana.start(table)
    leo.refused(403, "forbidden", "POST", f"/tables/{table}/seats/0/stand-in")
    with leo.socket(table, -1, 1) as socket:
        socket.receive()
        problem = ana.refused(409, "conflict", "POST", f"/tables/{table}/seats/1/stand-in")
        assert "Léo" in problem["message"]
    assert ana.table_answer("POST", table, "/seats/1/stand-in")["seats"][1]["stand_in"]
    assert until(ana, table, "move", 2)["seat"] == 1
    ana.refused(403, "forbidden", "POST", f"/tables/{table}/seats/1/back")
    assert not leo.table_answer("POST", table, "/seats/1/back")["seats"][1]["stand_in"]


def test_who_leaves_on_purpose_returns_on_purpose(ana: Somebody, leo: Somebody) -> None:
    table = ana.open("symphonimo", "me", "open", first=0)
    leo.sit(table)
    ana.start(table)
    assert leo.table_answer("DELETE", table, "/seats/1")["seats"][1]["stand_in"]
    with leo.socket(table, -1, 1) as socket:
        assert socket.receive()["snapshot"]["table"]["seats"][1]["stand_in"]
    assert ana.info(table)["seats"][1]["stand_in"]
    assert not leo.table_answer("POST", table, "/seats/1/back")["seats"][1]["stand_in"]


def test_who_is_removed_during_the_game_is_replaced_for_good(ana: Somebody, leo: Somebody) -> None:
    table = ana.open("symphonimo", "me", "open", first=0)
    leo.sit(table)
    ana.start(table)
    with leo.socket(table, -1, 1) as socket:
        socket.receive()
        seat = ana.table_answer("DELETE", table, "/seats/1")["seats"][1]
        assert seat["kind"] == "bot" and seat["name"] != "Léo"
        with pytest.raises(Exception, match="4403"):
            socket.receive_until(100)
    leo.refused(403, "forbidden", "GET", f"/tables/{table}/events", seat=1)
    leo.refused(403, "forbidden", "POST", f"/tables/{table}/seats/1/back")
