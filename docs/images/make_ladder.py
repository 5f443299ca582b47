"""Play all levels against each other and draw ladder.svg; print the tables of docs/bots.md.

    python docs/images/make_ladder.py [--deals 24] [--most 160] [--only symbiose]

With the usual numbers it takes about a quarter of an hour on 16 cores. Levels that answer at once play more deals than
those that think.
"""

import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import click
import numpy as np

from quatuor.arena.match import Match, play_match
from quatuor.arena.match_results import standings
from quatuor.arena.plots.canvas import INK, QUIET, STYLE, save
from quatuor.bots.levels import AMATEUR, BEGINNER, EXPERT, LEVELS
from quatuor.core.game import Game
from quatuor.games import GAMES
from quatuor.play.setup import Setup

PICTURE = Path(__file__).with_name("ladder.svg")
QUICK = (BEGINNER, AMATEUR, EXPERT)
SEED = 90_000
_Shares = dict[tuple[str, str], dict[str, Any]]


@click.command(help=__doc__)
@click.option("--deals", default=24, show_default=True, help="Of each pair with two players.")
@click.option("--most", default=160, show_default=True, help="Of pairs that answer at once.")
@click.option("--only", type=click.Choice(list(GAMES)), multiple=True, help="Play some games alone, and draw nothing.")
def main(deals: int, most: int, only: tuple[str, ...]) -> None:
    found = {}
    for name in only or GAMES:
        game = GAMES[name]
        found[game] = _with_two(game, deals, most)
        _with_most(game, max(8, deals // 2), most // 4)
    if not only:
        draw(found)


def _with_two(game: Game, deals: int, most: int) -> _Shares:
    """How often each level wins against each other one, with two players; printed from the weakest on."""
    shares = _played(game, game.min_players, tuple(LEVELS), deals) | _played(game, game.min_players, QUICK, most)
    for (bot, others), wins in sorted(shares.items(), key=lambda item: [list(LEVELS).index(k) for k in item[0]]):
        if list(LEVELS).index(bot) > list(LEVELS).index(others):
            _print(game, game.min_players, bot, others, wins)
    return shares


def _with_most(game: Game, deals: int, most: int) -> None:
    """One of each level among players of the level below it, at the largest table; printed."""
    names = list(LEVELS)
    for others, bot in pairwise(names):
        count = most if bot in QUICK else deals
        wins = _played(game, game.max_players, (bot, others), count)[bot, others]
        _print(game, game.max_players, bot, others, wins)


def _played(game: Game, players: int, bots: tuple[str, ...], deals: int) -> _Shares:
    """The share of wins of each bot among each other one that it met, both ways round with two players."""
    match = Match(Setup(game, players, game.read_options(players, {})), SEED, bots, deals)
    start = time.perf_counter()
    numbers = standings(match, list(play_match(match)), time.perf_counter() - start)
    shares = {(duel["bot"], duel["others"]): duel["wins"] | {"deals": deals} for duel in numbers["duels"]}
    if players == 2:
        shares |= {(b, a): _turned(wins) for (a, b), wins in shares.items()}
    return shares


def _turned(wins: dict[str, Any]) -> dict[str, Any]:
    return wins | {"mean": 1 - wins["mean"], "low": 1 - wins["high"], "high": 1 - wins["low"]}


def _print(game: Game, players: int, bot: str, others: str, wins: dict[str, Any]) -> None:
    share = f"{wins['mean']:.3f} ({wins['low']:.3f}–{wins['high']:.3f})"
    print(f"| {game.title} {players} | {1 / players:.3f} | `{bot},{others}` | {share} | {wins['deals']} |", flush=True)


def draw(found: dict[Game, _Shares]) -> None:
    """A square for each game: how often the level of a row beats the level of a column, in percent."""
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(STYLE | {"svg.hashsalt": "ladder", "axes.spines.bottom": False}):
        figure: Any = Figure(figsize=(10, 9.2), dpi=160, facecolor="white")
        panels = figure.subplots(2, 2).flatten()
        figure.subplots_adjust(left=0.09, right=0.985, top=0.87, bottom=0.06, wspace=0.22, hspace=0.33)
        for ax, (game, shares) in zip(panels, found.items(), strict=True):
            _draw_square(ax, game, shares)
        figure.text(0.02, 0.955, "How often each level beats the others", fontsize=16, fontweight="bold")
        figure.text(
            0.02,
            0.922,
            "Two players. Wins of the level in the row against the one above the column, in percent, ± 95 %;"
            " framed: against the level below.",
            fontsize=10,
            color=QUIET,
        )
        save(figure, PICTURE)


def _draw_square(ax: Any, game: Game, shares: _Shares) -> None:
    from matplotlib.patches import Rectangle

    names = list(LEVELS)
    titles = [LEVELS[name].title.en for name in names]
    wins = np.full((len(names), len(names)), np.nan)
    for (bot, others), share in shares.items():
        wins[names.index(bot), names.index(others)] = 100 * share["mean"]
    ax.imshow(wins, cmap="PuOr_r", vmin=0, vmax=100, aspect="auto")
    for row, column in np.argwhere(~np.isnan(wins)):
        share, value = shares[names[row], names[column]], wins[row, column]
        reach = 100 * max(share["high"] - share["mean"], share["mean"] - share["low"])
        ink = "white" if abs(value - 50) > 27 else INK
        ax.text(column, row - 0.1, f"{value:.0f}", ha="center", va="center", fontsize=13, color=ink)
        ax.text(column, row + 0.27, f"± {reach:.0f}", ha="center", va="center", fontsize=8, color=ink)
    for row in range(1, len(names)):
        ax.add_patch(Rectangle((row - 1.48, row - 0.48), 0.96, 0.96, fill=False, edgecolor=INK, linewidth=1.6))
    ax.set_xticks(range(len(names)), titles)
    ax.set_yticks(range(len(names)), titles)
    ax.xaxis.tick_top()
    ax.tick_params(length=0)
    ax.set_title(game.title, pad=12)


if __name__ == "__main__":
    main()
