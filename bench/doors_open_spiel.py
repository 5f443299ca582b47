"""OpenSpiel and our games: how fast each plays from Python, and whose search wins.

`speed`: random play on one core, with a tensor of what the player knows and the legal actions for each decision:
OpenSpiel's hearts and go fish and our games in OpenSpiel, from Python, and our own batch, which makes masks too. All in
one process, taking turns; processor time, the best of several repetitions. Decisions of players are counted everywhere;
the time that chance takes, also for the deal, is in it.

`match`: OpenSpiel's search against our `search:N`, as many simulations each, for two players. Each seed of chance is
played twice, with seats changed. OpenSpiel's search is its ISMCTSBot where a player does not see all, else its MCTSBot;
both judge a new node by one random game to its end, which is compiled here: OpenSpiel's own takes some milliseconds.
"""

import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import click
import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from quatuor.bots import new_chooser
from quatuor.bots.bot import position_for
from quatuor.bots.search_bot import SearchBot
from quatuor.core.chance import CARDS, seeded
from quatuor.core.state import copy_of
from quatuor.envs.batch import Batch
from quatuor.envs.explicit_chance import CHANCE
from quatuor.games import GAMES

try:
    import pyspiel
    from open_spiel.python.algorithms import ismcts, mcts

    from quatuor.envs.open_spiel import PREFIX
except ImportError:
    sys.exit("this compares with OpenSpiel; bench/requirements.txt says how to install it.")

PEERS = ("hearts", "go_fish")
_TABLES = 512
_PLAYERS = 3
_UCT = 1.4


def _quiet_console() -> Console:
    return Console(file=sys.stderr, quiet=not sys.stderr.isatty())


# Speed


class Spiel:
    """Random play of an OpenSpiel game from Python."""

    def __init__(self, name: str) -> None:
        self._game = pyspiel.load_game(name)
        observes = self._game.get_type().provides_observation_tensor
        self._tensor = pyspiel.State.observation_tensor if observes else pyspiel.State.information_state_tensor
        self._chooser = random.Random(1)

    def rate(self, seconds: float) -> float:
        """Decisions a second."""
        decisions = 0
        start = now = time.process_time()
        while now - start < seconds:
            state = self._game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(self._chooser.choices(outcomes, chances)[0])
                else:
                    decisions += 1
                    self._tensor(state, state.current_player())
                    state.apply_action(self._chooser.choice(state.legal_actions()))
            now = time.process_time()
        return decisions / (now - start)


class Steps:
    """Random play in a batch."""

    def __init__(self, name: str) -> None:
        self._batch = Batch(name, players=_PLAYERS, size=_TABLES)
        self._batch.reset(1)
        self.rate(0.1)

    def rate(self, seconds: float) -> float:
        """Decisions a second."""
        steps = 0
        start = now = time.process_time()
        while now - start < seconds:
            for _ in range(16):
                self._batch.step(self._batch.sample())
            steps += 16
            now = time.process_time()
        return steps * _TABLES / (now - start)


def measure(seconds: float, repetitions: int) -> dict[str, Any]:
    """All rates; in each round everything is measured once, one after the other."""
    runners: dict[tuple[str, str], Any] = {("peer", peer): Spiel(peer) for peer in PEERS}
    for name in GAMES:
        runners["open_spiel", name] = Spiel(f"{PREFIX}{name}(players={_PLAYERS})")
        runners["batch", name] = Steps(name)
    rates = dict.fromkeys(runners, 0.0)
    for _ in track(range(repetitions), "speed", console=_quiet_console(), transient=True):
        for key, runner in runners.items():
            rates[key] = max(rates[key], runner.rate(seconds))
    fastest = max(rates["peer", peer] for peer in PEERS)
    return {
        "peers": {peer: rates["peer", peer] for peer in PEERS},
        "open_spiel": {name: rates["open_spiel", name] for name in GAMES},
        "batch": {name: rates["batch", name] for name in GAMES},
        "ratios": {name: rates["batch", name] / fastest for name in GAMES},
    }


def speed_table(figures: dict[str, Any]) -> Table:
    table = Table(title="Random play with observations, one core", caption="Ratios are to the faster peer.")
    for column in ("decisions/s", "in OpenSpiel", "in a batch", "ratio"):
        table.add_column(column, justify="left" if column == "decisions/s" else "right")
    for peer, rate in figures["peers"].items():
        table.add_row(peer, f"{rate:,.0f}", "", "", style="dim")
    for name, game in GAMES.items():
        batch, ratio = figures["batch"][name], figures["ratios"][name]
        table.add_row(game.title, f"{figures['open_spiel'][name]:,.0f}", f"{batch:,.0f}", f"× {ratio:.0f}")
    return table


# Match


