"""What happened in Symphonimo, as events. All seats and spectators see the same."""

from typing import Any

from quatuor.core.game import Event
from quatuor.core.state import readable
from quatuor.games.symphonimo import state as S
from quatuor.games.symphonimo.notation import card_text


def tell(before: Any, action: int, after: Any, seat: int) -> list[Event]:
    before, after = readable(before), readable(after)
    actor = before.turn
    if action == S.DRAW_CARD:
        events = [Event("draw", actor, (card_text(after.held),), "pile", "held")]
    elif action < S.TAKE:
        target = f"conductor:{action - S.PLACE_UNDER + 1}"
        events = [Event("place", actor, (card_text(before.held),), "held", target)]
    elif action <= S.TAKE_IT_NOW:
        events = _take(before, action, after)
    elif action == S.LEAVE:
        events = [Event("leave", actor, (), f"conductor:{before.taking + 1}")]
    elif action == S.STOP:
        events = [Event("stop", actor)]
    else:
        events = _power(before, action)
    return events + _passing(before, after)


def _take(before: Any, action: int, after: Any) -> list[Event]:
    """The taken cards join at once, or wait under the conductor until its power's choice is made."""
    actor = before.turn
    conductor = before.taking if action == S.TAKE_IT_NOW else action - S.TAKE
    cards = tuple(card_text(card) for card in before.column[conductor, : before.height[conductor]])
    source = f"conductor:{conductor + 1}"
    if after.turn == actor and after.phase != S.TURN:
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
    if action == S.KEEP:
        events = [Event("keep", actor)]
    elif action >= S.DROP_FAMILY:
        events = [Event("drop", actor, (card_text(action - S.DROP_FAMILY),), mine, "discarded")]
    elif action >= S.DISCARD_FAMILY:
        card = card_text(action - S.DISCARD_FAMILY)
        rest.remove(card)
        events = [Event("discard", actor, (card,), source, "discarded")]
    else:
        card = card_text(action - S.PASS_FAMILY)
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
