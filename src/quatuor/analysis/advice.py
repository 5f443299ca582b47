"""The moves of a position as advice: ranked, how good each one is beside the best, and what to say about it."""

from collections.abc import Mapping, Sequence
from math import hypot
from typing import Literal

from quatuor.analysis.positions import Position, Rated
from quatuor.analysis.texts import TEXTS
from quatuor.analysis.wording import odds
from quatuor.core.errors import Language

Quality = Literal["best", "equal", "close", "worse", "bad"]

# A move that loses less of the win chance than this, or than the error of the difference, is as good as the best.
_EQUAL = 0.01
# One that loses less than this is a little worse, or just worse; any other is bad.
_CLOSE, _WORSE = 0.05, 0.15


def ranked(found: Position) -> list[Rated]:
    """The moves, the one with the best chance first, where a chance that is less sure counts less.

    The move that a search would play was tried most and is the surest, so that it mostly comes first.
    """
    return sorted(found.moves, key=lambda rated: (rated.win_error - rated.win, -rated.visits, rated.action))


def quality(best: Rated, rated: Rated) -> Quality:
    """How good a move is beside the best one."""
    if rated is best:
        return "best"
    lost = best.win - rated.win
    if lost < max(_EQUAL, hypot(best.win_error, rated.win_error)):
        return "equal"
    return "close" if lost < _CLOSE else "worse" if lost < _WORSE else "bad"


def hint(moves: Sequence[Rated], labels: Mapping[str, str], language: Language) -> str:
    """What to play, in a sentence or two."""
    best = moves[0]
    said = {"move": labels[best.move], "chance": odds(language, best.win)}
    if len(moves) == 1:
        return TEXTS.say(language, "hint.forced", **said)
    return TEXTS.say(language, "hint.best", **said) + " " + _rest(moves, labels, language)


def _rest(moves: Sequence[Rated], labels: Mapping[str, str], language: Language) -> str:
    """How the other moves compare with the best one."""
    best, others = moves[0], moves[1:]
    kinds = [quality(best, rated) for rated in others]
    equal = kinds.count("equal")
    if equal == len(others) > 1:
        return TEXTS.say(language, "hint.all_equal")
    if equal > 1:
        return TEXTS.say(language, "hint.some_equal", count=equal)
    nearest = min(others, key=lambda rated: best.win - rated.win)
    return TEXTS.say(language, f"hint.other.{quality(best, nearest)}", move=labels[nearest.move])


def verdict(
    moves: Sequence[Rated], labels: Mapping[str, str], virtuoso: str, played: str, player: str, language: Language
) -> str:
    """What a Virtuoso plays, beside what was played, in a sentence or two."""
    chances = {rated.move: odds(language, rated.win) for rated in moves}
    said = {"move": labels[virtuoso], "chance": chances[virtuoso], "player": player}
    if len(moves) == 1:
        return TEXTS.say(language, "advice.forced", **said)
    if virtuoso == played:
        return TEXTS.say(language, "advice.same", **said)
    other = {"played": labels[played], "played_chance": chances[played]}
    return TEXTS.say(language, "advice.other", **said, **other)
