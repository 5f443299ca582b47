"""Games without an end: a table takes so many moves, and what is long is read beside the server's own loop."""

import asyncio
import random
import threading
from typing import Any

import pytest
from cachetools import LRUCache

from quatuor.server.live import updates
from quatuor.server.study import analyses, archive
from quatuor.server.table import limits, views
from quatuor.server.table.deeds import Entry
from server.people import Json, Somebody

MOST = 12


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game may have few moves."""
    monkeypatch.setattr(limits, "MOST_MOVES", MOST)


def moves_at(person: Somebody, table: str, most: int = 1000) -> Json:
    """Random moves of one person on both seats until the table is closed; the last answer."""
    rng, found = random.Random(5), person.events(table, 10_000)
    for _ in range(most):
        truth = person.server.services.tables.live_tables[table].table
        if truth.play is None or truth.status != "playing":
            break
        found = person.play(table, truth.turn, rng.choice(truth.play.legal_moves), after=truth.index)
    return found


@pytest.mark.parametrize(("lang", "said"), [("en", "the table is closed"), ("fr", "la table est fermée")])
@pytest.mark.usefixtures("short")
def test_a_game_that_has_the_most_moves_is_closed_and_everybody_reads_why(ana: Somebody, lang: str, said: str) -> None:
    ana.lang = lang
    table = ana.open("symphonimo", "me", "local", start=True, first=0)
    end = moves_at(ana, table)
    assert [item["kind"] for item in end["items"]] == ["move", "closed"]
    snapshot = end["snapshot"]
    assert snapshot["table"]["status"] == "closed" and snapshot["table"]["moves"] == MOST
    assert said in end["items"][-1]["log"][0] and snapshot["position"]["prompt"] == end["items"][-1]["log"][0]
    assert not snapshot["position"]["legal"]
    move = {"seat": snapshot["position"]["turn"], "after": snapshot["index"], "moves": ["draw"]}
    ana.refused(409, "conflict", "POST", f"/tables/{table}/moves", move)


@pytest.mark.usefixtures("short")
def test_what_was_played_at_a_table_that_was_closed_for_its_length_is_kept(ana: Somebody) -> None:
    table = ana.open("symphonimo", "me", "local", start=True, first=0)
    moves_at(ana, table)
    told = ana.events(table)["items"]
    ana.server.services.tables.live_tables.clear()
    assert ana.events(table)["items"] == told and ana.info(table)["status"] == "closed"
    assert len(ana.good("GET", f"/records/{table}")["moves"]) == MOST
    assert ana.good("GET", f"/records/{table}/deal")["holds"] is True


@pytest.mark.usefixtures("short")
def test_moves_that_were_taken_back_count_and_a_last_move_that_is_repeated_is_recognised(ana: Somebody) -> None:
    table = ana.open("symphonimo", "me", "local", start=True, first=0)
    index = ana.play(table, 0, "draw")["snapshot"]["index"]
    for _ in range(MOST - 2):
        index = ana.play(table, 0, "place 1", after=index)["snapshot"]["index"]
        index = ana.good("POST", f"/tables/{table}/undo", {"seat": 0, "after": index})["snapshot"]["index"]
    last = {"seat": 0, "after": index, "moves": ["place 1"]}
    for _ in range(2):
        answer = ana.good("POST", f"/tables/{table}/moves", last)
        assert [item["kind"] for item in answer["items"]] == ["move", "closed"]
    assert answer["snapshot"]["table"]["moves"] == 2


@pytest.mark.usefixtures("short")
def test_a_game_that_ends_by_itself_with_its_last_move_is_over(ana: Somebody, monkeypatch: pytest.MonkeyPatch) -> None:
    table = ana.open("symphonimo", "me", "local", start=True, first=0)
    monkeypatch.setattr(limits, "MOST_MOVES", 1000)
    moves = moves_at(ana, table)["snapshot"]["table"]["moves"]
    assert ana.info(table)["status"] == "over"
    entry = ana.server.services.tables.live_tables[table].table
    monkeypatch.setattr(limits, "MOST_MOVES", moves)
    assert limits.end_of_long_game(entry) == []


def test_a_longer_game_from_before_opens_and_ends_with_its_next_move(
    ana: Somebody, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ana.open("symphonimo", "me", "local", start=True, first=0)
    moves_at(ana, table, 2 * MOST)
    monkeypatch.setattr(limits, "MOST_MOVES", MOST)
    ana.server.services.tables.live_tables.clear()
    assert ana.info(table)["status"] == "playing"
    assert moves_at(ana, table, 1)["snapshot"]["table"]["status"] == "closed"


@pytest.mark.usefixtures("short")
def test_bots_end_there_too(ana: Somebody) -> None:
    table = ana.open("symphonimo", "bot", "bot", start=True)
    with ana.socket(table) as socket:
        while socket.receive()["snapshot"]["table"]["status"] == "playing":
            pass
    assert ana.info(table)["moves"] == MOST and ana.info(table)["status"] == "closed"


class Makers:
    """The threads in which items are made."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.names: list[str] = []
        make = views._item

        def making(table: Any, entry: Entry, *more: Any) -> Json:
            self.names.append(threading.current_thread().name)
            return make(table, entry, *more)

        monkeypatch.setattr(views, "_item", making)

    @property
    def beside_the_loop(self) -> int:
        return sum(name.startswith("read") for name in self.names)


