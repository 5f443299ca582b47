"""How long bots think about a move: every decision of whole games, all seats the same bot.

    python bench/bot_times.py virtuoso prodigy [--games 2] [--game symbiose]

Processor time of the thread that thinks: what it would take on the clock with a core of its own.
"""

import time

import click
import numpy as np

from quatuor.bots import ask, find_bot, new_chooser
from quatuor.games import GAMES
from quatuor.play.playthrough import Playthrough


@click.command(help="Time BOTS, levels or specs.")
@click.argument("bots", nargs=-1, required=True)
@click.option("--games", type=click.IntRange(min=1), default=2, show_default=True, help="At each table.")
@click.option("--game", "chosen", type=click.Choice(list(GAMES)), multiple=True, help="By default all.")
@click.option("--moves", type=click.IntRange(min=1), help="Only so many decisions of each game.")
def main(bots: tuple[str, ...], games: int, chosen: tuple[str, ...], moves: int | None) -> None:
    print(f"{'':32}{'moves':>7}{'first':>9}{'mean':>9}{'95 of 100':>11}{'longest':>9}   seconds")
    for name in chosen or GAMES:
        game = GAMES[name]
        for players in (game.min_players, game.max_players):
            for bot in bots:
                spent = [_decisions(name, players, seed, bot, moves) for seed in range(games)]
                every, first = np.concatenate(spent), max(times[0] for times in spent)
                mean, most, longest = every.mean(), np.quantile(every, 0.95), every.max()
                print(
                    f"{game.title:14}{players:2}  {bot:14}{len(every):7}"
                    f"{first:9.3f}{mean:9.3f}{most:11.3f}{longest:9.3f}",
                    flush=True,
                )


def _decisions(game: str, players: int, seed: int, name: str, moves: int | None) -> list[float]:
    """The seconds of each decision in one game, the first search (compiling) not counted."""
    play, chooser, bot = Playthrough(GAMES[game], players, seed=seed), new_chooser(seed), find_bot(name)
    spent: list[float] = []
    while not play.over and len(spent) != moves:
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
