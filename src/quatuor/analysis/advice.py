"""Advice on a position: its moves ranked, how good each is beside the best, and the words for it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import hypot
from typing import Literal

from quatuor.analysis.decision import Decision
from quatuor.analysis.figures import whole_percent
from quatuor.analysis.texts import TEXTS, odds, said_to
from quatuor.bots.search import Finding, Likeness, different
from quatuor.core.texts import Language

Quality = Literal["best", "equal", "unsure", "close", "worse", "bad"]

# A move that loses at most this much win chance, or so many errors of the difference, is as good as the best: surely if
# that error is at most _SURE, otherwise perhaps.
_EQUAL, _ERRORS, _SURE = 0.01, 2.0, 0.03
# A move that loses less than this is a little worse, or worse; any other is bad.
_CLOSE, _WORSE = 0.05, 0.15


def ranked(moves: Sequence[Finding]) -> list[Finding]:
    """The moves: the best one, those as good, the others, each group by chance; in a lost game by the surest margin.

    The best has the highest chance among those as good as the surest move, so that a move that was hardly tried cannot
    lead by luck.
    """
    if _is_lost(moves):
        return sorted(moves, key=lambda move: (move.margin_error - move.margin, move.action))
    surest = min(moves, key=lambda move: (move.own_error - move.win, -move.visits, move.action))
    alike = [move for move in moves if quality(surest, move) in ("best", "equal")]
    return _best_first(max(alike, key=lambda move: (move.win, move is surest)), moves)


def _is_lost(moves: Sequence[Finding]) -> bool:
    """Whether every move shows a chance of 0 percent: then the margin is what is left to play for."""
    return all(whole_percent(move.win) <= 0 for move in moves)


def ranked_like(moves: Sequence[Finding], decision: Decision, likeness: Likeness = different) -> list[Finding]:
    """The moves ranked in agreement with an analysis that has given the move played a mark.

    Its searches compared the moves that looked best, so none is shown as better than the one it names.
    """
    graded = {likeness(decision.best): decision.best_chance, likeness(decision.action): decision.chosen_chance}

    def agreed(move: Finding) -> Finding:
        chance = graded.get(likeness(move.action))
        if chance is None:
            return replace(move, win=min(move.win, decision.best_chance.win))
        return replace(move, win=chance.win, win_error=hypot(chance.error, move.shared_error))

    found = [agreed(move) for move in moves]
    return _best_first(next(move for move in found if move.action == decision.best), found)


def _best_first(best: Finding, moves: Sequence[Finding]) -> list[Finding]:
    """The best move, those as good, the others."""

    def place(move: Finding) -> tuple[bool, bool, float, float, int]:
        return move is not best, quality(best, move) != "equal", -move.win, move.win_error, move.action

    return sorted(moves, key=place)


def quality(best: Finding, move: Finding) -> Quality:
    """How good a move is beside the best one."""
    if move is best:
        return "best"
    lost, error = best.win - move.win, hypot(best.own_error, move.own_error)
    if lost <= max(_EQUAL, _ERRORS * error):
        return "equal" if error <= _SURE else "unsure"
    return "close" if lost < _CLOSE else "worse" if lost < _WORSE else "bad"


def hint(moves: Sequence[Finding], labels: Mapping[int, str], language: Language) -> str:
    """What to play, in a sentence or two; the moves are ranked."""
    best, others = moves[0], moves[1:]
    said = {"move": labels[best.action], "chance": odds(language, best.win)}
    if not others:
        return TEXTS.say(language, "hint.forced", **said)
    if _is_lost(moves):
        return TEXTS.say(language, "hint.lost", **said)
    # A move that was hardly tried may show a higher chance.
    leads = all(whole_percent(move.win) <= whole_percent(best.win) for move in others)
    return TEXTS.say(language, "hint.best" if leads else "hint.surest", **said) + " " + _rest(moves, labels, language)


def _rest(moves: Sequence[Finding], labels: Mapping[int, str], language: Language) -> str:
    """How the other moves compare with the best one."""
    best, others = moves[0], moves[1:]
    kinds = [quality(best, move) for move in others]
    for kind in ("equal", "unsure"):
        count = kinds.count(kind)
        if count == len(others) > 1:
            return TEXTS.say(language, f"hint.all_{kind}")
        if count > 1:
            return TEXTS.say(language, f"hint.some_{kind}", count=count)
        if count == 1:
            return TEXTS.say(language, f"hint.other.{kind}", move=labels[others[kinds.index(kind)].action])
    nearest = others[0]
    return TEXTS.say(language, f"hint.other.{quality(best, nearest)}", move=labels[nearest.action])


def verdict(
    moves: Sequence[Finding],
    labels: Mapping[int, str],
    virtuoso: int,
    played: int,
    player: str,
    language: Language,
    you: bool = False,
) -> str:
    """What a Virtuoso plays, compared with what was played and what is best, in a sentence or two.

    `you`: it is told to the player themselves.
    """
    by_action = {move.action: move for move in moves}

    def said(action: int) -> dict[str, str]:
        return {"move": labels[action], "chance": odds(language, by_action[action].win), "player": player}

    if len(moves) == 1:
        return TEXTS.say(language, "advice.forced", **said(virtuoso))
    sentences = [TEXTS.say(language, "advice.same" if virtuoso == played else "advice.other", **said(virtuoso))]
    best = moves[0]
    if best.action not in (virtuoso, played):
        kind = quality(best, by_action[virtuoso])
        beside = kind if kind in ("equal", "unsure") else "better"
        sentences.append(TEXTS.say(language, f"advice.best.{beside}", **said(best.action)))
    if virtuoso != played:
        sentences.append(said_to(you, language, "advice.played", **said(played)))
    return " ".join(sentences)
