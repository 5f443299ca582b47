"""Play all levels against each other and draw ladder.svg; print the lines of the tables in docs/bots.md.

    python docs/images/make_ladder.py [--minutes 30] [--only symbiose]

The time is shared among the pairs. Levels that answer at once soon have all their deals, and leave theirs to those that
think. A pair that does not come to four deals in its time is left out, and its squares stay empty.
"""

import time
from collections.abc import Iterator
from contextlib import closing
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import click
import numpy as np

from quatuor.arena.match import Match, play_match
from quatuor.arena.match_results import share
from quatuor.arena.plots.canvas import INK, QUIET, STYLE, save
from quatuor.bots import LEVELS
from quatuor.core.game import Game
from quatuor.games import GAMES
from quatuor.play.setup import Setup

PICTURE = Path(__file__).with_name("ladder.svg")
SEED = 90_000
FEWEST, MOST = 4, 150


class Duel(NamedTuple):
    """A level among players of a lower one."""

    game: Game
    players: int
    bot: str
    others: str


class Share(NamedTuple):
    """Which share of the games the first level won, with its 95 % interval, in so many deals."""

    mean: float
    low: float
    high: float
    deals: int

    @property
    def of_the_other(self) -> "Share":
        """The same with two players, as the other one sees it."""
        return Share(1 - self.mean, 1 - self.high, 1 - self.low, self.deals)


@click.command(help=__doc__)
@click.option("--minutes", default=30.0, show_default=True, help="For all of it.")
@click.option("--only", type=click.Choice(list(GAMES)), multiple=True, help="Play some games alone, and draw nothing.")
def main(minutes: float, only: tuple[str, ...]) -> None:
    chosen = [GAMES[name] for name in only or GAMES]
    names = list(LEVELS)
    duels = [Duel(game, 2, bot, others) for others, bot in combinations(names, 2) for game in chosen]
    duels += [Duel(game, game.max_players, bot, others) for others, bot in pairwise(names) for game in chosen]
    # Those of the lower levels first.
    duels.sort(key=lambda duel: names.index(duel.bot))
    found = dict(_played(duels, 60 * minutes))
    for duel in sorted(found, key=lambda duel: (chosen.index(duel.game), duel.players, *map(names.index, duel[2:]))):
        print(_line(duel, found[duel]))
    if not only:
        draw({game: {duel: won for duel, won in found.items() if duel[:2] == (game, 2)} for game in chosen})


def _played(duels: list[Duel], seconds: float) -> Iterator[tuple[Duel, Share]]:
    """Each duel with as many deals as the time allows, in their order: short games do not count more than long ones."""
    end = time.monotonic() + seconds
    for number, duel in enumerate(duels):
        until = time.monotonic() + (end - time.monotonic()) / (len(duels) - number)
        setup = Setup(duel.game, duel.players, duel.game.read_options(duel.players, {}))
        wins: dict[int, float] = {}
        with closing(play_match(Match(setup, SEED, (duel.bot, duel.others), MOST))) as deals:
            for deal in deals:
                wins[deal.number] = float(np.mean(deal.wins))
                if time.monotonic() > until:
                    break
        whole = next(k for k in range(MOST + 1) if k not in wins)
        if whole >= FEWEST:
            found = Share(**share([wins[k] for k in range(whole)]), deals=whole)
            click.echo(_line(duel, found), err=True)
            yield duel, found


def _line(duel: Duel, found: Share) -> str:
    share = f"{found.mean:.3f} ({found.low:.3f}–{found.high:.3f})"
    fair = f"{1 / duel.players:.3f}"
    return f"| {duel.game.title} {duel.players} | {fair} | `{duel.bot},{duel.others}` | {share} | {found.deals} |"


def draw(found: dict[Game, dict[Duel, Share]]) -> None:
    """A square for each game: how often the level of a row beats the level of a column, in percent."""
    import matplotlib
    from matplotlib.figure import Figure

    style = STYLE | {"svg.hashsalt": "ladder", "axes.spines.bottom": False, "xtick.labelcolor": INK}
    with matplotlib.rc_context(style):
        figure: Any = Figure(figsize=(10, 9.2), dpi=160, facecolor="white")
        panels = figure.subplots(2, 2).flatten()
        figure.subplots_adjust(left=0.09, right=0.985, top=0.845, bottom=0.02, wspace=0.22, hspace=0.3)
        for ax, (game, duels) in zip(panels, found.items(), strict=True):
            _draw_square(ax, game, duels)
        figure.text(0.02, 0.955, "How often each level beats the others", fontsize=16, fontweight="bold")
        said = "Two players: wins of the level in the row against that of the column, in percent, with 95 % intervals."
        said += "\nFramed: against the next lower level."
        figure.text(0.02, 0.922, said, fontsize=10, color=QUIET, va="center")
        save(figure, PICTURE)


def _draw_square(ax: Any, game: Game, duels: dict[Duel, Share]) -> None:
    from matplotlib.patches import Rectangle

    names = list(LEVELS)
    titles = [LEVELS[name].title.en for name in names]
    wins = np.full((len(names), len(names)), 50.0)
    for duel, won in duels.items():
        pair = names.index(duel.bot), names.index(duel.others)
        for (row, column), seen in ((pair, won), (pair[::-1], won.of_the_other)):
            wins[row, column] = 100 * seen.mean
            reach = 100 * max(seen.high - seen.mean, seen.mean - seen.low)
            ink = "white" if abs(seen.mean - 0.5) > 0.27 else INK
            ax.text(column, row - 0.1, f"{100 * seen.mean:.0f}", ha="center", va="center", fontsize=13, color=ink)
            ax.text(column, row + 0.27, f"± {reach:.0f}", ha="center", va="center", fontsize=8, color=ink)
    ax.imshow(wins, cmap="PuOr_r", vmin=0, vmax=100, aspect="auto")
    for row in range(1, len(names)):
        ax.add_patch(Rectangle((row - 1.47, row - 0.47), 0.94, 0.94, fill=False, edgecolor=INK, linewidth=1.6))
    ax.set_xticks(range(len(names)), titles)
    ax.set_yticks(range(len(names)), titles)
    ax.xaxis.tick_top()
    ax.tick_params(length=0)
    ax.set_title(game.title, pad=14)


if __name__ == "__main__":
    main()
