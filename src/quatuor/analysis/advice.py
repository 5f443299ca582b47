"""The moves of a position as advice: ranked, how good each one is beside the best, and what to say about it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import hypot
from typing import Literal

from quatuor.analysis.grading import Decision
from quatuor.analysis.positions import Rated
from quatuor.analysis.rounding import points
from quatuor.analysis.texts import TEXTS
from quatuor.analysis.wording import odds
from quatuor.core.texts import Language

Quality = Literal["best", "equal", "unsure", "close", "worse", "bad"]

# A move that loses less of the win chance than this, or than so many errors of the difference, is as good as the best:
# for sure where that error is no more than this, else perhaps.
_EQUAL, _ERRORS, _SURE = 0.01, 2.0, 0.03
# One that loses less than this is a little worse, or just worse; any other is bad.
_CLOSE, _WORSE = 0.05, 0.15


def ranked(moves: Sequence[Rated]) -> list[Rated]:
    """The moves, the best one first, then those that are as good, then the others, each by their chance.

    Where the game is lost they come by the margin that is surest.

    The best is the one with the highest chance among those that are as good as the surest choice: a move that was tried
    little may show any chance, and does not lead by luck.
    """
    if _is_lost(moves):
        return sorted(moves, key=lambda rated: (rated.margin_error - rated.margin, rated.action))
    surest = min(moves, key=lambda rated: (rated.win_error - rated.win, -rated.visits, rated.action))
    alike = [rated for rated in moves if quality(surest, rated) in ("best", "equal")]
    return _behind(max(alike, key=lambda rated: (rated.win, rated is surest)), moves)


def _is_lost(moves: Sequence[Rated]) -> bool:
    """No move wins any more, as far as one reads it: then the margin is what is left to play for."""
    return all(points(rated.win) <= 0 for rated in moves)


def agreeing(moves: Sequence[Rated], decision: Decision) -> list[Rated]:
    """The moves ranked as an analysis found them that has given a mark to what was played.

    Several searches compared that with the moves that looked best: none was found to be better than the one that the
    analysis names, so that none is shown as better.
    """
    graded = {decision.best: decision.best_chance, decision.action: decision.chosen_chance}

    def agreed(rated: Rated) -> Rated:
        chance = graded.get(rated.action)
        if chance is None:
            return replace(rated, win=min(rated.win, decision.best_chance.win))
        return replace(rated, win=chance.win, win_error=chance.error)

    found = [agreed(rated) for rated in moves]
    return _behind(next(rated for rated in found if rated.action == decision.best), found)


def _behind(best: Rated, moves: Sequence[Rated]) -> list[Rated]:
    """The best move, those that are as good, the others."""

    def place(rated: Rated) -> tuple[bool, bool, float, float, int]:
        return rated is not best, quality(best, rated) != "equal", -rated.win, rated.win_error, rated.action

    return sorted(moves, key=place)


def quality(best: Rated, rated: Rated) -> Quality:
    """How good a move is beside the best one."""
    if rated is best:
        return "best"
    lost, error = best.win - rated.win, hypot(best.win_error, rated.win_error)
    if lost <= max(_EQUAL, _ERRORS * error):
        return "equal" if error <= _SURE else "unsure"
    return "close" if lost < _CLOSE else "worse" if lost < _WORSE else "bad"


def hint(moves: Sequence[Rated], labels: Mapping[str, str], language: Language) -> str:
    """What to play, in a sentence or two, of moves that are ranked."""
    best, others = moves[0], moves[1:]
    said = {"move": labels[best.move], "chance": odds(language, best.win)}
    if not others:
        return TEXTS.say(language, "hint.forced", **said)
    if _is_lost(moves):
        return TEXTS.say(language, "hint.lost", **said)
    # What was tried little may show a higher chance.
    leads = all(points(rated.win) <= points(best.win) for rated in others)
    return TEXTS.say(language, "hint.best" if leads else "hint.surest", **said) + " " + _rest(moves, labels, language)


def _rest(moves: Sequence[Rated], labels: Mapping[str, str], language: Language) -> str:
    """How the other moves compare with the best one."""
    best, others = moves[0], moves[1:]
    kinds = [quality(best, rated) for rated in others]
    for kind in ("equal", "unsure"):
        count = kinds.count(kind)
        if count == len(others) > 1:
            return TEXTS.say(language, f"hint.all_{kind}")
        if count > 1:
            return TEXTS.say(language, f"hint.some_{kind}", count=count)
        if count == 1:
            return TEXTS.say(language, f"hint.other.{kind}", move=labels[others[kinds.index(kind)].move])
    nearest = others[0]
    return TEXTS.say(language, f"hint.other.{quality(best, nearest)}", move=labels[nearest.move])


def verdict(
    moves: Sequence[Rated], labels: Mapping[str, str], virtuoso: str, played: str, player: str, language: Language
) -> str:
    """What a Virtuoso plays, beside what was played and what is best, in a sentence or two."""
    by_move = {rated.move: rated for rated in moves}

    def said(move: str) -> dict[str, str]:
        return {"move": labels[move], "chance": odds(language, by_move[move].win), "player": player}

    if len(moves) == 1:
        return TEXTS.say(language, "advice.forced", **said(virtuoso))
    sentences = [TEXTS.say(language, "advice.same" if virtuoso == played else "advice.other", **said(virtuoso))]
    best = moves[0]
    if best.move not in (virtuoso, played):
        kind = quality(best, by_move[virtuoso])
        beside = kind if kind in ("equal", "unsure") else "better"
        sentences.append(TEXTS.say(language, f"advice.best.{beside}", **said(best.move)))
    if virtuoso != played:
        sentences.append(TEXTS.say(language, "advice.played", **said(played)))
    return " ".join(sentences)
