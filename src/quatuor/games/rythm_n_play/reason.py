"""Why a move of Rythm'n'Play is worth a thought, in a few words."""

from typing import Any

from quatuor.core.texts import Language
from quatuor.games.rythm_n_play.aids import aids
from quatuor.games.rythm_n_play.texts import TEXTS


def reason(state: Any, seat: int, move: str, language: Language) -> str | None:
    """What the staff is then worth, what it brings, or the cards that an exchange draws."""
    helped = aids(state, seat)
    verb, *cards = move.split(" ")
    if verb == "collect" and helped["collected"] is not None:
        return _score(language, helped["scores"][seat], helped["collected"])
    composed: Any = helped["composed"]
    if verb == "compose" and cards[0] in composed:
        after = composed[cards[0]]
        return TEXTS.say(language, "reason.closes" if after["closed"] else "reason.staff", count=after["points"])
    for exchange in helped["exchanges"]:
        if verb == "exchange" and exchange["cards"] == cards:
            return TEXTS.say(language, "reason.draws", count=exchange["draws"])
    return None


def _score(language: Language, before: float, after: float) -> str:
    return TEXTS.say(language, "reason.score", before=_number(language, before), points=_number(language, after))


def _number(language: Language, number: float) -> str:
    """A score as people write it, which may be a half."""
    said = f"{number:g}".replace("-", "−")
    return said.replace(".", ",") if language == "fr" else said
