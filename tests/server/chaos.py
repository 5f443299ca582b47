"""Chaos: processes and their PostgreSQL fail at random instants while people play; nothing announced is lost.

They are killed; a process is stopped for a while, or cut off from the database. Every process has another idea of the
time of day. People ask any process, over a new connection each time, and follow
their tables through sockets. In the end all that anybody was ever told must be what every process tells now, and what
lies in the database.
"""

import builtins
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import orjson
import psycopg
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from browser.harness import free_port
from postgresql import Cluster, short_folder
from server.relay import Relay

_START = 300.0
_DATABASE = "chaos"
# Every request has a connection of its own: to read all certificates for each would take longer than all else.
_NO_TLS = False
# By how many seconds the clocks of the processes are wrong, in turn.
_CLOCKS = (0, 3600, -3600)
# A process is stopped or cut off for so long at most: also long enough that others take it for gone.
_LONGEST_STOP, _LONGEST_CUT = 8.0, 6.0
_GAMES = ("symphonimo", "air_sorciere", "rythm_n_play", "symbiose")

Json = dict[str, Any]


class Process:
    """A server in a process of its own."""

    def __init__(self, address: str, folder: Path, number: int) -> None:
        self.number = number
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._words = [str(self.port), address, str(_CLOCKS[number % len(_CLOCKS)])]
        self.log = folder / f"process-{number}.log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        program = Path(__file__).with_name("chaos_server.py")
        with self.log.open("ab") as log:
            self._process = subprocess.Popen([sys.executable, str(program), *self._words], stdout=log, stderr=log)

    def answers(self) -> bool:
        assert self._process is not None and self._process.poll() is None, self.log.read_text()[-3000:]
        with suppress(httpx.TransportError):
            return httpx.get(f"{self.url}/api/health", timeout=_START, verify=_NO_TLS).status_code == 200
        return False

    def send(self, what: int) -> None:
        assert self._process is not None
        self._process.send_signal(what)

    @property
    def bugs(self) -> list[str]:
        """The lines of its log that tell of a mistake of our own: errors of Python, but for connections and files."""
        found = []
        for line in self.log.read_text().splitlines():
            with suppress(ValueError):  # one that was cut off as the process was killed
                kind = getattr(builtins, str(orjson.loads(line).get("error")), None)
                if isinstance(kind, type) and issubclass(kind, Exception) and not issubclass(kind, OSError):
                    found.append(line)
        return found

    def kill(self) -> None:
        if self._process is not None:
            self.send(signal.SIGKILL)
            self._process.wait(60)
            self._process = None


class Table:
    """A table with people on both seats, or one against a bot, and all that they were ever told."""

    def __init__(self, chaos: "Chaos", game: str, bot: bool) -> None:
        self.chaos = chaos
        self.rng = random.Random(f"{game} {bot}")
        self.game, self.bot = game, bot
        self.told: dict[tuple[str, int, int], Json] = {}
        self.trouble: list[str] = []
        self.tables: list[str] = []
        self.answered: Counter[int] = Counter()
        self.headers: dict[str, str] = {}
        self.seat = 0

    def hear(self, table: str, seat: int, items: list[Json]) -> None:
        for item in items:
            known = self.told.setdefault((table, seat, item["index"]), item)
            if known != item:
                self.trouble.append(f"{table}: entry {item['index']} was {known} and is {item}")

    def ask(self, method: str, path: str, **more: Any) -> Json | None:
        """What any process answers; None where none is there, or where it is out of reach of its database."""
        url = self.rng.choice(self.chaos.processes).url
        try:
            answer = httpx.request(method, f"{url}/api{path}", headers=self.headers, timeout=20, verify=_NO_TLS, **more)
        except httpx.TransportError:
            return None
        self.answered[answer.status_code] += 1
        if answer.status_code >= 500 and answer.status_code != 503:
            self.trouble.append(f"{method} {path}: {answer.status_code} {answer.text}")
        return answer.json() if answer.is_success else None

    def live(self) -> None:
        """Play one game after the other until the chaos is over."""
        while not self.chaos.over.is_set():
            if not self.headers:
                player = self.ask("POST", "/players", json={"name": "Ana"})
                if player is not None:
                    self.headers = {"authorization": f"Bearer {player['token']}"}
            elif not self.tables or not self.play(self.tables[-1]):
                self.open()
            time.sleep(0.005)

    def open(self) -> None:
        other = {"kind": "bot", "bot": "greedy"} if self.bot else {"kind": "local", "name": "Bea"}
        plan = {"game": self.game, "players": 2, "seats": [{"kind": "me"}, other], "start": True, "pace_ms": 0}
        opened = self.ask("POST", "/tables", json=plan | {"turn_seconds": 60})
        if opened is not None:
            self.tables.append(opened["id"])
            self.seat = 0
            threading.Thread(target=self.listen, args=(opened["id"],), daemon=True).start()

    def play(self, table: str) -> bool:
        """Make a move; False once the game is over."""
        seen = self.ask("GET", f"/tables/{table}/events", params={"seat": self.seat, "after": 10_000})
        if seen is None:
            return True
        info, position, seat = seen["snapshot"]["table"], seen["snapshot"]["position"], self.seat
        if info["status"] == "over":
            return False
        if info["turn"] != seat:
            self.seat = info["turn"] if info["turn"] in info["yours"] else seat
            return True
        move = self.rng.choice(position["legal"])["move"]
        body = {"seat": seat, "after": seen["snapshot"]["index"], "moves": [move]}
        done = self.ask("POST", f"/tables/{table}/moves", json=body)
        if done is not None:
            self.hear(table, seat, done["items"])
        return True

    def listen(self, table: str) -> None:
        """Follow a table through a socket at any process, and at another one when that is gone."""
        while not self.chaos.over.is_set() and table in self.tables[-2:]:
            url = self.rng.choice(self.chaos.processes).url.replace("http", "ws")
            try:
                path = f"{url}/api/tables/{table}/live?seat=0&after=-1"
                with connect(path, additional_headers=self.headers, compression=None, open_timeout=20) as socket:
                    while not self.chaos.over.is_set():
                        with suppress(TimeoutError):
                            self.hear(table, 0, orjson.loads(socket.recv(timeout=1)).get("items", []))
            except (WebSocketException, OSError, TimeoutError):
                time.sleep(0.1)

    def check(self) -> int:
        """Compare all that was told with what every process tells now, and with the database; how many items."""
        assert not self.trouble, self.trouble[:3]
        for process in self.chaos.processes:
            for seat in (0, 1) if not self.bot else (0,):
                for table in self.tables:
                    answer = httpx.get(
                        f"{process.url}/api/tables/{table}/events",
                        params={"seat": seat},
                        headers=self.headers,
                        timeout=60,
                        verify=_NO_TLS,
                    )
                    items = answer.raise_for_status().json()["items"]
                    assert [item["index"] for item in items] == list(range(len(items)))
                    assert self.chaos.stored(table) == list(range(len(items)))
                    now = {item["index"]: item for item in items}
                    told = {i: item for (t, s, i), item in self.told.items() if (t, s) == (table, seat)}
                    assert told.items() <= now.items(), (process.log.name, table, seat)
        return len(self.told)


