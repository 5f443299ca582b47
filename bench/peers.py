"""Random play on one core: our games beside OpenSpiel's card games, in one run, taking turns.

A move of OpenSpiel is anything that its game applies: a player's move, or one of chance (each card dealt is one).
It is measured in two ways, and the faster one counts:

- `rollouts`: RandomRolloutEvaluator, its own C++ loop of random play, reached through an MCTS bot that is given one
  simulation. It starts after the deal, so its moves are those of the play; how many there were is the number of
  rollouts times their mean length, taken from other playouts of the same deals.
- `bots`: evaluate_bots, its C++ loop over random bots, from the very beginning: deals are included and every move
  is counted.

A move of ours is a player's move (chance has none of its own: what a move draws is part of it), forced moves
included; the time of every deal counts, its cards do not. Each figure is the best of several repetitions.
"""

import json
import random
import sys
import time
from typing import Any

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table

from quatuor.arena.speed import Crew
from quatuor.games import GAMES

try:
    import pyspiel
except ImportError:
    sys.exit("peers.py compares with OpenSpiel; bench/requirements.txt says how to install it.")

PEERS = ("hearts", "oh_hell", "crazy_eights", "go_fish")
_DEALS = 20
_TRIAL = 20  # rollouts, to learn how many fill the time
_PLAYOUTS = 200  # to learn the mean length of a deal's rollouts


class Rollouts:
    """RandomRolloutEvaluator, equally often from each of the same deals: some have cheaper moves than others."""

    def __init__(self, game: Any) -> None:
        self._game = game
        self._deals = [_dealt(game) for _ in range(_DEALS)]
        bots = _random_bots(game)
        self._moves = sum(_mean_length(state, bots) for state in self._deals)
        self._pace = _TRIAL / self._timed(_TRIAL)

    def rate(self, seconds: float) -> float:
        """Moves a second."""
        count = max(1, int(self._pace * seconds))
        return count * self._moves / self._timed(count)

    def _timed(self, count: int) -> float:
        """How long so many rollouts from each deal take: one simulation of a search makes them at its root, in C++."""
        elapsed = 0.0
        for state in self._deals:
            seed = random.randrange(1 << 30)
            evaluator = pyspiel.RandomRolloutEvaluator(count, seed)
            searcher = pyspiel.MCTSBot(self._game, evaluator, 1.0, 1, 10, False, seed, False)
            start = time.perf_counter()
            searcher.step(state)
            elapsed += time.perf_counter() - start
        return elapsed


class Bots:
    """evaluate_bots, games from their beginning."""

    def __init__(self, game: Any) -> None:
        self._game = game
        self._bots = _random_bots(game)

    def rate(self, seconds: float) -> float:
        """Moves a second."""
        finished = []
        start = now = time.perf_counter()
        while now - start < seconds:
            state = self._game.new_initial_state()
            pyspiel.evaluate_bots(state, self._bots, random.randrange(1 << 30))
            finished.append(state)
            now = time.perf_counter()
        return sum(len(state.history()) for state in finished) / (now - start)


def _dealt(game: Any) -> Any:
    """A state after the deal, where a player moves."""
    state = game.new_initial_state()
    while state.is_chance_node():
        actions, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(random.choices(actions, chances)[0])
    return state


def _random_bots(game: Any) -> list[Any]:
    return [pyspiel.make_uniform_random_bot(seat, random.randrange(1 << 30)) for seat in range(game.num_players())]


def _mean_length(state: Any, bots: list[Any]) -> float:
    """How many moves random play makes from here, on average."""
    moves = 0
    for _ in range(_PLAYOUTS):
        playout = state.clone()
        pyspiel.evaluate_bots(playout, bots, random.randrange(1 << 30))
        moves += len(playout.history()) - len(state.history())
    return moves / _PLAYOUTS


WAYS = {"rollouts": Rollouts, "bots": Bots}


def measure(seconds: float, repetitions: int) -> dict[str, Any]:
    """All figures; in each round everything is measured once, one after the other."""
    random.seed(1)
    runners: dict[tuple[str, str], Any] = {("ours", name): Crew(game, 1) for name, game in GAMES.items()}
    for peer in PEERS:
        runners |= {(peer, way): kind(pyspiel.load_game(peer)) for way, kind in WAYS.items()}
    rates = dict.fromkeys(runners, 0.0)
    console = Console(file=sys.stderr, quiet=not sys.stderr.isatty())
    for _ in track(range(repetitions), "peers", console=console, transient=True):
        for key, runner in runners.items():
            rates[key] = max(rates[key], runner.rate(seconds))
    ours = {name: rates["ours", name] for name in GAMES}
    theirs = {peer: {way: rates[peer, way] for way in WAYS} for peer in PEERS}
    best = {peer: max(found, key=lambda way: found[way]) for peer, found in theirs.items()}
    return {
        "ours": ours,
        "peers": {peer: found | {"way": best[peer]} for peer, found in theirs.items()},
        "ratios": {name: {peer: ours[name] / rates[peer, best[peer]] for peer in PEERS} for name in ours},
    }


def report(figures: dict[str, Any]) -> Table:
    """A line for each of our games: how many times as fast as each peer it is."""
    table = Table(title="Random play on one core", caption="Ratios are to the faster way of each peer.")
    table.add_column("")
    table.add_column("M moves/s", justify="right")
    for peer in figures["peers"]:
        table.add_column(peer, justify="right")
    for way in WAYS:
        rates = (f"{rates[way] / 1e6:.2f}" for rates in figures["peers"].values())
        table.add_row(f"by {way}", "", *rates, style="dim")
    table.add_section()
    for name, ratios in figures["ratios"].items():
        cells = (f"× {ratio:.1f}" for ratio in ratios.values())
        table.add_row(GAMES[name].title, f"{figures['ours'][name] / 1e6:.1f}", *cells)
    return table


@click.command(help="Compare random play on one core with OpenSpiel's card games.")
@click.option("--seconds", type=click.FloatRange(min=0.01), default=0.1, show_default=True, help="One repetition.")
@click.option("--repetitions", type=click.IntRange(min=1), default=15, show_default=True, help="The best one counts.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def main(seconds: float, repetitions: int, as_json: bool) -> None:
    figures = measure(seconds, repetitions)
    if as_json:
        print(json.dumps(figures, indent=2))
    else:
        Console().print(report(figures))


if __name__ == "__main__":
    main()
