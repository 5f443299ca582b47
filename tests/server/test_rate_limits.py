"""Rate limits: what counts as one person, what an address may do, and a clock that may jump."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from quatuor.server.http import sockets
from quatuor.server.http.middleware import limits
from quatuor.server.http.middleware.limits import (
    EVERYTHING,
    HINTS,
    HINTS_OF_ADDRESS,
    MISSES,
    MOVES,
    MOVES_OF_ADDRESS,
    OPENING,
    SEATING,
)
from quatuor.server.live import registry
from quatuor.server.rate_limits import MOST_KEYS, Counts, Limit
from quatuor.server.settings import Settings
from server.inside import HOME, Closed, Inside
from server.people import Somebody

NO_TABLE = "/api/tables/ABCDEFGH"
PACES = [("moves", MOVES, MOVES_OF_ADDRESS), ("hint", HINTS, HINTS_OF_ADDRESS)]


class Street(Inside):
    """A server with limits, for requests from several addresses."""

    def ask(self, method: str, path: str, address: str = "192.0.2.1", **more: Any) -> httpx.Response:
        return self.run(self._ask(method, path, address, **more))

    async def _ask(self, method: str, path: str, address: str, **more: Any) -> httpx.Response:
        transport = httpx.ASGITransport(self.app, client=(address, 1))
        async with httpx.AsyncClient(transport=transport, base_url=HOME, verify=False) as client:
            return await client.request(method, path, **more)

    def hurry(self, times: int, word: str, **more: Any) -> set[int]:
        """The statuses of so many requests for something that does not exist."""
        return {self.ask("POST", f"{NO_TABLE}/{word}", json={}, **more).status_code for _ in range(times)}


class Clock:
    """A clock that stands still unless it is moved, so that no window ends on a slow machine."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def street(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Street]:
    monkeypatch.setattr(limits, "Counts", lambda: Counts(Clock()))
    server = Street(Settings(db=tmp_path / "quatuor.db", warm_search=False))
    yield server
    server.close()


def new_cookie(street: Street) -> str:
    """The cookie of a new person, as a browser sends it."""
    answer = street.ask("POST", "/api/me", json={"name": "Ada"}, address="198.51.100.7")
    return str(answer.headers["set-cookie"]).partition(";")[0]


# Who is one person.


@pytest.mark.parametrize(("word", "limit", "_"), PACES)
def test_other_cookies_do_not_make_another_person(street: Street, word: str, limit: Limit, _: Limit) -> None:
    cookie = new_cookie(street)
    for n in range(limit.amount):
        assert street.hurry(1, word, headers={"cookie": f"{cookie}; x={n}"}) == {422}
    assert street.hurry(1, word, headers={"cookie": f"{cookie}; x=more"}) == {429}
    assert street.hurry(1, word, headers={"cookie": f"y=1; {cookie}"}, address="203.0.113.5") == {429}
    assert street.hurry(1, word, headers={"cookie": new_cookie(street)}) == {422}


@pytest.mark.parametrize(("word", "limit", "_"), PACES)
def test_an_invalid_identity_counts_as_the_address(street: Street, word: str, limit: Limit, _: Limit) -> None:
    """Forged cookies and tokens make no new people."""
    for n in range(limit.amount):
        forged = {"cookie": f"quatuor=somebody.{n}"} if n % 10 else {"authorization": f"Bearer somebody.{n}"}
        assert 429 not in street.hurry(1, word, headers=forged)
    for forged in ({"cookie": "quatuor=new"}, {"authorization": "Bearer new"}, {}):
        assert street.hurry(1, word, headers=forged) == {429}
    assert street.hurry(1, word, headers={"cookie": new_cookie(street)}) == {422}
    assert street.hurry(1, word, address="203.0.113.5") == {422}


