"""The notation of Symbiose: moves and cards as the rulebook writes them."""

from quatuor.core.refusals import unreadable
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
_TEXTS = {action: text for text, action in _ACTIONS.items()}
EXAMPLES = ("flip 3", "swap 2 5")


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
    """A card as the rulebook writes it: its number in the deck."""
    return CARDS[int(card)]


def card_parse(card: str) -> int:
    """The card that a text is; ValueError if it is none."""
    return CARDS.index(card)
