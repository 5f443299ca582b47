"""Why a move of Symphonimo is worth a thought, in a few words."""

from typing import Any

from quatuor.core.state import copy_of, readable
from quatuor.core.texts import Language
from quatuor.games.symphonimo import state as S
from quatuor.games.symphonimo.aids import aids
from quatuor.games.symphonimo.notation import parse
from quatuor.games.symphonimo.rules import apply, points
from quatuor.games.symphonimo.texts import TEXTS


def reason(state: Any, seat: int, move: str, language: Language) -> str | None:
    """A quartet, the score that the move makes, or what a card does for the conductor under which it is placed."""
    if move.startswith("place "):
        return _of_placing(readable(state), seat, move, language)
    helped = aids(state, seat)
    after, before = helped["after"].get(move), helped["scores"][seat]
    if after is None or after["low"] != after["high"]:
        return None
    for card, worth in after["families"].items():
        if worth == S.QUARTET_POINTS:
            return TEXTS.say(language, "reason.quartet", cards=TEXTS.cards(language, [card] * S.QUARTET))
    if after["low"] == before:
        return None
    return TEXTS.say(language, "reason.score", before=before, points=after["low"])


def _of_placing(s: Any, seat: int, move: str, language: Language) -> str | None:
    placed = copy_of(s.record)
    apply(placed, parse(move))
    number = int(move.split(" ")[1])
    rival = (seat + 1) % s.players
    own, more = (_if_taken(state, number - 1, seat) for state in (s.record, placed))
    if more > max(own, 0):
        return TEXTS.say(language, "reason.worth", n=number, count=more)
    theirs, less = (_if_taken(state, number - 1, rival) for state in (s.record, placed))
    return TEXTS.say(language, "reason.spoils", n=number) if less < theirs else None


def _if_taken(state: Any, conductor: int, seat: int) -> int:
    """What the cards under a conductor add to a seat's score as they lie there."""
    taken = copy_of(state)
    for card in taken.column[conductor, : taken.height[conductor]]:
        taken.owned[seat, card] += 1
    return int(points(taken, seat)) - int(points(state, seat))
