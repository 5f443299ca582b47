"""What a seat of Air Sorcière sees, as plain data: everything but the pile, and other hands where they are closed."""

from typing import Any

from quatuor.core.results import result_of
from quatuor.games.air_sorciere.deal import cards_in_hands
from quatuor.games.air_sorciere.diplomas import size_limit
from quatuor.games.air_sorciere.notation import COLOURS, card_text, mask_cards, masks_cards
from quatuor.games.air_sorciere.rules import can_draw, enough_sold_out, scores, winners
from quatuor.games.air_sorciere.state import CAT, DRAWN, FEWEST, FLY, HAND_LIMIT, HIGHEST, NOTHING, USE

PHASES = ("fly", "drawn", "fall", "cat", "diploma", "use")


def view(state: Any, seat: int) -> dict[str, Any]:
    n = int(state.players)
    hands = cards_in_hands(state)
    columns, books, stock = state.columns.tolist(), state.books.tolist(), state.stock.tolist()
    open_hands = bool(state.open_hands)
    return {
        "game": "air_sorciere",
        "players": n,
        "seat": seat,
        "first": int(state.first),
        "turn": int(state.turn),
        "active": int(state.active),
        "phase": phase(state),
        "prompt": _prompt(state),
        "pile": int(state.left),
        "discard": masks_cards(state.discard.tolist()),
        "common": common(state),
        "held": _card(state.held),
        "shared": _card(state.shared),
        "taken": bool(state.taken),
        "stock": dict(zip(COLOURS, stock, strict=True)),
        "columns": [{colour: mask_cards(c, columns[k][c]) for c, colour in enumerate(COLOURS)} for k in range(n)],
        "hands": [
            {"size": len(hand), "cards": hand if open_hands or k == seat else None} for k, hand in enumerate(hands)
        ],
        "books": [dict(zip(COLOURS, books[k], strict=True)) for k in range(n)],
        "diploma": diploma(state),
        "idle": max(int(state.idle), 0),
        "stall_limit": int(state.stall_limit),
        "ending": ending(state),
        "result": result_of(state, scores, winners),
    }


def phase(state: Any) -> str:
    """What is decided now, and what of it is left to choose."""
    if state.turn < 0:
        return "over"
    if state.phase == FLY:
        return "start" if not state.taken else "soft" if state.shared == NOTHING else "forced"
    if state.phase == DRAWN:
        if state.held % HIGHEST < state.tops[state.active, state.held // HIGHEST]:
            return "share"
        return "drawn" if state.shared == NOTHING else "keep"
    if state.phase == USE and state.n_used >= FEWEST:
        return "use_more" if state.n_used < size_limit(state, state.target) else "award"
    return PHASES[state.phase]


def ending(state: Any) -> str | None:
    """Why the game is over: AS-19, AS-18 or AS-20."""
    if state.turn >= 0:
        return None
    if enough_sold_out(state):
        return "sold_out"
    return "stalled" if can_draw(state) else "no_cards"


def common(state: Any) -> list[str]:
    """The cards of the common area, the one put there this turn included."""
    masks = state.common.tolist()
    if state.shared >= 0:
        masks[state.shared // HIGHEST] |= 1 << int(state.shared % HIGHEST)
    return masks_cards(masks)


def diploma(state: Any) -> dict[str, Any] | None:
    """The diploma being made: its colour, its naturals and its jokers."""
    if state.target < 0:
        return None
    target = int(state.target)
    used = state.used.tolist()
    naturals = mask_cards(target, used[target])
    return {
        "colour": COLOURS[target],
        "naturals": naturals,
        "jokers": [card for card in masks_cards(used) if card not in naturals],
    }


def _prompt(state: Any) -> dict[str, str]:
    """What the sentence for this phase needs, the same in every language: of the card drawn, its value alone."""
    surplus = int(state.hand_size[state.turn]) - HAND_LIMIT if state.turn >= 0 and state.phase == CAT else 0
    return {
        "value": str(int(state.held) % HIGHEST + 1) if state.held >= 0 else "",
        "surplus": str(surplus),
        "cards": str(int(state.n_used)) if state.phase == USE else "",
    }


def _card(card: Any) -> str | None:
    return card_text(card) if card >= 0 else None
