"""Several processes at one store: any serves any table, and each thing is done by one of them."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import psycopg
import pytest

from postgresql import Databases
from quatuor.analysis import FEWEST_ITERATIONS
from quatuor.server.live import live_table
from quatuor.server.live.words import LIMIT
from quatuor.server.settings import Settings
from quatuor.server.shares import Payer
from quatuor.server.study import analyses
from server.inside import Closed, Inside
from server.people import Json, Somebody
from server.two_processes import Pair, at, heard, two_processes
from server.waits import wait_until

pytestmark = pytest.mark.sqlite  # these name their database themselves


@pytest.fixture(scope="module")
def pair(databases: Databases) -> Iterator[Pair]:
    """Two servers of one database, as two processes are."""
    address = databases.new()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(live_table, "PRESENCE_SECONDS", 0.1)
        with two_processes(address) as both:
            yield both


@pytest.fixture
def ana(pair: Pair) -> Somebody:
    return Somebody(pair[0], "Ana")


@pytest.fixture
def leo(pair: Pair) -> Somebody:
    return Somebody(pair[1], "Léo", "fr")


def seated(ana: Somebody, leo: Somebody) -> str:
    table = ana.open("symphonimo", "me", "open", first=0)
    leo.sit(table)
    ana.start(table)
    return table


def test_a_game_goes_on_at_both_processes_and_both_tell_the_same(ana: Somebody, leo: Somebody) -> None:
    table = seated(ana, leo)
    with ana.socket(table, -1, 0) as hers, leo.socket(table, -1, 1) as his:
        ana.play(table, 0, "draw", "place 1")
        wait_until(lambda: leo.info_index(table) == 5)
        leo.play(table, 1, "draw", "place 2")
        end = leo.info_index(table)
        told = [socket.receive_until(end)["items"][-2:] for socket in (hers, his)]
        assert told[0] == ana.events(table, -1, 0)["items"][-2:] and told[1] == leo.events(table, -1, 1)["items"][-2:]
    services = [person.server.services.tables.live_tables[table] for person in (ana, leo)]
    assert services[0].table.entries == services[1].table.entries


def test_of_two_moves_for_one_entry_one_is_made_and_the_other_is_answered_as_a_late_one(
    ana: Somebody, leo: Somebody, pair: Pair
) -> None:
    """Ana sends two different moves to two processes at the same time."""
    both = [ana, at(pair[1], ana)]
    for _ in range(8):
        table = ana.open("symphonimo", "me", "local", start=True, first=0)
        after = ana.play(table, 0, "draw")["snapshot"]["index"]
        wait_until(lambda table=table, after=after: both[1].info_index(table) == after)  # type: ignore[misc]
        moves = [{"seat": 0, "after": after, "moves": [f"place {n}"]} for n in (1, 2)]
        with ThreadPoolExecutor(2) as threads:
            answers = list(
                threads.map(lambda who, body, t=table: who.ask("POST", f"/tables/{t}/moves", body), both, moves)  # type: ignore[misc]
            )
        assert sorted(answer.status_code for answer in answers) == [200, 409], [answer.text for answer in answers]
        wait_until(lambda table=table: both[0].events(table)["items"] == both[1].events(table)["items"])  # type: ignore[misc]


def test_the_same_move_sent_to_both_processes_is_made_once(ana: Somebody, pair: Pair) -> None:
    both = [ana, at(pair[1], ana)]
    table = ana.open("symphonimo", "me", "local", start=True, first=0)
    after = ana.info_index(table)
    body = {"seat": 0, "after": after, "moves": ["draw"]}
    with ThreadPoolExecutor(2) as threads:
        answers = list(threads.map(lambda who: who.ask("POST", f"/tables/{table}/moves", body), both))
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json()["items"] == answers[1].json()["items"] and len(answers[0].json()["items"]) == 1


def test_bots_play_once_wherever_people_look(ana: Somebody, pair: Pair) -> None:
    """Both processes have the table, with somebody who watches; each move of the bots is there once."""
    table = ana.open("symphonimo", "bot", "bot", start=True)
    there = at(pair[1], ana)
    with ana.socket(table) as one, there.socket(table) as other:
        there.good("POST", f"/tables/{table}/skip")
        wait_until(lambda: all(person.info(table)["status"] == "over" for person in (ana, there)))
        end = ana.info_index(table)
        told = [socket.receive_until(end)["items"] for socket in (one, other)]
    indices = [[item["index"] for item in items] for items in told]
    assert indices[0] == sorted(set(indices[0])) and told[0] == told[1][-len(told[0]) :]
    assert ana.events(table)["items"] == there.events(table)["items"]


def test_everybody_sees_who_is_there_at_either_process(ana: Somebody, leo: Somebody) -> None:
    table = seated(ana, leo)

    def presence(person: Somebody) -> Json:
        found: Json = person.info(table)["presence"]
        return found

    with ana.socket(table, -1, 0), leo.socket(table, -1, 1), at(leo.server, ana).socket(table, -1, -1):
        for person in (ana, leo):
            wait_until(lambda person=person: presence(person) == {"online": [True, True], "watching": 0})  # type: ignore[misc]
        ana.refused(409, "conflict", "POST", f"/tables/{table}/seats/1/stand-in")
    for person in (ana, leo):
        wait_until(lambda person=person: presence(person) == {"online": [False, False], "watching": 0})  # type: ignore[misc]


def test_words_are_heard_at_both_processes(ana: Somebody, leo: Somebody) -> None:
    table = seated(ana, leo)
    with leo.socket(table, -1, 1) as his:
        his.receive()
        ana.good("POST", f"/tables/{table}/words", {"seat": 0, "word": "hello"})
        assert his.receive_word() == {"seat": 0, "word": "hello"}


def test_a_device_that_is_signed_out_is_so_at_both_processes(ana: Somebody, pair: Pair) -> None:
    there = at(pair[1], ana)
    table = ana.open("symphonimo", "me", "local", start=True)
    socket = there.socket(table)
    socket.receive()
    (device,) = ana.good("GET", "/me/devices")
    ana.ask("DELETE", f"/me/devices/{device['id']}")
    with pytest.raises(Closed):
        while True:
            socket.receive()
    wait_until(lambda: there.ask("GET", "/me").status_code != 200)


def test_a_device_link_works_once_although_both_processes_are_asked(ana: Somebody, pair: Pair) -> None:
    for _ in range(4):
        token = ana.good("POST", "/me/devices/link")["url"].rpartition("/")[2].rpartition("#")[2]
        with ThreadPoolExecutor(2) as threads:
            answers = list(
                threads.map(lambda server, t=token: server.ask("POST", "/api/device-link", json={"token": t}), pair)  # type: ignore[misc]
            )
        assert sorted(answer.status_code for answer in answers) == [200, 404], [answer.text for answer in answers]


def test_an_entry_that_was_written_although_nobody_was_told_comes_to_light(
    databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection is lost after the commit and before its confirmation."""
    server = Inside(Settings(db=databases.new(), limits=False, warm_search=False))
    ana = Somebody(server, "Ana")
    table = ana.open("symphonimo", "me", "local", start=True, first=0)
    body = {"seat": 0, "after": ana.info_index(table), "moves": ["draw"]}
    store = server.services.store
    execute = store._execute

    def lost(works: object) -> None:
        execute(works)  # type: ignore[arg-type]
        monkeypatch.undo()
        raise psycopg.OperationalError("the connection is lost")

    monkeypatch.setattr(store, "_execute", lost)
    problem = ana.refused(503, "unavailable", "POST", f"/tables/{table}/moves", body)
    assert "cannot reach its database" in problem["message"]
    wait_until(lambda: ana.info_index(table) == body["after"] + 1)
    again = ana.good("POST", f"/tables/{table}/moves", body)
    assert len(again["items"]) == 1, "sent again, it is answered as the first time"
    server.close()


