"""A game as one seat lived it, in words: where its result came from, and the moments that changed most."""

from dataclasses import dataclass
from typing import Literal

from quatuor.analysis.accounts import Account
from quatuor.analysis.chances import Chance
from quatuor.analysis.grading import THRESHOLDS
from quatuor.analysis.texts import TEXTS
from quatuor.analysis.wording import odds
from quatuor.core.errors import Language
from quatuor.core.texts import listed

# A change of so much of the win chance is worth telling, where it is more than so many standard errors: of hundreds of
# changes some are twice their error by chance.
_TELLING, _SURE = 0.08, 3.0
_MOST = 6
# Less than this is nothing in whole points.
_NOTHING = 0.005


@dataclass(frozen=True)
class Moment:
    """A change that was not the seat's own doing: the moves that made it, from the first to the last."""

    kind: Literal["luck", "others"]
    change: float
    first: int
    last: int


def summary(account: Account, player: str, language: Language) -> str:
    """The whole game in a few sentences."""

    def say(key: str, **values: object) -> str:
        return TEXTS.say(language, f"story.{key}", player=player, **values)

    parts = [*_given(account, language), _own(account, player, language)]
    result = "won" if account.result == 1 else "lost" if account.result == 0 else "shared"
    course = listed(language, parts)
    return " ".join(
        (say("start", chance=odds(language, account.start.win)), course[:1].upper() + course[1:] + ".", say(result))
    )


def thresholds(language: Language) -> str:
    """What is called an inaccuracy, a mistake, a blunder."""
    bounds = {name: f"{100 * least:.0f}" for name, least in THRESHOLDS.items()}
    return TEXTS.say(language, "story.thresholds", **bounds)


def points(change: float, language: Language) -> str:
    """A change of the win chance without its sign, as one says it.

    >>> points(-0.123, "en"), points(0.012, "fr")
    ('12 points', '1 point')
    """
    count = max(1, round(100 * abs(change)))
    return TEXTS.say(language, "points.one" if count == 1 else "points.many", count=count)


def _given(account: Account, language: Language) -> list[str]:
    """What chance and the others did; where neither is more than its error, what they did together."""
    luck, others = account.luck, account.others
    if abs(luck.win) < luck.error and abs(others.win) < others.error:
        return [_part("both", Chance(luck.win + others.win, 0.0), language)]
    return [_part("luck", luck, language), _part("others", others, language)]


def _part(name: str, change: Chance, language: Language) -> str:
    """What one of them did; what is no more than its error, or than half a point, is not called a change."""
    if abs(change.win) < max(change.error, _NOTHING):
        return TEXTS.say(language, f"story.{name}.even")
    key = f"story.{name}.{'gave' if change.win > 0 else 'took'}"
    return TEXTS.say(language, key, points=points(change.win, language))


def _own(account: Account, player: str, language: Language) -> str:
    if account.loss.win < _NOTHING:
        return TEXTS.say(language, "story.own.none", player=player)
    lost = points(account.loss.win, language)
    marks = [decision.mark for decision in account.marked]
    counted = []
    for mark in reversed(THRESHOLDS):
        if count := marks.count(mark):
            counted.append(TEXTS.say(language, f"marks.{mark}.{'one' if count == 1 else 'many'}", count=count))
    if not counted:
        return TEXTS.say(language, "story.own.little", player=player, points=lost)
    return TEXTS.say(language, "story.own.marked", player=player, points=lost, marks=listed(language, counted))


def moments(account: Account) -> list[Moment]:
    """The largest changes by chance and by others, in the order of the game."""
    found = []
    for at, step in enumerate(account.steps):
        if abs(step.luck) >= max(_TELLING, _SURE * step.luck_error):
            found.append(Moment("luck", step.luck, at, at))
        if abs(step.others) >= max(_TELLING, _SURE * step.others_error):
            found.append(Moment("others", step.others, step.others_since, at))
    found.sort(key=lambda moment: -abs(moment.change))
    return sorted(found[:_MOST], key=lambda moment: moment.last)


def told(moment: Moment, what: str, player: str, language: Language) -> str:
    """A moment in words: what happened, and what it meant for the player."""
    key = f"moment.{moment.kind}.{'gained' if moment.change > 0 else 'lost'}"
    return TEXTS.say(language, key, what=what, player=player, points=points(moment.change, language))
