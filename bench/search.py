"""Simulations a second of our search, beside OpenSpiel's C++ ISMCTSBot, on one core, in one run, taking turns.

A simulation is the same for both: deal anew what the searching seat has not seen, walk down the tree, add a node,
play random moves to the end of the game, back up. So ours is given no evaluation here: it looks at nothing before it
tries and plays on at random. Both search the same kind of positions: decisions with more than one legal move, spread
over the first half of games of random moves. Hearts is played without passing cards, during which ISMCTSBot crashes.
Every search makes the same number of simulations from an empty tree. Each figure is the best of several repetitions.
"""

import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table

from quatuor.bots.search import Search
from quatuor.core.game import Game
from quatuor.core.search_settings import SearchSettings
from quatuor.games import GAMES
from quatuor.play.playthrough import Playthrough

try:
    import pyspiel
except ImportError:
    sys.exit("search.py compares with OpenSpiel; bench/requirements.txt says how to install it.")

PEERS = ("euchre", "hearts")
# Which peer each game is measured by, and how many times as fast it is meant to be.
GOALS = {"symbiose": ("euchre", 5.0), "symphonimo": ("hearts", 3.0), "rythm_n_play": ("hearts", 3.0)}
_POSITIONS = 20
_GAMES = 8
_EXPLORATION = 1.4
_FIRST_CHANCE, _NO_PASS = 0, "No Pass"  # hearts starts with a draw of how cards are passed
_PLAIN = SearchSettings(prior_scale=0.0, playout_samples=0, exploration=_EXPLORATION)


def our_positions(game: Game, players: int) -> list[Any]:
    """Decisions of the first half of games of random moves."""
    found = []
    for seed in range(_GAMES):
        play = Playthrough(game, players, seed=seed)
        decisions = []
        while not play.over:
            actions = play.legal_actions
            if len(actions) > 1:
                decisions.append(play.state.copy())
            play.play_action(random.choice(actions))
        found += decisions[: len(decisions) // 2]
    return random.sample(found, _POSITIONS)


def peer_positions(game: Any) -> list[Any]:
    """The same of a game of OpenSpiel."""
    found = []
    for _ in range(_GAMES):
        state = game.new_initial_state()
        decisions = []
        if state.action_to_string(_FIRST_CHANCE) == _NO_PASS:
            state.apply_action(_FIRST_CHANCE)
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(actions, chances)[0])
                continue
            if len(state.legal_actions()) > 1:
                decisions.append(state.clone())
            state.apply_action(random.choice(state.legal_actions()))
        found += decisions[: len(decisions) // 2]
    return random.sample(found, min(_POSITIONS, len(found)))


class Ours:
    """Our search of one game."""

    def __init__(self, game: Game, players: int) -> None:
        self._game = game
        self._positions = our_positions(game, players)
        Search(game, self._positions[0], int(self._positions[0].turn), 0, _PLAIN).run(1)  # compiles it

    def rate(self, simulations: int) -> float:
        """Simulations a second."""
        start = time.process_time()
        for number, state in enumerate(self._positions):
            Search(self._game, state, int(state.turn), number, _PLAIN).run(simulations)
        return simulations * len(self._positions) / (time.process_time() - start)


class Peer:
    """OpenSpiel's search of one game."""

    def __init__(self, name: str) -> None:
        self._positions = peer_positions(pyspiel.load_game(name))

    def rate(self, simulations: int) -> float:
        """Simulations a second."""
        elapsed = 0.0
        for number, state in enumerate(self._positions):
            evaluator = pyspiel.RandomRolloutEvaluator(1, number)
            bot = pyspiel.ISMCTSBot(number, evaluator, _EXPLORATION, simulations)
            start = time.process_time()
            bot.step(state)
            elapsed += time.process_time() - start
        return simulations * len(self._positions) / elapsed


def measure(simulations: int, repetitions: int) -> dict[str, Any]:
    """All figures; whoever is measured, it is so in each round, one after the other."""
    random.seed(1)
    runners: dict[tuple[str, int], Callable[[int], float]] = {}
    for name, game in GAMES.items():
        for players in (game.min_players, game.max_players):
            runners[name, players] = Ours(game, players).rate
    for peer in PEERS:
        runners[peer, 0] = Peer(peer).rate
    rates = dict.fromkeys(runners, 0.0)
    console = Console(file=sys.stderr, quiet=not sys.stderr.isatty())
    for _ in track(range(repetitions), "search", console=console, transient=True):
        for key, rate in runners.items():
            rates[key] = max(rates[key], rate(simulations))
    return {
        "ours": [
            {"game": name, "players": players, "rate": rates[name, players]} for name, players in rates if players
        ],
        "peers": {peer: rates[peer, 0] for peer in PEERS},
    }


def report(figures: dict[str, Any]) -> Table:
    table = Table(title="Plain search on one core", caption="Thousands of simulations a second, and ratios to a peer.")
    for column in ("", "players", "k/s", *(f"to {peer}" for peer in PEERS), "goal"):
        table.add_column(column, justify="right" if column else "left")
    for peer, rate in figures["peers"].items():
        table.add_row(f"OpenSpiel {peer}", "", f"{rate / 1e3:.0f}", style="dim")
    table.add_section()
    for line in figures["ours"]:
        ratios = (f"× {line['rate'] / rate:.1f}" for rate in figures["peers"].values())
        peer, goal = GOALS.get(line["game"], ("", 0.0))
        aim = f"× {goal:g} {peer}" if peer else ""
        table.add_row(GAMES[line["game"]].title, str(line["players"]), f"{line['rate'] / 1e3:.0f}", *ratios, aim)
    return table


@click.command(help="Compare plain search on one core with OpenSpiel's ISMCTSBot.")
@click.option("--simulations", type=click.IntRange(min=1), default=1000, show_default=True, help="Of each search.")
@click.option("--repetitions", type=click.IntRange(min=1), default=15, show_default=True, help="The best one counts.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def main(simulations: int, repetitions: int, as_json: bool) -> None:
    figures = measure(simulations, repetitions)
    if as_json:
        print(json.dumps(figures, indent=2))
    else:
        Console().print(report(figures))


if __name__ == "__main__":
    main()
