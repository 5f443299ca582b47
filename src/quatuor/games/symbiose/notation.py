"""The notation of Symbiose: moves and cards as the rulebook writes them."""

from quatuor.core.notation import Notation
from quatuor.games.symbiose.state import DUEL_RIVER, FLIP, N_CARDS, SLOTS, SWAP

CARDS = tuple(str(card + 1) for card in range(N_CARDS))
_ACTIONS = {
    **{f"flip {slot + 1}": FLIP + slot for slot in range(SLOTS)},
    **{
        f"swap {place + 1} {slot + 1}": SWAP + SLOTS * place + slot
        for place in range(DUEL_RIVER)
        for slot in range(SLOTS)
    },
}
NOTATION = Notation(_ACTIONS, CARDS, ("flip 3", "swap 2 5"))
text, parse = NOTATION.text, NOTATION.parse
card_text, card_parse = NOTATION.card_text, NOTATION.card_parse
