"""What a seat of Air Sorcière sees, as plain data: everything but the pile, and other hands where they are closed."""

from typing import Any

from quatuor.core.results import result_of
from quatuor.core.state import readable
from quatuor.games.air_sorciere import state as S
from quatuor.games.air_sorciere.deal import cards_in_hands
from quatuor.games.air_sorciere.diplomas import size_limit
from quatuor.games.air_sorciere.notation import COLOURS, card_text, mask_cards, masks_cards
from quatuor.games.air_sorciere.rules import can_draw, enough_sold_out, scores, winners

PHASES = ("fly", "drawn", "fall", "cat", "diploma", "use")


def view(state: Any, seat: int) -> dict[str, Any]:
    s = readable(state)
    hands = [
        {"size": len(hand), "cards": hand if s.open_hands or k == seat else None}
        for k, hand in enumerate(s.once(cards_in_hands))
    ]
    return {**s.once(_table), "seat": seat, "hands": hands}


def _table(s: Any) -> dict[str, Any]:
    """The table before everybody's eyes."""
    n = s.players
    columns, books, stock = s.columns.tolist(), s.books.tolist(), s.stock.tolist()
    return {
        "game": "air_sorciere",
        "players": n,
        "first": s.first,
        "turn": s.turn,
        "active": s.active,
        "phase": phase(s),
        "prompt": _prompt(s),
        "pile": s.left,
        "discard": masks_cards(s.discard.tolist()),
        "common": common(s),
        "held": _card(s.held),
        "shared": _card(s.shared),
        "taken": bool(s.taken),
        "stock": dict(zip(COLOURS, stock, strict=True)),
        "columns": [{colour: mask_cards(c, columns[k][c]) for c, colour in enumerate(COLOURS)} for k in range(n)],
        "books": [dict(zip(COLOURS, books[k], strict=True)) for k in range(n)],
        "diploma": diploma(s),
        "idle": max(s.idle, 0),
        "stall_limit": s.stall_limit,
        "ending": ending(s.record),
        "result": result_of(s.record, scores, winners),
    }


def phase(s: Any) -> str:
    """What is decided now, and what of it is left to choose."""
    if s.turn < 0:
        return "over"
    if s.phase == S.FLY:
        return "start" if not s.taken else "soft" if s.shared == S.NOTHING else "forced"
    if s.phase == S.DRAWN:
        if s.held % S.HIGHEST < s.tops[s.active, s.held // S.HIGHEST]:
            return "share"
        return "drawn" if s.shared == S.NOTHING else "keep"
    if s.phase == S.USE and s.n_used >= S.SMALLEST_DIPLOMA:
        return "use_more" if s.n_used < size_limit(s.record, s.target) else "award"
    return PHASES[s.phase]


def ending(state: Any) -> str | None:
    """Why the game is over: AS-19, AS-18 or AS-20."""
    if state.turn >= 0:
        return None
    if enough_sold_out(state):
        return "sold_out"
    return "stalled" if can_draw(state) else "no_cards"


def common(s: Any) -> list[str]:
    """The cards of the common area, the one put there this turn included."""
    masks = s.common.tolist()
    if s.shared >= 0:
        masks[s.shared // S.HIGHEST] |= 1 << s.shared % S.HIGHEST
    return masks_cards(masks)


def diploma(s: Any) -> dict[str, Any] | None:
    """The diploma being made: its colour, its naturals and its jokers."""
    if s.target < 0:
        return None
    target = s.target
    used = s.used.tolist()
    naturals = mask_cards(target, used[target])
    return {
        "colour": COLOURS[target],
        "naturals": naturals,
        "jokers": [card for card in masks_cards(used) if card not in naturals],
    }


def _prompt(s: Any) -> dict[str, str]:
    """What the sentence for this phase needs, the same in every language: of the card drawn, its value alone."""
    surplus = int(s.hand_size[s.turn]) - S.HAND_LIMIT if s.turn >= 0 and s.phase == S.CAT else 0
    return {
        "value": str(s.held % S.HIGHEST + 1) if s.held >= 0 else "",
        "surplus": str(surplus),
        "cards": str(s.n_used) if s.phase == S.USE else "",
    }


def _card(card: Any) -> str | None:
    return card_text(card) if card >= 0 else None
