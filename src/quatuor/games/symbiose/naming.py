"""What a card of Symbiose is called: by what is printed on it, since the deck may be any."""

from typing import Any

from quatuor.core.errors import Language
from quatuor.games.symbiose.texts import TEXTS
from quatuor.games.symbiose.view import faces


def name_card(state: Any, card: str, language: Language) -> str:
    """A card in words: `the spring frog (4 per snail)`."""
    face = faces(state)[card]
    if face["per"]:
        sign = TEXTS.say(language, f"sign.{face['per']}")
        value = TEXTS.say(language, "named.per", points=face["points"], sign=sign)
    else:
        value = TEXTS.say(language, "named.fixed", points=face["points"])
    return TEXTS.say(
        language,
        "named.card",
        animal=TEXTS.say(language, f"named.{face['animal']}"),
        season=TEXTS.say(language, f"named.{face['season']}"),
        value=value,
    )
