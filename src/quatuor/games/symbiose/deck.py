"""Decks of Symbiose: the published one, reading another, and the numbers that the rules make of it (SB-1)."""

import json
import os
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from quatuor.core.errors import OptionError
from quatuor.core.texts import plain, shortened
from quatuor.games.symbiose import state as S
from quatuor.games.symbiose.texts import TEXTS

Card = dict[str, Any]

MAX_BYTES = 65_536
_FIXED_KEYS = frozenset(("number", "animal", "season", "fixed"))
_VARIABLE_KEYS = frozenset(("number", "animal", "season", "per", "points"))
_FILE_KEYS = frozenset(("name", "colours", "cards"))


def read_deck(value: Any) -> list[Card]:
    """The 36 cards of a deck, given as a list, as an object with `cards`, or as the path of a file with either."""
    if isinstance(value, str | os.PathLike):
        value = _read_file(Path(value))
    if isinstance(value, Mapping):
        if "cards" not in value or not value.keys() <= _FILE_KEYS:
            raise _refused("object", keys=_shown(list(value)))
        value = value["cards"]
    if not isinstance(value, list | tuple):
        raise _refused("form", value=_shown(value))
    if len(value) != S.N_CARDS:
        raise _refused("count", count=len(value))
    deck = [_read_card(card, place) for place, card in enumerate(value, 1)]
    numbers = [card["number"] for card in deck]
    for number in numbers:
        if numbers.count(number) > 1:
            raise _refused("twice", number=number)
    return deck


def _read_file(path: Path) -> Any:
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except (OSError, ValueError):
        raise _refused("file", path=_shown(str(path))) from None
    if len(content) > MAX_BYTES:
        raise _refused("long", path=_shown(str(path)), bytes=MAX_BYTES)
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        raise _refused("json", path=_shown(str(path))) from None


def _read_card(card: Any, place: int) -> Card:
    """A card with exactly its keys, in the order in which the published deck writes them."""
    if not isinstance(card, Mapping) or card.keys() not in (_FIXED_KEYS, _VARIABLE_KEYS):
        raise _refused("keys", place=place, value=_shown(card))
    _check(place, "number", card["number"], range(1, S.N_CARDS + 1))
    _check(place, "animal", card["animal"], S.ANIMALS)
    _check(place, "season", card["season"], S.SEASONS)
    read: Card = {key: card[key] for key in ("number", "animal", "season")}
    if "fixed" in card:
        _check(place, "fixed", card["fixed"], range(1, S.HIGHEST_VALUE + 1))
        return read | {"fixed": card["fixed"]}
    _check(place, "per", card["per"], S.ANIMALS + S.SEASONS)
    _check(place, "points", card["points"], range(1, S.HIGHEST_VALUE + 1))
    return read | {"per": card["per"], "points": card["points"]}


def _check(place: int, name: str, value: Any, allowed: Sequence[Any]) -> None:
    """One value of a card; 5.0 and true are no whole numbers here."""
    if type(value) is type(allowed[0]) and value in allowed:
        return
    if isinstance(allowed, range):
        accepts = TEXTS.sentence("option.accepts.number", low=allowed[0], high=allowed[-1])
    else:
        accepts = TEXTS.sentence("option.accepts.choice", values=", ".join(allowed))
    raise OptionError(
        *TEXTS.sentence("option.deck.value", place=place, name=name, accepts=accepts, value=_shown(value))
    )


def _refused(reason: str, **values: object) -> OptionError:
    return OptionError(*TEXTS.sentence(f"option.deck.{reason}", cards=S.N_CARDS, **values))


def _shown(value: Any) -> str:
    return shortened(plain(value), 80)


def pack(card: Mapping[str, Any]) -> int:
    """A card as the number that the rules read."""
    per = S.COUNTED.index(card["per"]) if "per" in card else S.FIXED
    value = card["points"] if "per" in card else card["fixed"]
    animal, season = S.ANIMALS.index(card["animal"]), S.SEASONS.index(card["season"])
    return animal | season << S.SEASON_BIT | per << S.PER_BIT | int(value) << S.VALUE_BIT


def unpack(number: int, packed: int) -> Card:
    """The card that a packed number is, in the form of the deck file."""
    card = {"number": number, "animal": S.ANIMALS[packed & 3], "season": S.SEASONS[packed >> S.SEASON_BIT & 3]}
    per, value = packed >> S.PER_BIT & 15, packed >> S.VALUE_BIT
    if per == S.FIXED:
        return card | {"fixed": value}
    return card | {"per": S.COUNTED[per], "points": value}


def deck_of(state: Any) -> list[Card]:
    """The deck that a state plays with, in the order in which it was given."""
    deck = state.deck.tolist()
    return [unpack(card + 1, deck[card]) for card in state.order.tolist()]


PUBLISHED = read_deck(json.loads(files(__package__).joinpath("deck.json").read_text(encoding="utf-8")))