class Rollouts(mcts.Evaluator):
    """OpenSpiel's RandomRolloutEvaluator of one rollout, compiled: one random game to its end."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._chooser = new_chooser(seed)

    def evaluate(self, state: Any) -> np.ndarray[Any, Any]:
        position = state.position
        while position.player == CHANCE:
            cards, ways = zip(*position.outcomes.items(), strict=True)
            position = position.after(self._random.choices(cards, ways)[0])
        setup, end = position.variant.setup, copy_of(position.state)
        seed = np.uint64(self._random.getrandbits(64))
        end.rng = seeded(seed, CARDS)
        if setup.game.deal_settles_reveals:  # cards that nobody has seen lie there already, in no order
            setup.game.redeal(end, int(end.turn), seed)
        actions = np.zeros(setup.game.max_legal + 1, np.int16)
        setup.game.loops.play_out(end, self._chooser, actions)
        won = int(setup.game.winners(end))
        shares = [setup.game.loops.win_share(end, won, seat) for seat in range(setup.players)]
        return setup.side_count * np.array(shares) - 1

    def prior(self, state: Any) -> list[tuple[int, float]]:
        if state.is_chance_node():
            return state.chance_outcomes()
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


def their_bot(game: Any, simulations: int, seed: int) -> Any:
    """OpenSpiel's search for a game."""
    # Those in Python: the ones in C++ let go of the interpreter, which games in Python need.
    chance = np.random.RandomState(seed)
    rollouts = Rollouts(seed)
    if game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION:
        return mcts.MCTSBot(game, _UCT, simulations, rollouts, random_state=chance)
    return ismcts.ISMCTSBot(game, rollouts, _UCT, simulations, random_state=chance)


class OurBot:
    """Our search, as a player of OpenSpiel."""

    def __init__(self, simulations: int, seed: int) -> None:
        self._bot = SearchBot(simulations)
        self._chooser = new_chooser(seed)

    def step(self, state: Any) -> int:
        decision = state.position.decision
        return self._bot.think(position_for(decision.variant.game, decision.state, self._chooser)).action


def play(game: Any, ours: int, simulations: int, seed: int, thinking: dict[str, float]) -> float:
    """One game: what we win of it, a joint win being a half; how long both think is added up."""
    bots: list[tuple[str, Callable[[Any], int]]] = [("theirs", their_bot(game, simulations, seed).step)] * 2
    bots[ours] = ("ours", OurBot(simulations, seed).step)
    chance = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, chances)[0])
            continue
        legal = state.legal_actions()
        if len(legal) == 1:
            state.apply_action(legal[0])
            continue
        who, step = bots[state.current_player()]
        start = time.process_time()
        action = step(state)
        thinking[who] += time.process_time() - start
        thinking[f"{who} moves"] += 1
        state.apply_action(action)
    return (state.returns()[ours] + 1) / 2


def _decisions(game: Any) -> Iterator[Any]:
    """The states of a random game in which there is a choice."""
    chooser = random.Random(0)
    state = game.new_initial_state()
    while not state.is_terminal():
        if not state.is_chance_node() and len(state.legal_actions()) > 1:
            yield state
        state.apply_action(chooser.choice(state.legal_actions()))


def match(name: str, simulations: int, deals: int, options: str) -> dict[str, Any]:
    """Our share of the wins, with a 95 % interval over the deals."""
    game = pyspiel.load_game(f"{PREFIX}{name}(first=0{options})")
    OurBot(2, 0).step(next(_decisions(game)))  # compiled before it is timed
    thinking = {"ours": 0.0, "theirs": 0.0, "ours moves": 0.0, "theirs moves": 0.0}
    shares = []
    for seed in track(range(1, deals + 1), name, console=_quiet_console(), transient=True):
        shares.append(statistics.fmean(play(game, seat, simulations, seed, thinking) for seat in range(2)))
    error = statistics.stdev(shares) / deals**0.5
    return {
        "games": 2 * deals,
        "simulations": simulations,
        "share": statistics.fmean(shares),
        "plus_minus": 1.96 * error,
        "ours_ms": 1000 * thinking["ours"] / thinking["ours moves"],
        "theirs_ms": 1000 * thinking["theirs"] / thinking["theirs moves"],
    }


def match_table(found: dict[str, Any]) -> Table:
    table = Table(title="Our search against OpenSpiel's, as many simulations each")
    for column in ("", "games", "we win", "ms a move, ours", "theirs"):
        table.add_column(column, justify="right" if column else "left")
    for name, row in found.items():
        share = f"{row['share']:.3f} ± {row['plus_minus']:.3f}"
        table.add_row(GAMES[name].title, str(row["games"]), share, f"{row['ours_ms']:.1f}", f"{row['theirs_ms']:.1f}")
    return table


@click.group(help="Compare with OpenSpiel: the speed of play from Python, or the strength of searches.")
def main() -> None:
    pass


@main.command(help="Random play with observations on one core.")
@click.option("--seconds", type=click.FloatRange(min=0.01), default=0.1, show_default=True, help="One repetition.")
@click.option("--repetitions", type=click.IntRange(min=1), default=15, show_default=True, help="The best one counts.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def speed(seconds: float, repetitions: int, as_json: bool) -> None:
    figures = measure(seconds, repetitions)
    if as_json:
        print(json.dumps(figures, indent=2))
    else:
        Console().print(speed_table(figures))


@main.command("match", help="Our search against OpenSpiel's.")
@click.argument("games", nargs=-1, type=click.Choice(list(GAMES)))
@click.option("--simulations", type=click.IntRange(min=2), default=100, show_default=True)
@click.option("--deals", type=click.IntRange(min=2), default=10, show_default=True, help="Each is played twice.")
@click.option("--options", default="", help="More of the game's parameters, as in ,stall_limit=30.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def match_command(games: tuple[str, ...], simulations: int, deals: int, options: str, as_json: bool) -> None:
    found = {name: match(name, simulations, deals, options) for name in games or GAMES}
    if as_json:
        print(json.dumps(found, indent=2))
    else:
        Console().print(match_table(found))


if __name__ == "__main__":
    main()
