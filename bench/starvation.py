"""One guest floods a server with bots while another plays against one Amateur: how long does the other wait?

The server runs as it does for everybody, rate limits included, on loopback. The flood opens as many tables of bots as
it may, each with a socket that looks on: Virtuosos, or bots that search for two seconds. The other guest plays
Symphonimo against an Amateur and asks for a hint now and then, first alone and then beside the flood. Both come from
one address, the hardest case. Bounded in time; what took longer than the patience counts as that long.
"""

import asyncio
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from statistics import median
from typing import Any

import click
import httpx
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from websockets.asyncio.client import connect as follow
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from server import serving

FLOODS = {"virtuoso": (40, "virtuoso"), "two seconds": (20, "search:2s")}
FLOOD_GAME, FLOOD_PLAYERS = "rythm_n_play", 6
_PATIENCE = 40.0
_SETTLE = 3.0
_PAUSE = 0.05  # the other guest's own time for a move


@dataclass
class Waits:
    """What the other guest met with: seconds for each answer of the bot and for each hint, and refused hints."""

    answers: list[float] = field(default_factory=list)
    hints: list[float] = field(default_factory=list)
    refused: int = 0


class Guest:
    """Somebody with a token."""

    def __init__(self, port: int, name: str) -> None:
        self.api = httpx.Client(base_url=f"http://127.0.0.1:{port}/api", timeout=_PATIENCE)
        token = self.api.post("/players", json={"name": name}).raise_for_status().json()["token"]
        self.headers = {"authorization": f"Bearer {token}"}
        self.api.headers.update(self.headers)
        self.live = f"ws://127.0.0.1:{port}/api/tables"

    def open(self, game: str, seats: list[dict[str, str]], **more: Any) -> str:
        plan = {"game": game, "players": len(seats), "seats": seats, "start": True, "pace_ms": 0, **more}
        return str(self.api.post("/tables", json=plan).raise_for_status().json()["id"])


@click.command()
@click.option("--seconds", default=10, show_default=True, help="How long the other guest plays, alone and beside.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def main(seconds: int, as_json: bool) -> None:
    """Measure both floods."""
    found: dict[str, tuple[Waits, Waits]] = {}
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("Measuring", total=2 * len(FLOODS))
        for name, (tables, bot) in FLOODS.items():
            with serving() as (_, port):
                other = Guest(port, "Other")
                alone = played(other, seconds)
                progress.advance(task)
                with flooding(port, tables, bot):
                    beside = played(other, seconds)
                progress.advance(task)
            found[name] = alone, beside
    if as_json:
        print(json.dumps({name: [vars(waits) for waits in both] for name, both in found.items()}))
    else:
        report(found)


@contextmanager
def flooding(port: int, tables: int, bot: str) -> Iterator[None]:
    """Tables of bots alone, each looked at through a socket."""
    guest = Guest(port, "Flood")
    seats = [{"kind": "bot", "bot": bot}] * FLOOD_PLAYERS
    ids = [guest.open(FLOOD_GAME, seats) for _ in range(tables)]
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    looking = [asyncio.run_coroutine_threadsafe(look(guest, table), loop) for table in ids]
    time.sleep(_SETTLE)
    try:
        yield
    finally:
        for one in looking:
            one.cancel()
        time.sleep(0.2)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()


async def look(guest: Guest, table: str) -> None:
    with suppress(ConnectionClosed):
        async with follow(f"{guest.live}/{table}/live", additional_headers=guest.headers, max_size=None) as socket:
            async for _ in socket:
                pass


def played(guest: Guest, seconds: float) -> Waits:
    """One game after the other against an Amateur, for some seconds."""
    waits, end = Waits(), time.monotonic() + seconds
    while time.monotonic() < end:
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "amateur"}]
        table = guest.open("symphonimo", seats, first=0, hints=True)
        address = f"{guest.live}/{table}/live?seat=0&after=-1"
        with connect(address, additional_headers=guest.headers, max_size=None) as socket:
            play_one(guest, table, socket, waits, end)
    return waits


def play_one(guest: Guest, table: str, socket: Any, waits: Waits, end: float) -> None:
    now = json.loads(socket.recv(_PATIENCE))["snapshot"]
    turns = 0
    while now["outcome"] is None and time.monotonic() < end:
        if turns % 10 == 0 and now["table"]["turn"] == 0:
            ask_for_hint(guest, table, now["index"], waits)
        turns += 1
        while now["outcome"] is None and now["table"]["turn"] == 0:
            move = {"seat": 0, "after": now["index"], "moves": [now["position"]["legal"][0]["move"]]}
            time.sleep(_PAUSE)
            now = guest.api.post(f"/tables/{table}/moves", json=move).raise_for_status().json()["snapshot"]
        begun = time.monotonic()
        while now["outcome"] is None and now["table"]["turn"] != 0:
            try:
                heard = json.loads(socket.recv(_PATIENCE))["snapshot"]
            except TimeoutError:
                waits.answers.append(_PATIENCE)
                return
            now = heard if heard["index"] >= now["index"] else now
        waits.answers.append(time.monotonic() - begun)


def ask_for_hint(guest: Guest, table: str, index: int, waits: Waits) -> None:
    begun = time.monotonic()
    answer = guest.api.post(f"/tables/{table}/hint", json={"seat": 0, "after": index})
    if answer.status_code == 429:
        waits.refused += 1
    elif answer.is_success:
        waits.hints.append(time.monotonic() - begun)


def report(found: dict[str, tuple[Waits, Waits]]) -> None:
    table = Table(title="Another guest's Amateur, alone and beside a flood")
    for name in ("flood", "figure", "alone", "beside", "ratio"):
        table.add_column(name, justify="left" if name in ("flood", "figure") else "right")
    for name, (alone, beside) in found.items():
        for figure, of in (("median answer", median), ("worst answer", max)):
            row(table, name, figure, *(of(waits.answers) for waits in (alone, beside)))
        hints = [median(waits.hints) if waits.hints else float("nan") for waits in (alone, beside)]
        row(table, name, "median hint", *hints)
        for figure, counts in (
            ("answers", [len(waits.answers) for waits in (alone, beside)]),
            ("hints refused", [waits.refused for waits in (alone, beside)]),
        ):
            table.add_row(name, figure, *map(str, counts), "")
    Console().print(table)


def row(table: Table, name: str, figure: str, alone: float, beside: float) -> None:
    table.add_row(name, figure, f"{1000 * alone:,.1f} ms", f"{1000 * beside:,.1f} ms", f"{beside / alone:,.1f}")


if __name__ == "__main__":
    main()
