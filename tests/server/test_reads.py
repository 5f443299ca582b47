"""Expensive reads: cached, charged by what they cost, and never a problem for people."""

import asyncio
import random
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import orjson
import pytest
import segno
from cachetools import LRUCache

from quatuor.games import GAMES
from quatuor.server.http.middleware import limits
from quatuor.server.http.middleware.limits import READS
from quatuor.server.http.routes import tables
from quatuor.server.live import updates
from quatuor.server.live.live_table import LiveTable
from quatuor.server.rate_limits import Counts
from quatuor.server.settings import Settings
from quatuor.server.study import archive
from quatuor.server.table import deeds
from quatuor.server.table.table import REMEMBERED, Table
from quatuor.server.table.views import Viewpoint
from server.inside import Closed, Inside
from server.people import Somebody, play_to_the_end
from server.twins import RandomTable
from setups import Setup


class Clock:
    """A clock that moves by `step` with every reading."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.step = 1.0

    def __call__(self) -> float:
        self.now += self.step
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def library(tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Inside]:
    """A server with limits and our clock."""
    monkeypatch.setattr(limits, "Counts", lambda: Counts(clock))
    monkeypatch.setattr(tables, "_drawings", LRUCache(1_000_000, getsizeof=len))
    server = Inside(Settings(db=tmp_path / "quatuor.db", warm_search=False))
    yield server
    server.close()


@pytest.fixture
def ana(library: Inside) -> Somebody:
    return Somebody(library, "Ana")


def finished(person: Somebody, game: str = "symbiose", seed: int = 1) -> str:
    table = person.open(game, "me", "local", start=True)
    play_to_the_end({0: person, 1: person}, table, random.Random(seed))
    return table


class Counted:
    """A function that counts how often it is called."""

    def __init__(self, function: Any) -> None:
        self.function = function
        self.calls = 0

    def __call__(self, *args: Any, **more: Any) -> Any:
        self.calls += 1
        return self.function(*args, **more)


def test_a_qr_code_is_drawn_once_for_each_address(ana: Somebody, monkeypatch: pytest.MonkeyPatch) -> None:
    drawing = Counted(segno.make_qr)
    monkeypatch.setattr(segno, "make_qr", drawing)
    first, second = (ana.open("symbiose", "me", "open") for _ in range(2))
    codes = {ana.ask("GET", f"/tables/{table}/qr.svg").content for table in (first, first, second, first)}
    assert len(codes) == drawing.calls == 2


def test_the_host_of_a_qr_code_is_no_longer_than_a_name(library: Inside, ana: Somebody) -> None:
    path = f"/api/tables/{ana.open('symbiose', 'me', 'open')}/qr.svg"
    assert library.ask("GET", path, headers={"host": "a" * 240 + ":8414"}).status_code == 200
    assert library.ask("GET", path, headers={"host": "a" * 5000}).status_code == 403
    assert library.ask("GET", path, headers={"host": "127.0.0.1:" + "1" * 5000}).status_code == 403


def test_frames_are_made_once_for_each_viewpoint(ana: Somebody, monkeypatch: pytest.MonkeyPatch) -> None:
    table = finished(ana)
    making = Counted(archive._frame)
    monkeypatch.setattr(archive, "_frame", making)
    whole = ana.good("GET", f"/records/{table}/frames", count=20)
    assert making.calls == len(whole["frames"]) == 20
    for start in (0, 5, 19):
        part = ana.good("GET", f"/records/{table}/frames", start=start, count=1)
        assert part == whole | {"frames": [whole["frames"][start]]}
    assert making.calls == 20
    assert ana.good("GET", f"/records/{table}/frames", count=20, seat=0) != whole
    assert making.calls == 40
    assert Somebody(ana.server, "Léo", "fr").good("GET", f"/records/{table}/frames", count=20) != whole
    assert making.calls == 60


def test_a_record_is_replayed_once_for_simultaneous_requests(ana: Somebody, monkeypatch: pytest.MonkeyPatch) -> None:
    table = finished(ana)
    replaying = Counted(archive.replay)
    monkeypatch.setattr(archive, "replay", replaying)

    async def at_once() -> None:
        await asyncio.gather(*(ana.server.services.records.find(table) for _ in range(10)))

    ana.server.run(at_once())
    assert replaying.calls == 1


def test_new_answers_are_charged_and_cached_ones_are_free(
    ana: Somebody, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = finished(ana)
    clock.step = 0.0
    address = f"/records/{table}/frames"
    ana.good("GET", address, count=100)
    for _ in range(200):
        assert ana.ask("GET", address, count=100).status_code == 200
    monkeypatch.setattr(archive, "_FRAME_MS", READS.amount)
    ana.refused(429, "too_many", "GET", address, count=100, seat=0)
    assert ana.ask("GET", address, count=100).status_code == 200  # what is there already
    assert ana.ask("GET", f"/tables/{table}").status_code == 200


def test_observations_are_limited_by_address(ana: Somebody, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    table = finished(ana)
    clock.step = 0.0
    monkeypatch.setattr(updates, "OBSERVATION_MS", READS.amount // 10)
    statuses = [ana.ask("GET", f"/tables/{table}/observation").status_code for _ in range(12)]
    assert statuses[:8] == [200] * 8 and statuses[-1] == 429


@pytest.mark.parametrize("of", ["tables", "records"])
def test_drawings_are_limited_by_address(ana: Somebody, clock: Clock, of: str) -> None:
    table = finished(ana)
    clock.step = 0.0
    statuses = [ana.ask("GET", f"/{of}/{table}/drawing", number=0).status_code for _ in range(130)]
    assert statuses[:100] == [200] * 100 and statuses[-1] == 429


def test_drawings_are_made_one_at_a_time(ana: Somebody, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks for many waits for them: else all threads that read would be busy with them."""
    table, records = finished(ana), ana.server.services.records
    running: list[int] = []
    most = 0

    def work() -> bytes:
        nonlocal most
        running.append(1)
        most = max(most, len(running))
        time.sleep(0.02)
        running.pop()
        return b""

    async def at_once() -> None:
        await asyncio.gather(*(records.draw(work) for _ in range(8)))

    ana.server.run(at_once())
    assert most == 1
    drawing = Counted(records.draw)
    monkeypatch.setattr(records, "draw", drawing)
    ana.good("GET", f"/tables/{table}/drawing")
    ana.good("GET", f"/records/{table}/drawing", number=0)
    assert drawing.calls == 2


