"""The texts of simulations, matches and measurements, and how they write numbers."""

from quatuor.core.texts import COMMON, Catalogue, Language, plain
from quatuor.play.setup import Setup

TEXTS = Catalogue.load(__package__, COMMON)
_FRENCH = str.maketrans({",": "\N{NARROW NO-BREAK SPACE}", ".": ","})


def decimal(language: Language, value: float, digits: int = 0) -> str:
    """A number with so many decimals and separated thousands.

    >>> decimal("en", 12345.67, 1), decimal("fr", 0.5, 1)
    ('12,345.7', '0,5')
    """
    text = f"{value:,.{digits}f}"
    return text.translate(_FRENCH) if language == "fr" else text


def percent(language: Language, value: float, digits: int = 0) -> str:
    """A percentage with its sign.

    >>> percent("en", 25.13, 1), percent("fr", 95)
    ('25.1%', '95\\xa0%')
    """
    return decimal(language, value, digits) + ("\N{NO-BREAK SPACE}%" if language == "fr" else "%")


def score(language: Language, value: float) -> str:
    """A score, with a decimal only where it needs one: `4`, or `4.5`."""
    return decimal(language, value, 0 if value == int(value) else 1)


def option_note(setup: Setup, language: Language) -> str:
    """The end of a subtitle: the options that are not the usual ones, if any."""
    unusual = [f"{name}={plain(value)}" for name, value in setup.unusual_options.items()]
    return " · " + TEXTS.say(language, "simulate.options", options=", ".join(unusual)) if unusual else ""
