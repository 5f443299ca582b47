"""How a game ended: in words, and for one seat in figures."""

from collections.abc import Mapping, Sequence
from typing import Any

from quatuor.core.game import SPECTATOR, Game
from quatuor.core.texts import Language, listed, number, player
from quatuor.play.playthrough import Playthrough
from quatuor.play.texts import TEXTS


def capitalised(sentence: str) -> str:
    """A sentence as it is printed: it may begin with the name of a card or be quoted elsewhere, in lower case."""
    return sentence[:1].upper() + sentence[1:]


def points(language: Language, value: float) -> str:
    """A score with its word: `1 point`, `4.5 points`; in French everything under 2 is singular."""
    single = abs(value) < 2 if language == "fr" else value == 1
    return TEXTS.say(language, "points.one" if single else "points.many", n=number(language, value))


def outcome(
    game: Game,
    options: Mapping[str, Any],
    scores: Sequence[float],
    winners: Sequence[int],
    language: Language,
    names: Mapping[int, str] | None = None,
    viewer: int = SPECTATOR,
) -> list[str]:
    """Who won, with how many points, and why where the points do not settle it."""
    said = points(language, scores[winners[0]])
    others = listed(language, [player(language, seat, names) for seat in winners if seat != viewer])
    if options.get("mode") == "team" and len(winners) < len(scores):
        key = "won.team_with_you" if viewer in winners else "won.team"
    elif viewer in winners:
        key = "won.you" if len(winners) == 1 else "won.with_you"
    else:
        key = "won.one" if len(winners) == 1 else "won.many"
    sentences = [TEXTS.say(language, key, player=others, points=said)]
    if sum(score == max(scores) for score in scores) > len(winners):
        sentences.append(game.texts.say(language, "tie"))
    return sentences


def margin_of(play: Playthrough, seat: int) -> float:
    """The points of a seat beyond those of the best other side; partners in a team are one side."""
    sides = [int(play.game.side(play.state, k)) for k in range(play.players)]
    others = (score for side, score in zip(sides, play.scores, strict=True) if side != sides[seat])
    return float(play.scores[seat] - max(others))
