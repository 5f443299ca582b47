"""Our server under load beside a boardgame.io server with the same game, on loopback, in one run.

Every table has two connected players; a move counts when both have seen it. Ours writes each move to disk before it
is announced; boardgame.io keeps its matches in memory, as it does by default. Three questions, bounded in time:

- how many moves a second, when every table moves as soon as it can;
- how long from a move's sending until both players see it, at 500 moves a second (median, 99 of 100, worst);
- how much memory a live table with two connected players takes.

Needs Node: `npm ci` in bench/tables is run if need be.
"""

import json
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table

FOLDER = Path(__file__).parent / "tables"
KINDS = ("quatuor", "boardgame.io")
_START = 60.0
_COMPILE = 600.0


@click.command()
@click.option("--seconds", default=8, show_default=True, help="How long each measurement takes.")
@click.option("--rounds", default=3, show_default=True, help="How often each is repeated, taking turns.")
@click.option("--tables", default=80, show_default=True, help="Tables at which people play at once.")
@click.option("--rate", default=500, show_default=True, help="Moves a second for the delays.")
@click.option("--idle", default=300, show_default=True, help="Live tables for the memory.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def main(seconds: int, rounds: int, tables: int, rate: int, idle: int, as_json: bool) -> None:
    """Measure both servers and compare."""
    if not (FOLDER / "node_modules").exists():
        subprocess.run(["npm", "ci", "--silent"], cwd=FOLDER, check=True)
    found: dict[str, dict[str, Any]] = {kind: {"full": [], "paced": []} for kind in KINDS}
    for _ in track(range(rounds), "Measuring", console=Console(stderr=True), transient=True):
        for kind in KINDS:
            with serving(kind) as (process, address):
                found[kind]["full"].append(load(kind, address, tables, seconds, 0, process.pid))
                found[kind]["paced"].append(load(kind, address, tables, seconds, rate, process.pid))
    for kind in KINDS:
        with serving(kind) as (process, address):
            found[kind]["bytes"] = bytes_per_table(kind, process, address, idle)
    if as_json:
        print(json.dumps(found))
        return
    report(found, rate, idle)


@contextmanager
def serving(kind: str) -> Iterator[tuple["subprocess.Popen[bytes]", str]]:
    """A server of that kind on a free port, stopped at the end."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder:
        if kind == "quatuor":
            store = str(Path(folder) / "bench.db")
            command = [sys.executable, "-m", "quatuor", "serve", "--port", str(port), "--db", store, "--no-limits"]
            probe = f"{address}/api/health"
        else:
            command, probe = ["node", "peer.js", str(port)], address
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        process = subprocess.Popen(command, cwd=FOLDER, **quiet)  # type: ignore[call-overload]
        try:
            wait_for(probe, process)
            if kind == "quatuor":
                wait_until_warm(probe)
            yield process, address
        finally:
            process.terminate()
            process.wait(20)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(address: str, process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + _START
    while time.monotonic() < end and process.poll() is None:
        try:
            urllib.request.urlopen(address, timeout=5).close()
            return
        except urllib.error.HTTPError:
            return  # it answers, if only that it has no such page
        except OSError:
            time.sleep(0.1)
    sys.exit(f"The server did not answer at {address}.")


def wait_until_warm(health: str) -> None:
    """The first start on a machine compiles: that is not what is measured here."""
    end = time.monotonic() + _COMPILE
    while time.monotonic() < end:
        with urllib.request.urlopen(health, timeout=60) as answer:
            if json.load(answer)["warm"]:
                return
        time.sleep(0.5)
    sys.exit("The server did not become warm.")


def load(kind: str, address: str, tables: int, seconds: int, rate: int, pid: int) -> dict[str, float]:
    words = ["node", "load.js", kind, address, *map(str, (tables, seconds, rate, pid))]
    done = subprocess.run(words, cwd=FOLDER, capture_output=True, text=True, check=False, timeout=seconds + 120)
    if done.returncode:
        sys.exit(f"The load on {kind} failed: {done.stderr}")
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return figures


def bytes_per_table(kind: str, process: "subprocess.Popen[bytes]", address: str, tables: int) -> float:
    """How much the server's memory grows for each table with two connected players; a few come first, to warm up."""
    load(kind, address, 5, 2, 0, process.pid)
    before = resident(process.pid)
    words = ["node", "load.js", kind, address, str(tables), "0", "0"]
    with subprocess.Popen(words, cwd=FOLDER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as clients:
        assert clients.stdout and clients.stdin
        clients.stdout.readline()
        after = resident(process.pid)
        clients.stdin.close()
    return (after - before) / tables


def resident(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise RuntimeError("the system does not say how much memory a process has")


def report(found: dict[str, dict[str, Any]], rate: int, idle: int) -> None:
    table = Table(title="Two connected players a table, on loopback")
    for name in ("", *KINDS, "ratio"):
        table.add_column(name, justify="left" if not name else "right")

    def median(kind: str, run: str, figure: str) -> float:
        values = sorted(one[figure] for one in found[kind][run])
        return values[len(values) // 2]

    def row(name: str, values: list[float], unit: str) -> None:
        ratio = f"{values[0] / values[1]:.2f}"
        table.add_row(name, *(f"{value:,.1f} {unit}" for value in values), ratio)

    row("moves a second", [median(kind, "full", "rate") for kind in KINDS], "")
    row("the server's processor time a move", [median(kind, "full", "cpu") for kind in KINDS], "µs")
    for figure, name in (("p50", "median delay"), ("p99", "99 of 100 within"), ("worst", "worst delay")):
        row(f"{name} at {rate}/s", [median(kind, "paced", figure) for kind in KINDS], "ms")
    row(f"moves a second reached of {rate}", [median(kind, "paced", "rate") for kind in KINDS], "")
    row(f"memory a table ({idle} tables)", [found[kind]["bytes"] / 1000 for kind in KINDS], "KB")
    Console().print(table)


if __name__ == "__main__":
    main()
