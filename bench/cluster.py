"""What a Ray cluster costs beside processes of one machine: the same games by both, with as many workers, taking turns.

    python bench/cluster.py             # needs quatuor[ray]
    python bench/cluster.py --compile   # what a machine compiles before its first game of search:100 and greedy

The cluster is one on this machine, so that all of the difference is Ray's. The figures of processes include starting
them, which every command does; Ray's workers stay between the rounds, and their start is a figure of its own. The
results of both are compared.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table

from quatuor.arena.match import play_match, read_match
from quatuor.arena.ray_cluster import LOCAL, ray_workers
from quatuor.arena.simulation import Simulation, simulate
from quatuor.arena.workers import Workers
from quatuor.core.runners.cpu import cores
from quatuor.games import GAMES
from quatuor.play.setup import usual_setup

Play = Callable[[Workers | None], Any]


def match_of(game: str, bots: str, games: int) -> Play:
    plan = read_match(usual_setup(GAMES[game], 2), 1, bots, games)

    def play(workers: Workers | None) -> Any:
        deals = play_match(plan) if workers is None else play_match(plan, workers=workers)
        return sorted((deal.duel, deal.number, deal.wins, deal.margins) for deal in deals)

    return play


def simulation_of(game: str, bot: str, games: int) -> Play:
    setup = usual_setup(GAMES[game], 3)
    plan = Simulation(setup, None, 1, (bot,) * setup.players)

    def play(workers: Workers | None) -> Any:
        tally = simulate(plan, games, workers=workers)
        return tally.games, tally.seat_wins.tolist(), tally.scores.as_json(), tally.moves.as_json()

    return play


PLAYS = {
    "match, greedy and random: Symphonimo, 2000 games": match_of("symphonimo", "greedy,random", 2000),
    "match, search:100 and greedy: Symphonimo, 200 games": match_of("symphonimo", "search:100,greedy", 200),
    "simulation, greedy: Rythm'n'Play, 300 games": simulation_of("rythm_n_play", "greedy", 300),
    "simulation, random: Air Sorcière, 500,000 games": simulation_of("air_sorciere", "random", 500_000),
}


def timed(play: Play, workers: Workers | None) -> tuple[float, Any]:
    start = time.perf_counter()
    found = play(workers)
    return time.perf_counter() - start, found


def compare(rounds: int) -> None:
    """Print what both take, the best of the rounds."""
    for play in PLAYS.values():
        play(None)  # compiles
    table = Table(title=f"Seconds on {cores()} cores")
    for column in ("", "processes", "Ray", "ratio"):
        table.add_column(column, justify="right" if column else "left")
    # Ray's workers give way to everything else on a machine: here they are to have the same share as the processes.
    os.environ["RAY_worker_niceness"] = "0"  # noqa: SIM112 - so is its name
    start = time.perf_counter()
    with ray_workers(LOCAL) as workers:
        assert workers is not None
        connected = time.perf_counter() - start
        list(workers(abs, range(2 * cores())))
        ready = time.perf_counter() - start
        console = Console(file=sys.stderr, quiet=not sys.stderr.isatty())
        for name, play in track(PLAYS.items(), "playing", console=console, transient=True):
            here, there = float("inf"), float("inf")
            for _ in range(rounds):
                seconds, found = timed(play, None)
                here = min(here, seconds)
                seconds, other = timed(play, workers)
                there = min(there, seconds)
                assert found == other, name
            table.add_row(name, f"{here:.1f}", f"{there:.1f}", f"× {there / here:.2f}")
    print(f"A local cluster is up after {connected:.1f} s, and its workers have done something after {ready:.1f} s.")
    Console().print(table)


def compile_all() -> None:
    """Print the processor time of a process that plays one game, with an empty cache and again."""
    for game in GAMES:
        command = [sys.executable, "-m", "quatuor", "record", game, "--bots", "search:100,greedy", "--seed", "1"]
        with tempfile.TemporaryDirectory() as cache:
            spent = []
            for _ in range(2):
                before = os.times()
                subprocess.run(command, env=os.environ | {"NUMBA_CACHE_DIR": cache}, check=True, capture_output=True)
                after = os.times()
                spent.append(
                    after.children_user + after.children_system - before.children_user - before.children_system
                )
        print(f"{game:<16} {spent[0]:6.1f} s cold {spent[1]:6.1f} s cached", flush=True)


@click.command()
@click.option("--rounds", type=click.IntRange(min=1), default=3, show_default=True, help="Each gives the best of them.")
@click.option("--compile", "compiling", is_flag=True, help="Measure what a machine compiles instead.")
def main(rounds: int, compiling: bool) -> None:
    """Compare Ray with processes."""
    if compiling:
        compile_all()
    else:
        compare(rounds)


if __name__ == "__main__":
    main()