@pytest.mark.parametrize(("word", "limit", "together"), PACES)
def test_many_identities_at_one_address_are_bounded(street: Street, word: str, limit: Limit, together: Limit) -> None:
    everybody = [Somebody(street, f"Ada {n}").headers for n in range(together.amount // limit.amount + 1)]
    sent = [street.hurry(1, word, headers=headers) for headers in everybody for _ in range(limit.amount)]
    assert sent.index({429}) == together.amount
    assert street.hurry(1, word, headers=everybody[-1], address="203.0.113.5") == {422}


def test_moves_on_all_sockets_of_an_address_are_bounded_together(street: Street) -> None:
    assert MOVES_OF_ADDRESS.amount / MOVES_OF_ADDRESS.seconds <= EVERYTHING.amount / EVERYTHING.seconds
    people = [Somebody(street, f"Ada {n}") for n in range(MOVES_OF_ADDRESS.amount // MOVES.amount + 1)]
    table = people[0].open("symphonimo", "me", "bot", public=True)
    errors = []
    for person in people:
        with person.socket(table, 99, -1) as socket:
            for _ in range(MOVES.amount):
                socket.say("{}")
                while "error" not in (told := socket.receive()):
                    pass
                errors.append(told["error"])
    assert errors.index("too_many") == MOVES_OF_ADDRESS.amount


def test_a_home_with_many_ipv6_addresses_counts_as_one(street: Street) -> None:
    home = [f"2001:db8::{n:x}:1" for n in range(1, 5)] + ["2001:db8:0:0:1:2:3:4"]
    sent = [
        street.ask("POST", "/api/tables", json={}, address=home[n % len(home)]).status_code
        for n in range(OPENING.amount + 1)
    ]
    assert sent == [422] * OPENING.amount + [429]
    assert street.ask("POST", "/api/tables", json={}, address="2001:db8:0:1::1").status_code == 422


def test_deals_of_the_day_are_opened_as_seldom_as_tables(street: Street) -> None:
    ways = ("/api/daily/today/symbiose", "/api/daily/today/symbiose/practice")
    sent = [street.ask("POST", ways[n % 2]).status_code for n in range(OPENING.amount + 1)]
    assert sent == [422] * OPENING.amount + [429]


# The clock.


@pytest.mark.parametrize("jump", [-3600.0, 3600.0])
def test_nobody_waits_longer_because_the_clock_was_set(
    jump: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    street = Street(Settings(db=tmp_path / "quatuor.db", warm_search=False))
    for _ in range(OPENING.amount):
        street.ask("POST", "/api/tables", json={})
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + jump)
    answer = street.ask("POST", "/api/tables", json={})
    assert answer.status_code == 429 and 1 <= answer.json()["retry_after"] <= OPENING.seconds
    street.close()


# Counting.


def test_a_window_begins_with_the_first_request_and_ends_with_its_time() -> None:
    clock, limit = Clock(), Limit(3, 10)
    counts = Counts(clock)
    assert [counts.hit(limit, "a") for _ in range(5)] == [0, 0, 0, 10, 10]
    clock.now += 7.5
    assert counts.hit(limit, "a") == counts.wait(limit, "a") == 3
    assert counts.hit(limit, "b") == counts.wait(limit, "b") == 0
    clock.now += 2.5
    assert counts.wait(limit, "a") == 0
    assert [counts.hit(limit, "a") for _ in range(4)] == [0, 0, 0, 10]


def test_expensive_requests_count_more_and_refused_ones_count_nothing() -> None:
    counts, limit = Counts(Clock()), Limit(10, 10)
    assert [counts.hit(limit, "a", cost) for cost in (6, 5, 4, 1)] == [0, 10, 0, 10]


def test_two_limits_of_the_same_size_are_two() -> None:
    counts, one, other = Counts(Clock()), Limit(1, 10), Limit(1, 10)
    assert [counts.hit(one, "a"), counts.hit(other, "a"), counts.hit(one, "a")] == [0, 0, 10]


def test_windows_that_ended_are_dropped_and_their_number_is_limited() -> None:
    clock, limit = Clock(), Limit(1, 10)
    counts = Counts(clock)
    for n in range(MOST_KEYS + 500):
        counts.hit(limit, f"first {n}")
    assert len(counts) == MOST_KEYS
    assert counts.hit(limit, f"first {MOST_KEYS + 499}") == 10
    clock.now += 11
    counts.hit(limit, "somebody")
    assert len(counts) == 1


def test_guessing_codes_keeps_nobody_from_their_own_table(street: Street) -> None:
    ana = Somebody(street, "Ana")
    table = ana.open("symphonimo", "me", "bot", start=True, first=0)
    for _ in range(MISSES.amount + 1):
        street.ask("GET", NO_TABLE)
    assert street.ask("GET", f"/api/tables/{table}").status_code == 429, "a stranger who may be trying codes"
    assert ana.play(table, 0, "draw")["items"]
    assert ana.ask("GET", "/tables/ABCDEFGH").status_code == 429


def test_changes_of_seats_are_limited_by_person(street: Street) -> None:
    ana = Somebody(street, "Ana")
    table = ana.open("symphonimo", "me", "bot", start=True, first=0, pace_ms=5000)
    ways = ["stand-in", "back"] * SEATING.amount
    answers = [ana.ask("POST", f"/tables/{table}/seats/0/{way}").status_code for way in ways[: SEATING.amount + 1]]
    assert set(answers[:-1]) == {200} and answers[-1] == 429
    assert ana.ask("DELETE", f"/tables/{table}/seats/0").status_code == 429


def test_a_table_that_is_not_in_memory_is_paid_for_by_its_entries(
    street: Street, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = Somebody(street, "Ana")
    ids = [ana.open("symbiose", "me", "local", start=True) for _ in range(3)]
    entries = len(street.services.tables.live_tables[ids[0]].table.entries)
    monkeypatch.setattr(registry, "_ENTRIES_PER_MS", 1)
    # Enough for two of them.
    monkeypatch.setattr(registry, "LOADS", Limit(2 * (1 + entries), 3600))
    street.call(street.services.tables.live_tables.clear)
    assert "then try again" in ana.refused(429, "too_many", "GET", "/me/tables")["message"]
    assert len(street.services.tables.live_tables) == 2
    (rest,) = set(ids) - set(street.services.tables.live_tables)
    ana.refused(429, "too_many", "GET", f"/tables/{rest}")
    assert all(ana.info(table) for table in ids if table != rest), "what is in memory costs nothing"
    found = street.ask("GET", f"/api/tables/{rest}", address="198.51.100.7", headers=ana.headers)
    assert found.status_code == 200, "another home has not used anything yet"
    assert {table["id"] for table in ana.good("GET", "/me/tables")} == set(ids)


def test_a_home_has_so_many_open_sockets_whoever_they_belong_to(
    street: Street, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted by home: behind a proxy every connection comes from the proxy."""
    monkeypatch.setattr(sockets, "MOST_OF_A_HOME", 2)
    ana, leo = Somebody(street, "Ana"), Somebody(street, "Léo")
    table = ana.open("symbiose", "me", "open", public=True)
    first, second = ana.socket(table), leo.socket(table)
    assert first.receive() and second.receive()
    for _ in range(2):  # a refused one is gone at once
        with pytest.raises(Closed, match="Too many connections") as closed:
            leo.socket(table).receive()
        assert closed.value.code == 4429
    second.close()
    with ana.socket(table) as third:
        assert third.receive()["snapshot"]
    first.close()
    assert not street.services.sockets._counts


def test_a_home_plays_so_many_games_with_a_clock_which_stay_in_memory(
    street: Street, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "MOST_CLOCKED", 1)
    ana, leo = Somebody(street, "Ana"), Somebody(street, "Léo")
    waiting = leo.open("symbiose", "me", "local", turn_seconds=86_400)
    playing = ana.open("symbiose", "me", "local", start=True, turn_seconds=86_400)
    plan = {"game": "symbiose", "players": 2, "seats": [{"kind": "me"}, {"kind": "local"}], "turn_seconds": 60}
    assert "finish some" in leo.refused(429, "too_many", "POST", "/tables", plan)["message"]
    leo.refused(429, "too_many", "POST", f"/tables/{waiting}/start")
    assert leo.open("symbiose", "me", "local", start=True), "without a clock as many as one likes"
    other = street.ask("POST", "/api/tables", json=plan, address="198.51.100.7", headers=leo.headers)
    assert other.status_code == 201, "another home plays its own"
    ana.good("POST", f"/tables/{playing}/close")
    assert leo.start(waiting)["status"] == "playing"
