"""What chance fixed before the first move of Air Sorcière (nothing), and where every card is."""

from typing import Any

from quatuor.core.errors import RecordError
from quatuor.games.air_sorciere.notation import card_text, mask_cards, masks_cards
from quatuor.games.air_sorciere.state import N_COLOURS
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
        "discard": masks_cards(state.discard),
        "common": masks_cards(state.common),
    }
    if state.shared >= 0:
        places["common"].append(card_text(state.shared))
    if state.held >= 0:
        places["held"] = [card_text(state.held)]
    if state.target >= 0:
        places["diploma"] = masks_cards(state.used)
    for seat in range(state.players):
        places[f"area:{seat + 1}"] = masks_cards(state.columns[seat])
        places[f"hand:{seat + 1}"] = [card for c in range(N_COLOURS) for card in mask_cards(c, in_hand(state, seat, c))]
    return places


def in_hand(state: Any, seat: int, colour: int) -> int:
    """The cards of a colour in a hand, less those laid out for a diploma."""
    used = state.used[colour] if seat == state.active else 0
    return int(state.hand[seat, colour]) & ~int(used)