def test_new_replays_are_limited_by_address(ana: Somebody, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Records that are no longer cached are replayed, which is the most expensive read."""
    monkeypatch.setattr(ana.server.services.records, "_kept", LRUCache(1))
    games = [finished(ana, seed=seed) for seed in range(2)]
    clock.step = 0.0
    replaying = Counted(archive.replay)
    monkeypatch.setattr(archive, "replay", replaying)
    statuses = []
    for n in range(400):
        path = ("frames", "analysis")[n % 4 // 2]
        statuses.append(ana.ask("GET", f"/records/{games[n % 2]}/{path}", seat=0).status_code)
    assert statuses[0] == 200 and statuses[-1] == 429
    cost = (
        min(len(ana.server.run(ana.server.services.records.text(game))[1]) for game in games)
        * archive._REPLAY_MS_PER_BYTE
    )
    assert 0 < replaying.calls <= READS.amount / cost < 400


def test_a_record_is_parsed_once_and_not_at_all_beyond_the_limit(
    ana: Somebody, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = finished(ana)
    parsing = Counted(orjson.loads)
    monkeypatch.setattr(archive, "orjson", SimpleNamespace(loads=parsing, dumps=orjson.dumps))
    ana.good("GET", f"/records/{table}/frames", count=1)
    assert parsing.calls == 1
    clock.step = 0.0
    ana.server.services.records._kept.clear()
    monkeypatch.setattr(archive, "_REPLAY_MS_PER_BYTE", READS.amount)
    monkeypatch.setattr(archive, "_READ_MS_PER_BYTE", READS.amount)
    ana.refused(429, "too_many", "GET", f"/records/{table}/frames", count=1)
    ana.refused(429, "too_many", "GET", f"/records/{table}")
    assert parsing.calls == 1


def test_beyond_the_limit_no_record_is_read_at_all(
    ana: Somebody, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = finished(ana)
    reading = Counted(archive._row)
    monkeypatch.setattr(archive, "_row", reading)
    clock.step = 0.0
    while ana.ask("GET", "/tables", limit=200).status_code == 200:
        pass
    ana.refused(429, "too_many", "GET", f"/records/{table}/frames")
    ana.refused(429, "too_many", "GET", f"/records/{table}")
    assert reading.calls == 0


@pytest.mark.slow
def test_paging_through_long_replays_meets_no_limit(ana: Somebody, clock: Clock) -> None:
    """From beginning to end in one moment, from every seat and in both languages."""
    table = finished(ana, "air_sorciere")
    clock.step = 0.0
    total = ana.good("GET", f"/records/{table}/frames", count=1)["total"]
    for seat in (-1, 0, 1):
        for lang in ("en", "fr"):
            for start in range(0, total, 60):
                ana.good("GET", f"/records/{table}/frames", start=start, count=60, seat=seat, lang=lang)


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> Counted:
    """Counts how often a whole game is replayed for its history."""
    replaying = Counted(Table._replayed)
    monkeypatch.setattr(Table, "_replayed", lambda table: replaying(table))
    return replaying


def test_a_history_is_made_once_whatever_entry_it_starts_after(ana: Somebody, replays: Counted) -> None:
    table = finished(ana)
    whole = ana.events(table)["items"]
    assert len(whole) > 2 * REMEMBERED
    for after in range(-1, len(whole) + 1):
        assert ana.events(table, after)["items"] == whole[after + 1 :]
    assert replays.calls == 1
    assert ana.events(table, 3, -1)["items"] != whole[4:]
    assert Somebody(ana.server, "Léo", "fr").events(table, 3)["items"] != whole[4:]
    assert replays.calls == 3


def test_the_history_of_a_game_that_goes_on_is_extended(replays: Counted) -> None:
    game = RandomTable(Setup(GAMES["symphonimo"], 3, {}), 3)
    seen = LiveTable(game.table)
    viewpoint = Viewpoint(None, 1, "en")
    for _ in range(30):
        game.step()
        seen.table = game.table
        seen.announce(moves_only=True)
        told = orjson.loads(updates.update(seen, -1, viewpoint))["items"]
        assert [item["index"] for item in told] == list(range(game.table.index + 1))
    assert replays.calls == 0
    again = LiveTable(game.table)  # as it is loaded later
    assert orjson.loads(updates.update(again, -1, viewpoint))["items"] == told
    assert replays.calls == 1


def test_a_history_has_the_names_of_those_who_sit_there_now() -> None:
    game = RandomTable(Setup(GAMES["symphonimo"], 2, {}), 4)
    for _ in range(20):
        game.step()
    seen = LiveTable(game.table)
    viewpoint = Viewpoint(None, -1, "en")
    assert b"Player 1 " in updates.update(seen, 4, viewpoint)
    moved = deeds.Seated(1, "Zoé", game.table.chairs[1].person, moved=True)
    seen.table = game.table.after([moved], at=2.0, moment=2.0)
    seen.announce()
    told = updates.update(seen, 4, viewpoint)
    assert "Zoé".encode() in told and b"Player 1 " not in told


def test_a_new_history_is_charged_and_a_cached_one_is_free(
    ana: Somebody, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = finished(ana)
    last = ana.info_index(table)
    ana.events(table, 3, 0)
    clock.step = 0.0
    ana.events(table, 3, 1)
    monkeypatch.setattr(updates, "_ENTRY_MS", READS.amount)
    ana.refused(429, "too_many", "GET", f"/tables/{table}/events", after=3, seat=-1)
    with pytest.raises(Closed) as closed, ana.socket(table, 3, -1) as socket:
        socket.receive()
    assert closed.value.code == 4429
    for after in (-1, 5, 9):
        ana.events(table, after, 0)
    ana.events(table, last - REMEMBERED, -1)
    with ana.socket(table, last - REMEMBERED, -1) as socket:
        socket.receive()


def test_a_repeat_of_old_moves_is_charged_like_their_history(
    ana: Somebody, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ana.open("symphonimo", "me", "local", start=True, first=0)
    begun = ana.info_index(table)
    play_to_the_end({0: ana, 1: ana}, table, random.Random(2))
    mine = ana.events(table, begun, 0)["items"][0]
    again = {"seat": 0, "after": begun, "moves": [mine["move"]]}
    clock.step = 0.0
    monkeypatch.setattr(updates, "_histories", LRUCache(0, getsizeof=len))
    path = f"/tables/{table}/moves"
    assert ana.good("POST", path, again)["items"][0] == mine
    monkeypatch.setattr(updates, "_ENTRY_MS", READS.amount)
    ana.refused(429, "too_many", "POST", path, again)


def test_the_caches_of_a_table_are_bounded_in_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is asked for: every entry, every seat, both languages."""
    kept: LRUCache[Any, bytes] = LRUCache(60_000, getsizeof=len)
    monkeypatch.setattr(updates, "_histories", kept)
    game = RandomTable(Setup(GAMES["symphonimo"], 4, {}), 5)
    for _ in range(60):
        game.step()
    seen = LiveTable(game.table)
    for after in range(-1, game.table.index):
        for seat in range(-1, 4):
            for language in ("en", "fr"):
                told = updates.update(seen, after, Viewpoint(None, seat, language))
                assert len(orjson.loads(told)["items"]) == game.table.index - after
    shown = [one for one in seen.cache.values() if isinstance(one, updates._Shown)]
    assert 0 < sum(len(one.whole or b"") + sum(map(len, one.items.values())) for one in shown) <= 200_000
    assert 0 < sum(map(len, seen._cache_through_moves.values())) <= 20_000
    assert 0 < kept.currsize <= 60_000


@pytest.mark.parametrize("path", ["/tables", "/me/tables"])
def test_long_lists_cost_more_than_short_ones(ana: Somebody, clock: Clock, path: str) -> None:
    clock.step = 0.0
    ana.open("symbiose", "me", "open", public=True)
    asked = 0
    while ana.ask("GET", path, limit=200).status_code == 200:
        asked += 1
    assert asked == READS.amount // 3
    ana.refused(429, "too_many", "GET", path, limit=200)


def test_the_description_of_the_api_is_made_once(ana: Somebody) -> None:
    app = ana.server.app
    assert ana.ask("GET", "/docs").headers["content-type"] == "text/html; charset=utf-8"
    first = ana.ask("GET", "/openapi.json").content
    assert ana.ask("GET", "/openapi.json").json() == app.openapi()
    app.openapi_schema = {"changed": True}
    assert ana.ask("GET", "/openapi.json").content == first
