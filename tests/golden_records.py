"""Golden records: whole games in `tests/data/records`, each replayed and written again by a test.

They were played by an earlier version and stay as they are: a later one that cannot replay them has changed the rules.
To add one, let bots play and keep the shortest game, or only one that ends so:

    python tests/golden_records.py symphonimo --players 3 --option maestro=random --bots greedy
    python tests/golden_records.py rythm_n_play --players 2 --bots greedy --end exchange-alone --games 200
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from quatuor import GAMES, Game, Playthrough
from quatuor.bots import find_bots, play_on
from quatuor.cli.arguments import game_argument, game_options, players_option, read_setup
from quatuor.play.files import read_file
from quatuor.play.record_format import line_of
from setups import SHORT, setups_of

FOLDER = Path(__file__).parent / "data" / "records"
FILES = sorted(FOLDER.glob("*.quatuor.json"))

_SEEDS = 6


def seats_and_values(game: Game) -> set[tuple[int, str, str]]:
    """Every value of every option for every number of players, with the default of each."""
    found = set()
    for setup in setups_of(game):
        options = game.read_options(setup.players, setup.options)
        found |= {(setup.players, name, str(value)) for name, value in game.stored_options(options).items()}
        found.add((setup.players, "", ""))
    return found


def shown_by(record: dict[str, Any]) -> set[tuple[int, str, str]]:
    """Of these, what one record shows."""
    players = record["players"]
    return {(players, "", "")} | {(players, name, str(value)) for name, value in record["options"].items()}


def end_of(record: dict[str, Any]) -> str:
    """How a game ended: the word of its last move, and whether one side won, a tie was settled, or several won."""
    game, players, result = GAMES[record["game"]], record["players"], record["result"]
    state = Playthrough(game, players, seed=0, options=record["options"]).state
    sides = {int(game.side(state, seat)) for seat in range(players)}
    winning = {int(game.side(state, seat - 1)) for seat in result["winners"]}
    best = sum(score == max(result["scores"]) for score in result["scores"])
    if len(winning) > 1:
        shape = "joint"
    elif best > len(result["winners"]):
        shape = "settled"
    else:
        shape = "alone" if len(sides) == players else "team"
    return f"{record['moves'][-1]['move'].split()[0]}-{shape}"


def ends_of(game: Game) -> set[str]:
    """The ends that random players reach at any table in a few games."""
    setups = [setup._replace(options=setup.options | SHORT.get(game.name, {})) for setup in setups_of(game)]
    return {end_of(setup.play(seed).record()) for setup in setups for seed in range(_SEEDS)}


def read_all() -> Iterator[tuple[Path, dict[str, Any]]]:
    """Every golden record with its file."""
    for path in FILES:
        for record in read_file(path):
            yield path, record


def name_of(play: Playthrough, bots: str, end: str) -> str:
    """A file's name: the game, players, what is not a default, who played, how it ended, the seed."""
    default = play.game.read_options(play.players, {})
    said = [f"{name}-{value}" for name, value in play.options.items() if value != default[name] and name != "deck"]
    words = [play.game.name, str(play.players), *said, Path(bots).stem, end, str(play.seed)]
    return re.sub(r"[^a-z0-9_]+", "-", "-".join(words).lower()).replace("--", "-") + ".quatuor.json"


@click.command(help="Add a golden record.")
@game_argument
@players_option
@game_options
@click.option("--bots", default="random", show_default=True, help="As for `quatuor record`.")
@click.option("--games", "count", default=30, show_default=True, help="How many games to choose from.")
@click.option("--seed", default=0, show_default=True, help="The first game's seed.")
@click.option("--end", "wanted", help="Only a game that ends so, such as take-joint.")
def add(
    game: Game, players: int | None, options: tuple[str, ...], bots: str, count: int, seed: int, wanted: str | None
) -> None:
    setup = read_setup(game, players, options)
    played = []
    for number in range(seed, seed + count):
        play = setup.start(number)
        play_on(play, find_bots(bots, setup.players))
        if wanted in (None, end_of(play.record())):
            played.append(play)
    if not played:
        raise click.ClickException(f"none of {count} games ends with {wanted}")
    shortest = min(played, key=lambda play: len(line_of(play.record(legal=True))))
    path = FOLDER / name_of(shortest, bots, end_of(shortest.record()))
    path.write_text(line_of(shortest.record(legal=True)) + "\n", encoding="utf-8")
    print(path.name, path.stat().st_size)


if __name__ == "__main__":
    add()
