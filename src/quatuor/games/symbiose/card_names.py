"""What cards and moves of Symbiose are called: by what is printed on the cards, since the deck may be any."""

from functools import lru_cache
from typing import Any

from quatuor.core.state import readable
from quatuor.core.texts import Language, Sentence
from quatuor.games.symbiose import state as S
from quatuor.games.symbiose.texts import TEXTS
from quatuor.games.symbiose.view import cards_seen, faces


def name_card(state: Any, card: str, language: Language) -> str:
    """A card in words: `the spring frog (4 per snail)`."""
    return _name(*_printed(readable(state), card), language)


@lru_cache(1_000)
def _name(animal: str, season: str, per: str | None, points: int, language: Language) -> str:
    if per:
        value = TEXTS.say(language, "named.per", points=points, sign=TEXTS.say(language, f"sign.{per}"))
    else:
        value = TEXTS.say(language, "named.fixed", points=points)
    return TEXTS.say(
        language,
        "named.card",
        animal=TEXTS.say(language, f"named.{animal}"),
        season=TEXTS.say(language, f"named.{season}"),
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
    seen = s.once(cards_seen)
    taken = _short(s, seen[S.SLOTS * s.players + int(place) - 1], language)
    if slot == "…":
        return TEXTS.say(language, "label.river", place=place, card=taken)
    return _swap(place, taken, slot, _short(s, seen[S.SLOTS * seat + int(slot) - 1], language), language)


@lru_cache(5_000)
def _swap(place: str, taken: str, slot: str, given: str, language: Language) -> str:
    """Made once: from one turn to the next most cards stay where they are, and each can be swapped with each."""
    return TEXTS.say(language, "label.swap", place=place, taken=taken, slot=slot, given=given)


def _short(s: Any, card: str | None, language: Language) -> str:
    """A card in as few words as possible."""
    return TEXTS.say(language, "label.back") if card is None else _short_name(*_printed(s, card), language)


@lru_cache(1_000)
def _short_name(animal: str, season: str, per: str | None, points: int, language: Language) -> str:
    sign = TEXTS.say(language, f"sign.{per}") if per else ""
    return TEXTS.say(
        language,
        "label.card",
        animal=TEXTS.say(language, f"sign.{animal}"),
        season=TEXTS.say(language, f"named.{season}"),
        value=TEXTS.say(language, "named.per" if sign else "named.fixed", points=points, sign=sign),
    )


def _printed(s: Any, card: str) -> tuple[str, str, str | None, int]:
    """What is printed on a card: its animal, its season, and what it counts, if anything, for how many points."""
    face = s.once(faces)[card]
    return face["animal"], face["season"], face["per"], face["points"]
