"""Somebody who may connect to the database and do nothing else there: they hear nothing, and are not believed."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import orjson
import psycopg
import pytest

from postgresql import Databases, name_of
from quatuor.server.store.channel import Channel
from quatuor.server.store.postgresql import PostgresStore
from quatuor.server.table.deeds import Seated
from server.inside import Inside
from server.people import Somebody
from server.two_processes import Pair, at, two_processes
from server.waits import wait_until

pytestmark = pytest.mark.sqlite  # these name their database themselves


@pytest.fixture(scope="module")
def address(databases: Databases) -> str:
    return databases.new()


@pytest.fixture(scope="module")
def pair(address: str) -> Iterator[Pair]:
    with two_processes(address) as both:
        yield both


@pytest.fixture
def ana(pair: Pair) -> Somebody:
    return Somebody(pair[0], "Ana")


@pytest.fixture(scope="module")
def stranger(databases: Databases, address: str) -> Iterator[Any]:
    """A connection of somebody without any rights but this one."""
    databases.execute("CREATE ROLE stranger LOGIN")
    with psycopg.connect(address.replace("quatuor@", "stranger@"), autocommit=True) as connection:
        yield connection
    databases.execute("DROP ROLE stranger")


def channel_of(server: Inside) -> Channel:
    store = server.services.store
    assert isinstance(store, PostgresStore)
    return store.channel


def test_strangers_cannot_find_out_where_processes_talk(stranger: Any, pair: Pair) -> None:
    name, key = channel_of(pair[0])
    assert channel_of(pair[1]) == (name, key)
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        stranger.execute("SELECT * FROM facts")
    seen = stranger.execute("SELECT a::text FROM pg_stat_activity AS a").fetchall()
    seen += stranger.execute("SELECT pg_listening_channels()").fetchall()
    seen += stranger.execute("SELECT l::text FROM pg_locks AS l").fetchall()
    assert seen and not [row for row in seen if name in str(row) or key.decode() in str(row)]


def test_strangers_do_not_hear_what_is_played(stranger: Any, ana: Somebody, pair: Pair) -> None:
    for name in ("quatuor", "quatuor_public", "quatuor_"):
        stranger.execute(f"LISTEN {name}")
    table = ana.open("symphonimo", "me", "local", start=True, first=0)
    after = ana.play(table, 0, "draw")["snapshot"]["index"]
    wait_until(lambda: at(pair[1], ana).info_index(table) == after)
    assert not list(stranger.notifies(timeout=1))


def forged(ana: Somebody, table: str, person: str) -> list[dict[str, Any]]:
    """What a stranger would like to say: that they sit on Ana's seat, that her table is gone, nonsense."""
    seat = Seated(0, "Mallory", person, moved=True)
    body = orjson.dumps({name: getattr(seat, name) for name in seat.__slots__}).decode()
    row = [table, ana.info_index(table) + 1, time.time(), "seated", body]
    return [
        {"entries": [row]},
        {"entries": [[table, 10_000, 0.0, "move", "nonsense"]]},
        {"kind": "gone", "tables": [table]},
        {"kind": "removed", "table": table},
        {"kind": "bye"},
        {"kind": "hurry"},
        {"kind": "signed_out", "devices": ["x"]},
        {"kind": "here", "table": table, "people": ["x"], "nameless": 1000},
        {"kind": 7},
    ]


def test_what_strangers_say_changes_nothing(
    stranger: Any, ana: Somebody, pair: Pair, caplog: pytest.LogCaptureFixture
) -> None:
    """They even know the name of the channel, and have a key: their own."""
    table = ana.open("symphonimo", "me", "local", start=True, first=0)
    there, name = at(pair[1], ana), channel_of(pair[0]).name
    before = [person.info(table) for person in (ana, there)]
    lives = [server.services.tables.live_tables[table] for server in pair]
    others = [dict.fromkeys(server.services.processes._others) for server in pair]  # type: ignore[attr-defined]
    for said in forged(ana, table, "mallory"):
        for sender in ("stranger", channel_of_process(pair[1])):
            message = orjson.dumps({"from": sender, **said}).decode()
            for told in (message, "0" * 32 + message, Channel(name, b"mine").signed(message), "{", ""):
                stranger.execute("SELECT pg_notify(%s, %s)", (name, told))
    after = ana.play(table, 0, "draw")["snapshot"]["index"]  # told after all that
    wait_until(lambda: there.info_index(table) == after)
    assert [server.services.tables.live_tables[table] for server in pair] == lives
    assert [list(server.services.processes._others) for server in pair] == [list(some) for some in others]  # type: ignore[attr-defined]
    for person, old in zip((ana, there), before, strict=True):
        assert person.info(table)["seats"] == old["seats"] and person.info(table)["presence"] == old["presence"]
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_strangers_do_not_keep_a_server_from_starting(stranger: Any, address: str) -> None:
    """They hold the lock that keeps two servers from migrating a store at once: nothing is to be migrated."""
    stranger.execute("SELECT pg_advisory_lock(hashtext('quatuor migration'))")
    with closing(PostgresStore(address)) as store, ThreadPoolExecutor(1) as thread:
        preparing = thread.submit(store.prepare)
        try:
            preparing.result(20)
        finally:
            stranger.execute("SELECT pg_advisory_unlock_all()")


def channel_of_process(server: Inside) -> str:
    store = server.services.store
    assert isinstance(store, PostgresStore)
    return store.process


def test_a_message_is_known_by_its_signature() -> None:
    channel = Channel.of("secret", "public")
    told = channel.signed('{"kind":"alive"}')
    assert channel.read(told) == '{"kind":"alive"}'
    for other in (told[:-1], "0" + told, told[1:], told.replace("alive", "gone"), "é" * 40, ""):
        assert channel.read(other) is None
    assert Channel.of("other", "public").read(told) is None and Channel.of("secret", "copy").read(told) is None
    assert len({Channel.of(*of).name for of in (("secret", "public"), ("other", "public"), ("secret", "copy"))}) == 3


def test_processes_talk_in_a_schema_with_the_longest_of_names(databases: Databases) -> None:
    """A channel's name has 63 characters at most."""
    address, schema = databases.new(), "s" * 63
    databases.execute(f"CREATE SCHEMA {schema}", name_of(address))
    with two_processes(f"{address}&options=-csearch_path%3D{schema}") as pair:
        ana = Somebody(pair[0], "Ana")
        table = ana.open("symphonimo", "me", "local", start=True, first=0)
        there = at(pair[1], ana)
        there.info(table)
        after = ana.play(table, 0, "draw")["snapshot"]["index"]
        wait_until(lambda: pair[1].services.tables.live_tables[table].table.index == after)
