"""`quatuor games`: the games, their players and their options."""

import json
from collections.abc import Callable
from typing import Any

import click
from rich import box
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from quatuor.cli.arguments import lang_option, own_command
from quatuor.cli.texts import TEXTS
from quatuor.core.game import Game
from quatuor.core.options import Option
from quatuor.core.texts import Language, Sentence, plain
from quatuor.games import GAMES, find_game


@click.command()
@click.argument(
    "game",
    metavar="[GAME]",
    required=False,
    callback=lambda context, parameter, name: find_game(name) if name else None,
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object with everything.")
@lang_option
@click.pass_obj
def games(language: Language, game: Game | None, as_json: bool) -> None:
    """List the games with their players and options, or show one GAME."""
    if as_json:
        found = described(game) if game else {"games": [described(one) for one in GAMES.values()]}
        print(json.dumps(found, ensure_ascii=False, indent=2))
        return
    console = Console(highlight=False)
    for one in [game] if game else GAMES.values():
        console.print(_panel(one, language))


def described(game: Game) -> dict[str, Any]:
    """Everything about a game that a program needs to set it up."""
    return {
        "name": game.name,
        "title": game.title,
        "rules": game.version,
        "players": {"min": game.min_players, "max": game.max_players},
        "pitch": game.texts.sentence("pitch")._asdict(),
        "options": [_option(game, option) for option in game.options],
    }


def _option(game: Game, option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "control": option.kind.control,
        "values": by_players(game, lambda players: list(option.kind.values(players))),
        "default": by_players(game, option.default),
        "accepts": by_players(game, lambda players: option.kind.accepts(players)._asdict()),
        "meaning": option.meaning._asdict(),
        "meanings": {value: meaning._asdict() for value, meaning in option.meanings.items()},
    }


def by_players(game: Game, value: Callable[[int], Any]) -> Any:
    """A value that may depend on the number of players: one value if it does not, else one for each number."""
    values = {str(players): value(players) for players in _counts(game)}
    first = values[str(game.min_players)]
    return first if all(other == first for other in values.values()) else {"by_players": values}


def _counts(game: Game) -> range:
    return range(game.min_players, game.max_players + 1)


def _panel(game: Game, language: Language) -> RenderableType:
    players = TEXTS.say(language, "games.players", low=game.min_players, high=game.max_players)
    title = Text.assemble((game.title, "bold"), " · ", players, " · ", (game.name, "cyan"))
    pitch = Text(game.texts.say(language, "pitch"), "italic")
    return Panel(Group(pitch, "", _options(game, language), "", _hint(game, language)), title=title, box=box.ROUNDED)


def _options(game: Game, language: Language) -> RenderableType:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    for key in ("games.option", "games.default", "games.meaning"):
        table.add_column(TEXTS.say(language, key))
    for place, option in enumerate(game.options):
        if place:
            table.add_row()
        table.add_row(
            Text(option.name, "bold cyan", no_wrap=True),
            Text(_default(game, option)),
            _meaning(game, option, language),
        )
    return table


def _default(game: Game, option: Option) -> str:
    """The default; if it varies, each with its numbers of players."""
    counts: dict[str, list[int]] = {}
    for players in _counts(game):
        counts.setdefault(plain(option.default(players)), []).append(players)
    if len(counts) == 1:
        return next(iter(counts))
    return "\n".join(f"{value} ({_span(players)})" for value, players in counts.items())


def _span(players: list[int]) -> str:
    whole = players == list(range(players[0], players[-1] + 1)) and len(players) > 1
    return f"{players[0]}–{players[-1]}" if whole else ", ".join(map(str, players))


def _meaning(game: Game, option: Option, language: Language) -> RenderableType:
    """What an option means, then its values, each with its meaning if it has one."""
    parts: list[RenderableType] = [Text(option.meaning.say(language))]
    if option.meanings:
        values = Table.grid(padding=(0, 2, 0, 0))
        for value, meaning in option.meanings.items():
            values.add_row(Text(value, "cyan", no_wrap=True), Text(meaning.say(language)))
        parts.append(values)
    listed = {plain(value) for players in _counts(game) for value in option.kind.values(players)}
    if not listed or listed != set(option.meanings):
        parts.append(Text(_takes(game, option, language), "dim"))
    return Group(*parts)


def _takes(game: Game, option: Option, language: Language) -> str:
    """What values an option takes, in words; if that depends on the players, for the most of them."""
    accepts: list[Sentence] = [option.kind.accepts(players) for players in _counts(game)]
    varies = any(sentence != accepts[0] for sentence in accepts)
    key = "games.takes_with" if varies else "games.takes"
    return TEXTS.say(language, key, n=game.max_players, accepts=accepts[-1].say(language))


def _hint(game: Game, language: Language) -> Text:
    """An example of a command line, with the last value of the first option."""
    option = game.options[0]
    value = plain((option.kind.values(game.max_players) or (option.default(game.max_players),))[-1])
    words = ["play", game.name, "--players", str(game.max_players), "--option", f"{option.name}={value}"]
    return Text(TEXTS.say(language, "games.hint", command=" ".join([*own_command(), *words])), "dim")