class Chaos:
    """Some processes, their database, people at tables, and all that goes wrong."""

    def __init__(self, processes: int, tables: int, seed: int) -> None:
        self.rng = random.Random(seed)
        self.over = threading.Event()
        self.folder = short_folder()
        self.cluster = Cluster(self.folder)
        self.cluster.create()
        self.cluster.start()
        with psycopg.connect(self.cluster.address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {_DATABASE}")  # type: ignore[arg-type]
        self.address = self.cluster.address(_DATABASE)
        self.relays = [Relay(self.folder / f"way-{number}", self.folder) for number in range(processes)]
        self.processes = [
            Process(self.cluster.address(_DATABASE, relay.folder), self.folder, number)
            for number, relay in enumerate(self.relays)
        ]
        self.tables = [Table(self, _GAMES[n % len(_GAMES)], bot=n % 2 == 1) for n in range(tables)]
        self.failed: Counter[str] = Counter()
        self._threads = [threading.Thread(target=table.live, daemon=True) for table in self.tables]

    def start(self) -> None:
        for process in self.processes:
            process.start()
        self._wait_for_all()
        for thread in self._threads:
            thread.start()

    def _wait_for_all(self) -> None:
        end = time.monotonic() + _START
        for process in self.processes:
            while not process.answers():
                assert time.monotonic() < end, process.log.read_text()[-3000:]
                time.sleep(0.05)

    @property
    def told(self) -> int:
        """How many items people were told up to now."""
        return sum(len(table.told) for table in self.tables)

    def fail(self, what: str, again: bool = True) -> None:
        """Let a `process` or the `database` be killed in the middle of play and started again, or left to the others.

        Or let a process be stopped for a while (`stop`), or be cut off from the database (`cut`).
        """
        heard, more = self.told, self.rng.randrange(1, 60)
        end = time.monotonic() + _START
        while self.told < heard + more:
            assert time.monotonic() < end, "nobody is told anything any more"
            time.sleep(0.001)
        self.failed[what] += 1
        process = self.rng.choice(self.processes)
        if what == "database":
            self.cluster.kill()
            time.sleep(self.rng.random())
            self.cluster.start()
        elif what == "stop":
            process.send(signal.SIGSTOP)
            time.sleep(self.rng.random() * _LONGEST_STOP)
            process.send(signal.SIGCONT)
        elif what == "cut":
            self._cut_off(process)
        else:
            process.kill()
            if again:
                process.start()
            else:
                self.processes.remove(process)
        self._wait_for_all()

    def _cut_off(self, process: Process) -> None:
        """Whoever asks a process without its database reads so, in one sentence."""
        relay = self.relays[process.number]
        relay.cut()
        answer = httpx.get(f"{process.url}/api/health", timeout=_START)
        assert answer.status_code == 503 and answer.json()["error"] == "unavailable", answer.text
        time.sleep(self.rng.random() * _LONGEST_CUT)
        relay.mend()

    def stored(self, table: str) -> list[int]:
        """The numbers of a table's entries in the database."""
        with psycopg.connect(self.address) as connection:
            query = "SELECT number FROM entries WHERE table_id = %s ORDER BY number"
            return [number for (number,) in connection.execute(query, (table,))]

    def end(self) -> int:
        """Let everybody stop, and compare; how many items were told."""
        self.over.set()
        for thread in self._threads:
            thread.join(60)
        self._wait_for_all()
        for process in self.processes:
            assert not process.bugs, process.bugs[:3]
        return sum(table.check() for table in self.tables)

    def close(self) -> None:
        self.over.set()
        for process in self.processes:
            process.kill()
        for relay in self.relays:
            relay.close()
        self.cluster.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
