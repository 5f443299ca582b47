"""A server for a long time under a steady load: does it lose moves, become slower, or grow?

Many tables of Symphonimo, each with two connected players, and so many moves a second at all of them together; where a
game ends, another begins at a new table. Then the server is stopped, and every move that was answered is looked up in
its store. Reported are moves that are missing there, the time from the sending of a move until both players have seen
it, and the server's memory and processor time minute by minute, with a plot if wanted (`quatuor[plot]`). Needs Linux.
"""

import asyncio
import json
import resource
import sqlite3
import sys
import tempfile
import time
from array import array
from collections import deque
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from typing import Any

import click
import httpx
import orjson
from rich.console import Console
from rich.table import Table as Figures
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from hosting import cpu_seconds, quantile
from server import serving
from tables import resident

GAME = "symphonimo"
_FILES_EACH = 4
_SPARE_FILES = 500
_OPENING_AT_ONCE = 8
# Whether memory still grows is read off the end of a run.
_END_MINUTES = 5.0
# After the last move, the answers that are still on their way are waited for.
_LAST_SECONDS = 10.0


@click.command()
@click.option("--tables", default=1000, show_default=True, help="Tables, with two sockets each.")
@click.option("--rate", default=300.0, show_default=True, help="Moves a second, at all tables together.")
@click.option("--minutes", default=10.0, show_default=True, help="How long moves are made.")
@click.option("--every", default=60.0, show_default=True, help="Seconds between two looks at memory and delays.")
@click.option("--plot", type=click.Path(path_type=Path), help="Write a plot to this file.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def main(tables: int, rate: float, minutes: float, every: float, plot: Path | None, as_json: bool) -> None:
    """Measure one server, and compare with its store what was answered."""
    wanted = _FILES_EACH * tables + _SPARE_FILES
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if most < wanted:
        sys.exit(f"{tables} tables need {wanted} open files, and this user may have {most}: raise `ulimit -Hn`.")
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / "bench.db"
        with serving("--no-limits", db=db) as (process, port):
            load = Load(port, process.pid, rate)
            asyncio.run(load.run(tables, 60 * minutes, every))
        found = load.figures() | {"lost": lost_moves(db, load.answered)}
    if plot is not None and load.looks:
        draw(load.looks, plot)
    if as_json:
        print(json.dumps(found | {"looks": load.looks}))
    else:
        report(found, load.looks)
    if found["lost"]:
        sys.exit(1)


class Seats:
    """A table and its two sockets, one for each seat."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.sockets: list[ClientConnection] = []
        self.seen = [-1, -1]  # the last entry that each has seen
        self.waiting: tuple[int, float] | None = None  # the entry that a move will be, and when it was sent
        self.next: tuple[int, int, str] | None = None  # whose turn it is, after which entry, and a legal move


class Load:
    """People who play, and what they notice."""

    def __init__(self, port: int, pid: int, rate: float) -> None:
        self._address = f"127.0.0.1:{port}"
        self._pid = pid
        self._rate = rate
        self._ready: deque[Seats] = deque()
        self._tasks: set[asyncio.Task[None]] = set()
        self._going = True
        self._opening = asyncio.Semaphore(_OPENING_AT_ONCE)
        self.answered: list[tuple[str, int, int, str]] = []  # table, entry, seat, move
        self.delays = array("d")
        self.sent = self.refused = self.broken = self.tables = 0
        self.looks: list[dict[str, float]] = []
        self._seconds = self._used = self._looked = self._looked_used = 0.0
        self._told = 0  # how many delays were looked at

    async def run(self, tables: int, seconds: float, every: float) -> None:
        async with httpx.AsyncClient(base_url=f"http://{self._address}/api", timeout=120) as self._api:
            token = (await self._api.post("/players", json={"name": "Endurance"})).raise_for_status().json()["token"]
            self._headers = {"authorization": f"Bearer {token}"}
            await asyncio.gather(*(self._open() for _ in range(tables)))
            began, used = time.monotonic(), cpu_seconds(self._pid)
            self._looked, self._looked_used = began, used
            looking = asyncio.create_task(self._look(began, every))
            await self._pace(began, seconds)
            looking.cancel()
            if not self.looks or began + seconds - self._looked > every / 2:
                self._look_once(began)
            self._seconds, self._used = time.monotonic() - began, cpu_seconds(self._pid) - used
            end = time.monotonic() + _LAST_SECONDS
            while self.sent > len(self.answered) + self.refused and time.monotonic() < end:
                await asyncio.sleep(0.05)
            self._going = False
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(looking, *self._tasks, return_exceptions=True)

    async def _pace(self, began: float, seconds: float) -> None:
        """So many moves a second, as long as tables are ready for them; the first to be ready is the first to move."""
        due = 0
        while (now := time.monotonic() - began) < seconds:
            for _ in range(min(int(now * self._rate) - due, len(self._ready))):
                await self._move(self._ready.popleft())
            due = int(now * self._rate)
            await asyncio.sleep(0.002)

    async def _move(self, seats: Seats) -> None:
        assert seats.next is not None
        seat, after, move = seats.next
        seats.next, seats.waiting = None, (after + 1, time.perf_counter())
        self.sent += 1
        with suppress(ConnectionClosed):
            await seats.sockets[seat].send(json.dumps({"seat": seat, "after": after, "moves": [move]}))

    async def _open(self) -> None:
        """A new table, with somebody on each seat."""
        async with self._opening:
            seats = [{"kind": "me"}, {"kind": "local", "name": "Other"}]
            plan = {"game": GAME, "players": 2, "seats": seats, "start": True}
            answer = (await self._api.post("/tables", json=plan, headers=self._headers)).raise_for_status()
            both = Seats(str(answer.json()["id"]))
            for seat in (0, 1):
                url = f"ws://{self._address}/api/tables/{both.table}/live?seat={seat}&after=-1"
                both.sockets.append(
                    await connect(url, additional_headers=self._headers, max_size=None, compression=None)
                )
        self.tables += 1
        for seat in (0, 1):
            self._start(self._follow(both, seat))

    def _start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _follow(self, both: Seats, seat: int) -> None:
        """Read what comes on a socket until the game is over."""
        try:
            async for message in both.sockets[seat]:
                told = orjson.loads(message)
                if "error" in told:
                    self.refused += 1
                elif "snapshot" in told:
                    self._take(both, seat, told)
                    if told["snapshot"]["table"]["status"] == "over":
                        break
        except ConnectionClosed:
            pass
        if self._going and both.seen[seat] < 0:
            self.broken += 1
        await both.sockets[seat].close()

    def _take(self, both: Seats, seat: int, told: dict[str, Any]) -> None:
        snapshot = told["snapshot"]
        for item in told["items"]:
            if item["kind"] == "move" and item["seat"] == seat:
                self.answered.append((both.table, item["index"], seat, item["move"]))
        both.seen[seat] = snapshot["index"]
        if both.waiting is not None and min(both.seen) >= both.waiting[0]:
            self.delays.append(time.perf_counter() - both.waiting[1])
            both.waiting = None
            if snapshot["table"]["status"] == "over" and self._going:
                self._start(self._open())
        legal = (snapshot["position"] or {}).get("legal")
        if legal and snapshot["table"]["turn"] == seat:
            both.next = seat, snapshot["index"], legal[0]["move"]
        if both.next is not None and both.waiting is None and min(both.seen) == both.next[1]:
            self._ready.append(both)

    async def _look(self, began: float, every: float) -> None:
        """Look at intervals, each of which ends at its own moment however late the last one was."""
        for number in count(1):
            await asyncio.sleep(began + number * every - time.monotonic())
            self._look_once(began)

    def _look_once(self, began: float) -> None:
        """Memory now, and processor time and delays since the last look."""
        now, used = time.monotonic(), cpu_seconds(self._pid)
        seconds, delays = now - self._looked, self.delays[self._told :].tolist() or [0.0]
        self.looks.append(
            {
                "minute": (now - began) / 60,
                "memory_mb": resident(self._pid) / 1e6,
                "moves": (len(self.delays) - self._told) / seconds,
                "busy": (used - self._looked_used) / seconds,
                "p50_ms": 1000 * quantile(delays, 0.5),
                "p99_ms": 1000 * quantile(delays, 0.99),
                "worst_ms": 1000 * max(delays),
            }
        )
        self._looked, self._looked_used, self._told = now, used, len(self.delays)

    def figures(self) -> dict[str, float]:
        delays = self.delays.tolist() or [0.0]
        return {
            "tables": self.tables,
            "sent": self.sent,
            "answered": len(self.answered),
            "refused": self.refused,
            "broken": self.broken,
            "moves_a_second": len(self.answered) / self._seconds,
            "processor_us_a_move": 1e6 * self._used / max(1, len(self.answered)),
            **{name: 1000 * quantile(delays, share) for name, share in (("p50_ms", 0.5), ("p99_ms", 0.99))},
            "worst_ms": 1000 * max(delays),
            **memory_at_the_end(self.looks),
        }


def memory_at_the_end(looks: list[dict[str, float]]) -> dict[str, float]:
    """The memory some minutes before the end, at the end, and the most between; nothing of a shorter run."""
    last = looks[-1]["minute"] - _END_MINUTES
    before = [look["memory_mb"] for look in looks if look["minute"] <= last + 0.01]
    since = [look["memory_mb"] for look in looks if look["minute"] > last + 0.01]
    if not before:
        return {}
    return {"memory_before_mb": before[-1], "memory_most_mb": max(before[-1], *since), "memory_mb": since[-1]}


def lost_moves(db: Path, answered: list[tuple[str, int, int, str]]) -> int:
    """How many moves that people saw answered are not in the store as they saw them."""
    with closing(sqlite3.connect(db)) as store:
        rows = store.execute("SELECT table_id, number, body->>'seat', body->>'move' FROM entries WHERE kind = 'move'")
        stored = set(rows)
    return len(set(answered) - stored)


def report(found: dict[str, float], looks: list[dict[str, float]]) -> None:
    print(
        f"{found['answered']:,.0f} of {found['sent']:,.0f} moves answered, {found['moves_a_second']:.0f} a second; "
        f"{found['refused']:.0f} refused, {found['lost']:.0f} lost; {found['tables']:,.0f} tables, "
        f"{found['broken']:.0f} sockets broke; {found['processor_us_a_move']:.0f} µs of processor time a move"
    )
    print(
        f"until both players saw it: median {found['p50_ms']:.1f} ms, 99 of 100 within {found['p99_ms']:.1f} ms, "
        f"worst {found['worst_ms']:.1f} ms"
    )
    if "memory_before_mb" in found:
        print(
            f"memory in the last {_END_MINUTES:.0f} minutes: from {found['memory_before_mb']:.1f} MB to "
            f"{found['memory_mb']:.1f} MB, {found['memory_most_mb']:.1f} MB at most"
        )
    table = Figures()
    for name in looks[0] if looks else ():
        table.add_column(name, justify="right")
    for look in looks:
        table.add_row(*(f"{value:,.2f}" for value in look.values()))
    Console().print(table)


def draw(looks: list[dict[str, float]], file: Path) -> None:
    """Memory above, delays below."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, (above, below) = pyplot.subplots(2, 1, sharex=True, figsize=(9, 6))
    minutes = [look["minute"] for look in looks]
    above.plot(minutes, [look["memory_mb"] for look in looks])
    above.set_ylabel("memory, MB")
    above.set_ylim(0, 1.1 * max(look["memory_mb"] for look in looks))
    for name, title in (("p50_ms", "median"), ("p99_ms", "99 of 100")):
        below.plot(minutes, [look[name] for look in looks], label=title)
    below.set_ylabel("delay, ms")
    below.set_xlabel("minutes")
    below.set_ylim(bottom=0)
    below.legend()
    figure.tight_layout()
    figure.savefig(file)


if __name__ == "__main__":
    main()
