"""The notation of Symphonimo: moves and cards as the rulebook writes them."""

from quatuor.core.notation import Notation
from quatuor.games.symphonimo import state as S

CARDS = tuple(str(S.LOWEST + family) for family in range(S.N_FAMILIES))
_ACTIONS = {
    "draw": S.DRAW_CARD,
    **{f"place {c + 1}": S.PLACE_UNDER + c for c in range(S.MAX_PLAYERS)},
    **{f"take {c + 1}": S.TAKE + c for c in range(S.MAX_PLAYERS)},
    "take now": S.TAKE_IT_NOW,
    "leave": S.LEAVE,
    **{f"pass {card}": S.PASS_FAMILY + f for f, card in enumerate(CARDS)},
    **{f"discard {card}": S.DISCARD_FAMILY + f for f, card in enumerate(CARDS)},
    **{f"drop {card}": S.DROP_FAMILY + f for f, card in enumerate(CARDS)},
    "keep": S.KEEP,
    "stop": S.STOP,
}
NOTATION = Notation(_ACTIONS, CARDS, ("draw", "place 2", "take 1"))
text, parse = NOTATION.text, NOTATION.parse
card_text, card_parse = NOTATION.card_text, NOTATION.card_parse
