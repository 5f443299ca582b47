"""Arguments that several commands share, and how they are read."""

import json
import os
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from quatuor.arena.ray_cluster import LOCAL
from quatuor.cli.texts import TEXTS
from quatuor.core.errors import OptionError
from quatuor.core.game import Game, read_first
from quatuor.core.texts import LANGUAGES, default_language, plain, shortened
from quatuor.games import find_game
from quatuor.play.setup import Setup

F = TypeVar("F", bound=Callable[..., Any])
_LANG = "quatuor.lang"


def lang_option(function: F) -> F:
    """--lang, before or after the command's name: the language of everything that follows."""
    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        expose_value=False,
        is_eager=True,
        callback=_set_language,
        help="Language of what players read: en or fr (default: that of your system).",
    )(function)


def _set_language(context: click.Context, parameter: click.Parameter, lang: str | None) -> None:
    if lang:
        os.environ["QUATUOR_LANG"] = lang
        context.meta[_LANG] = lang
        context.obj = default_language()


def typed_language() -> list[str]:
    """The words of this command line that set the language; none if the system's is used."""
    context = click.get_current_context(silent=True)
    lang = context.meta.get(_LANG) if context else None
    return ["--lang", lang] if lang else []


def own_command() -> list[str]:
    """The words with which this player started Quatuor; `./play` sets them."""
    return shlex.split(os.environ.get("QUATUOR_COMMAND", "quatuor"))


def game_argument(function: F) -> F:
    """GAME, passed to the command as a Game."""
    return click.argument("game", metavar="GAME", callback=lambda context, parameter, name: find_game(name))(function)


def players_option(function: F) -> F:
    return click.option("--players", type=int, help="How many play (default: the fewest).")(function)


def first_option(function: F) -> F:
    return click.option("--first", type=int, metavar="SEAT", help="Who starts, from 1 (default: drawn).")(function)


def seed_option(function: F) -> F:
    return click.option("--seed", type=int, metavar="S", help="Fixes every card (default: drawn).")(function)


def game_options(function: F) -> F:
    """--option NAME=VALUE, as often as needed."""
    return click.option(
        "--option",
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        help="An option of the game; `quatuor games` lists them. Values are JSON or bare words.",
    )(function)


def ray_option(function: F) -> F:
    """--ray [ADDRESS], for `ray_workers`."""
    return click.option(
        "--ray",
        is_flag=False,
        flag_value=LOCAL,
        metavar="[ADDRESS]",
        help="Play on a Ray cluster: host:port, auto or ray://host:port; without an address on one that is started "
        "here. The results are the same. Needs quatuor[ray].",
    )(function)


def read_setup(game: Game, players: int | None, options: tuple[str, ...]) -> Setup:
    """The game with its number of players and every option, checked."""
    count = game.read_players(game.min_players if players is None else players)
    given: dict[str, Any] = {}
    for text in options:
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError(*TEXTS.sentence("option.form", example=game.options[0].name, text=shortened(plain(text))))
        given[name] = _json_or_word(value)
    return Setup(game, count, game.read_options(count, given))


def _json_or_word(value: str) -> Any:
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


def read_first_seat(first: int | None, players: int) -> int | None:
    """The first player as a seat from 0; None if the seed draws it."""
    return None if first is None else read_first(first, players)


def read_db(text: str | None) -> Path | str | None:
    """Where games are kept: a file, or the address of a PostgreSQL database."""
    if text is None or "://" not in text:
        return None if text is None else Path(text)
    if text.partition("://")[0] not in ("postgresql", "postgres"):
        raise OptionError(*TEXTS.sentence("serve.db.refused", value=shortened(plain(text.partition("://")[0]))))
    return text
