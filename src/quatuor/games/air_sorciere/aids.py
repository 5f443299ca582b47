"""What a screen of Air Sorcière shows beside the cards: the risk, what may land, ready-made diplomas, unseen cards."""

from itertools import combinations
from typing import Any

from quatuor.games.air_sorciere.diplomas import size_limit
from quatuor.games.air_sorciere.notation import CARDS, COLOURS, card_text, mask_cards
from quatuor.games.air_sorciere.rules import points
from quatuor.games.air_sorciere.state import CAT, DIPLOMA, DRAWN, FEWEST, FLY, HIGHEST, N_COLOURS, NOTHING


def aids(state: Any, seat: int) -> dict[str, Any]:
    """`diplomas` are the seat's own; all the rest is about what everybody has seen."""
    unseen = sorted(int(card) for card in state.pile[: state.left])
    return {
        "scores": [int(points(state, k)) for k in range(state.players)],
        "risk": _risk(state, unseen),
        "landing": _landing(state),
        "diplomas": ready_made(state, seat) if seat >= 0 and state.turn >= 0 else [],
        "can_graduate": bool(state.turn == seat >= 0 and state.phase == DIPLOMA),
        "unseen": {colour: sum(card // HIGHEST == c for card in unseen) for c, colour in enumerate(COLOURS)},
        "unseen_cards": [card_text(card) for card in unseen],
    }


def _risk(state: Any, unseen: list[int]) -> dict[str, Any] | None:
    """The next card that the active player might draw: which cards do not fit, and the chance that it is a fall."""
    if state.turn < 0:
        return None
    # AS-18: an empty pile is made of the discard.
    cards = unseen or [card for card in range(len(CARDS)) if state.discard[card // HIGHEST] >> card % HIGHEST & 1]
    if not cards:
        return None
    misfits = [card for card in cards if card % HIGHEST < state.tops[state.active, card // HIGHEST]]
    misfit = len(misfits) / len(cards)
    return {
        "cards": len(cards),
        "misfits": [card_text(card) for card in misfits],
        "misfit": misfit,
        "fall": misfit if state.shared != NOTHING else 0.0,
        "cat": sum(card % HIGHEST == HIGHEST - 1 for card in cards) / len(cards),
    }


def _landing(state: Any) -> dict[str, Any] | None:
    """What the active player would take into his hand by stopping now (AS-11)."""
    if state.turn < 0 or state.phase not in (FLY, DRAWN, CAT):
        return None
    forced = state.shared != NOTHING
    heights = [int(height) for height in state.heights[state.active]]
    fewest = min((height for height in heights if height), default=0)
    return {
        "forced": bool(forced),
        "columns": {
            COLOURS[c]: mask_cards(c, state.columns[state.active, c])
            for c in range(N_COLOURS)
            if heights[c] and (not forced or heights[c] == fewest)
        },
    }


def ready_made(state: Any, seat: int) -> list[dict[str, Any]]:
    """For each colour and size, a diploma that the hand allows: the fewest jokers, the lowest cards (AS-13, AS-14)."""
    found = []
    for target in range(N_COLOURS):
        most = int(size_limit(state, target))
        for size in range(FEWEST, most + 1):
            cards = _cheapest(state, seat, target, size)
            if cards:
                moves = [f"graduate {COLOURS[target]}", *(f"use {card}" for card in cards), "award"]
                found.append({"colour": COLOURS[target], "cards": cards, "books": size - FEWEST + 1, "moves": moves})
    return found


def _cheapest(state: Any, seat: int, target: int, size: int) -> list[str] | None:
    naturals = mask_cards(target, state.hand[seat, target])
    for count in range(min(size, len(naturals)), 0, -1):
        highest = int(naturals[count - 1][1:])
        jokers = [
            next(iter(mask_cards(c, state.hand[seat, c] >> highest << highest)), None)
            for c in range(N_COLOURS)
            if c != target and state.books[seat, c] > 0
        ]
        usable = [card for card in jokers if card]
        if count + len(usable) >= size:
            lowest = min(combinations(usable, size - count), key=lambda cards: sum(int(card[1:]) for card in cards))
            return naturals[:count] + list(lowest)
    return None
