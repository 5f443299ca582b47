"""What happened in Symphonimo, as events. All seats and spectators see the same."""

from typing import Any

from quatuor.core.game import Event
from quatuor.core.state import readable
from quatuor.games.symphonimo.notation import card_text
from quatuor.games.symphonimo.state import (
    DISCARD_FAMILY,
    DRAW_CARD,
    DROP_FAMILY,
    KEEP,
    LEAVE,
    PASS_FAMILY,
    PLACE_UNDER,
    STOP,
    TAKE,
    TAKE_IT_NOW,
    TURN,
)


def tell(before: Any, action: int, after: Any, seat: int) -> list[Event]:
    before, after = readable(before), readable(after)
    actor = before.turn
    if action == DRAW_CARD:
        events = [Event("draw", actor, (card_text(after.held),), "pile", "held")]
    elif action < TAKE:
        target = f"conductor:{action - PLACE_UNDER + 1}"
        events = [Event("place", actor, (card_text(before.held),), "held", target)]
    elif action <= TAKE_IT_NOW:
        events = _take(before, action, after)
    elif action == LEAVE:
        events = [Event("leave", actor, (), f"conductor:{before.taking + 1}")]
    elif action == STOP:
        events = [Event("stop", actor)]
    else:
        events = _power(before, action)
    return events + _passing(before, after)


def _take(before: Any, action: int, after: Any) -> list[Event]:
    """The taken cards join at once, or wait under the conductor until its power's choice is made."""
    actor = before.turn
    conductor = before.taking if action == TAKE_IT_NOW else action - TAKE
    cards = tuple(card_text(card) for card in before.column[conductor, : before.height[conductor]])
    source = f"conductor:{conductor + 1}"
    if after.turn == actor and after.phase != TURN:
        return [Event("claim", actor, cards, source, source)]
    events = [Event("take", actor, cards, source, f"orchestra:{actor + 1}")]
    if after.n_shown:
        events.append(Event("draw_one", actor, (card_text(after.shown[0]),), "pile", f"orchestra:{actor + 1}"))
    return events


def _power(before: Any, action: int) -> list[Event]:
    actor = before.turn
    conductor = before.taking
    source, mine = f"conductor:{conductor + 1}", f"orchestra:{actor + 1}"
    rest = [card_text(card) for card in before.column[conductor, : before.height[conductor]]]
    if action == KEEP:
        events = [Event("keep", actor)]
    elif action >= DROP_FAMILY:
        events = [Event("drop", actor, (card_text(action - DROP_FAMILY),), mine, "discarded")]
    elif action >= DISCARD_FAMILY:
        card = card_text(action - DISCARD_FAMILY)
        rest.remove(card)
        events = [Event("discard", actor, (card,), source, "discarded")]
    else:
        card = card_text(action - PASS_FAMILY)
        rest.remove(card)
        neighbour = (actor + 1) % before.players
        events = [Event("pass", actor, (card,), source, f"orchestra:{neighbour + 1}")]
    if rest:
        events.append(Event("collect", actor, tuple(rest), source, mine))
    return events


def _passing(before: Any, after: Any) -> list[Event]:
    """What the move brought about: the pile runs out, a round starts, the game ends."""
    events = []
    if before.left > 0 and after.left == 0:
        events.append(Event("pile_empty", -1))
    if after.turn < 0:
        events.append(Event("over", -1))
    elif after.n_in > before.n_in:
        events.append(Event("round", after.turn))
    return events
