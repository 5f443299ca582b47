"""Advice on a position: its moves ranked, how good each is beside the best, and the words for it."""

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import replace
from math import hypot
from typing import Literal

from quatuor.analysis.decision import Decision
from quatuor.analysis.figures import whole_percent
from quatuor.analysis.texts import TEXTS, odds, said_to
from quatuor.bots.search import Finding, Likeness, different
from quatuor.core.texts import Language

Quality = Literal["best", "equal", "unsure", "close", "worse", "bad"]

# What cannot be told from the best move, in the order in which it is shown.
LEADING: tuple[Quality, ...] = ("best", "equal", "unsure")

# A move that loses at most this much win chance, or so many errors of the difference, is as good as the best: surely if
# that error is at most _SURE, otherwise perhaps.
_EQUAL, _ERRORS, _SURE = 0.01, 2.0, 0.03
# A move that loses less than this is a little worse, or worse; any other is bad.
_CLOSE, _WORSE = 0.05, 0.15
# Below this chance to win, a hint says no figure.
_HARD = 0.05


def ranked(moves: Sequence[Finding], leading: int | None = None) -> list[Finding]:
    """The moves: the best one, those that nothing tells from it, the others by chance; in a lost game by margin.

    The best has the highest chance among those as good as the surest move, so that a move that was hardly tried cannot
    lead by luck. `leading` is the best of a shorter search: it stays in front unless another move is clearly better.
    """
    if _is_lost(moves):
        return sorted(moves, key=lambda move: (move.margin_error - move.margin, move.action))
    surest = min(moves, key=lambda move: (move.own_error - move.win, -move.visits, move.action))
    alike = [move for move in moves if quality(surest, move) in ("best", "equal")]
    best = max(alike, key=lambda move: (move.win, move is surest))
    stays = [move for move in moves if move.action == leading and quality(best, move) in LEADING]
    return _best_first(stays[0] if stays else best, moves)


def one_of_each(
    moves: Sequence[Finding], likeness: Likeness, named: Collection[int] = ()
) -> list[tuple[Finding, list[int]]]:
    """The ranked moves, one of each likeness, with the actions of the others that are just the same.

    Of those the first stands for all, or one that the answer names, such as the move that was played.
    """
    groups: dict[Hashable, list[Finding]] = {}
    for move in moves:
        groups.setdefault(likeness(move.action), []).append(move)
    chosen = []
    for group in groups.values():
        shown = next((move for move in group if move.action in named), group[0])
        chosen.append((shown, [move.action for move in group if move is not shown]))
    return chosen


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
    """The best move, those as good, those perhaps as good, each in the game's own order, and the others by chance."""

    def place(move: Finding) -> tuple[int, float, float, int]:
        kind = quality(best, move)
        if kind in LEADING:
            return LEADING.index(kind), 0.0, 0.0, move.action
        return len(LEADING), -move.win, move.win_error, move.action

    return sorted(moves, key=place)


def quality(best: Finding, move: Finding) -> Quality:
    """How good a move is beside the best one."""
    if move is best:
        return "best"
    lost, error = best.win - move.win, hypot(best.own_error, move.own_error)
    if lost <= max(_EQUAL, _ERRORS * error):
        return "equal" if error <= _SURE else "unsure"
    return "close" if lost < _CLOSE else "worse" if lost < _WORSE else "bad"


def qualities(moves: Sequence[Finding]) -> list[Quality]:
    """How good each of the ranked moves is; the first is the best only if no other may be as good."""
    kinds = [quality(moves[0], move) for move in moves]
    if _is_lost(moves):
        return kinds
    if "equal" in kinds:
        kinds[0] = "equal"
    elif "unsure" in kinds:
        kinds[0] = "unsure"
    return kinds


def hint(moves: Sequence[Finding], labels: Mapping[int, str], language: Language) -> str:
    """What to play in a sentence or two, and the chance to win; the moves are ranked, and no two of them are alike."""
    best, others = moves[0], moves[1:]
    said = {"move": labels[best.action]}
    if not others:
        return TEXTS.say(language, "hint.forced", **said) + " " + _chance(best, "best", language)
    if _is_lost(moves):
        return TEXTS.say(language, "hint.lost", **said)
    kinds = qualities(moves)
    leaders = kinds.count(kinds[0])
    if kinds[0] == "best":
        other = TEXTS.say(language, f"hint.other.{kinds[1]}", move=labels[others[0].action])
        told = TEXTS.say(language, "hint.best", **said) + " " + other
    elif leaders == len(moves) > 2:
        told = TEXTS.say(language, f"hint.{kinds[0]}.all", **said)
    elif leaders == 2:
        told = TEXTS.say(language, f"hint.{kinds[0]}.two", other=labels[others[0].action], **said)
    else:
        told = TEXTS.say(language, f"hint.{kinds[0]}.some", count=leaders, **said)
    return told + " " + _chance(best, kinds[0], language)


def _chance(best: Finding, kind: Quality, language: Language) -> str:
    """The chance to win of whoever plays the best move; a small one only in words, which do not discourage as much."""
    if best.win < _HARD:
        return TEXTS.say(language, "hint.chance.hard")
    key = "hint.chance.unsure" if kind == "unsure" else "hint.chance"
    return TEXTS.say(language, key, chance=odds(language, best.win))


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
