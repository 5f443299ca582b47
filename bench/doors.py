"""Steps a second through PettingZoo: our games beside its own card games, and our Gymnasium environments.

Random agents play by the loop of PettingZoo's own `performance_benchmark`: `last`, a random choice from the mask,
`step`, and `reset` once a game is over; all of it counts. Everything is measured in one run, taking turns, in processor
time of one core; each figure is the best of several repetitions. Our games have 3 players.

Its games come in wrappers that check the order of calls and every action; ours check by themselves. Ratios are to what
`env()` makes there and here; how fast theirs are without the wrappers, and without the checks, stands beside it.

bench/requirements.txt says how to install what it compares with.
"""

import json
import random
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any

import click
import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from quatuor.envs.gymnasium import SeatEnv, SeatVectorEnv
from quatuor.envs.pettingzoo import env as our_env
from quatuor.games import GAMES

try:
    from pettingzoo.classic import hanabi_v5, leduc_holdem_v4, texas_holdem_no_limit_v6, texas_holdem_v4
except ImportError:
    sys.exit("doors.py compares with PettingZoo's card games; bench/requirements.txt says how to install them.")

PLAYERS = 3
TABLES = 64
PEERS = {
    "leduc": leduc_holdem_v4,
    "texas": texas_holdem_v4,
    "no limit": texas_holdem_no_limit_v6,
    "hanabi": hanabi_v5,
}
_CHUNK = 200

Play = Callable[[], int]


def turns(env: Any) -> Play:
    """Some turns of random agents; how many."""
    env.reset(seed=1)

    def play() -> int:
        for _ in env.agent_iter(_CHUNK):
            observation, _, ended, cut, _ = env.last()
            env.step(None if ended or cut else random.choice(np.flatnonzero(observation["action_mask"]).tolist()))
            if all(env.terminations.values()) or all(env.truncations.values()):
                env.reset()
        return _CHUNK

    return play


def decisions(env: SeatEnv) -> Play:
    """Some decisions of a random learner against random bots."""
    _, info = env.reset(seed=1)

    def play() -> int:
        nonlocal info
        for _ in range(_CHUNK):
            _, _, ended, _, info = env.step(random.choice(np.flatnonzero(info["action_mask"]).tolist()))
            if ended:
                _, info = env.reset()
        return _CHUNK

    return play


def many_decisions(envs: SeatVectorEnv) -> Play:
    """The same in many games at once."""
    _, infos = envs.reset(seed=1)
    chance = np.random.default_rng(1)

    def play() -> int:
        nonlocal infos
        for _ in range(_CHUNK // 10):
            values = chance.random(infos["action_mask"].shape, np.float32)
            _, _, _, _, infos = envs.step((values * infos["action_mask"]).argmax(axis=1))
        return envs.num_envs * (_CHUNK // 10)

    return play


def rate(play: Play, seconds: float) -> float:
    """Steps a second."""
    steps, start = 0, time.process_time()
    while (taken := time.process_time() - start) < seconds:
        steps += play()
    return steps / taken


def measure(seconds: float, repetitions: int) -> dict[str, dict[str, float]]:
    """All figures; in each round everything is measured once, one after the other."""
    random.seed(1)
    warnings.simplefilter("ignore")  # of PettingZoo's games about their own spaces
    ways: dict[tuple[str, str], Play] = {}
    for name in GAMES:
        ways["pettingzoo", name] = turns(our_env(name, PLAYERS))
        ways["gymnasium", name] = decisions(SeatEnv(name, PLAYERS))
        ways["vector", name] = many_decisions(SeatVectorEnv(TABLES, name, PLAYERS))
    ways |= {("peers", name): turns(module.env()) for name, module in PEERS.items()}
    ways |= {("raw peers", name): turns(module.raw_env()) for name, module in PEERS.items()}
    found: dict[str, dict[str, float]] = {}
    console = Console(file=sys.stderr, quiet=not sys.stderr.isatty())
    for _ in track(range(repetitions), "doors", console=console, transient=True):
        for (way, name), play in ways.items():
            best = found.setdefault(way, {})
            best[name] = max(best.get(name, 0.0), rate(play, seconds))
    return found


def report(figures: dict[str, dict[str, float]]) -> Table:
    """A line for each of our games: how fast it is, and how many times as fast as each peer."""
    table = Table(title="Random agents on one core", caption=f"Thousands of steps a second; in vector {TABLES} games.")
    table.add_column("")
    for head in ("PettingZoo", *PEERS, "Gymnasium", "vector"):
        table.add_column(head, justify="right")
    for title, way in (("as env() makes them", "peers"), ("without their wrappers", "raw peers")):
        table.add_row(title, "", *(f"{rate / 1e3:.1f}" for rate in figures[way].values()), style="dim")
    table.add_section()
    for name, game in GAMES.items():
        ours = figures["pettingzoo"][name]
        ratios = (f"× {ours / peer:.1f}" for peer in figures["peers"].values())
        alone, many = (f"{figures[way][name] / 1e3:.1f}" for way in ("gymnasium", "vector"))
        table.add_row(game.title, f"{ours / 1e3:.1f}", *ratios, alone, many)
    return table


@click.command()
@click.option("--seconds", default=1.0, help="for each figure and repetition")
@click.option("--repetitions", default=5)
@click.option("--json", "as_json", is_flag=True)
def main(seconds: float, repetitions: int, as_json: bool) -> None:
    """Measure."""
    figures = measure(seconds, repetitions)
    if as_json:
        print(json.dumps(figures))
    else:
        Console().print(report(figures))


if __name__ == "__main__":
    main()
