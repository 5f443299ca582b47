"""`quatuor tables` and `quatuor keep-out`: beside a running server, and on a store that nobody uses."""

import json
import stat
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from browser.harness import free_port
from cli.conftest import Run
from cli.test_serve import Desk

Told = Callable[..., str]


class Hosted:
    """A server in a process of its own, and people there."""

    def __init__(self, folder: Path) -> None:
        self.db = folder / "quatuor.db"
        self.url = f"http://127.0.0.1:{free_port()}"
        self.desk = Desk(folder)
        words = ("serve", "--db", str(self.db), "--port", self.url.rpartition(":")[2], "--metrics", "off")
        self.process = self.desk.start(*words)
        assert self.process.stdout and self.process.stdout.readline().startswith("Quatuor is open")

    def person(self, name: str) -> dict[str, str]:
        token = httpx.post(f"{self.url}/api/players", json={"name": name}, timeout=60).json()["token"]
        return {"authorization": f"Bearer {token}"}

    def table(self, person: dict[str, str], game: str = "symphonimo") -> str:
        seats = [{"kind": "me"}, {"kind": "bot"}]
        plan = {"game": game, "players": 2, "seats": seats, "start": game == "symphonimo", "first": 0}
        answer = httpx.post(f"{self.url}/api/tables", json=plan, headers=person, timeout=60)
        return str(answer.raise_for_status().json()["id"])

    def stop(self) -> None:
        self.process.terminate()
        self.process.communicate(timeout=60)


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    hosted = Hosted(tmp_path_factory.mktemp("hosted"))
    yield hosted
    hosted.desk.clear()


@pytest.fixture
def told(run: Run, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Told:
    """What a command prints that must go well."""
    monkeypatch.setenv("COLUMNS", "200")

    def command(*words: str, language: str = "en") -> str:
        import sys

        from quatuor.cli import main

        monkeypatch.setenv("QUATUOR_LANG", language)
        monkeypatch.setattr(sys, "argv", ["quatuor", *words])
        # In a thread of its own: in this one a browser's loop may run already.
        with ThreadPoolExecutor(1) as thread, pytest.raises(SystemExit) as ended:
            thread.submit(main).result()
        printed = capsys.readouterr()
        assert not ended.value.code, printed.err
        return printed.out

    return command


def listed(told: Told, db: Path, *words: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(told("tables", "--json", "--db", str(db), *words))
    return found


def test_tables_are_listed_closed_and_removed_beside_a_running_server(hosted: Hosted, told: Told, run: Run) -> None:
    db = str(hosted.db)
    ana = hosted.person("Ana [red]")
    table = hosted.table(ana)
    other = hosted.table(hosted.person("Léo"), "symbiose")
    found = {one["id"]: one for one in listed(told, hosted.db)}
    assert found[table]["players"][0] == "Ana [red]" and len(found[table]["players"]) == 2
    assert (found[table]["game"], found[table]["status"], found[other]["status"]) == ("symphonimo", "playing", "open")
    assert found[table]["size"] > 0 and found[table]["moves"] == 0 and found[table]["last_move"] is None
    assert "seed" not in json.dumps(listed(told, hosted.db))
    assert [one["id"] for one in listed(told, hosted.db, "--player", "Léo")] == [other]
    assert [one["id"] for one in listed(told, hosted.db, "--game", "symphonimo", "--status", "playing")] == [table]
    assert listed(told, hosted.db, "--idle-days", "1") == []
    assert len(listed(told, hosted.db, "--limit", "1")) == 1
    printed = told("tables", "--db", db, language="fr")
    assert "Dernier coup" in printed and "Ana [red]" in printed and "en cours" in printed
    code, refused = run("tables", "remove", "--yes", table, "--db", db, language="fr")
    assert code == 2 and refused.count("\n") == 1 and "fermez-la d'abord" in refused
    assert told("tables", "close", table.lower(), "--db", db) == f"Table {table} is closed.\n"
    assert told("tables", "close", table, "--db", db) == f"Table {table} was closed already.\n"
    assert httpx.get(f"{hosted.url}/api/tables/{table}", headers=ana).json()["status"] == "closed"
    assert told("tables", "remove", "--yes", table, "--db", db) == f"Table {table} is removed.\n"
    assert httpx.get(f"{hosted.url}/api/tables/{table}", headers=ana).status_code == 404
    code, refused = run("tables", "close", table, "--db", db)
    assert code == 2 and refused == f"quatuor: There is no table {table}.\n"


def test_a_person_is_kept_out_and_let_in_beside_a_running_server(hosted: Hosted, told: Told) -> None:
    db = str(hosted.db)
    mia = hosted.person("Mia")
    assert told("keep-out", "--db", db) == "Nobody is kept out.\n"
    assert "Mia is kept out (no. " in told("keep-out", "add", "Mia", "--note", "rude", "--db", db)
    refused = httpx.get(f"{hosted.url}/api/me", headers=mia)
    assert refused.status_code == 403
    (kept,) = json.loads(told("keep-out", "--json", "--db", db))
    assert (kept["name"], kept["note"]) == ("Mia", "rude") and "person" not in kept
    assert "rude" in told("keep-out", "--db", db)
    assert told("keep-out", "lift", str(kept["number"]), "--db", db) == "Mia may come in again.\n"
    assert httpx.get(f"{hosted.url}/api/me", headers=mia).status_code == 200


def test_what_the_server_leaves_for_the_hosts_commands_is_its_owners_alone(hosted: Hosted) -> None:
    lock = hosted.db.with_name("quatuor.db.lock")
    assert json.loads(lock.read_text())["token"] and stat.S_IMODE(lock.stat().st_mode) == 0o600


def test_the_same_commands_work_on_a_store_that_nobody_uses(tmp_path: Path, told: Told) -> None:
    hosted = Hosted(tmp_path)
    table = hosted.table(hosted.person("Ana"))
    hosted.stop()
    db = str(hosted.db)
    assert not json.loads(hosted.db.with_name("quatuor.db.lock").read_text())["token"]
    assert listed(told, hosted.db)[0]["status"] == "playing"
    assert told("tables", "close", table, "--db", db) == f"Table {table} is closed.\n"
    assert listed(told, hosted.db)[0]["status"] == "closed"
    assert "203.0.113.0/24 is kept out" in told("keep-out", "add", "203.0.113.9/24", "--db", db)
    assert json.loads(told("keep-out", "--json", "--db", db))[0]["network"] == "203.0.113.0/24"


@pytest.mark.parametrize(
    ("words", "english"),
    [
        ("tables", "there is no store of games here"),
        ("tables close", "TABLE… is missing"),
        ("tables --status gone", "--status takes open, playing, over, closed"),
        ("tables --limit 0", "--limit takes a whole number"),
        ("tables --game chess", "chess"),
        ("tables dance", "has no command dance"),
        ("keep-out", "there is no store of games here"),
        ("keep-out add", "WHO is missing"),
        ("keep-out lift Ana", "there is no store of games here"),
    ],
)
def test_bad_words_get_one_sentence(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, english: str
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    code, refused = run(*words.split())
    assert code == 2 and refused.count("\n") == 1 and english in refused
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_store_is_left_alone(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text("shopping list " * 100)
    for words in (["tables"], ["tables", "close", "ABCDEF"], ["keep-out", "add", "203.0.113.7"]):
        code, refused = run(*words, "--db", str(file))
        assert code == 2 and refused.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["list.txt"]
