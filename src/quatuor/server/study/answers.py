"""What is sent of a search or an analysis: the numbers, and the words in the language of whoever asked."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from quatuor.analysis import Account, Decision
from quatuor.analysis.account import sides_of
from quatuor.analysis.advice import hint, one_of_each, qualities, ranked, ranked_like, verdict
from quatuor.analysis.as_json import chance_json, parts_json, steps_json, worth_json
from quatuor.analysis.position import RatedPosition
from quatuor.analysis.summary import Swing, summary, swing_percent, swing_sentence, swings, thresholds
from quatuor.analysis.texts import TEXTS
from quatuor.bots.search import Finding
from quatuor.core.game import SPECTATOR, Game
from quatuor.core.log import move_label
from quatuor.core.texts import Language
from quatuor.play.playthrough import Playthrough
from quatuor.server.table.views import Json, Names, table_events


def hint_of(game: Game, state: Any, found: RatedPosition, leading: int | None, more: bool, language: Language) -> Json:
    """A Hint; `leading` is the best move of the look before, `more` says whether a longer look can follow."""
    lines = one_of_each(ranked(found.moves, leading), partial(game.likeness, state))
    moves = [move for move, _ in lines]
    return {
        "seat": found.seat,
        "sentence": hint(moves, _short_labels(game, moves, language), language),
        "moves": _rated_moves(game, state, lines, language),
        "more": more and len(moves) > 1,
    }


def advice_of(
    play: Playthrough,
    number: int,
    found: RatedPosition,
    virtuoso: int,
    marked: Decision | None,
    names: Names,
    language: Language,
    you: bool,
) -> Json:
    """An Advice on a move of a finished game; it agrees with an analysis that has given the move a mark."""
    game, state, played = play.game, play.state_after(number), play.moves[number].action
    likeness = partial(game.likeness, state)
    moves = ranked(found.moves) if marked is None else ranked_like(found.moves, marked, likeness)
    short = _short_labels(game, moves, language)
    lines = one_of_each(moves, likeness, (played, virtuoso))
    return {
        "seat": found.seat,
        "sentence": verdict(moves, short, virtuoso, played, names[found.seat], language, you),
        "moves": _rated_moves(game, state, lines, language),
        "number": number,
        "played": _labelled(game, state, played, language),
        "virtuoso": _labelled(game, state, virtuoso, language),
    }


def _short_labels(game: Game, moves: Sequence[Finding], language: Language) -> dict[int, str]:
    """The moves by action, in the few words that fit a sentence."""
    return {move.action: game.texts.move(language, game.text(move.action)) for move in moves}


def _labelled(game: Game, state: Any, action: int, language: Language) -> Json:
    """A LegalMove."""
    text = game.text(action)
    return {"move": text, "label": move_label(game, state, int(state.turn), text, language)}


def _rated_moves(game: Game, state: Any, lines: Sequence[tuple[Finding, list[int]]], language: Language) -> list[Json]:
    """A RatedMove each; no move that follows is better than the first one. One reason for several tells nothing."""
    seat = int(state.turn)
    reasons = [game.reason(state, seat, game.text(move.action), language) for move, _ in lines]
    given = [reason for reason in reasons if reason]
    common = len(given) > 1 and len(set(given)) == 1
    return [
        {
            **_labelled(game, state, move.action, language),
            **worth_json(move),
            "quality": kind,
            "words": TEXTS.say(language, f"quality.{kind}"),
            "reason": None if common else reason,
            "alike": [game.text(action) for action in alike],
        }
        for (move, alike), kind, reason in zip(lines, qualities([move for move, _ in lines]), reasons, strict=True)
    ]


def analysis_of(play: Playthrough, account: Account, names: Names, language: Language, you: bool) -> Json:
    """A SeatAnalysis; `you`: it is told to the player themselves."""
    return {
        "seat": account.seat,
        "sentence": summary(account, names, language, you),
        **parts_json(account),
        "percentages": account.percentages._asdict(),
        "fair": 1 / len(sides_of(play.game, play.state)),
        "choices": len(account.decisions),
        "curve": account.curve,
        "changes": steps_json(account),
        "mistakes": [_mistake(play, decision, language) for decision in account.marked],
        "thresholds": thresholds(language),
        "swings": [_swing(play, account, swing, names, language, you) for swing in swings(account)],
    }


def _mistake(play: Playthrough, decision: Decision, language: Language) -> Json:
    game, state = play.game, play.state_after(decision.number)
    title = TEXTS.say(language, f"mark.{decision.mark}")
    return {
        "number": decision.number,
        "mark": decision.mark,
        "title": title[:1].upper() + title[1:],
        "loss": decision.loss,
        "error": decision.error,
        "points": decision.loss_percent,
        "played": _labelled(game, state, decision.action, language),
        "played_chance": chance_json(decision.chosen_chance),
        "best": _labelled(game, state, decision.best, language),
        "best_chance": chance_json(decision.best_chance),
    }


def _swing(play: Playthrough, account: Account, swing: Swing, names: Names, language: Language, you: bool) -> Json:
    """A Swing: what chance showed the seat or what others chose, told with every player's name."""
    said = [
        sentence
        for at in range(swing.first, swing.last + 1)
        for sentence in (
            [_choice(play, at, names, language)]
            if swing.kind == "others" and play.moves[at].reveals
            else _events(play, at, account.seat, names, language, you)
        )
    ]
    percent = swing_percent(account, swing)
    return {
        "number": swing.last + 1,
        "kind": swing.kind,
        "change": swing.change,
        "points": percent,
        "sentence": swing_sentence(swing, percent, " ".join(said), names[account.seat], language, you),
    }


def _events(play: Playthrough, at: int, seat: int, names: Names, language: Language, you: bool) -> list[str]:
    """What a seat saw happen in a move."""
    reader = seat if you else SPECTATOR
    events = table_events(play.game, play.tell(at, seat), play.state_after(at + 1), reader, language, names)
    return [event["log"] for event in events if event["log"]]


def _choice(play: Playthrough, at: int, names: Names, language: Language) -> str:
    """What a player chose, without the card that was shown."""
    move = play.moves[at]
    deed = play.game.texts.deed(language, move.text, names[move.seat])
    if deed is not None:
        return deed
    chosen = play.game.texts.move(language, move.text)
    return TEXTS.say(language, "swing.choice", player=names[move.seat], move=chosen)
