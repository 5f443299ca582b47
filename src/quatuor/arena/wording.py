"""A simulation's title and numbers, as the screen and the plot both write them."""

from typing import Any

from quatuor.arena.texts import TEXTS
from quatuor.core.game import Game
from quatuor.core.texts import Language, plain

_FRENCH = str.maketrans({",": "\N{NARROW NO-BREAK SPACE}", ".": ","})


def decimal(language: Language, value: float, digits: int = 0) -> str:
    """A number with this many decimals, its thousands apart.

    >>> decimal("en", 12345.67, 1), decimal("fr", 0.5, 1)
    ('12,345.7', '0,5')
    """
    text = f"{value:,.{digits}f}"
    return text.translate(_FRENCH) if language == "fr" else text


def percent(language: Language, value: float, digits: int = 0) -> str:
    """A percentage as it is written.

    >>> percent("en", 25.13, 1), percent("fr", 95)
    ('25.1%', '95\\xa0%')
    """
    return decimal(language, value, digits) + ("\N{NO-BREAK SPACE}%" if language == "fr" else "%")


def points(language: Language, value: float) -> str:
    """A score: `4`, or `4.5`."""
    return decimal(language, value, 0 if value == int(value) else 1)


def title(numbers: dict[str, Any], game: Game, language: Language) -> str:
    games, key = numbers["games"], "simulate.title"
    return TEXTS.say(
        language,
        key if games > 1 else f"{key}.one",
        game=game.title,
        games=decimal(language, games),
        players=numbers["players"],
    )


def subtitle(numbers: dict[str, Any], game: Game, language: Language) -> str:
    """Who played and with which seed, and the options that are not as usual."""
    bots = numbers["bots"] if len(set(numbers["bots"])) > 1 else numbers["bots"][:1]
    text = TEXTS.say(language, "simulate.subtitle", bots=", ".join(bots), seed=numbers["seed"])
    return text + _unusual(numbers, game, language)


def match_title(numbers: dict[str, Any], game: Game, language: Language) -> str:
    counts = {"games": decimal(language, numbers["games"]), "deals": decimal(language, numbers["deals"])}
    return TEXTS.say(language, "match.title", game=game.title, players=numbers["players"], **counts)


def match_subtitle(numbers: dict[str, Any], game: Game, language: Language) -> str:
    """The seed, how long it took, and the options that are not as usual."""
    seconds = decimal(language, numbers["seconds"], 1)
    text = TEXTS.say(language, "match.subtitle", seed=numbers["seed"], seconds=seconds)
    return text + _unusual(numbers, game, language)


def _unusual(numbers: dict[str, Any], game: Game, language: Language) -> str:
    usual = game.read_options(numbers["players"], {})
    unusual = [f"{name}={plain(value)}" for name, value in numbers["options"].items() if value != usual[name]]
    return " · " + TEXTS.say(language, "simulate.options", options=", ".join(unusual)) if unusual else ""
