"""A game as one seat lived it, in words: where its result came from, and the moments that changed most."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor
from typing import Literal

from quatuor.analysis.accounts import Account
from quatuor.analysis.grading import THRESHOLDS
from quatuor.analysis.texts import TEXTS
from quatuor.analysis.wording import odds
from quatuor.core.errors import Language
from quatuor.core.texts import listed

# A change of so much of the win chance is worth telling, where it is more than so many standard errors: of hundreds of
# changes some are twice their error by chance.
_TELLING, _SURE = 0.08, 3.0
_MOST = 6
# So many points are hardly a change.
_HARDLY = 2


@dataclass(frozen=True)
class Moment:
    """A change that was not the seat's own doing: the moves that made it, from the first to the last."""

    kind: Literal["luck", "others"]
    change: float
    first: int
    last: int


def summary(account: Account, player: str, players: int, language: Language) -> str:
    """The whole game in a few sentences, whose figures add up."""

    def say(key: str, **values: object) -> str:
        return TEXTS.say(language, f"story.{key}", player=player, **values)

    terms = (account.start.win, account.luck.win, account.others.win, -account.loss.win)
    start, luck, others, own = adding_up(terms, account.result)
    if abs(account.luck.win) < account.luck.error and abs(account.others.win) < account.others.error:
        # Which of them it was cannot be told; what they did together can.
        given = [_part("duel" if players == 2 else "both", luck + others, language)]
    else:
        given = [_part("luck", luck, language), _part("opponent" if players == 2 else "others", others, language)]
    course = listed(language, [*given, _own(account, -own, player, language)])
    result = "won" if account.result == 1 else "lost" if account.result == 0 else "shared"
    return " ".join(
        (say("start", chance=odds(language, start / 100)), course[:1].upper() + course[1:] + ".", say(result))
    )


def adding_up(parts: Sequence[float], total: float) -> list[int]:
    """The parts of a sum in whole points that add up: where rounding would not, what was rounded most gives way.

    >>> adding_up([0.504, 0.104, 0.392], 1.0), adding_up([0.5, -0.25], 0.25)
    ([50, 11, 39], [50, -25])
    """
    whole = [_points(part) for part in parts]
    while missing := _points(total) - sum(whole):
        step = 1 if missing > 0 else -1
        most = max(range(len(parts)), key=lambda k: step * (100 * parts[k] - whole[k]))
        whole[most] += step
    return whole


def _points(share: float) -> int:
    return floor(100 * share + 0.5)


def thresholds(language: Language) -> str:
    """What is called an inaccuracy, a mistake, a blunder."""
    bounds = {name: f"{100 * least:.0f}" for name, least in THRESHOLDS.items()}
    return TEXTS.say(language, "story.thresholds", **bounds)


def _said(count: int, language: Language) -> str:
    """So many points, without their sign, as one says it."""
    return TEXTS.say(language, "points.one" if abs(count) == 1 else "points.many", count=abs(count))


def _part(name: str, change: int, language: Language) -> str:
    """What chance or the others did."""
    if abs(change) <= _HARDLY:
        return TEXTS.say(language, f"story.{name}.even")
    return TEXTS.say(language, f"story.{name}.{'gave' if change > 0 else 'took'}", points=_said(change, language))


def _own(account: Account, lost: int, player: str, language: Language) -> str:
    """What the player gave away, and in how many mistakes."""
    marks = [decision.mark for decision in account.marked]
    counted = [
        TEXTS.say(language, f"marks.{mark}.{'one' if marks.count(mark) == 1 else 'many'}", count=marks.count(mark))
        for mark in reversed(THRESHOLDS)
        if mark in marks
    ]
    if counted:
        said = {"points": _said(lost, language), "marks": listed(language, counted)}
        return TEXTS.say(language, "story.own.marked", player=player, **said)
    if lost > 0:
        return TEXTS.say(language, "story.own.little", player=player, points=_said(lost, language))
    return TEXTS.say(language, "story.own.none", player=player)


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
    return TEXTS.say(language, key, what=what, player=player, points=_said(_points(moment.change), language))
