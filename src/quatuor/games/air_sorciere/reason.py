"""Why a move of Air Sorcière is worth a thought, in a few words."""

from typing import Any

from quatuor.core.texts import Language
from quatuor.games.air_sorciere.aids import After, Aids, aids
from quatuor.games.air_sorciere.texts import TEXTS


def reason(state: Any, seat: int, move: str, language: Language) -> str | None:
    """What a diploma makes of the score, what lands, or how likely a fall is."""
    helped = aids(state, seat)
    after = _diploma(helped, move)
    if after is not None:
        said = "reason.ends" if after["ends"] else "reason.diploma"
        return TEXTS.say(language, said, before=helped["scores"][seat], points=after["score"])
    verb, _, rest = move.partition(" ")
    columns: Any = helped["landing"]["columns"] if helped["landing"] else {}
    if verb == "land" and rest in columns:
        return TEXTS.say(language, "reason.lands", count=len(columns[rest]))
    if verb == "draw" and helped["risk"]:
        percent = round(100 * helped["risk"]["fall"])
        return TEXTS.say(language, "reason.risk", percent=percent) if percent else TEXTS.say(language, "reason.safe")
    return None


def _diploma(helped: Aids, move: str) -> After | None:
    """What comes of the best diploma that a move makes, begins or makes possible."""
    begun = [offer["after"] for offer in helped["diplomas"] if offer["moves"][0] == move]
    found = [helped["after"][move]] if move in helped["after"] else begun if helped["can_graduate"] else []
    return max(found, key=lambda after: after["score"], default=None)
