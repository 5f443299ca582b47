"""The store: what is written together, what fails alone, its forms, and how long it keeps."""

import asyncio
import sys
import time
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, func, insert, select, update

from quatuor.server.refusals import Refused
from quatuor.server.settings import Settings
from quatuor.server.store.database import WAL_FACT, Store, migrate
from quatuor.server.store.retention import remove_old
from quatuor.server.store.schema import METADATA, devices, entries, facts, people, records, tables
from server.inside import Inside, run_alone
from server.old_stores import in_old_form, signed_before_devices
from server.people import Somebody

ADD = insert(facts)
COUNT = select(func.count()).select_from(facts).where(facts.c.name != WAL_FACT)


def test_the_migrations_lead_to_the_tables_that_the_server_uses(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path}/new.db")
    migrate(engine)
    migrate(engine)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    engine.dispose()


@pytest.mark.usefixtures("seeds")
def test_a_store_of_the_first_form_goes_on_without_hints(own: Inside, tmp_path: Path) -> None:
    ana = Somebody(own, "Ana")
    table = ana.open("symphonimo", "me", "bot", start=True, first=0)
    ana.play(table, 0, "draw")
    before = ana.events(table)
    own.close()
    first = in_old_form(tmp_path / "quatuor.db", "0001")
    ana.headers = {"authorization": f"Bearer {signed_before_devices(first, 'Ana', 'token')}"}
    again = Inside(Settings(db=first, limits=False, warm_search=False))
    ana.server = again
    assert ana.events(table) == before and not ana.info(table)["hints"]
    ana.play(table, 0, "place 1")
    assert ana.info(ana.open("symphonimo", "me", "bot", hints=True))["hints"]
    again.close()


def test_many_writers_share_transactions_and_one_that_fails_fails_alone(tmp_path: Path) -> None:
    async def write() -> tuple[list[object], int, int]:
        store = Store(tmp_path / "store.db")
        store.open()
        commits = 0
        execute = store._execute

        def counted(works: object) -> None:
            nonlocal commits
            commits += 1
            execute(works)  # type: ignore[arg-type]

        store._execute = counted  # type: ignore[method-assign]
        rows = [{"name": str(n % 150), "value": "x"} for n in range(200)]
        done = await asyncio.gather(*(store.write([(ADD, [row])]) for row in rows[:100]), return_exceptions=True)
        together = commits
        done += await asyncio.gather(*(store.write([(ADD, [row])]) for row in rows[100:]), return_exceptions=True)
        kept = await store.read(lambda connection: connection.execute(COUNT).scalar())
        store.close()
        return done, together, int(kept or 0)

    done, together, kept = run_alone(write())
    assert done[:150] == [None] * 150 and all(isinstance(failed, Refused) for failed in done[150:])
    assert kept == 150
    assert together < 50, "a hundred writes take a few commits"


def test_what_was_given_up_is_still_written(tmp_path: Path) -> None:
    async def write() -> int:
        store = Store(tmp_path / "store.db")
        store.open()
        task = asyncio.create_task(store.write([(ADD, [{"name": "a", "value": "x"}])]))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        found = await store.read(lambda connection: connection.execute(COUNT).scalar())
        store.close()
        return int(found or 0)

    assert run_alone(write()) == 1


def test_every_commit_is_on_disk_before_it_returns(tmp_path: Path) -> None:
    store = Store(tmp_path / "store.db")
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    store.engine.dispose()


@pytest.fixture
def own(tmp_path: Path) -> Inside:
    return Inside(Settings(db=tmp_path / "quatuor.db", limits=False, warm_search=False))


def test_a_server_goes_on_where_it_stopped(own: Inside, tmp_path: Path) -> None:
    ana = Somebody(own, "Ana")
    table = ana.open("symphonimo", "me", "bot", start=True, first=0)
    ana.play(table, 0, "draw", "place 1")
    ana.good("POST", f"/tables/{table}/skip")
    before = ana.events(table, -1, 0)
    own.close()
    again = Inside(Settings(db=tmp_path / "quatuor.db", limits=False, warm_search=False))
    ana.server = again
    after = ana.events(table, -1, 0)
    assert after["items"][: len(before["items"])] == before["items"]
    assert after["snapshot"]["position"] == before["snapshot"]["position"]
    ana.play(table, 0, after["snapshot"]["position"]["legal"][0]["move"])
    again.close()


