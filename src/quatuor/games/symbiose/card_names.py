"""What cards and moves of Symbiose are called: by what is printed on the cards, since the deck may be any."""

from typing import Any

from quatuor.core.state import readable
from quatuor.core.texts import Language, Sentence
from quatuor.games.symbiose import state as S
from quatuor.games.symbiose.texts import TEXTS
from quatuor.games.symbiose.view import cards_seen, faces


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


def name_animal(state: Any, card: str | None) -> Sentence:
    """A card by its animal and season alone: `the spring frog`; None is a card that nobody has seen."""
    if card is None:
        return TEXTS.sentence("named.hidden")
    face = faces(state)[card]
    parts = {part: TEXTS.sentence(f"named.{face[part]}") for part in ("animal", "season")}
    return TEXTS.sentence("named.animal", **parts)


def describe_move(state: Any, seat: int, move: str, language: Language) -> str:
    """A move with what lies where it points; `swap 3 …` is a swap whose slot is still to be chosen."""
    verb, *words = move.split(" ")
    if verb == "flip":
        return TEXTS.say(language, "label.flip", slot=words[0])
    place, slot = words
    s = readable(state)
    seen = cards_seen(s)
    taken = _short(s, seen[S.SLOTS * s.players + int(place) - 1], language)
    if slot == "…":
        return TEXTS.say(language, "label.river", place=place, card=taken)
    given = _short(s, seen[S.SLOTS * seat + int(slot) - 1], language)
    return TEXTS.say(language, "label.swap", place=place, taken=taken, slot=slot, given=given)


def _short(state: Any, card: str | None, language: Language) -> str:
    """A card in as few words as possible."""
    if card is None:
        return TEXTS.say(language, "label.back")
    face = faces(state)[card]
    sign = TEXTS.say(language, f"sign.{face['per']}") if face["per"] else ""
    return TEXTS.say(
        language,
        "label.card",
        animal=TEXTS.say(language, f"sign.{face['animal']}"),
        season=TEXTS.say(language, f"named.{face['season']}"),
        value=TEXTS.say(language, "named.per" if sign else "named.fixed", points=face["points"], sign=sign),
    )
