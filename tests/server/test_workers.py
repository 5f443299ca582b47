"""`quatuor serve --workers`: several processes behind one port, each replaced when it ends or when the host says so."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from browser.harness import free_port
from postgresql import Databases
from quatuor.server.pool import Pool
from server.waits import wait_until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.sqlite,  # these name their database themselves
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals"),
]
# A first start on a machine loads or compiles the rules.
_START = 120.0


class Served:
    """`quatuor serve` with two processes."""

    def __init__(self, address: str, folder: Path) -> None:
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        self._log = (folder / "log").open("wb")
        words = ["serve", "--db", address, "--port", str(port), "--workers", "2", "--no-limits"]
        self.process = subprocess.Popen([sys.executable, "-m", "quatuor", *words], stdout=self._log, stderr=self._log)
        end = time.monotonic() + _START
        while not self.answers():
            assert time.monotonic() < end and self.process.poll() is None, (folder / "log").read_text()[-3000:]
            time.sleep(0.1)

    def answers(self) -> bool:
        with suppress(httpx.TransportError):
            return httpx.get(f"{self.url}/api/health", timeout=_START).status_code == 200
        return False

    @property
    def workers(self) -> set[int]:
        """The processes that serve; Python's own helper of its children is none of them."""
        found = set()
        for child in Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split():
            with suppress(OSError):
                if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                    found.add(int(child))
        return found

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(60)
        self._log.close()


@pytest.fixture(scope="module")
def served(databases: Databases, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    server = Served(databases.new(), tmp_path_factory.mktemp("workers"))
    yield server
    server.stop()


class Player:
    """Plays alone on both seats, each move over a connection of its own, so that any process may answer."""

    def __init__(self, url: str) -> None:
        self.url = url
        token = httpx.post(f"{url}/api/players", json={"name": "Ana"}, timeout=_START).json()["token"]
        self.headers = {"authorization": f"Bearer {token}"}
        seats = [{"kind": "me"}, {"kind": "local", "name": "Bea"}]
        plan = {"game": "symphonimo", "players": 2, "seats": seats, "start": True}
        opened = httpx.post(f"{url}/api/tables", json=plan, headers=self.headers, timeout=_START)
        self.table = opened.raise_for_status().json()["id"]
        self.known: list[object] = []

    def play(self) -> None:
        """One move; it is sent again until it is answered, and all that was told before is still so."""
        while True:
            with suppress(httpx.TransportError):
                path = f"{self.url}/api/tables/{self.table}"
                turn = httpx.get(path, headers=self.headers).raise_for_status().json()["turn"]
                seen = httpx.get(f"{path}/events", params={"seat": turn}, headers=self.headers).json()
                assert seen["snapshot"]["index"] >= len(self.known) - 1
                body = {"seat": turn, "after": seen["snapshot"]["index"]}
                body["moves"] = [seen["snapshot"]["position"]["legal"][0]["move"]]
                answer = httpx.post(f"{path}/moves", json=body, headers=self.headers)
                if answer.status_code == 200:
                    self.known += answer.json()["items"]
                    return
            time.sleep(0.05)


def test_a_process_that_dies_is_replaced_and_nothing_is_lost(served: Served) -> None:
    wait_until(lambda: len(served.workers) == 2)
    player = Player(served.url)
    before = served.workers
    for _ in range(4):
        player.play()
    victim = min(before)
    os.kill(victim, signal.SIGKILL)
    for _ in range(4):
        player.play()
    wait_until(lambda: len(served.workers) == 2 and victim not in served.workers)


def test_a_rolling_restart_replaces_all_and_loses_nothing(served: Served) -> None:
    wait_until(lambda: len(served.workers) == 2)
    player, before = Player(served.url), served.workers
    served.process.send_signal(signal.SIGHUP)
    while served.workers & before:
        player.play() if len(player.known) < 20 else time.sleep(0.05)
        assert served.answers()
    wait_until(lambda: len(served.workers) == 2)
    player.play()


def measured(served: Served, name: str) -> float:
    """What the metrics say, whichever process answers: the sum over all labels."""
    lines = httpx.get(f"{served.url}/metrics").raise_for_status().text.splitlines()
    return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith((f"{name}{{", f"{name} ")))


def test_metrics_are_those_of_all_processes_and_of_none_that_has_ended(served: Served) -> None:
    wait_until(lambda: len(served.workers) == 2)
    moves, player = measured(served, "quatuor_moves_total"), Player(served.url)
    for _ in range(6):
        player.play()
    assert {measured(served, "quatuor_moves_total") for _ in range(8)} == {moves + 6}
    threads = 2 * Pool(processes=2).workers
    wait_until(lambda: measured(served, "quatuor_thinking_threads") == threads)
    victim = max(served.workers)
    os.kill(victim, signal.SIGKILL)
    wait_until(lambda: len(served.workers) == 2 and victim not in served.workers)
    assert measured(served, "quatuor_moves_total") == moves + 6
    wait_until(lambda: measured(served, "quatuor_thinking_threads") == threads)


def test_the_processes_end_with_their_parent(databases: Databases, tmp_path: Path) -> None:
    server = Served(databases.new(), tmp_path)
    wait_until(lambda: len(server.workers) == 2)
    workers = server.workers
    server.process.kill()
    server.process.wait(30)
    wait_until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))
    server._log.close()
