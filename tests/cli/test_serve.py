"""`quatuor` alone and `quatuor serve`: a server, its address, one server a store, and sentences for bad values."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
import segno
from rich.console import Console

from cli.conftest import Run
from quatuor.cli import local_network, server_process
from quatuor.core.errors import OptionError
from quatuor.server.settings import Settings
from quatuor.server.store.file_lock import Claim, StoreInUseError


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that somebody else listens on."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator["Desk"]:
    desk = Desk(tmp_path)
    yield desk
    desk.clear()


class Desk:
    """A person's machine: its own data folder, and a browser that only writes down what it is asked to open."""

    def __init__(self, folder: Path) -> None:
        self.opened = folder / "opened"
        self._folder = folder
        self._running: list[subprocess.Popen[str]] = []
        browser = folder / "browser"
        browser.write_text(f'#!/bin/sh\necho "$1" >> {self.opened}\n')
        browser.chmod(0o755)
        own = {"XDG_DATA_HOME": str(folder), "BROWSER": f"{browser} %s", "QUATUOR_LANG": "en"}
        self.environment = os.environ | own

    def start(self, *args: str) -> "subprocess.Popen[str]":
        errors = (self._folder / "errors").open("a")
        with errors:
            process = subprocess.Popen(
                [sys.executable, "-m", "quatuor", *args],
                env=self.environment,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        self._running.append(process)
        return process

    def clear(self) -> None:
        for process in self._running:
            process.kill()
            process.communicate()


def wait_for(what: Callable[[], object]) -> None:
    deadline = time.monotonic() + 60
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_quatuor_alone_serves_opens_the_browser_and_stops_calmly(desk: Desk) -> None:
    first = desk.start()
    assert first.stdout
    line = first.stdout.readline()
    assert line.startswith("Quatuor is open at http://127.0.0.1:") and line.endswith("  (Ctrl-C stops it)\n")
    url = line.split()[4]
    wait_for(desk.opened.exists)
    assert httpx.get(f"{url}/api/health", timeout=60).json()["status"] == "ok"
    # Once more: the same server, in the browser.
    second = desk.start()
    assert second.communicate(timeout=60)[0] == f"Quatuor is already open at {url}\n"
    wait_for(lambda: desk.opened.read_text() == f"{url}\n{url}\n")
    # A second server on the same games is refused.
    third = desk.start("serve", "--port", "1")
    assert third.wait(60) == 2
    first.send_signal(signal.SIGINT)
    first.send_signal(signal.SIGINT)
    assert first.communicate(timeout=30)[0] == "Quatuor is stopped; every game is saved.\n"
    assert first.returncode == 0


def test_a_killed_server_leaves_its_store_free(tmp_path: Path) -> None:
    db = tmp_path / "quatuor.db"
    program = (
        "import sys, time; from pathlib import Path; from quatuor.server.store.file_lock import Claim;"
        "claim = Claim(Path(sys.argv[1]));"
        "claim.take(); claim.tell('http://here'); print('told', flush=True); time.sleep(60)"
    )
    holder = subprocess.Popen([sys.executable, "-c", program, str(db)], stdout=subprocess.PIPE, text=True)
    assert holder.stdout
    assert holder.stdout.readline() == "told\n"
    claim = Claim(db)
    with pytest.raises(StoreInUseError) as refused:
        claim.take()
    assert refused.value.url == "http://here" and str(db) in refused.value.say("fr")
    holder.kill()
    holder.communicate()
    claim.take()
    claim.give_back()


@pytest.mark.parametrize(
    ("args", "english", "french"),
    [
        ("--port 0", "--port takes a number from 1 to 65535; got 0.", "--port accepte un nombre"),
        ("--port 65536", "--port takes a number", "--port accepte un nombre"),
        ("--port web", "got web.", "reçu\u00a0: web."),
        ("--port=", 'got "".', 'reçu\u00a0: "".'),
        ("--keep-days -3", "--keep-days takes a number of days from 1; got -3.", "--keep-days accepte"),
        ("--keep-days 0", "--keep-days takes", "--keep-days accepte"),
        ("--keep-days 1.5", "--keep-days takes", "--keep-days accepte"),
        ("--public-url games.example.org", "--public-url takes an address", "--public-url accepte une adresse"),
        ("--public-url ftp://games.example.org", "--public-url takes", "--public-url accepte"),
        ("--public-url https://example.org/games", "--public-url takes", "--public-url accepte"),
        ("--public-url https://a:b@example.org", "--public-url takes", "--public-url accepte"),
        ("--public-url https://example.org:99999", "--public-url takes", "--public-url accepte"),
        ("--public-url https://", "--public-url takes", "--public-url accepte"),
        ("--time-zone Paris", "--time-zone takes the name of a time zone", "--time-zone accepte le nom"),
        ("--proxies caddy", "--proxies takes addresses", "--proxies accepte des adresses"),
        ("--metrics prometheus", "--metrics takes addresses or networks", "--metrics accepte des adresses"),
        ("--lan --host 127.0.0.1", "leave out --host", "n'ajoutez pas --host"),
        ("--host 192.0.2.77", "--host takes an address of this machine", "--host accepte une adresse"),
        ("--host no.such.name.invalid", "--host takes", "--host accepte"),
        ("--db DB/folder", "games cannot be saved there", "impossible d'y enregistrer des parties"),
        ("--db DB/text/under", "games cannot be saved there", "impossible d'y enregistrer des parties"),
        ("--db DB/text", "is not a store of Quatuor", "n'est pas un fichier de parties"),
        ("--db DB/other.db", "is not a store of Quatuor", "n'est pas un fichier de parties"),
        ("--db DB/newer.db", "belongs to a newer version", "vient d'une version plus récente"),
    ],
)
def test_bad_values_get_one_sentence(run: Run, tmp_path: Path, args: str, english: str, french: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "text").write_text("shopping list " * 100)
    _database(tmp_path / "other.db", "CREATE TABLE people (id TEXT)")
    _database(
        tmp_path / "newer.db",
        "CREATE TABLE alembic_version (version_num TEXT)",
        "INSERT INTO alembic_version VALUES ('9999')",
        "CREATE TABLE facts (name TEXT)",
        "CREATE TABLE entries (body TEXT)",
    )
    words = ["--db", str(tmp_path / "games.db"), *args.replace("DB", str(tmp_path)).split()]
    for language, sentence in (("en", english), ("fr", french)):
        code, told = run("serve", *words, language=language)
        assert code == 2 and told.startswith("quatuor: ") and told.count("\n") == 1
        assert sentence in told


def _database(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as database:
        for statement in statements:
            database.execute(statement)
        database.commit()


def test_a_foreign_database_is_left_as_it_was(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "accounts.db"
    _database(path, "CREATE TABLE accounts (id TEXT)")
    before = path.read_bytes()
    assert run("serve", "--db", str(path))[0] == 2
    assert path.read_bytes() == before


def test_a_port_that_is_taken_is_named(run: Run, tmp_path: Path, taken: int) -> None:
    code, told = run("serve", "--db", str(tmp_path / "games.db"), "--port", str(taken))
    assert code == 2
    assert told == f"quatuor: port {taken} is already taken on 127.0.0.1; choose another with --port.\n"


def test_without_a_port_the_next_free_one_is_found(taken: int) -> None:
    with server_process.listen("127.0.0.1", None, taken) as listener:
        assert taken < listener.getsockname()[1]
    with pytest.raises(OptionError):
        server_process.listen("127.0.0.1", taken, 8414)


def test_the_address_is_one_that_a_browser_can_open() -> None:
    with server_process.listen("127.0.0.1", None, 8414) as listener:
        port = listener.getsockname()[1]
        for host, url in (("0.0.0.0", "127.0.0.1"), ("127.0.0.1", "127.0.0.1"), ("::", "[::1]"), ("box", "box")):
            assert server_process.local_url(host, listener) == f"http://{url}:{port}"
        settings = server_process.completed(Settings(public_url="https://games.example.org"), listener)
        assert settings.port == port and settings.hosts
        assert {"localhost", "127.0.0.1", "games.example.org", socket.gethostname()} <= set(settings.hosts)


def test_lan_needs_a_network(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_network, "lan_address", lambda: None)
    code, told = run("serve", "--lan", "--db", str(tmp_path / "games.db"))
    assert code == 2 and "not on a network" in told


def test_the_code_can_be_scanned_on_dark_and_light_terminals() -> None:
    url = "http://192.168.1.17:8414"
    text = local_network.qr_code(url)
    rows: list[list[int]] = []
    for line in text.plain.splitlines():
        rows += [[int(char in "▀█") for char in line], [int(char in "▄█") for char in line]]
    wanted = [
        [int(bool(module)) for module in row] for row in segno.make(url, error="m", micro=False).matrix_iter(border=2)
    ]
    assert rows[: len(wanted)] == wanted and not any(map(any, rows[len(wanted) :]))
    console = Console(force_terminal=True, color_system="truecolor", width=80)
    with console.capture() as captured:
        console.print(text)
    assert captured.get().count("\x1b[38;2;0;0;0;48;2;255;255;255m") == len(text.plain.splitlines())


def test_the_browser_is_left_alone_where_there_is_no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(server_process.webbrowser, "open", opened.append)
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    server_process.open_browser("http://127.0.0.1:8414")
    assert opened == []
    monkeypatch.setenv("DISPLAY", ":0")
    server_process.open_browser("http://127.0.0.1:8414")
    assert opened == ["http://127.0.0.1:8414"]


@pytest.mark.parametrize(
    ("option", "module", "told"),
    [
        ("--metrics", "quatuor.server.metrics", 'metrics need prometheus-client: pip install "quatuor[metrics]".'),
        ("--traces", "quatuor.server.traces", '--traces needs OpenTelemetry: pip install "quatuor[traces]".'),
    ],
)
def test_what_an_extra_is_missing_for_is_said(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str, module: str, told: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    assert run("serve", option, "--db", str(tmp_path / "quatuor.db")) == (2, f"quatuor: {told}\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "private", "networks"),
    [
        (None, True, ("127.0.0.0/8", "::1/128")),
        (None, False, None),
        ("here", False, ("127.0.0.0/8", "::1/128")),
        ("off", True, None),
        ("10.0.0.0/8, ::1", False, ("10.0.0.0/8", "::1/128")),
    ],
)
def test_metrics_are_on_by_default_only_where_nobody_else_can_reach_the_server(
    text: str | None, private: bool, networks: tuple[str, ...] | None
) -> None:
    from quatuor.cli.commands.serve import _read_metrics

    assert _read_metrics(text, private=private) == networks
