"""The notation of Rythm'n'Play: moves and cards as the rulebook writes them."""

from collections.abc import Sequence

from quatuor.core.errors import InvalidMoveError, Sentence
from quatuor.core.refusals import unreadable
from quatuor.games.rythm_n_play.state import (
    COLLECT,
    COMPOSE,
    DISCARD,
    DRAW,
    EXCHANGE,
    EXCHANGES,
    KEY_FLAT,
    KEY_SHARP,
    N_PLAY_KINDS,
    PASS,
)
from quatuor.games.rythm_n_play.texts import TEXTS

CARDS = ("do", "re", "mi", "fa", "sol", "la", "si", "sharp", "flat", "whole", "half", "quarter", "eighth")
PLAY, RYTHM = CARDS[:N_PLAY_KINDS], CARDS[N_PLAY_KINDS:]


def exchange_cards(exchange: int) -> tuple[str, ...]:
    """RP-6: the RYTHM cards of an exchange, from the longest to the shortest."""
    return tuple(card for card, copies in zip(RYTHM, EXCHANGES[exchange], strict=True) for _ in range(copies))


_ACTIONS = {
    **{" ".join(("exchange", *exchange_cards(i))): EXCHANGE + i for i in range(len(EXCHANGES))},
    **{f"compose {card}": COMPOSE + kind for kind, card in enumerate(PLAY)},
    "collect": COLLECT,
    "draw": DRAW,
    **{f"discard {card}": DISCARD + kind for kind, card in enumerate(PLAY)},
    "pass": PASS,
    "key sharp": KEY_SHARP,
    "key flat": KEY_FLAT,
}
_TEXTS = {action: text for text, action in _ACTIONS.items()}
EXAMPLES = ("compose fa", "exchange half quarter", "collect", "draw")


def text(action: int) -> str:
    """An action as the rulebook writes it."""
    return _TEXTS[int(action)]


def parse(move: str) -> int:
    """The action that a text is; InvalidMoveError if it is none."""
    try:
        return _ACTIONS[move]
    except (KeyError, TypeError):
        wrong = wrong_exchange(move)
        raise (InvalidMoveError(*wrong) if wrong else unreadable(str(move), EXAMPLES)) from None


def wrong_exchange(move: str) -> Sentence | None:
    """RP-6: why a text that names RYTHM cards to exchange is no exchange; None for any other text."""
    words = move.split(" ") if isinstance(move, str) else []
    cards = words[1:]
    if words[:1] != ["exchange"] or not cards or move in _ACTIONS or any(card not in RYTHM for card in cards):
        return None
    if sorted(cards, key=RYTHM.index) != cards:
        return TEXTS.sentence("refuse.order")
    return TEXTS.sentence("refuse.beats")


def card_text(card: int) -> str:
    """A card as the rulebook writes it."""
    return CARDS[int(card)]


def card_parse(card: str) -> int:
    """The card that a text is; ValueError if it is none."""
    return CARDS.index(card)


def counted(counts: Sequence[int], first: int = 0) -> dict[str, int]:
    """Counts by kind as counts by name, where there are any; `first` is the kind of the first count."""
    return {CARDS[first + k]: int(count) for k, count in enumerate(counts) if count > 0}


def listed(counts: Sequence[int], first: int = 0) -> list[str]:
    """Counts by kind as a list of cards."""
    return [card for card, count in counted(counts, first).items() for _ in range(count)]
