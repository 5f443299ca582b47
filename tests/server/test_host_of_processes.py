"""A host, and people who add numbers to a deal, where several processes share one store: it holds at all of them."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx
import pytest

from postgresql import Databases
from quatuor.cli import main
from quatuor.server.http.routes.host import TOKEN_HEADER
from server.inside import Closed, Inside, Socket
from server.people import Somebody
from server.two_processes import Pair, at, two_processes
from server.waits import wait_until

pytestmark = pytest.mark.sqlite  # these name their database themselves

TOKEN = "what only the host can read"
MINE, YOURS = "0a" * 32, "b1" * 32


@pytest.fixture(scope="module")
def address(databases: Databases) -> str:
    return databases.new()


@pytest.fixture(scope="module")
def pair(address: str) -> Iterator[Pair]:
    """Two servers of one database, as two processes are."""
    with two_processes(address, host_token=TOKEN) as both:
        yield both


@pytest.fixture
def ana(pair: Pair) -> Somebody:
    return Somebody(pair[0], "Ana")


@pytest.fixture
def leo(pair: Pair) -> Somebody:
    return Somebody(pair[1], "Léo", "fr")


def done(server: Inside, command: str, **wanted: Any) -> Any:
    answer: httpx.Response = server.ask("POST", f"/api/host/{command}", json=wanted, headers={TOKEN_HEADER: TOKEN})
    assert answer.status_code == 200, answer.text
    return answer.json()


def closed(socket: Socket) -> Closed:
    """How the server ends a socket."""
    with pytest.raises(Closed) as ended:
        while True:
            socket.receive_any()
    return ended.value


def test_who_is_kept_out_at_one_process_is_so_at_both_and_may_come_again(
    ana: Somebody, leo: Somebody, pair: Pair
) -> None:
    table = ana.open("symphonimo", "me", "open", first=0)
    leo.sit(table)
    ana.start(table)
    with leo.socket(table, -1, 1) as his:
        his.receive()
        (kept,) = done(pair[0], "keep_out", who="Léo", table=table)
        assert closed(his).reason == "L'hôte de ce serveur ne vous laisse pas entrer."
    for server in pair:
        assert at(server, leo).ask("GET", "/me").status_code == 403
    wait_until(lambda: ana.info(table)["seats"][1]["stand_in"] is not None)
    done(pair[1], "lift", who=str(kept["number"]))
    for server in pair:
        wait_until(lambda server=server: at(server, leo).ask("GET", "/me").status_code == 200)  # type: ignore[misc]


def test_a_table_that_the_host_removes_at_one_process_is_gone_at_both(ana: Somebody, leo: Somebody, pair: Pair) -> None:
    table = ana.open("symphonimo", "me", "bot", start=True, public=True)
    with leo.socket(table) as his:
        his.receive()
        done(pair[0], "close", table=table)
        wait_until(lambda: leo.info(table)["status"] == "closed")
        leo.good("GET", f"/records/{table}")
        done(pair[0], "remove", table=table)
        assert closed(his).code == 4404
    for person in (ana, leo):
        person.refused(404, "unknown", "GET", f"/tables/{table}")
        person.refused(404, "unknown", "GET", f"/records/{table}")


def test_numbers_that_people_add_at_two_processes_count_and_the_cards_are_dealt_once(
    ana: Somebody, leo: Somebody, pair: Pair
) -> None:
    table = ana.open("symphonimo", "me", "open", first=0)
    leo.sit(table)
    ana.table_answer("POST", table, "/start", {"gather": True})
    for person, number in ((ana, MINE), (leo, YOURS)):
        person.table_answer("POST", table, "/contribution", {"number": number})
    wait_until(lambda: all(person.info(table)["status"] == "playing" for person in (ana, leo)))
    told = [server.services.tables.live_tables[table].table for server in pair]
    assert told[0].contributions == told[1].contributions == ((0, MINE), (1, YOURS))
    assert told[0].entries == told[1].entries
    assert ana.snapshot(table, 0)["position"] == at(pair[1], ana).snapshot(table, 0)["position"]


def test_cards_whose_numbers_do_not_come_are_dealt_once(ana: Somebody, leo: Somebody, pair: Pair) -> None:
    table = ana.open("symphonimo", "me", "open", first=0)
    leo.sit(table)
    ana.table_answer("POST", table, "/start", {"gather": True})
    wait_until(lambda: leo.info_index(table) == ana.info_index(table))
    for server in pair:
        live = server.services.tables.live_tables[table]

        def late(live: Any = live, server: Inside = server) -> None:
            if live.table.dealing is not None:
                live.table = replace(live.table, dealing=-1000.0)
                server.services.clocks.consider(live)

        server.call(late)
    wait_until(lambda: all(person.info(table)["status"] == "playing" for person in (ana, leo)))
    for server in pair:
        log = server.services.tables.live_tables[table].table.entries
        assert [entry.deed.kind for entry in log].count("started") == 1


def test_both_processes_know_names_that_look_alike_and_who_holds_several_seats(
    ana: Somebody, leo: Somebody, pair: Pair
) -> None:
    table = ana.open("symphonimo", "me", "local", "open", first=0)
    leo.info(table)
    Somebody(pair[0], "Ana").sit(table, 2)
    wait_until(lambda: leo.info_index(table) == ana.info_index(table))
    one, other = (server.services.tables.live_tables[table].table for server in pair)
    assert one.names == other.names and len(set(one.names.values())) == 3
    assert one.shared == other.shared == {0, 1}


def test_the_commands_of_a_host_work_with_the_address_of_a_database(
    ana: Somebody,
    leo: Somebody,
    address: str,
    pair: Pair,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each command is one more process, and those that serve learn of it."""
    table = ana.open("symphonimo", "me", "open", first=0)
    leo.sit(table)
    ana.start(table)

    def told(*words: str) -> str:
        monkeypatch.setattr(sys, "argv", ["quatuor", *words, "--db", address, "--lang", "en"])
        with pytest.raises(SystemExit) as ended:
            main()
        printed = capsys.readouterr()
        assert not ended.value.code, printed.err
        return printed.out

    listed = told("tables", "--player", "Léo", "--status", "playing", "--json")
    assert table in listed and '"players": ["Ana", "Léo"]' in listed
    told("tables", "close", table)
    for person in (ana, leo):
        wait_until(lambda person=person: person.info(table)["status"] == "closed")  # type: ignore[misc]
    told("keep-out", "add", "203.0.113.0/24", "--note", "spam")
    assert "203.0.113.0/24" in told("keep-out")
    for server in pair:
        wait_until(lambda server=server: server.services.kept_out.has_home("203.0.113.7"))  # type: ignore[misc]
    told("keep-out", "lift", "203.0.113.0/24")
    for server in pair:
        wait_until(lambda server=server: not server.services.kept_out.has_home("203.0.113.7"))  # type: ignore[misc]
    told("tables", "remove", table, "--yes")
    wait_until(lambda: all(table not in server.services.tables.live_tables for server in pair))
    assert told("tables", "--game", "symphonimo", "--player", "Nobody") == "There are no such tables.\n"
