"""How long a move takes while somebody reads what is dear: alone, and beside so many reads a second, on loopback.

Two people play at a table over HTTP, at an even pace; the time of a move is from its sending to its answer. Beside them
one address asks for QR codes, replays, lists and the API's description as often as its rate says, from another process.
The server keeps its rate limits; `--source` measures another version of it.
"""

import asyncio
import json
import random
import statistics
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import click
import httpx
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from server import serving

GAME = "air_sorciere"  # the longest records
PLAYER, READER = "192.0.2.1", "192.0.2.2"
_PAUSE = 10.0  # until no limit remembers how fast the games before were played
_CONNECTIONS = 30

READS = {
    "qr.svg": "/api/tables/{record}/qr.svg",
    "frames": "/api/records/{record}/frames?count=100&start={start}&seat={seat}",
    "openapi.json": "/api/openapi.json",
    "tables": "/api/tables?limit=200",
    "events": "/api/tables/{record}/events?after=-1",
    "record": "/api/records/{record}",
}


@click.command()
@click.option("--seconds", default=6, show_default=True, help="How long each measurement takes.")
@click.option("--rate", default=300, show_default=True, help="Reads a second.")
@click.option("--pace", default=30, show_default=True, help="Moves a second.")
@click.option("--records", default=3, show_default=True, help="Finished games whose replays are read.")
@click.option(
    "--source", default=None, type=click.Path(exists=True, path_type=Path), help="Another version's src folder."
)
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def main(seconds: int, rate: int, pace: int, records: int, source: Path | None, as_json: bool) -> None:
    """Measure a move beside each kind of read."""
    found: dict[str, dict[str, Any]] = {}
    # A proxy that is believed lets one machine be several addresses.
    server = serving("--proxies", "127.0.0.1", source=source)
    with Progress(console=Console(stderr=True), transient=True) as progress, server as (_, port):
        task = progress.add_task("Measuring", total=len(READS) + records + 1)
        play = Play(f"http://127.0.0.1:{port}")
        names = []
        for _ in range(records):
            names.append(play.finish())
            progress.advance(task)
        time.sleep(_PAUSE)
        found["nothing"] = asyncio.run(measure(play, None, names, seconds, 0, pace))
        progress.advance(task)
        for name in READS:
            found[name] = asyncio.run(measure(play, name, names, seconds, rate, pace))
            progress.advance(task)
    if as_json:
        print(json.dumps(found))
        return
    report(found, rate)


class Play:
    """Somebody who plays both seats of tables, with random moves."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.rng = random.Random(1)
        with httpx.Client(base_url=address) as api:
            token = api.post("/api/players", json={"name": "Ada"}).json()["token"]
        self.headers = {"authorization": f"Bearer {token}", "x-forwarded-for": PLAYER}

    def open(self, api: httpx.Client) -> str:
        seats = [{"kind": "me"}, {"kind": "local", "name": "Bea"}]
        plan = {"game": GAME, "players": 2, "seats": seats, "start": True, "public": True}
        return str(api.post("/api/tables", json=plan).raise_for_status().json()["id"])

    def finish(self) -> str:
        """A table whose game is over."""
        with httpx.Client(base_url=self.address, headers=self.headers, timeout=30) as api:
            table = self.open(api)
            while body := self.choice(
                api.get(f"/api/tables/{table}/events?after=99999").json()["snapshot"], api, table
            ):
                while (answer := api.post(f"/api/tables/{table}/moves", json=body)).status_code == 429:
                    time.sleep(float(answer.headers["retry-after"]))
                answer.raise_for_status()
            return table

    def choice(self, seen: dict[str, Any], api: httpx.Client, table: str) -> dict[str, Any] | None:
        """A random move for whoever is to play; None at the end."""
        turn = seen["table"]["turn"]
        if turn < 0:
            return None
        if seen["position"]["seat"] != turn:
            path = f"/api/tables/{table}/events?after=99999&seat={turn}"
            seen = api.get(path).json()["snapshot"]
        move = self.rng.choice(seen["position"]["legal"])["move"]
        return {"seat": turn, "after": seen["index"], "moves": [move]}


async def measure(
    play: Play, kind: str | None, records: list[str], seconds: int, rate: int, pace: int
) -> dict[str, Any]:
    """The times of moves in milliseconds, beside reads of a kind, and what those were answered."""
    words = [
        sys.executable,
        __file__,
        "--read",
        play.address,
        kind or "",
        ",".join(records),
        str(seconds + 1),
        str(rate),
    ]
    reader = await asyncio.create_subprocess_exec(*words, stdout=asyncio.subprocess.PIPE) if kind else None
    await asyncio.sleep(0.5)
    times = await asyncio.to_thread(moves, play, seconds, pace)
    answers = json.loads((await reader.communicate())[0]) if reader else {}
    times.sort()
    return {"median": statistics.median(times), "p95": times[int(len(times) * 0.95)], "moves": len(times), **answers}


def moves(play: Play, seconds: int, pace: int) -> list[float]:
    times: list[float] = []
    with httpx.Client(base_url=play.address, headers=play.headers, timeout=60) as api:
        table = play.open(api)
        end = time.monotonic() + seconds
        seen = api.get(f"/api/tables/{table}/events?after=99999").json()["snapshot"]
        while time.monotonic() < end and (body := play.choice(seen, api, table)):
            began = time.perf_counter()
            answer = api.post(f"/api/tables/{table}/moves", json=body).raise_for_status()
            times.append((time.perf_counter() - began) * 1000)
            seen = answer.json()["snapshot"]
            time.sleep(1 / pace)
    return times


async def read(address: str, kind: str, records: list[str], seconds: float, rate: int) -> None:
    """Ask at an even rate, on several connections, whatever is answered; prints what was."""
    answers: Counter[str] = Counter()
    rng = random.Random(2)
    began = time.monotonic()
    sent = 0

    async def ask_on() -> None:
        """One connection, on which the next request is sent as soon as it is due and the one before is answered."""
        nonlocal sent
        host, port = address.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        while (now := time.monotonic() - began) < seconds:
            if sent >= now * rate:
                await asyncio.sleep(0.002)
                continue
            sent += 1
            record = rng.choice(records)
            path = READS[kind].format(record=record, start=rng.randrange(400), seat=rng.randrange(-1, 2))
            writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nX-Forwarded-For: {READER}\r\n\r\n".encode())
            head = await reader.readuntil(b"\r\n\r\n")
            await reader.readexactly(int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]))
            answers[head.split()[1].decode()] += 1
        writer.close()

    await asyncio.gather(*(ask_on() for _ in range(_CONNECTIONS)))
    print(json.dumps({"answers": answers, "asked": sent}))


def report(found: dict[str, dict[str, Any]], rate: int) -> None:
    table = Table(title=f"A move beside {rate} reads a second of one other address")
    for name in ("beside", "median", "95 of 100 within", "median ÷ alone", "reads answered", "told to wait"):
        table.add_column(name, justify="left" if name == "beside" else "right")
    alone = found["nothing"]["median"]
    for name, figures in found.items():
        answers = figures.get("answers", {})
        table.add_row(
            name,
            f"{figures['median']:.1f} ms",
            f"{figures['p95']:.1f} ms",
            f"{figures['median'] / alone:.1f}",
            str(answers.get("200", "")),
            str(answers.get("429", "")),
        )
    Console().print(table)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--read"]:
        address, kind, records, seconds, rate = sys.argv[2:]
        asyncio.run(read(address, kind, records.split(","), float(seconds), int(rate)))
    else:
        main()
