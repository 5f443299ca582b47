"""The notation of Symphonimo: moves and cards as the rulebook writes them."""

from quatuor.core.refusals import unreadable
from quatuor.games.symphonimo.state import (
    DISCARD_FAMILY,
    DRAW_CARD,
    DROP_FAMILY,
    KEEP,
    LEAVE,
    LOWEST,
    MAX_PLAYERS,
    N_FAMILIES,
    PASS_FAMILY,
    PLACE_UNDER,
    STOP,
    TAKE,
    TAKE_IT_NOW,
)

CARDS = tuple(str(LOWEST + family) for family in range(N_FAMILIES))
_ACTIONS = {
    "draw": DRAW_CARD,
    **{f"place {c + 1}": PLACE_UNDER + c for c in range(MAX_PLAYERS)},
    **{f"take {c + 1}": TAKE + c for c in range(MAX_PLAYERS)},
    "take now": TAKE_IT_NOW,
    "leave": LEAVE,
    **{f"pass {card}": PASS_FAMILY + f for f, card in enumerate(CARDS)},
    **{f"discard {card}": DISCARD_FAMILY + f for f, card in enumerate(CARDS)},
    **{f"drop {card}": DROP_FAMILY + f for f, card in enumerate(CARDS)},
    "keep": KEEP,
    "stop": STOP,
}
_TEXTS = {action: text for text, action in _ACTIONS.items()}
EXAMPLES = ("draw", "place 2", "take 1")


def text(action: int) -> str:
    """An action as the rulebook writes it."""
    return _TEXTS[int(action)]


def parse(move: str) -> int:
    """The action that a text is; InvalidMoveError if it is none."""
    try:
        return _ACTIONS[move]
    except (KeyError, TypeError):
        raise unreadable(str(move), EXAMPLES) from None


def card_text(card: int) -> str:
    """A card as the rulebook writes it: its family's number."""
    return CARDS[int(card)]


def card_parse(card: str) -> int:
    """The card that a text is; ValueError if it is none."""
    return CARDS.index(card)
