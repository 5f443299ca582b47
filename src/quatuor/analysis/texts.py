"""The texts of the analysis, and how it writes chances."""

from quatuor.analysis.figures import whole_percent
from quatuor.core.texts import COMMON, Catalogue, Language

TEXTS = Catalogue.load(__package__, COMMON)


def said_to(you: bool, language: Language, key: str, /, **values: object) -> str:
    """A sentence about a player; to the player themselves (`you`) it is said as such, where that differs."""
    return TEXTS.say(language, f"{key}.you" if you and f"{key}.you" in TEXTS else key, **values)


def percent(language: Language, share: float) -> str:
    """A chance in whole percent.

    >>> percent("en", 0.537), percent("fr", 0.537)
    ('54%', '54\\xa0%')
    """
    return f"{whole_percent(share)}" + ("\N{NO-BREAK SPACE}%" if language == "fr" else "%")


def odds(language: Language, share: float) -> str:
    """A chance in whole percent for a sentence, never 0 or 100: a search proves nothing certain or impossible.

    >>> odds("en", 0.537), odds("en", 0.999), odds("fr", 0.001)
    ('54%', 'over 99%', 'moins de 1\\xa0%')
    """
    if whole_percent(share) >= 100:
        return TEXTS.say(language, "odds.over", chance=percent(language, 0.99))
    if whole_percent(share) <= 0:
        return TEXTS.say(language, "odds.under", chance=percent(language, 0.01))
    return percent(language, share)


def with_article(language: Language, chance: str) -> str:
    """A chance as it stands before its noun, where English has an article.

    >>> with_article("en", "31%"), with_article("en", "8%"), with_article("en", "over 99%"), with_article("fr", "8 %")
    ('a 31%', 'an 8%', 'an over 99%', '8 %')
    """
    if language == "fr":
        return chance
    return f"{'an' if chance.startswith(('8', '11%', '18%', 'over', 'under')) else 'a'} {chance}"


def signed(whole: int) -> str:
    """A change in whole percent, with its sign.

    >>> signed(12), signed(-5), signed(0)
    ('+12', '−5', '0')
    """
    return f"+{whole}" if whole > 0 else f"−{-whole}" if whole < 0 else "0"
