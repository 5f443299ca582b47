"""A process that is stopped and not dead: others take over, and when it goes on it does no harm."""

import asyncio
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import orjson
import psycopg
import pytest
from websockets.sync.client import connect

from postgresql import Databases
from quatuor.server import clock
from quatuor.server.store.postgresql import PostgresStore
from quatuor.server.table import seats
from server.chaos import Process
from server.inside import Inside
from server.people import Somebody
from server.two_processes import heard, two_processes
from server.waits import wait_until

pytestmark = pytest.mark.sqlite  # it names its database itself

Json = dict[str, Any]


@pytest.fixture(scope="module")
def address(databases: Databases) -> str:
    return databases.new()


@pytest.fixture(scope="module")
def processes(address: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Process]]:
    """Two servers in processes of their own, whose clocks differ by an hour."""
    folder: Path = tmp_path_factory.mktemp("processes")
    with ExitStack() as stack:
        started = [Process(address, folder, number) for number in range(2)]
        for process in started:
            process.start()
            stack.callback(process.kill)
        for process in started:
            wait_until(process.answers)
        yield started


def new_player(process: Process) -> dict[str, str]:
    token = httpx.post(f"{process.url}/api/players", json={"name": "Ana"}, timeout=30).json()["token"]
    return {"authorization": f"Bearer {token}"}


def index_at(process: Process, table: str, headers: dict[str, str]) -> int:
    asked = {"after": 10_000}
    answer = httpx.get(f"{process.url}/api/tables/{table}/events", params=asked, headers=headers, timeout=30)
    return int(answer.raise_for_status().json()["snapshot"]["index"])


def items_at(process: Process, table: str, headers: dict[str, str]) -> list[Json]:
    found: list[Json] = httpx.get(f"{process.url}/api/tables/{table}/events", headers=headers, timeout=30).json()[
        "items"
    ]
    return found


def stored(address: str, table: str) -> list[tuple[int, str]]:
    with psycopg.connect(address) as connection:
        query = "SELECT number, kind FROM entries WHERE table_id = %s ORDER BY number"
        return connection.execute(query, (table,)).fetchall()


def test_bots_of_a_stopped_process_play_on_elsewhere_and_it_does_no_harm_afterwards(
    processes: list[Process], address: str
) -> None:
    one, other = processes
    headers = new_player(one)
    seats = [{"kind": "bot", "bot": "random"}] * 2
    plan = {"game": "air_sorciere", "players": 2, "seats": seats, "start": True, "pace_ms": 200}
    table = httpx.post(f"{one.url}/api/tables", json=plan, headers=headers, timeout=30).json()["id"]
    told: list[Json] = []
    live = f"/api/tables/{table}/live?after=-1"
    with connect(one.url.replace("http", "ws") + live, additional_headers=headers, compression=None) as watching:
        # The first one has the bots; the other has the table, and somebody who watches.
        wait_until(lambda: index_at(one, table, headers) > 4)
        there = connect(other.url.replace("http", "ws") + live, additional_headers=headers, compression=None)
        with there:
            wait_until(lambda: index_at(other, table, headers) > 6)
            one.send(signal.SIGSTOP)
            began, before = time.monotonic(), stored(address, table)
            try:
                wait_until(lambda: len(stored(address, table)) > len(before) + 1)
                assert time.monotonic() - began < 5.5, "bots wait for whoever is stopped"
                wait_until(lambda: index_at(other, table, headers) > before[-1][0])
                time.sleep(1)
            finally:
                one.send(signal.SIGCONT)
            wait_until(lambda: index_at(one, table, headers) >= stored(address, table)[-1][0] - 1)
            other_end = len(stored(address, table))
            wait_until(lambda: len(stored(address, table)) > other_end + 3)
            end = index_at(one, table, headers)
            while not told or told[-1]["index"] < end:
                told += orjson.loads(watching.recv(timeout=20)).get("items", [])
    assert [item["index"] for item in told] == list(range(len(told))), "everything once, nothing left out"
    known = {item["index"]: item for item in items_at(other, table, headers)}
    assert all(known[item["index"]] == item for item in told)
    assert {(item["index"], item["kind"]) for item in told} <= set(stored(address, table))


def test_a_process_that_is_silent_in_the_middle_of_a_transaction_holds_up_nobody(
    databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever writes the same entry waits for that transaction: it ends with the connections of the silent one."""
    address = databases.new()
    with two_processes(address) as (one, other):
        ana = Somebody(other, "Ana")
        table = ana.open("symphonimo", "me", "local", start=True, first=0)
        after, store = ana.info_index(table), one.services.store
        assert isinstance(store, PostgresStore)
        row = (table, after + 1, time.time(), "move", '{"seat":0,"move":"draw"}')
        with store.connect() as half_done:
            half_done.autocommit = False
            half_done.execute("INSERT INTO entries VALUES (%s, %s, %s, %s, %s)", row)
            monkeypatch.setattr(one.services.processes, "tell", lambda *_, **__: None)
            assert ana.play(table, 0, "draw")["snapshot"]["index"] == after + 1
            with pytest.raises(psycopg.OperationalError):
                half_done.commit()
        monkeypatch.undo()
        wait_until(lambda: heard(one) and heard(other))


def test_a_process_that_was_stopped_itself_takes_nobody_for_gone(
    databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However much later it is: it counts only while it hears itself."""
    with two_processes(databases.new()) as (one, other):
        process = one.services.processes
        pid = one.run(backend_of(one))
        assert one.run(process.take("x"))
        moments = count(1000.0, 1000.0)
        monkeypatch.setattr(clock, "steady", lambda: next(moments))
        time.sleep(2)
        assert heard(one) and heard(other) and not other.run(other.services.processes.take("x"))
        assert one.run(backend_of(one)) == pid, "nobody has ended its connection"
        monkeypatch.undo()


@pytest.mark.parametrize("found", [True, False])
def test_bots_look_again_once_they_have_asked_for_a_table(
    inside: Inside, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, found: bool
) -> None:
    """Another process may have moved meanwhile, and it may be nobody's turn any more."""
    ana, services = Somebody(inside, "Ana"), inside.services
    asked = 0

    async def take(_task: str) -> bool:
        nonlocal asked
        asked += 1
        (live,) = (live for live in services.tables.live_tables.values() if live.table.bot_to_play)
        await services.tables.change(live, seats.close_by_server)
        return found

    monkeypatch.setattr(services.processes, "shared", True, raising=False)
    monkeypatch.setattr(services.processes, "take", take)
    table = ana.open("symphonimo", "me", "bot", start=True, first=1)
    wait_until(lambda: services.tables.live_tables[table].playing is None)
    assert asked == 1 and not [record for record in caplog.records if record.levelname == "ERROR"]


async def backend_of(server: Inside) -> int:
    """The number of the connection by which a server speaks."""
    process, found = server.services.processes, asyncio.get_running_loop().create_future()
    loop = asyncio.get_running_loop()

    def errand(line: Any) -> None:
        loop.call_soon_threadsafe(found.set_result, line.info.backend_pid)

    process._errands.put(errand)  # type: ignore[attr-defined]
    return int(await found)
