"""Whether the chances of analyses and hints are true, and how far long searches differ from them.

    python bench/calibration.py truth [--game symbiose] [--players 4] [--games 100]
    python bench/calibration.py spread [--game symbiose] [--players 4] [--positions 25]
    python bench/calibration.py accounts [--game air_sorciere] [--games 4] [--longer 8]

All positions are from games in which `policy` plays itself, with two players and with the most.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import sqrt
from typing import Any

import click
import numpy as np
from rich.progress import track

from quatuor.analysis import analyse, position
from quatuor.analysis.advice import quality, ranked
from quatuor.bots import ask, find_bot, look_into, new_chooser
from quatuor.bots.playouts import expect
from quatuor.core.game import Game
from quatuor.core.state import copy_of
from quatuor.games import GAMES
from quatuor.play.playthrough import Playthrough

# The first deals of each command, and how many choices of a game are taken.
_TRUTH, _SPREAD, _ACCOUNTS = 5000, 17_000, 9000
_CHOICES = 4
_FUTURES = 100
# A long search has so many times the iterations of a look of the analysis, and half of its values are playouts'.
_LONGER = 20
_INTERVAL = 1.96

one_game = click.option("--game", type=click.Choice(list(GAMES)), help="One of them (default: all).")
one_count = click.option("--players", type=int, help="One number of players (default: two, and the most).")


@click.group(help=__doc__)
def main() -> None:
    pass


@main.command()
@one_game
@one_count
@click.option("--games", type=click.IntRange(min=1), default=100, show_default=True)
def truth(game: str | None, players: int | None, games: int) -> None:
    """The chance of the move played, by each kind of look: squared error beside who won, and found → won by fifths."""
    for here, count in _setups(game, players):
        played, learned, half = (_with(here, playouts) for playouts in (1.0, 0.0, 0.5))
        looks: dict[str, tuple[Callable[[Game, Any, int, int], float], Game]] = {
            "search by playouts": (_searched, played),
            "search by network": (_searched, learned),
            "half of both": (_searched, half),
            "playouts alone": (_expected, played),
            "network alone": (_expected, learned),
        }
        rows = []
        for deal in track(range(_TRUTH, _TRUTH + games), f"{here.name} {count}", transient=True):
            play, choices = _policy_game(here, count, deal)
            for state, action in random.Random(deal).sample(choices, min(_CHOICES, len(choices))):
                won = (int(state.turn) in play.winners) / len(play.winners)
                rows.append([deal, won, *(look(by, state, action, deal) for look, by in looks.values())])
        deals, won, *found = np.array(rows).T
        constant = float(np.mean((won - 1 / count) ** 2))
        print(f"{here.title} {count}: {len(rows)} positions of {games} games, a constant: {constant:.4f}")
        for name, chances in zip(looks, found, strict=True):
            squares = (chances - won) ** 2
            more = squares - (found[0] - won) ** 2
            error = np.std([more[deals == deal].mean() for deal in np.unique(deals)]) / sqrt(games)
            fifths = np.array_split(np.argsort(chances), 5)
            told = ", ".join(f"{chances[one].mean():.2f} → {won[one].mean():.2f}" for one in fifths)
            print(f"  {name:20}{squares.mean():.4f} ({more.mean():+.4f} ± {error:.4f})  {told}", flush=True)


@main.command()
@one_game
@one_count
@click.option("--positions", type=click.IntRange(min=1), default=25, show_default=True)
def spread(game: str | None, players: int | None, positions: int) -> None:
    """How often a long search, half of it by playouts, is within the 95 % interval of a look of the analysis."""
    for here, count in _setups(game, players):
        long, holds, off, wide, same, lost = _with(here, 0.5), 0, [], [], 0, []
        taken = _taken(here, count, positions)
        for deal, state in track(taken, f"{here.name} {count}", positions, transient=True):
            seat, iterations = int(state.turn), here.search_settings.analysis
            quick, other = (ranked(position(here, state, None, iterations, seed).moves) for seed in (1, 2))
            least = _LONGER * max(iterations, 10 * len(quick))
            found = {one.action: one.win for one in look_into(long, state, seat, least, seed=deal).actions}
            best = quick[0]
            off.append(best.win - found[best.action])
            wide.append(_INTERVAL * best.win_error)
            holds += abs(off[-1]) <= wide[-1]
            again = next(move for move in other if move.action == best.action)
            same += quality(other[0], again) in ("best", "equal", "unsure")
            lost.append(max(found.values()) - found[best.action])
        print(
            f"{here.title:14}{count}: within the interval {holds} of {positions}, off by {_rms(off):.3f}, intervals "
            f"± {np.mean(wide):.3f} (widest {max(wide):.3f}), as good with another seed {same}, "
            f"best move lost {np.mean(lost):.3f}",
            flush=True,
        )


@main.command()
@one_game
@click.option("--games", type=click.IntRange(min=1), default=4, show_default=True)
@click.option("--longer", type=click.IntRange(min=2), default=8, show_default=True)
def accounts(game: str | None, games: int, longer: int) -> None:
    """Accounts of games beside those of longer looks: is each part within its interval, and is nobody always lucky?"""
    for here, _ in _setups(game, 2):
        parts = ("start", "luck", "others", "loss")
        rows = []
        for deal in track(range(_ACCOUNTS, _ACCOUNTS + games), here.name, transient=True):
            play, _ = _policy_game(here, 2, deal)
            iterations = here.search_settings.analysis
            quick, slow = (analyse(play, [0], times * iterations, deal).accounts[0] for times in (1, longer))
            rows.append([(getattr(quick, part), getattr(slow, part)) for part in parts])
        for part, pairs in zip(parts, zip(*rows, strict=True), strict=True):
            off = [one.win - two.win for one, two in pairs]
            holds = sum(abs(x) <= _INTERVAL * one.error for x, (one, _) in zip(off, pairs, strict=True))
            widest = max(_INTERVAL * one.error for one, _ in pairs)
            mean = np.mean([one.win for one, _ in pairs])
            print(
                f"{here.title:14}{part:8}mean {mean:+.3f}, off by {_rms(off):.3f}, within {holds} of {games}, "
                f"widest ± {widest:.3f}",
                flush=True,
            )


def _setups(game: str | None, players: int | None) -> Iterator[tuple[Game, int]]:
    for here in [GAMES[game]] if game else GAMES.values():
        for count in [players] if players else (2, here.max_players):
            yield here, count


def _with(game: Game, playouts: float) -> Game:
    return replace(game, search_settings=replace(game.search_settings, analysis_playouts=playouts))


def _searched(game: Game, state: Any, action: int, seed: int) -> float:
    iterations = max(game.search_settings.analysis, 10 * len(game.legal_actions(state)))
    found = look_into(game, state, int(state.turn), iterations, seed=seed).actions
    return next(one.win for one in found if one.action == action)


def _expected(game: Game, state: Any, action: int, seed: int) -> float:
    found = expect(game, state, int(state.turn), _FUTURES, seed=seed, first=action)
    return found.wins / found.futures


def _taken(game: Game, players: int, positions: int) -> Iterator[tuple[int, Any]]:
    """So many positions with a choice, one of each game."""
    for deal in range(_SPREAD, _SPREAD + positions):
        _, choices = _policy_game(game, players, deal)
        yield deal, random.Random(deal).choice(choices)[0]


def _policy_game(game: Game, players: int, deal: int) -> tuple[Playthrough, list[tuple[Any, int]]]:
    """A game of `policy` against itself, and its choices: the state, and what was played."""
    play, bot, chooser = Playthrough(game, players, seed=deal), find_bot("policy"), new_chooser(deal)
    choices: list[tuple[Any, int]] = []
    while not play.over:
        action = ask(bot, game, play.state, chooser)
        if len(play.legal_actions) > 1:
            choices.append((copy_of(play.state), action))
        play.play_action(action)
    return play, choices


def _rms(numbers: list[float]) -> float:
    return float(np.sqrt(np.mean(np.square(numbers))))


if __name__ == "__main__":
    main()