def test_tables_that_nobody_follows_leave_the_memory_and_come_back(ana: Somebody, leo: Somebody) -> None:
    table = ana.open("symphonimo", "me", "open", first=0)
    leo.sit(table)
    ana.start(table)
    ana.play(table, 0, "draw")
    before = ana.events(table)
    services = ana.server.services
    with leo.socket(table, -1, 1) as socket:
        socket.receive()
        services.tables.live_tables[table].used -= 10_000
        ana.server.call(services.tables.forget_idle)
        assert table in services.tables.live_tables
    services.tables.live_tables[table].used -= 10_000
    ana.server.call(services.tables.forget_idle)
    assert table not in services.tables.live_tables
    assert ana.events(table)["items"] == before["items"]
    assert ana.events(table)["snapshot"]["position"] == before["snapshot"]["position"]


def test_old_tables_are_removed_but_never_a_game_in_progress(own: Inside) -> None:
    ana = Somebody(own, "Ana")
    over = ana.open("symphonimo", "bot", "bot", start=True)
    ana.good("POST", f"/tables/{over}/skip")
    playing = ana.open("symphonimo", "me", "bot", start=True)
    services = own.services
    old = update(tables).values(touched=time.time() - 40 * 24 * 3600)
    own.run(services.store.write([(old, [{}])]))
    assert own.run(remove_old(services.store, 30, services.tables.live_tables)) == 0, "somebody has just been there"
    own.call(services.tables.live_tables.clear)
    assert own.run(remove_old(services.store, 50, services.tables.live_tables)) == 0
    assert own.run(remove_old(services.store, 30, services.tables.live_tables)) == 1
    ana.refused(404, "unknown", "GET", f"/tables/{over}")
    ana.refused(404, "unknown", "GET", f"/records/{over}")
    assert ana.info(playing)["status"] == "playing"
    counts = [
        own.run(services.store.read(lambda connection, t=table: connection.execute(select(t)).all()))  # type: ignore[misc]
        for table in (entries, records)
    ]
    assert {row.table_id for row in counts[0]} == {playing} and counts[1] == []
    own.close()


def test_what_belongs_to_no_table_goes_by_its_age(own: Inside) -> None:
    """Records that somebody brought, and people who are at no table."""
    ana, leo = Somebody(own, "Ana"), Somebody(own, "Leo")
    over = ana.open("symphonimo", "bot", "bot", start=True)
    ana.good("POST", f"/tables/{over}/skip")
    brought = ana.good("POST", "/records", ana.good("GET", f"/records/{over}"))["id"]
    store = own.services.store
    past = {"created": time.time() - 40 * 24 * 3600}
    own.run(store.write([(update(people).values(**past), [{}]), (update(records).values(**past), [{}])]))
    own.run(store.write([(update(devices).values(seen=past["created"]), [{}])]))
    assert own.run(remove_old(own.services.store, 50, own.services.tables.live_tables)) == 0
    assert ana.good("GET", f"/records/{brought}")
    assert own.run(remove_old(own.services.store, 30, own.services.tables.live_tables)) == 0
    ana.refused(404, "unknown", "GET", f"/records/{brought}")
    assert ana.good("GET", f"/records/{over}"), "its table is still there"
    names = own.run(store.read(lambda connection: connection.execute(select(people.c.name)).scalars().all()))
    assert names == ["Ana"] and leo.name not in names
    own.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
def test_a_store_can_be_read_by_its_owner_only(own: Inside) -> None:
    path = own.services.store.path
    Somebody(own, "Ana")
    files = list(path.parent.glob(f"{path.name}*"))
    assert path in files
    for file in files:
        assert file.stat().st_mode & 0o077 == 0, file.name
    own.close()


def test_a_store_that_cannot_be_written_changes_nothing(own: Inside) -> None:
    ana = Somebody(own, "Ana")
    table = ana.open("symphonimo", "me", "bot", start=True, first=0)
    before = ana.events(table)
    own.run(own.services.store.read(lambda connection: connection.exec_driver_sql("DROP TABLE entries")))
    body = {"seat": 0, "after": before["snapshot"]["index"], "moves": ["draw"]}
    problem = ana.refused(503, "unavailable", "POST", f"/tables/{table}/moves", body)
    assert "nothing was changed" in problem["message"]
    assert ana.events(table) == before
    own.close()
