"""Bots play for somebody: beside a person always, else while somebody looks who has thinking time left."""

import gc
import time
from collections.abc import Iterator
from math import inf
from typing import Any

import httpx
import pytest

from quatuor.server.live import live_table as live_tables
from quatuor.server.live.live_table import LiveTable
from quatuor.server.shares import Payer
from server.inside import HOME
from server.people import Somebody
from server.waits import wait_until


@pytest.fixture
def unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A request is forgotten at once: only sockets look."""
    monkeypatch.setattr(live_tables, "_LOOK_SECONDS", -inf)


@pytest.fixture
def table(ana: Somebody, monkeypatch: pytest.MonkeyPatch) -> str:
    """Two bots who have not moved yet: nobody looked long enough."""
    with monkeypatch.context() as settled:
        settled.setattr(live_tables, "_LOOK_SECONDS", -inf)
        table = ana.open("symphonimo", "bot", "bot", start=True, public=True)
    room_of(ana, table).looked = -inf
    return table


def room_of(person: Somebody, table: str) -> LiveTable:
    return person.server.services.tables.live_tables[table]


def paused(live: LiveTable) -> bool:
    return live.playing is None and live.table.bot_to_play is not None


def over(live: LiveTable) -> bool:
    return live.table.status == "over"


def test_bots_pause_where_nobody_looks(ana: Somebody, table: str) -> None:
    live = room_of(ana, table)
    assert paused(live) and live.table.moves == 0


def test_a_table_that_has_paused_is_forgotten_without_a_garbage_collector(ana: Somebody, table: str) -> None:
    def kept() -> int:
        return sum(type(thing) is LiveTable and thing.table.plan.id == table for thing in gc.get_objects())

    gc.disable()
    try:
        assert kept() == 1 and paused(room_of(ana, table))
        del ana.server.services.tables.live_tables[table]
        wait_until(lambda: not kept())
    finally:
        gc.enable()


def test_lists_of_tables_are_no_look(ana: Somebody, table: str) -> None:
    for path in ("/tables", "/me/tables"):
        assert table in {found["id"] for found in ana.good("GET", path)}
    del ana.server.services.tables.live_tables[table]
    assert table in {found["id"] for found in ana.good("GET", "/tables")}, "loaded again for the list"
    live = room_of(ana, table)
    assert paused(live) and live.table.moves == 0


@pytest.mark.parametrize("path", ["", "/events", "/invitation"])
def test_bots_go_on_as_soon_as_somebody_asks_for_their_table(ana: Somebody, table: str, path: str) -> None:
    ana.good("GET", f"/tables/{table}{path}")
    wait_until(lambda: over(room_of(ana, table)))


def test_a_table_that_was_put_away_goes_on_when_somebody_looks(ana: Somebody, table: str) -> None:
    del ana.server.services.tables.live_tables[table]
    ana.info(table)
    wait_until(lambda: over(room_of(ana, table)))


def test_bots_play_while_a_socket_is_open_and_pause_when_it_closes(
    ana: Somebody, leo: Somebody, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_tables, "_LOOK_SECONDS", 0.05)
    table = ana.open("symphonimo", *["bot"] * 6, start=True, pace_ms=20)
    live = room_of(ana, table)
    for _ in range(2):
        wait_until(lambda: paused(live))
        seen = live.table.index
        with leo.socket(table, -1, -1) as socket:
            socket.receive_until(seen + 12)


def test_skipping_is_looking(ana: Somebody, table: str) -> None:
    while ana.good("POST", f"/tables/{table}/skip")["snapshot"]["outcome"] is None:
        pass
    assert over(room_of(ana, table))


def test_skipping_returns_where_bots_pause(ana: Somebody, unseen: None) -> None:
    table = ana.open("symphonimo", "bot", "bot", start=True)
    assert ana.good("POST", f"/tables/{table}/skip")["snapshot"]["outcome"] is None
    assert paused(room_of(ana, table))


def test_beside_a_person_bots_answer_whether_that_person_is_connected_or_not(ana: Somebody, unseen: None) -> None:
    table = ana.open("symphonimo", "me", "bot", start=True, first=1)
    live = room_of(ana, table)
    wait_until(lambda: live.table.turn == 0)
    ana.play(table, 0, "draw", "place 1")
    wait_until(lambda: live.table.turn == 0)


def test_a_seat_where_a_bot_stands_in_holds_nobody(ana: Somebody, unseen: None) -> None:
    table = ana.open("symphonimo", "me", "bot", start=True, first=0)
    ana.table_answer("POST", table, "/seats/0/stand-in")
    live = room_of(ana, table)
    wait_until(lambda: paused(live))
    before = live.table.moves
    ana.table_answer("POST", table, "/seats/0/back")
    wait_until(lambda: live.table.turn == 0)
    assert live.table.moves >= before


@pytest.fixture
def spent(ana: Somebody, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """How long everybody has to wait for thinking time; nobody does once it is emptied."""
    waits = [0.01]
    monkeypatch.setattr(ana.server.services.pool, "seconds_until_budget", lambda payer: waits[0] if waits else 0)
    yield waits
    waits.clear()


def test_bots_that_are_only_looked_at_wait_for_thinking_time(ana: Somebody, spent: list[float]) -> None:
    table = ana.open("symphonimo", "bot", "bot", start=True)
    live = room_of(ana, table)
    with ana.socket(table, -1, -1) as socket:
        socket.receive()
        assert paused(live) and ana.good("POST", f"/tables/{table}/skip")["snapshot"]["outcome"] is None
        time.sleep(0.03)  # some of the waits pass
        assert paused(live) and live.table.moves == 0
        spent.clear()
        wait_until(lambda: over(live))


def test_beside_a_person_they_do_not_wait_for_it(ana: Somebody, spent: list[float]) -> None:
    table = ana.open("symphonimo", "me", "bot", start=True, first=1)
    wait_until(lambda: room_of(ana, table).table.turn == 0)


def look_from(home: str, person: Somebody, table: str) -> None:
    """A stranger from elsewhere asks for a table."""

    async def asking() -> None:
        transport = httpx.ASGITransport(person.server.app, client=(home, 1))
        async with httpx.AsyncClient(transport=transport, base_url=HOME) as client:
            assert (await client.get(f"/api/tables/{table}")).is_success

    person.server.run(asking())


def test_a_stranger_who_looks_uses_up_nobody_elses_thinking_time(
    ana: Somebody, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool, payers = ana.server.services.pool, set()
    run_timed = pool.run_timed

    async def noting(urgency: int, work: Any, payer: Payer, cost: float) -> Any:
        if payer.table == table:
            payers.add(payer)
        return await run_timed(urgency, work, payer, cost)

    monkeypatch.setattr(pool, "run_timed", noting)
    look_from("192.0.2.7", ana, table)
    wait_until(lambda: over(room_of(ana, table)))
    assert payers == {("192.0.2.7", "192.0.2.7", table)}


def test_bots_go_on_as_soon_as_somebody_looks_who_has_time_left(
    ana: Somebody, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wait(payer: Payer) -> float:
        return 1000.0 if payer.home == "192.0.2.7" else 0.0

    monkeypatch.setattr(ana.server.services.pool, "seconds_until_budget", wait)
    live = room_of(ana, table)
    look_from("192.0.2.7", ana, table)
    assert paused(live) and live.table.moves == 0
    look_from("192.0.2.8", ana, table)
    wait_until(lambda: over(live))


def test_who_follows_a_table_pays_for_it_and_who_has_gone_does_not(ana: Somebody, table: str, unseen: None) -> None:
    live = room_of(ana, table)
    look_from("192.0.2.7", ana, table)
    assert live.looking_from == {"192.0.2.7"}
    with ana.socket(table, -1, -1) as socket:
        socket.receive()
        look_from("192.0.2.7", ana, table)
        assert live.looking_from == {"127.0.0.1"}


def test_thinking_is_counted_for_who_plays_and_else_for_who_looks(ana: Somebody, leo: Somebody) -> None:
    bots = ana.server.services.bots
    watched = room_of(ana, ana.open("symphonimo", "bot", "open"))
    host = watched.table.plan.host
    assert bots._payer(watched) == ("127.0.0.1", "127.0.0.1", watched.table.plan.id)
    watched.looked_from = ""
    assert bots._payer(watched).person == host, "where no home is known"
    leo.sit(watched.table.plan.id)
    assert bots._payer(watched).person == watched.table.chairs[1].person != host
    assert bots._payer(room_of(ana, ana.open("symphonimo", "me", "bot"))).person == host
