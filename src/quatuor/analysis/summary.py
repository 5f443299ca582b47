"""An account in words: where the result came from, and what changed it most."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import hypot, isclose
from typing import Literal

from quatuor.analysis.account import Account
from quatuor.analysis.chance import Chance
from quatuor.analysis.decision import THRESHOLDS
from quatuor.analysis.figures import percent_between, whole_percent
from quatuor.analysis.texts import TEXTS, odds, percent, said_to, with_article
from quatuor.core.texts import Language, listed

# The least change of the win chance that is worth telling, and how many standard errors it must be: of hundreds of
# changes, some are twice their error by chance.
_TELLING, _SURE = 0.08, 3.0
_MOST = 6
# Up to this many percent is hardly a change; a larger one within this many standard errors is only called possible.
_HARDLY = 2
_PERHAPS = 2.0
# A start with a larger error than this is told as approximate.
_ABOUT = 0.05


@dataclass(frozen=True)
class Swing:
    """A change by luck or by others, from the first to the last of the moves that made it."""

    kind: Literal["luck", "others"]
    change: float
    first: int
    last: int


def summary(account: Account, names: Mapping[int, str], language: Language, you: bool = False) -> str:
    """The game in a few sentences whose figures add up; `names` are those of all players, by seat.

    `you`: it is told to the player themselves.
    """
    player = names[account.seat]
    rivals = [name for seat, name in names.items() if seat != account.seat]
    rival = rivals[0] if len(rivals) == 1 else ""

    def say(key: str, **values: object) -> str:
        return said_to(you, language, f"story.{key}", player=player, **values)

    def part(name: str, change: int, sure: bool) -> str:
        did = "even" if abs(change) <= _HARDLY else "gave" if change > 0 else "took"
        doubt = "" if sure else ".perhaps"
        return say(f"{name}.{did}{doubt}", rival=rival, percent=_said(change, language))

    start, luck, others, lost = account.percentages
    sure_luck, sure_others = _sure(account.luck), _sure(account.others)
    if sure_luck or sure_others:
        given = [part("luck", luck, sure_luck), part("rival" if rival else "others", others, sure_others)]
    else:
        # Which of the two it was is unclear; what they did together is surer.
        error = hypot(account.start.error, account.loss.error)
        together = Chance(account.luck.win + account.others.win, error)
        given = [part("duel" if rival else "both", luck + others, _sure(together))]
    course = listed(language, [*given, _own(account, lost, player, language, you)])
    chance = with_article(language, odds(language, start / 100))
    result = "won" if account.result == 1 else "lost" if account.result == 0 else "shared"
    return " ".join(
        (
            say("start" if _sure_start(account) else "start.about", chance=chance),
            course[:1].upper() + course[1:] + ".",
            say(result),
        )
    )


def _sure_start(account: Account) -> bool:
    return account.start.error <= _ABOUT


def _sure(change: Chance) -> bool:
    return change.error <= max(_HARDLY / 100, abs(change.win) / _PERHAPS)


def thresholds(language: Language) -> str:
    """A sentence that says what an inaccuracy, a mistake and a blunder are."""
    return TEXTS.say(language, "story.thresholds", **bounds())


def bounds() -> dict[str, str]:
    """The least loss of each mark, in percent."""
    return {name: f"{100 * least:.0f}" for name, least in THRESHOLDS.items()}


def _said(count: int, language: Language) -> str:
    """A change in whole percent, without its sign."""
    return percent(language, abs(count) / 100)


def _own(account: Account, lost: int, player: str, language: Language, you: bool) -> str:
    """What the player's own choices lost, and how many of them were mistakes."""
    marks = [decision.mark for decision in account.marked]
    counted = [
        TEXTS.say(language, f"marks.{mark}.{'one' if marks.count(mark) == 1 else 'many'}", count=marks.count(mark))
        for mark in reversed(THRESHOLDS)
        if mark in marks
    ]
    if not counted and lost <= 0:
        return said_to(you, language, "story.own.none", player=player)
    key = ("story.own.marked" if counted else "story.own.little") + ("" if _sure(account.loss) else ".perhaps")
    return said_to(you, language, key, player=player, percent=_said(lost, language), marks=listed(language, counted))


def swings(account: Account) -> list[Swing]:
    """The largest changes by chance and by others, in the order of the game."""
    found = []
    for at, step in enumerate(account.steps):
        if abs(step.luck) >= max(_TELLING, _SURE * step.luck_error):
            found.append(Swing("luck", step.luck, at, at))
        if abs(step.others) >= max(_TELLING, _SURE * step.others_error):
            found.append(Swing("others", step.others, step.others_since, at))
    found.sort(key=lambda swing: -abs(swing.change))
    return sorted(found[:_MOST], key=lambda swing: swing.last)


def swing_percent(account: Account, swing: Swing) -> int:
    """The change of a swing in whole percent; as read off the curve if nothing else happened meanwhile."""
    before, after = account.curve[swing.first], account.curve[swing.last + 1]
    alone = isclose(after - before, swing.change, abs_tol=1e-9)
    return percent_between(before, after) if alone else whole_percent(swing.change)


def swing_sentence(swing: Swing, change: int, what: str, player: str, language: Language, you: bool = False) -> str:
    """A swing in words: what happened, and by how much it changed the player's chance to win."""
    key = f"swing.{swing.kind}.{'gained' if swing.change > 0 else 'lost'}"
    return said_to(you, language, key, what=what, player=player, percent=_said(change, language))