@pytest.fixture
def makers(monkeypatch: pytest.MonkeyPatch) -> Makers:
    monkeypatch.setattr(updates, "_AT_ONCE", 10)
    return Makers(monkeypatch)


@pytest.mark.parametrize("cache_bytes", [0, 16_000_000])
def test_a_long_history_is_made_beside_the_loop(
    ana: Somebody, makers: Makers, cache_bytes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ana.open("symphonimo", "me", "local", start=True, first=0)
    moves_at(ana, table, 50)
    monkeypatch.setattr(updates, "_histories", LRUCache(cache_bytes, getsizeof=len))
    makers.names.clear()
    items = ana.events(table)["items"]
    assert len(items) == makers.beside_the_loop == len(makers.names) > 50
    with ana.socket(table) as socket:
        assert socket.receive()["items"] == items
    assert makers.beside_the_loop == len(makers.names)
    assert ana.events(table, 20)["items"] == items[21:]
    assert makers.beside_the_loop == len(makers.names)


def test_of_many_who_wait_for_a_long_history_one_makes_it(ana: Somebody, makers: Makers) -> None:
    table = ana.open("symphonimo", "me", "local", start=True, first=0)
    moves_at(ana, table, 30)
    live, tables = ana.server.services.tables.live_tables[table], ana.server.services.tables
    makers.names.clear()

    async def crowd() -> list[bytes]:
        viewpoint = views.Viewpoint(None, -1, "en")
        return await asyncio.gather(*(updates.update_in_turn(tables, live, -1, viewpoint) for _ in range(20)))

    assert len(set(ana.server.run(crowd()))) == 1 and len(makers.names) == live.table.index + 1


def with_return_link(ana: Somebody) -> tuple[str, str]:
    """A table with a long history, and what leads somebody else to its second seat."""
    table = ana.open("symphonimo", "me", "local", start=True, first=0)
    moves_at(ana, table, 30)
    return table, ana.good("POST", f"/tables/{table}/seats/1/return-link")["url"].rsplit("/", 1)[1]


def test_a_history_is_told_anew_if_a_seat_goes_to_somebody_else_as_it_is_made(
    ana: Somebody, leo: Somebody, makers: Makers, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, link = with_return_link(ana)
    tables, turns = ana.server.services.tables, 0
    in_turn = tables.in_turn

    async def meanwhile(work: Any) -> Any:
        nonlocal turns
        turns += 1
        if turns == 2:
            await ana.server._client.post("/api/return", json={"token": link}, headers=leo.headers)
        return await in_turn(work)

    monkeypatch.setattr(tables, "in_turn", meanwhile)
    told = ana.events(table, -1, 0)["items"]
    assert told[-1]["kind"] == "seated" and turns > 4
    monkeypatch.undo()
    assert told == ana.events(table, -1, 0)["items"]


def test_who_loses_a_seat_as_its_history_is_made_is_told_nothing_of_it(
    ana: Somebody, leo: Somebody, makers: Makers, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, link = with_return_link(ana)
    tables = ana.server.services.tables
    in_turn = tables.in_turn

    async def meanwhile(work: Any) -> Any:
        monkeypatch.setattr(tables, "in_turn", in_turn)
        await ana.server._client.post("/api/return", json={"token": link}, headers=leo.headers)
        return await in_turn(work)

    monkeypatch.setattr(tables, "in_turn", meanwhile)
    assert ana.ask("GET", f"/tables/{table}/events?after=-1&seat=1").status_code == 403
    assert leo.ask("GET", f"/tables/{table}/events?after=-1&seat=1").status_code == 200


@pytest.mark.parametrize(("lang", "said"), [("en", "10 moves at most"), ("fr", "au plus 10 coups")])
def test_a_record_has_so_many_moves_and_no_more(
    ana: Somebody, lang: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana.lang = lang
    table = ana.open("symphonimo", "me", "local", start=True)
    moves_at(ana, table)
    record = ana.good("GET", f"/records/{table}")
    assert ana.ask("POST", "/records", record).status_code == 201
    monkeypatch.setattr(archive, "_MOST_MOVES", 10)
    assert said in ana.refused(413, "too_large", "POST", "/records", record)["message"]


def test_records_that_are_kept_ready_have_so_many_moves_together(
    ana: Somebody, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [ana.open("symphonimo", "me", "local", start=True) for _ in range(2)]
    for table in games:
        moves_at(ana, table)
    kept: LRUCache[str, archive.Kept] = LRUCache(1.5 * ana.info(games[0])["moves"], getsizeof=archive._size)
    monkeypatch.setattr(ana.server.services.records, "_kept", kept)
    for table in (*games, *games):
        assert ana.good("GET", f"/records/{table}/frames", count=1)["total"] > 20
    assert list(kept) == games[1:]
    monkeypatch.setattr(ana.server.services.records, "_kept", LRUCache(10, getsizeof=archive._size))
    assert ana.good("GET", f"/records/{games[0]}/frames", count=1)["total"] > 20


@pytest.mark.parametrize(("lang", "said"), [("en", "too long for an analysis"), ("fr", "trop longue pour une analyse")])
def test_a_very_long_game_is_not_analysed(ana: Somebody, lang: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ana.lang = lang
    table = ana.open("symphonimo", "me", "local", start=True)
    moves_at(ana, table)
    monkeypatch.setattr(analyses, "_MOST_MOVES", 10)
    assert said in ana.refused(409, "conflict", "GET", f"/records/{table}/analysis", seat=0)["message"]


def test_a_long_game_is_loaded_in_pieces_between_which_others_have_their_turn(
    ana: Somebody, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quatuor.server.live.registry._PIECE", 10)
    table = ana.open("symphonimo", "me", "local", start=True, first=0)
    moves_at(ana, table, 40)
    told, tables = ana.events(table)["items"], ana.server.services.tables
    tables.live_tables.clear()
    pieces = 0
    in_turn = tables.in_turn

    async def counted(work: Any) -> Any:
        nonlocal pieces
        pieces += 1
        return await in_turn(work)

    monkeypatch.setattr(tables, "in_turn", counted)
    ana.server.run(tables.load(table))
    assert pieces == -(-len(told) // 10) and ana.events(table)["items"] == told
