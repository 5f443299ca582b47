"""What chance fixed before the first move of Staircase, and where every card is."""

from typing import Any

from quatuor.core.errors import RecordError
from quatuor.games.staircase import state as S
from quatuor.games.staircase.notation import card_parse, card_text
from quatuor.games.staircase.rules import highest
from quatuor.games.staircase.texts import TEXTS


def deal(state: Any) -> dict[str, Any]:
    """The record's deal: the card in each hand."""
    return {"hands": [card_text(highest(state, S.HAND + seat)) for seat in range(state.players)]}


def impose(state: Any, given: Any) -> None:
    """Make a state that was just set up follow a record's deal; RecordError if it cannot be."""
    try:
        (hands,) = given.values()
        cards = [card_parse(card) for card in hands]
        possible = (
            list(given) == ["hands"]
            and len(set(cards)) == len(cards) == state.players
            and all(state.where[card] != S.UNUSED for card in cards)
        )
    except (AttributeError, TypeError, ValueError):
        possible = False
    if not possible:
        raise RecordError(*TEXTS.sentence("refuse.deal", players=int(state.players)))
    for seat in range(state.players):
        state.where[highest(state, S.HAND + seat)] = S.PILE
    for seat, card in enumerate(cards):
        state.where[card] = S.HAND + seat
    pile = [card for card in range(S.N_CARDS) if state.where[card] == S.PILE]
    state.pile[: len(pile)] = pile


def locate(state: Any) -> dict[str, list[str]]:
    """Where every card is, hidden ones included."""
    names = {S.PILE: "pile", S.DISCARDS: "discards", S.UNUSED: "unused"}
    for seat in range(state.players):
        names |= {S.HAND + seat: f"hand:{seat + 1}", S.STAIRS + seat: f"stairs:{seat + 1}"}
        names |= {S.SAVED + seat: f"saved:{seat + 1}"}
    return {name: cards_in(state, place) for place, name in names.items()}


def cards_in(state: Any, place: int) -> list[str]:
    """The cards in a place, rising."""
    return [card_text(card) for card in range(S.N_CARDS) if state.where[card] == place]
