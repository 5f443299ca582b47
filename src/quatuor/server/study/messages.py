"""What is sent of a search or an analysis: the numbers, and in the asker's language the words."""

from collections.abc import Sequence
from typing import Any

from quatuor.analysis import Account, Decision
from quatuor.analysis.accounts import sides_of
from quatuor.analysis.advice import agreeing, hint, quality, ranked, verdict
from quatuor.analysis.numbers import chance_numbers, known_error, parts_numbers, steps_numbers
from quatuor.analysis.positions import Position, Rated
from quatuor.analysis.story import Moment, moments, points_of, summary, thresholds, told
from quatuor.analysis.texts import TEXTS
from quatuor.analysis.wording import label, short
from quatuor.core.game import SPECTATOR, Game
from quatuor.core.texts import Language
from quatuor.play.playthrough import Playthrough
from quatuor.server.table.views import Json, Names, told_events


def hint_of(game: Game, state: Any, found: Position, language: Language) -> Json:
    """A Hint."""
    moves = ranked(found.moves)
    labels = _labels(game, state, moves, language)
    return {
        "seat": found.seat,
        "sentence": hint(moves, _shorts(game, moves, language), language),
        "moves": _rated_moves(moves, labels, language),
    }


def advice_of(
    play: Playthrough,
    number: int,
    found: Position,
    virtuoso: str,
    marked: Decision | None,
    names: Names,
    language: Language,
) -> Json:
    """An Advice on a move of a finished game, which agrees with an analysis that has given it a mark."""
    played = play.moves[number].text
    moves = ranked(found.moves) if marked is None else agreeing(found.moves, marked)
    labels = _labels(play.game, play.state_after(number), moves, language)
    return {
        "seat": found.seat,
        "sentence": verdict(moves, _shorts(play.game, moves, language), virtuoso, played, names[found.seat], language),
        "moves": _rated_moves(moves, labels, language),
        "number": number,
        "played": {"move": played, "label": labels[played]},
        "virtuoso": {"move": virtuoso, "label": labels[virtuoso]},
    }


def _labels(game: Game, state: Any, moves: Sequence[Rated], language: Language) -> dict[str, str]:
    return {rated.move: label(game, state, rated.move, language) for rated in moves}


def _shorts(game: Game, moves: Sequence[Rated], language: Language) -> dict[str, str]:
    return {rated.move: short(game, rated.move, language) for rated in moves}


def _rated_moves(moves: Sequence[Rated], labels: dict[str, str], language: Language) -> list[Json]:
    return [_rated_move(rated, quality(moves[0], rated), labels[rated.move], language) for rated in moves]


def _rated_move(rated: Rated, worth: str, words: str, language: Language) -> Json:
    return {
        "move": rated.move,
        "label": words,
        "win": rated.win,
        "win_error": known_error(rated.win_error),
        "margin": rated.margin,
        "margin_error": known_error(rated.margin_error),
        "quality": worth,
        "words": TEXTS.say(language, f"quality.{worth}"),
    }


def analysis_of(play: Playthrough, account: Account, names: Names, language: Language) -> Json:
    """A SeatAnalysis."""
    return {
        "seat": account.seat,
        "sentence": summary(account, names, language),
        **parts_numbers(account),
        "fair": 1 / len(sides_of(play.game, play.state)),
        "choices": len(account.decisions),
        "curve": account.curve,
        "changes": steps_numbers(account),
        "mistakes": [_mistake(play, decision, language) for decision in account.marked],
        "thresholds": thresholds(language),
        "swings": [_swing(play, account, moment, names, language) for moment in moments(account)],
    }


def _mistake(play: Playthrough, decision: Decision, language: Language) -> Json:
    state = play.state_after(decision.number)

    def move(action: int) -> Json:
        text = play.game.text(action)
        return {"move": text, "label": label(play.game, state, text, language)}

    title = TEXTS.say(language, f"mark.{decision.mark}")
    return {
        "number": decision.number,
        "mark": decision.mark,
        "title": title[:1].upper() + title[1:],
        "loss": decision.loss,
        "error": decision.error,
        "points": decision.points,
        "played": move(decision.action),
        "played_chance": chance_numbers(decision.chosen_chance),
        "best": move(decision.best),
        "best_chance": chance_numbers(decision.best_chance),
    }


def _swing(play: Playthrough, account: Account, moment: Moment, names: Names, language: Language) -> Json:
    """What chance showed to the seat, or what others chose, told as to somebody who looks on: it names all players."""
    said = [
        sentence
        for at in range(moment.first, moment.last + 1)
        for sentence in (
            [_choice(play, at, names, language)]
            if moment.kind == "others" and play.moves[at].reveals
            else _events(play, at, account.seat, names, language)
        )
    ]
    points = points_of(account, moment)
    return {
        "number": moment.last + 1,
        "kind": moment.kind,
        "change": moment.change,
        "points": points,
        "sentence": told(moment, points, " ".join(said), names[account.seat], language),
    }


def _events(play: Playthrough, at: int, seat: int, names: Names, language: Language) -> list[str]:
    """What a seat saw happen in a move."""
    events = told_events(play.game, play.tell(at, seat), play.state_after(at + 1), SPECTATOR, language, names)
    return [event["log"] for event in events]


def _choice(play: Playthrough, at: int, names: Names, language: Language) -> str:
    """What a player chose, without the card that it showed."""
    move = play.moves[at]
    deed = play.game.texts.deed(language, move.text, names[move.seat])
    if deed is not None:
        return deed
    chosen = short(play.game, move.text, language)
    return TEXTS.say(language, "moment.choice", player=names[move.seat], move=chosen[:1].lower() + chosen[1:])
