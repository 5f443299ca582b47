"""What an analysis says to people, in words."""

from typing import Any

from quatuor.analysis.grading import Decision
from quatuor.analysis.rounding import points
from quatuor.analysis.texts import TEXTS
from quatuor.core.game import Game
from quatuor.core.texts import Language, player
from quatuor.play.playthrough import Playthrough


def percent(language: Language, share: float) -> str:
    """A chance in whole percent.

    >>> percent("en", 0.537), percent("fr", 0.537)
    ('54%', '54\\xa0%')
    """
    return f"{points(share)}" + ("\N{NO-BREAK SPACE}%" if language == "fr" else "%")


def odds(language: Language, share: float) -> str:
    """A chance in whole percent, as one tells it to a player: nothing is certain or impossible by a search.

    >>> odds("en", 0.537), odds("en", 0.999), odds("fr", 0.001)
    ('54%', 'over 99%', 'moins de 1\\xa0%')
    """
    if points(share) >= 100:
        return TEXTS.say(language, "odds.over", chance=percent(language, 0.99))
    if points(share) <= 0:
        return TEXTS.say(language, "odds.under", chance=percent(language, 0.01))
    return percent(language, share)


def with_article(language: Language, chance: str) -> str:
    """A chance as it stands before its noun: English has an article there.

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


def short(game: Game, move: str, language: Language) -> str:
    """A move in a few words of its game, for a sentence."""
    return game.texts.move(language, move)


def label(game: Game, state: Any, move: str, language: Language) -> str:
    """A move of the seat to play, in the words of its game, with all that one sees of its cards."""
    if game.describe_move is None:
        return short(game, move, language)
    return game.describe_move(state, int(state.turn), move, language)


def moment(play: Playthrough, decision: Decision, language: Language) -> tuple[str, str, str]:
    """A decision that has a mark: what it is called, what was played, and what was better."""
    game, state = play.game, play.state_after(decision.number)

    def said(key: str, action: int, chance: float) -> str:
        words = label(game, state, game.text(action), language)
        return TEXTS.say(language, key, move=words, chance=percent(language, chance))

    heading = TEXTS.say(
        language,
        "analyse.moment",
        number=decision.number + 1,
        player=player(language, decision.seat),
        mark=TEXTS.say(language, f"mark.{decision.mark}"),
        loss=decision.points,
        error=points(decision.error),
    )
    played = said("analyse.played", decision.action, decision.chosen_chance.win)
    return heading, played, said("analyse.better", decision.best, decision.best_chance.win)
