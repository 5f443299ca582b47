"""What a parameter of the search is worth: a match as `quatuor match` plays it, of bots that only this bench knows.

    python bench/tuning.py symphonimo search:200,prior_scale=3 greedy --deals 100 --players 6

A spec may set any field of `quatuor.core.search_settings.SearchSettings`, which the specs of `quatuor` cannot.
"""

import time
from dataclasses import fields, replace
from functools import partial

import click

from quatuor.arena.match import Match, play_match
from quatuor.arena.match_results import standings
from quatuor.bots import Bot, find_bot
from quatuor.bots.search_bot import read_search
from quatuor.core.search_settings import SearchSettings
from quatuor.games import GAMES
from quatuor.play.setup import Setup

_KINDS = {field.name: type(field.default) for field in fields(SearchSettings)}


def read_bot(game: str, spec: str) -> Bot:
    """The bot of `search:200,prior_scale=3,horizon=12`, of `guided:200,guided_exploration=2`, or of any other spec."""
    name, *settings = spec.split(",")
    if not settings:
        return find_bot(name)
    pairs = dict(setting.split("=") for setting in settings)
    chosen = {key: _KINDS[key](text) for key, text in pairs.items()}
    return replace(read_search(name), settings=replace(GAMES[game].search_settings, **chosen))


@click.command(help="Play BOT among OTHERs.")
@click.argument("game", type=click.Choice(list(GAMES)))
@click.argument("bot")
@click.argument("other")
@click.option("--players", type=int, default=2, show_default=True)
@click.option("--deals", type=click.IntRange(min=2), default=100, show_default=True)
@click.option("--seed", default=1000, show_default=True, help="Of the first deal.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
def main(game: str, bot: str, other: str, players: int, deals: int, seed: int, options: tuple[str, ...]) -> None:
    given = GAMES[game].read_options(players, dict(option.split("=", 1) for option in options))
    match = Match(Setup(GAMES[game], players, given), seed, (bot, other), deals, partial(read_bot, game))
    start = time.perf_counter()
    played = list(play_match(match))
    numbers = standings(match, played, time.perf_counter() - start)
    wins, margin = (numbers["duels"][0][key] for key in ("wins", "margin"))
    print(
        f"{game} {players}p {bot} among {other}, {deals} deals: "
        f"wins {wins['mean']:.3f} ± {wins['high'] - wins['mean']:.3f}, "
        f"margin {margin['mean']:+.2f} ± {margin['high'] - margin['mean']:.2f}, "
        f"{numbers['thought'][0]['ms']:.1f} ms a move"
    )


if __name__ == "__main__":
    main()
