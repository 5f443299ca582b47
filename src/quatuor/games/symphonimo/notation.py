"""The notation of Symphonimo: moves and cards as the rulebook writes them."""

from quatuor.core.notation import Notation
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
NOTATION = Notation(_ACTIONS, CARDS, ("draw", "place 2", "take 1"))
text, parse = NOTATION.text, NOTATION.parse
card_text, card_parse = NOTATION.card_text, NOTATION.card_parse
