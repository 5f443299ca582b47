"""Many tables with one person and three bots each, at a human pace, on one core: how long does a person's move take?

The server runs on one core (Linux), its clients on the others. At every table a person plays Symphonimo with three bots
that move every two seconds; a person moves as soon as it is their turn. What counts is the time from the sending of a
move until its player sees it. Bounded in time; the first seconds, in which all tables start at once, do not count.
"""

import asyncio
import json
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import click
import httpx
from rich.console import Console
from rich.progress import track
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from server import serving

GAME, PACE_MS, BOTS = "symphonimo", 2000, 3


@click.command()
@click.option("--bot", default="policy", show_default=True, help="Who plays on the other seats.")
@click.option("--tables", default=200, show_default=True, help="Tables at which people play at once.")
@click.option("--seconds", default=30, show_default=True, help="How long is measured.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def main(bot: str, tables: int, seconds: int, as_json: bool) -> None:
    """Measure one server."""
    with serving("--no-limits", core=min(os.sched_getaffinity(0))) as (process, port):
        found = asyncio.run(measure(process, port, bot, tables, seconds))
    if as_json:
        print(json.dumps(found))
        return
    print(f"{tables} tables with {BOTS} × {bot}, a bot's move every {PACE_MS / 1000:g} s, one core")
    print(f"moves of bots {found['bot_moves'] / seconds:.0f}/s, of people {len(found['waits']) / seconds:.0f}/s")
    print(f"the server used {100 * found['busy']:.0f} % of the core")
    for name, share in (("median", 0.5), ("99 of 100", 0.99), ("longest", 1.0)):
        print(f"a person's move, {name}: {1000 * quantile(found['waits'], share):.1f} ms")


def quantile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


async def measure(process: Any, port: int, bot: str, tables: int, seconds: int) -> dict[str, Any]:
    os.sched_setaffinity(0, os.sched_getaffinity(0) - {min(os.sched_getaffinity(process.pid))} or {0})
    waits: list[float] = []
    counts = {"bot_moves": 0}
    people = [opened(port, bot, number) for number in track(range(tables), "Opening", console=Console(stderr=True))]
    playing = [asyncio.create_task(play(port, *person, waits, counts)) for person in people]
    await asyncio.sleep(5)
    waits.clear()
    counts["bot_moves"], used, began = 0, cpu_seconds(process.pid), time.monotonic()
    await asyncio.sleep(seconds)
    busy = (cpu_seconds(process.pid) - used) / (time.monotonic() - began)
    found = {"waits": list(waits), "bot_moves": counts["bot_moves"], "busy": busy}
    for one in playing:
        one.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return found


def opened(port: int, bot: str, number: int) -> tuple[dict[str, str], str]:
    """A person and their table: what they sign in with, and its id."""
    with httpx.Client(base_url=f"http://127.0.0.1:{port}/api", timeout=60) as api:
        token = api.post("/players", json={"name": f"Person {number}"}).raise_for_status().json()["token"]
        headers = {"authorization": f"Bearer {token}"}
        seats = [{"kind": "me"}, *[{"kind": "bot", "bot": bot}] * BOTS]
        plan = {"game": GAME, "players": len(seats), "seats": seats, "start": True, "pace_ms": PACE_MS}
        return headers, str(api.post("/tables", json=plan, headers=headers).raise_for_status().json()["id"])


async def play(port: int, headers: dict[str, str], table: str, waits: list[float], counts: dict[str, int]) -> None:
    """Play one game after the other by the first legal move."""
    address = f"ws://127.0.0.1:{port}/api/tables/{table}/live?seat=0&after=-1"
    with suppress(ConnectionClosed):
        async with connect(address, additional_headers=headers, max_size=None) as socket:
            sent = 0.0
            async for message in socket:
                told = json.loads(message)
                if "snapshot" not in told:
                    continue
                moves = [item for item in told["items"] if item.get("kind") == "move"]
                mine = sum(item["seat"] == 0 for item in moves)
                counts["bot_moves"] += len(moves) - mine
                if sent and mine:
                    waits.append(time.monotonic() - sent)
                    sent = 0.0
                snapshot = told["snapshot"]
                legal = (snapshot.get("position") or {}).get("legal") or []
                if legal and not sent:
                    sent = time.monotonic()
                    move = {"seat": 0, "after": snapshot["index"], "moves": [legal[0]["move"]]}
                    await socket.send(json.dumps(move))


def cpu_seconds(pid: int) -> float:
    """Processor time of a process and its children so far."""
    ticks = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, ticks[11:15])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
