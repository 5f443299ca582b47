"""What chance fixed before the first move of Symbiose, and where every card is."""

from collections.abc import Callable
from typing import Any

from quatuor.core.errors import RecordError
from quatuor.games.symbiose import state as S
from quatuor.games.symbiose.deck import deck_of
from quatuor.games.symbiose.notation import card_text
from quatuor.games.symbiose.rules import exchange
from quatuor.games.symbiose.texts import TEXTS


def deal(state: Any) -> dict[str, Any]:
    """The record's deal: every pond, the river, and the deck."""
    numbers = [int(card) + 1 for card in state.cards]
    river = S.SLOTS * int(state.players)
    return {
        "ponds": [numbers[start : start + S.SLOTS] for start in range(0, river, S.SLOTS)],
        "river": numbers[river : river + int(state.river)],
        "deck": deck_of(state),
    }


def deal_cards(state: Any, draw: Callable[[int], int]) -> dict[str, Any]:
    """SB-2, card by card: the ponds, each seat's after the other, then the river, from the cards in their order."""
    cards = list(range(1, S.N_CARDS + 1))

    def dealt(count: int) -> list[int]:
        return [cards.pop(draw(len(cards))) for _ in range(count)]

    ponds = [dealt(S.SLOTS) for _ in range(state.players)]
    return {"ponds": ponds, "river": dealt(int(state.river)), "deck": deck_of(state)}


def impose(state: Any, given: Any) -> None:
    """Make a state that was just set up follow a record's deal; RecordError if it cannot be."""
    players, river = int(state.players), int(state.river)
    numbers = _numbers(given, players, river)
    if numbers is None:
        raise RecordError(*TEXTS.sentence("refuse.deal", players=players, river=river, slots=S.SLOTS, cards=S.N_CARDS))
    if given["deck"] != deck_of(state):
        raise RecordError(*TEXTS.sentence("refuse.deal_other_deck"))
    for place, number in enumerate(numbers):
        exchange(state, place, state.cards.tolist().index(number - 1))


def _numbers(given: Any, players: int, river: int) -> list[int] | None:
    """The dealt cards place by place; None if this is not a deal for that many places."""
    if not isinstance(given, dict) or given.keys() != {"ponds", "river", "deck"}:
        return None
    rows = [*given["ponds"], given["river"]] if isinstance(given["ponds"], list) else []
    if not all(isinstance(row, list) for row in rows) or [len(row) for row in rows] != [S.SLOTS] * players + [river]:
        return None
    numbers = [number for row in rows for number in row]
    whole = all(type(number) is int and 1 <= number <= S.N_CARDS for number in numbers)
    return numbers if whole and len(set(numbers)) == len(numbers) else None


def locate(state: Any) -> dict[str, list[str]]:
    """Where every card is, hidden ones included."""
    cards = [card_text(card) for card in state.cards]
    river = S.SLOTS * int(state.players)
    places = {f"pond:{k + 1}": cards[S.SLOTS * k : S.SLOTS * (k + 1)] for k in range(state.players)}
    return places | {"river": cards[river : river + state.river], "unused": cards[river + state.river :]}
