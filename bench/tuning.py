"""What a parameter of the search is worth: one bot against others, the same deals with the seats rotated.

    python bench/tuning.py symphonimo search:200,doubt=3 greedy --deals 100 --players 6

A spec may set any field of `quatuor.core.thinking.Thinking`, which the specs of `quatuor` cannot. The first bot sits on
each seat of a deal in turn, the second on all others (in teams: the first on all seats of its side). Intervals are
clustered by deal.
"""

import os
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields, replace
from multiprocessing import get_context
from typing import NamedTuple

import click
import numpy as np

from quatuor.bots import Bot, SearchBot, ask, find_bot, new_chooser
from quatuor.core.game import Game
from quatuor.core.thinking import Thinking
from quatuor.games import GAMES
from quatuor.records.playthrough import Playthrough

_FIRST_SEED = 1000
_KINDS = {field.name: type(field.default) for field in fields(Thinking)}


class Result(NamedTuple):
    """The games of one deal: win share and margin of the first bot, and its seconds for each decision."""

    share: float
    margin: float
    times: list[float]


def read_bot(game: Game, spec: str) -> Bot:
    """The bot of `search:200,doubt=3,horizon=12`, or of any other spec."""
    name, *settings = spec.split(",")
    bot = find_bot(name)
    if settings and isinstance(bot, SearchBot):
        pairs = dict(setting.split("=") for setting in settings)
        return replace(bot, thinking=replace(game.thinking, **{key: _KINDS[key](text) for key, text in pairs.items()}))
    return bot


def play_deal(name: str, players: int, specs: tuple[str, str], deal: int, options: dict[str, str]) -> Result:
    game = GAMES[name]
    first, other = (read_bot(game, spec) for spec in specs)
    share = margin = 0.0
    times = []
    for seat in range(players):
        play = Playthrough(game, players, seed=_FIRST_SEED + deal, options=options)
        sides = [int(game.side(play.state, k)) for k in range(players)]
        chooser = new_chooser(7 * deal + seat)
        while not play.over:
            ours = sides[play.turn] == sides[seat]
            start = time.perf_counter()
            action = ask(first if ours else other, game, play.state, chooser)
            if ours and len(play.legal_actions) > 1:
                times.append(time.perf_counter() - start)
            play.play_action(action)
        winning = {sides[k] for k in play.winners}
        share += (sides[seat] in winning) / len(winning) / players
        rivals = (score for k, score in enumerate(play.scores) if sides[k] != sides[seat])
        margin += (play.scores[seat] - max(rivals)) / players
    return Result(share, margin, times)


@click.command(help="Play BOT against OTHER.")
@click.argument("game", type=click.Choice(list(GAMES)))
@click.argument("bot")
@click.argument("other")
@click.option("--players", type=int, default=2, show_default=True)
@click.option("--deals", type=click.IntRange(min=2), default=100, show_default=True)
@click.option("--jobs", type=click.IntRange(min=1), default=os.cpu_count() or 1, show_default=True)
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
def main(game: str, bot: str, other: str, players: int, deals: int, jobs: int, options: tuple[str, ...]) -> None:
    given = dict(option.split("=", 1) for option in options)
    play_deal(game, players, ("search:1", "greedy"), 0, given)  # compiled once, not in every process
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        futures = [pool.submit(play_deal, game, players, (bot, other), deal, given) for deal in range(deals)]
        results = [future.result() for future in futures]
    shares = np.array([result.share for result in results])
    margins = np.array([result.margin for result in results])
    times = np.concatenate([result.times for result in results]) * 1e3
    halves = [1.96 * float(x.std(ddof=1)) / deals**0.5 for x in (shares, margins)]
    print(
        f"{game} {players}p {bot} against {other}, {deals} deals: wins {shares.mean():.3f} ± {halves[0]:.3f}, "
        f"margin {margins.mean():+.2f} ± {halves[1]:.2f}, {times.mean():.1f} ms a move, longest {times.max():.0f}"
    )


if __name__ == "__main__":
    main()
