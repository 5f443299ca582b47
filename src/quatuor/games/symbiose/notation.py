"""The notation of Symbiose: moves and cards as the rulebook writes them."""

from quatuor.core.notation import Notation
from quatuor.games.symbiose import state as S

CARDS = tuple(str(card + 1) for card in range(S.N_CARDS))
_ACTIONS = {
    **{f"flip {slot + 1}": S.FLIP + slot for slot in range(S.SLOTS)},
    **{
        f"swap {place + 1} {slot + 1}": S.SWAP + S.SLOTS * place + slot
        for place in range(S.DUEL_RIVER)
        for slot in range(S.SLOTS)
    },
}
NOTATION = Notation(_ACTIONS, CARDS, ("flip 3", "swap 2 5"))
text, parse = NOTATION.text, NOTATION.parse
card_text, card_parse = NOTATION.card_text, NOTATION.card_parse
