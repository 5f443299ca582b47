"""The notation of Air Sorcière: moves, colours and cards as the rulebook writes them."""

from functools import cache
from typing import Literal, get_args

from quatuor.core.notation import Notation
from quatuor.games.air_sorciere.state import (
    AWARD,
    BONUS,
    DECLINE,
    DISCARD,
    DRAW,
    END,
    GRADUATE,
    HIGHEST,
    KEEP,
    LAND,
    SHARE,
    STOP,
    TAKE,
    USE_CARD,
)

Colour = Literal["K", "G", "W", "V", "O"]
COLOURS: tuple[Colour, ...] = get_args(Colour)
CARDS = tuple(f"{colour}{value}" for colour in COLOURS for value in range(1, HIGHEST + 1))
_ACTIONS = {
    "draw": DRAW,
    **{f"take {card}": TAKE + i for i, card in enumerate(CARDS)},
    "keep": KEEP,
    "share": SHARE,
    "bonus": BONUS,
    "decline": DECLINE,
    **{f"land {colour}": LAND + c for c, colour in enumerate(COLOURS)},
    "stop": STOP,
    **{f"discard {card}": DISCARD + i for i, card in enumerate(CARDS)},
    **{f"graduate {colour}": GRADUATE + c for c, colour in enumerate(COLOURS)},
    **{f"use {card}": USE_CARD + i for i, card in enumerate(CARDS)},
    "award": AWARD,
    "end": END,
}
NOTATION = Notation(_ACTIONS, CARDS, ("draw", "take G9", "land V", "graduate W"))
text, parse = NOTATION.text, NOTATION.parse
card_text, card_parse = NOTATION.card_text, NOTATION.card_parse


def mask_cards(colour: int, mask: int) -> list[str]:
    """The cards of a colour's mask, rising."""
    return list(_mask_cards(colour, int(mask)))


@cache
def _mask_cards(colour: int, mask: int) -> tuple[str, ...]:
    return tuple(CARDS[colour * HIGHEST + i] for i in range(HIGHEST) if mask >> i & 1)


def masks_cards(masks: list[int]) -> list[str]:
    """The cards of the five colours' masks, in the order of colours, rising."""
    return [card for colour, mask in enumerate(masks) for card in mask_cards(colour, mask)]