def test_a_new_name_is_known_at_both_processes(ana: Somebody, pair: Pair) -> None:
    there = at(pair[1], ana)
    assert there.good("GET", "/me")["name"] == "Ana"
    ana.good("POST", "/me", {"name": "Anna"})
    wait_until(lambda: there.good("GET", "/me")["name"] == "Anna")


def test_a_task_is_of_one_process_until_it_gives_it_back_or_ends(databases: Databases) -> None:
    address = databases.new()
    one, other = (Inside(Settings(db=address, limits=False, warm_search=False)) for _ in range(2))
    first, second = one.services.processes, other.services.processes
    assert one.run(first.take("x")) and not other.run(second.take("x"))
    one.call(lambda: first.give_back("x"))
    wait_until(lambda: other.run(second.take("x")))
    assert not one.run(first.take("x"))
    other.close()
    began = time.monotonic()
    wait_until(lambda: one.run(first.take("x")))
    assert time.monotonic() - began < 5
    one.close()


def test_the_tables_of_a_process_fall_to_the_others_when_it_says_goodbye_or_is_silent(
    databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = databases.new()
    one, other = (Inside(Settings(db=address, limits=False, warm_search=False)) for _ in range(2))
    wait_until(lambda: heard(one) and heard(other))
    ids = [str(n) for n in range(40)]
    ours = [[server.services.processes.is_ours(table) for table in ids] for server in (one, other)]
    assert all(first != second for first, second in zip(*ours, strict=True)), "each falls to one of them"
    assert any(ours[0]) and any(ours[1])
    process = other.services.processes
    monkeypatch.setattr(process, "tell", lambda *_, **__: None)
    wait_until(lambda: not heard(one))
    monkeypatch.undo()
    wait_until(lambda: heard(one))
    other.close()
    wait_until(lambda: not heard(one))
    assert all(one.services.processes.is_ours(table) for table in ids)
    one.close()


def test_limits_and_thinking_time_count_at_all_processes(pair: Pair) -> None:
    one, other = (server.services for server in pair)
    for _ in range(4):
        assert one.words.counts.hit(LIMIT, "somebody") == 0
    wait_until(lambda: other.words.counts.wait(LIMIT, "somebody") > 0)
    payer = Payer("home", "person", "table")
    pair[0].run(one.pool.run(1, lambda: time.sleep(0.05), payer, 0.05))
    wait_until(lambda: other.pool._playing.of(payer)[1] > 0)


def test_a_daily_deal_is_opened_once_at_both_processes(ana: Somebody, pair: Pair) -> None:
    day = ana.good("GET", "/daily")["today"]
    both = [ana, at(pair[1], ana)]
    with ThreadPoolExecutor(2) as threads:
        found = list(threads.map(lambda who: who.ask("POST", f"/daily/{day}/symphonimo"), both))
    assert len({answer.json()["id"] for answer in found}) == 1, [answer.text for answer in found]


def test_a_clock_rings_once_although_both_processes_have_the_table(ana: Somebody, leo: Somebody, pair: Pair) -> None:
    table = ana.open("symphonimo", "me", "open", first=0, turn_seconds=30)
    leo.sit(table)
    ana.start(table)
    leo.info(table)
    for server in pair:
        live = server.services.tables.live_tables[table]

        def late(live: live_table.LiveTable = live, server: Inside = server) -> None:
            live.table = replace(live.table, clock=replace(live.table.clock, began=(-1000.0,)))
            server.services.clocks.consider(live)

        server.call(late)
    wait_until(lambda: all("stand_in" in kinds(person, table) for person in (ana, leo)))
    assert kinds(ana, table).count("stand_in") == kinds(leo, table).count("stand_in") == 1


def kinds(person: Somebody, table: str) -> list[str]:
    live = person.server.services.tables.live_tables[table]
    return [entry.deed.kind for entry in live.table.entries]


def test_a_process_without_its_database_says_so_and_comes_back(
    databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = databases.new()
    server = Inside(Settings(db=address, limits=False, warm_search=False))
    ana = Somebody(server, "Ana")
    table = ana.open("symphonimo", "me", "local", start=True, first=0)
    name = address.partition("@/")[2].partition("?")[0]
    databases.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
    databases.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
    body = {"seat": 0, "after": ana.info_index(table), "moves": ["draw"]}
    problem = ana.refused(503, "unavailable", "POST", f"/tables/{table}/moves", body)
    assert "database" in problem["message"]
    assert ana.ask("GET", "/health").status_code == 503
    databases.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
    wait_until(lambda: ana.ask("POST", f"/tables/{table}/moves", body).status_code == 200)
    wait_until(lambda: server.run(server.services.processes.take("again")))
    server.close()


def test_an_analysis_is_made_by_one_process_and_known_at_both(
    ana: Somebody, pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "effort_for", lambda _: FEWEST_ITERATIONS)
    table = ana.open("symphonimo", "bot", "bot", start=True)
    ana.good("POST", f"/tables/{table}/skip")
    wait_until(lambda: ana.info(table)["status"] == "over")
    both = [ana, at(pair[1], ana)]
    path = f"/records/{table}/analysis"
    wait_until(lambda: [person.good("GET", path, seat=0)["status"] for person in both] == ["done", "done"])
    told = [person.good("GET", path, seat=0)["analysis"] for person in both]
    assert told[0] == told[1]
    made = [server.services.analyses._made[table, 0] for server in pair]
    assert made[0].account == made[1].account
