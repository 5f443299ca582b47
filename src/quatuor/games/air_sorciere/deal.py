"""What chance fixed before the first move of Air Sorcière (nothing), and where every card is."""

from typing import Any

from quatuor.core.errors import RecordError
from quatuor.core.state import readable
from quatuor.games.air_sorciere.notation import card_text, masks_cards
from quatuor.games.air_sorciere.texts import TEXTS


def deal(state: Any) -> dict[str, Any]:
    """The record's deal: nothing lies open before the first move."""
    return {}


def impose(state: Any, given: Any) -> None:
    """Make a state that was just set up follow a record's deal; RecordError if it cannot be."""
    if not isinstance(given, dict) or given:
        raise RecordError(*TEXTS.sentence("refuse.deal"))


def locate(state: Any) -> dict[str, list[str]]:
    """Where every card is, hidden ones included."""
    places = {
        "pile": [card_text(card) for card in state.pile[: state.left]],
        "discard": masks_cards(state.discard.tolist()),
        "common": masks_cards(state.common.tolist()),
    }
    if state.shared >= 0:
        places["common"].append(card_text(state.shared))
    if state.held >= 0:
        places["held"] = [card_text(state.held)]
    if state.target >= 0:
        places["diploma"] = masks_cards(state.used.tolist())
    columns, hands = state.columns.tolist(), cards_in_hands(readable(state))
    for seat in range(state.players):
        places[f"area:{seat + 1}"] = masks_cards(columns[seat])
        places[f"hand:{seat + 1}"] = hands[seat]
    return places


def cards_in_hands(s: Any) -> list[list[str]]:
    """The cards of each hand, less those laid out for a diploma; from a readable state."""
    masks = s.hand[: s.players].copy()
    masks[s.active] &= ~s.used
    return [masks_cards(hand) for hand in masks.tolist()]
