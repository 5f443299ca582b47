"""The notation of Rythm'n'Play: moves and cards as the rulebook writes them."""

from collections.abc import Sequence
from typing import Any, Literal, get_args

from quatuor.core.errors import InvalidMoveError
from quatuor.core.notation import Notation
from quatuor.games.rythm_n_play import state as S
from quatuor.games.rythm_n_play.texts import TEXTS

PlayCard = Literal["do", "re", "mi", "fa", "sol", "la", "si", "sharp", "flat"]
RythmCard = Literal["whole", "half", "quarter", "eighth"]
Card = PlayCard | RythmCard
CARDS: tuple[Any, ...] = get_args(PlayCard) + get_args(RythmCard)
PLAY, RYTHM = CARDS[: S.N_PLAY_KINDS], CARDS[S.N_PLAY_KINDS :]


def exchange_cards(exchange: int) -> tuple[RythmCard, ...]:
    """RP-6: the RYTHM cards of an exchange, from the longest to the shortest."""
    return tuple(card for card, copies in zip(RYTHM, S.EXCHANGES[exchange], strict=True) for _ in range(copies))


_ACTIONS = {
    **{" ".join(("exchange", *exchange_cards(i))): S.EXCHANGE + i for i in range(len(S.EXCHANGES))},
    **{f"compose {card}": S.COMPOSE + kind for kind, card in enumerate(PLAY)},
    "collect": S.COLLECT,
    "draw": S.DRAW,
    **{f"discard {card}": S.DISCARD + kind for kind, card in enumerate(PLAY)},
    "pass": S.PASS,
    "key sharp": S.KEY_SHARP,
    "key flat": S.KEY_FLAT,
}
NOTATION = Notation(_ACTIONS, CARDS, ("compose fa", "exchange half quarter", "collect", "draw"))
text, card_text, card_parse = NOTATION.text, NOTATION.card_text, NOTATION.card_parse


def parse(move: str) -> int:
    """The action that a text names; InvalidMoveError if it names none."""
    cards = _named_to_exchange(move)
    if cards and move not in _ACTIONS:
        raise InvalidMoveError(*TEXTS.sentence("refuse.beats" if _falls(cards) else "refuse.order"))
    return NOTATION.parse(move)


def wrong_beats(move: str) -> bool:
    """RP-6: whether a text is written as an exchange, but of RYTHM cards whose beats do not match."""
    cards = _named_to_exchange(move)
    return bool(cards) and _falls(cards) and move not in _ACTIONS


def _named_to_exchange(move: str) -> list[str]:
    """The RYTHM cards that a text would exchange, in its order; none for any other text."""
    verb, *cards = move.split(" ") if isinstance(move, str) else [""]
    return cards if verb == "exchange" and all(card in RYTHM for card in cards) else []


def _falls(cards: list[str]) -> bool:
    """Whether RYTHM cards go from the longest to the shortest."""
    return sorted(cards, key=RYTHM.index) == cards


def counted(counts: Sequence[int], first: int = 0) -> Any:
    """Counts by kind as counts by name, where there are any; `first` is the kind of the first count."""
    return {CARDS[first + k]: int(count) for k, count in enumerate(counts) if count > 0}


def listed(counts: Sequence[int], first: int = 0) -> list[Any]:
    """Counts by kind as a list of cards."""
    return [card for card, count in counted(counts, first).items() for _ in range(count)]
