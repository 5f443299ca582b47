"""Why a move of Symbiose is worth a thought, in a few words."""

from typing import Any

from quatuor.core.texts import Language
from quatuor.games.symbiose.aids import aids
from quatuor.games.symbiose.texts import TEXTS


def reason(state: Any, seat: int, move: str, language: Language) -> str | None:
    """What a swap makes of the score, as far as it is known."""
    verb, *words = move.split(" ")
    helped = aids(state, seat)
    if verb != "swap" or helped["swaps"] is None:
        return None
    place, slot = (int(word) - 1 for word in words)
    before, points = helped["points"][seat], helped["swaps"]["scores"][place][slot]
    exact = helped["swaps"]["exact"][place][slot]
    if exact and points == before:
        return None
    return TEXTS.say(language, "reason.score" if exact else "reason.at_least", before=before, points=points)
