"""A store in PostgreSQL: what is refused at its start and said of it, copies of it, and the way there from a file."""

import random
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine

from postgresql import Databases, name_of
from quatuor.core.errors import QuatuorError
from quatuor.server.settings import Settings
from quatuor.server.store import postgresql, transfer
from quatuor.server.store.database import migrate
from quatuor.server.store.postgresql import PostgresStore, messages_of
from quatuor.server.store.schema import METADATA
from quatuor.server.store.sqlite import SqliteStore
from server.inside import Inside
from server.old_stores import in_old_form
from server.people import Somebody, play_to_the_end

pytestmark = pytest.mark.sqlite  # these name their databases themselves


@pytest.fixture
def address(databases: Databases) -> str:
    return databases.new()


def served(db: Path | str) -> Inside:
    return Inside(Settings(db=db, limits=False, warm_search=False))


def refused(address: str) -> str:
    """What is said of a database that cannot be used."""
    with pytest.raises(QuatuorError) as refusal, closing(PostgresStore(address)) as store:
        store.prepare()
    assert refusal.value.say("fr") != refusal.value.say("en")
    said = refusal.value.say("en")
    assert "\n" not in said and "Traceback" not in said
    return said


def test_the_migrations_lead_to_the_tables_that_the_server_uses(address: str) -> None:
    engine = create_engine(address.replace("://", "+psycopg://"))
    migrate(engine)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    engine.dispose()


def test_a_database_that_cannot_be_used_is_told_in_one_sentence(databases: Databases, address: str) -> None:
    name = name_of(address)
    assert "does not exist" in refused(address.replace(name, "nowhere"))
    assert "secret" not in refused("postgresql://quatuor:secret@127.0.0.1:1/games")
    assert "takes a file" in refused("postgresql://")
    databases.execute("CREATE ROLE guest LOGIN")
    assert "may not create or change" in refused(address.replace("quatuor@", "guest@"))
    databases.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    assert "only be read" in refused(address)
    databases.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = off")
    databases.execute("UPDATE alembic_version SET version_num = '9999'", name)
    assert "newer version" in refused(address)
    databases.execute("DROP TABLE alembic_version", name)
    assert "another program" in refused(address)
    databases.execute("CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'")
    assert "LATIN1" in refused(databases.address("latin"))


def test_an_old_database_and_a_missing_driver_are_told(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql, "OLDEST", 99)
    assert "needs 99" in refused(address)
    monkeypatch.setattr(postgresql, "psycopg", None)
    with pytest.raises(QuatuorError, match="quatuor\\[postgresql\\]"):
        PostgresStore(address)


def test_a_full_database_changes_nothing_and_goes_on_later(databases: Databases, address: str) -> None:
    server = served(address)
    ana = Somebody(server, "Ana")
    table = ana.open("symphonimo", "me", "bot", start=True, first=0)
    before = ana.events(table)
    databases.execute(
        "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = 'disk_full'; END $$;"
        "CREATE TRIGGER full_disk BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION full_disk()",
        name_of(address),
    )
    body = {"seat": 0, "after": before["snapshot"]["index"], "moves": ["draw"]}
    problem = ana.refused(503, "unavailable", "POST", f"/tables/{table}/moves", body)
    assert "nothing was changed" in problem["message"]
    assert ana.events(table) == before
    databases.execute("DROP TRIGGER full_disk ON entries", name_of(address))
    ana.play(table, 0, "draw")
    server.close()


@pytest.mark.usefixtures("seeds")
def test_games_move_to_postgresql_and_back_and_every_row_is_compared(address: str, tmp_path: Path) -> None:
    """From a file of the first form, with a finished game and one in progress, through both databases."""
    server = served(tmp_path / "quatuor.db")
    ana = Somebody(server, "Ana")
    over = ana.open("symphonimo", "me", "local", start=True)
    play_to_the_end({0: ana, 1: ana}, over, random.Random(1))
    table = ana.open("symphonimo", "me", "bot", start=True, first=0)
    ana.play(table, 0, "draw")
    before = ana.events(table), ana.good("GET", f"/records/{over}"), ana.good("GET", "/me/games")["games"]
    with pytest.raises(QuatuorError, match="no store of games"):
        transfer.restore(tmp_path / "nowhere.db", address)
    server.close()
    old = in_old_form(tmp_path / "quatuor.db", "0003")
    assert transfer.restore(old, address) > 50
    with pytest.raises(QuatuorError, match="games already"):
        transfer.restore(old, address)
    copy = tmp_path / "copy.db"
    for db in (address, copy):
        ana.server = served(db)
        assert (ana.events(table), ana.good("GET", f"/records/{over}"), ana.good("GET", "/me/games")["games"]) == before
        ana.server.close()
        if db == address:
            transfer.back_up(address, copy)
            with pytest.raises(QuatuorError, match="already exists"):
                transfer.back_up(address, copy)
    with closing(SqliteStore(copy)) as one, closing(PostgresStore(address)) as other:
        for kept in METADATA.sorted_tables:
            with one.engine.connect() as first, other.engine.connect() as second:
                found = transfer.content(first, kept)
                assert found == transfer.content(second, kept) and (found.rows or kept.name != "entries")


def test_secrets_and_those_who_are_kept_out_move_too(address: str, tmp_path: Path) -> None:
    """The cards of a game in progress stay as they are, and the host's list goes on with the next number."""
    server = served(tmp_path / "quatuor.db")
    ana = Somebody(server, "Ana")
    table = ana.open("symphonimo", "me", "local", start=True, first=0)
    ana.play(table, 0, "draw")
    before = ana.events(table)
    for network in ("203.0.113.0/24", "198.51.100.0/24"):
        server.run(server.services.host_commands.keep_out(network))
    server.close()
    transfer.restore(tmp_path / "quatuor.db", address)
    ana.server = moved = served(address)
    assert ana.events(table) == before
    assert ana.table_answer("POST", table, "/close")["proof"] is not None
    assert ana.good("GET", f"/records/{table}/deal")["holds"]
    assert moved.services.kept_out.has_home("203.0.113.9")
    (third,) = moved.run(moved.services.host_commands.keep_out("192.0.2.0/24"))
    assert third["number"] == 3
    moved.close()


def test_a_copy_that_differs_is_not_kept(address: str, tmp_path: Path, databases: Databases) -> None:
    server = served(tmp_path / "quatuor.db")
    Somebody(server, "Ana").open("symphonimo", "me", "bot", start=True)
    server.close()
    databases.execute(
        "CREATE FUNCTION other() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.at = NEW.at + 1; RETURN NEW; END $$;"
        "CREATE TRIGGER other BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION other()",
        name_of(address),
    )
    with pytest.raises(QuatuorError, match="entries differ"):
        transfer.restore(tmp_path / "quatuor.db", address)
    with psycopg.connect(address) as connection:
        assert connection.execute("SELECT count(*) FROM tables").fetchone() == (0,)


def test_messages_of_entries_are_short_enough_for_postgresql() -> None:
    rows = [
        {"table_id": "abc", "number": n, "at": 1.5, "kind": "move", "body": "x" * length}
        for n, length in enumerate([10, 5000, 3000, 3000, 3000, 20_000])
    ]
    messages = messages_of("me", rows)
    assert len(messages) == 2 and all(len(message.encode()) < 8000 for message in messages)
