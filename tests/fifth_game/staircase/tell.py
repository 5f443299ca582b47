"""What happened in Staircase, as events; all seats see the same."""

from typing import Any

from quatuor.core.game import Event
from quatuor.games.staircase import state as S
from quatuor.games.staircase.deal import cards_in
from quatuor.games.staircase.notation import card_text


def tell(before: Any, action: int, after: Any, seat: int) -> list[Event]:
    actor = int(before.turn)
    stairs = f"stairs:{actor + 1}"
    if S.PLAY <= action < S.REST:
        events = [Event("play", actor, (card_text(action - S.PLAY),), f"hand:{actor + 1}", stairs)]
    elif action == S.REST:
        events = [Event("rest", actor, tuple(cards_in(before, S.STAIRS + actor)), stairs, f"saved:{actor + 1}")]
    else:
        card = after.shown[0]
        climbs = after.where[card] == S.STAIRS + actor
        events = [Event("draw", actor, (card_text(card),), "pile", stairs if climbs else "discards")]
        fallen = tuple(cards_in(before, S.STAIRS + actor))
        if fallen and not climbs:
            events.append(Event("fall", actor, fallen, stairs, "discards"))
    if after.turn < 0:
        events.append(Event("over", -1))
    return events
