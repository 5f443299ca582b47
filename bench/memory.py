"""What the server keeps: how much memory a move leaves behind, and how much a live table takes.

The server's own functions in this process, without the network: every move is checked, written to disk, taken in and
told to two viewers. Three questions:

- how many bytes a live table with two viewers takes after so many moves;
- how many bytes stay of each move, over many whole games at tables that are forgotten when they end;
- for how long the garbage collector stops everything meanwhile.
"""

import asyncio
import gc
import json
import random
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table as Figures

from quatuor.games import GAMES
from quatuor.server.garbage import exempt_what_is_loaded
from quatuor.server.live import updates
from quatuor.server.live.commands import open_table
from quatuor.server.live.live_table import LiveTable, Viewer
from quatuor.server.people.people import Person
from quatuor.server.services import Services
from quatuor.server.settings import Settings
from quatuor.server.table.moves import make_moves
from quatuor.server.table.new_table import WantedSeat, WantedTable
from quatuor.server.table.views import Viewpoint

# The first games fill what is kept for good: compiled code, sentences, statements.
_WARM_UP = 1_000
# So many tables at a time share each commit to the disk.
_AT_A_TIME = 16
_STALL = {"air_sorciere": {"stall_limit": 10}}


@click.command()
@click.option("--moves", default=30_000, show_default=True, help="Moves of whole games, in each game.")
@click.option("--tables", default=250, show_default=True, help="Live tables, in each game.")
@click.option("--each", default=100, show_default=True, help="Moves at each live table.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def main(moves: int, tables: int, each: int, as_json: bool) -> None:
    """Measure all four games, each in a process of its own."""
    found: dict[str, dict[str, float]] = {}
    for name in track(GAMES, "Measuring", console=Console(stderr=True), transient=True):
        with ProcessPoolExecutor(1, get_context("spawn")) as alone:
            found[name] = alone.submit(measure, name, moves, tables, each).result()
    if as_json:
        print(json.dumps(found))
        return
    report = Figures(title="The server's process, two viewers a table")
    for column in ("", *(game.title for game in GAMES.values())):
        report.add_column(column, justify="right" if column else "left")
    rows = {
        "kept": (f"bytes that stay of a move ({moves:,} moves)", 1),
        "table": (f"KB a live table after {each} moves ({tables} tables)", 1000),
        "young": (f"ms, longest young collection, {tables} live tables", 1),
        "full": (f"ms, longest full collection, {tables} live tables", 1),
        "fulls": ("full collections meanwhile", 1),
        "garbage": ("objects that collections found", 1),
    }
    for key, (title, unit) in rows.items():
        report.add_row(title, *(f"{found[name][key] / unit:,.0f}" for name in GAMES))
    Console().print(report)


def measure(name: str, moves: int, tables: int, each: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(measure_in(Path(folder), name, moves, tables, each))


async def measure_in(folder: Path, name: str, moves: int, tables: int, each: int) -> dict[str, float]:
    services = Services(Settings(db=folder / "memory.db", limits=False, warm_search=False))
    await services.open()
    await services.warmup.all_ready()
    host = await services.people.introduce(None, "Bench")
    await whole_games(services, host, name, _WARM_UP)
    exempt_what_is_loaded()
    before = resident()
    await live_tables(services, host, name, tables, each)
    table = (resident() - before) / tables
    collections: list[tuple[int, float, int]] = []
    gc.callbacks.append(timing(collections))
    before = resident()
    played = await whole_games(services, host, name, moves)
    kept = (resident() - before) / played
    gc.callbacks.pop()
    collections = collections[1:-1]  # without those of `resident`
    await services.close()
    return {
        "table": table,
        "kept": kept,
        "young": max((took for generation, took, _ in collections if generation < 2), default=0.0),
        "full": max((took for generation, took, _ in collections if generation == 2), default=0.0),
        "fulls": sum(generation == 2 for generation, _, _ in collections),
        "garbage": sum(garbage for _, _, garbage in collections),
    }


def timing(collections: list[tuple[int, float, int]]) -> Callable[[str, dict[str, int]], None]:
    """Notes the generation, the milliseconds and the garbage of each collection."""
    started = 0.0

    def note(phase: str, info: dict[str, int]) -> None:
        nonlocal started
        if phase == "start":
            started = time.perf_counter()
        else:
            took = (time.perf_counter() - started) * 1000
            collections.append((info["generation"], took, info["collected"]))

    return note


async def whole_games(services: Services, host: Person, name: str, moves: int) -> int:
    """Games to their ends, some at a time, until so many moves are made; their tables are forgotten."""
    made = 0

    async def one_after_the_other() -> None:
        nonlocal made
        while made < moves:
            live = await opened(services, host, name)
            made += await play(services, live, host, random.Random(made), moves)
            del services.tables.live_tables[live.table.plan.id]

    await asyncio.gather(*(one_after_the_other() for _ in range(_AT_A_TIME)))
    return made


async def live_tables(services: Services, host: Person, name: str, tables: int, each: int) -> None:
    """Tables at which so many moves were made, and which stay."""
    seeds = iter(range(tables))

    async def one_after_the_other() -> None:
        for seed in seeds:
            await play(services, await opened(services, host, name), host, random.Random(seed), each)

    await asyncio.gather(*(one_after_the_other() for _ in range(_AT_A_TIME)))


async def opened(services: Services, host: Person, name: str) -> LiveTable:
    """A table where one person plays both seats, and two viewers look on."""
    seats = [WantedSeat("me"), WantedSeat("local", "Other")]
    wanted = WantedTable(game=name, players=2, seats=seats, start=True, options=_STALL.get(name, {}))
    live = await open_table(services.tables, wanted, host, "en")
    for seat, language in ((0, "en"), (1, "fr")):
        live.add_viewer(Viewer(host.id, seat, language, -1, changes=True))  # type: ignore[arg-type]
    return live


async def play(services: Services, live: LiveTable, host: Person, rng: random.Random, most: int) -> int:
    """Random moves at a table, each told to its viewers; how many."""
    made = 0
    while live.table.status == "playing" and made < most:
        table = live.table
        assert table.play is not None
        move = table.game.text(rng.choice(table.play.legal_actions))
        await services.tables.change(live, make_moves, host.id, table.turn, table.index, [move])
        for viewer in live.viewers:
            updates.news(live, viewer, Viewpoint(viewer.person, viewer.seat, viewer.language))
        made += 1
    return made


def resident() -> int:
    """The memory of this process, without garbage."""
    gc.collect()
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise RuntimeError("the system does not say how much memory a process has")


if __name__ == "__main__":
    main()
