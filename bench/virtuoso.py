"""How long a level thinks about a move: every decision of whole games, all seats at that level.

    python bench/virtuoso.py [--games 2] [--level virtuoso]

Processor time of the thread that searches: what it would take on the clock with a core of its own.
"""

import time

import click
import numpy as np

from quatuor.bots import LEVELS, ask, new_chooser
from quatuor.games import GAMES
from quatuor.play.playthrough import Playthrough


@click.command()
@click.option("--games", type=click.IntRange(min=1), default=2, show_default=True, help="At each table.")
@click.option("--level", type=click.Choice(list(LEVELS)), default="virtuoso", show_default=True)
def main(games: int, level: str) -> None:
    print(f"{'':20}{'moves':>7}{'mean':>9}{'95 of 100':>11}{'longest':>9}   seconds")
    for game in GAMES.values():
        for players in (game.min_players, game.max_players):
            spent = np.concatenate([_decisions(game.name, players, seed, level) for seed in range(games)])
            mean, most, longest = spent.mean(), np.quantile(spent, 0.95), spent.max()
            print(f"{game.title:14}{players:3} p.{len(spent):8}{mean:9.3f}{most:11.3f}{longest:9.3f}", flush=True)


def _decisions(game: str, players: int, seed: int, level: str) -> list[float]:
    """The seconds of each decision in one game, the first search (compiling) not counted."""
    play, chooser, bot = Playthrough(GAMES[game], players, seed=seed), new_chooser(seed), LEVELS[level]
    spent: list[float] = []
    while not play.over:
        legal = play.legal_actions
        if len(legal) == 1:
            play.play_action(legal[0])
            continue
        if not spent:
            ask(bot, play.game, play.state, new_chooser(0))
        start = time.thread_time()
        action = ask(bot, play.game, play.state, chooser)
        spent.append(time.thread_time() - start)
        play.play_action(action)
    return spent


if __name__ == "__main__":
    main()
