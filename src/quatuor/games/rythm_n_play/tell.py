"""What happened in Rythm'n'Play, as events; of the cards that others draw a seat sees the backs."""

from typing import Any

from quatuor.core.game import Event
from quatuor.core.state import readable
from quatuor.games.rythm_n_play import state as S
from quatuor.games.rythm_n_play.notation import card_text, exchange_cards, listed
from quatuor.games.rythm_n_play.rules import composable


def tell(before: Any, action: int, after: Any, seat: int) -> list[Event]:
    before, after = readable(before), readable(after)
    actor = before.turn
    hand = f"hand:{actor + 1}"
    drawn = tuple(card_text(card) if seat == actor else None for card in after.shown[: after.n_shown])
    if action < S.COMPOSE:
        given = exchange_cards(action - S.EXCHANGE)
        events = [
            Event("exchange", actor, given, hand, "rythm_discard"),
            Event("gain", actor, drawn, "play_pile", hand),
        ]
    elif action < S.COLLECT:
        events = _compose(before, action - S.COMPOSE, after)
    elif action == S.COLLECT:
        staff = tuple(card_text(card) for card in before.staff[: before.length])
        events = [Event("collect", actor, staff, "staff", f"collected:{actor + 1}")]
    elif action == S.DRAW:
        events = [Event("reshuffle", -1, (), "rythm_discard", "rythm_pile")] if before.rythm_left == 0 else []
        events.append(Event("draw", actor, drawn, "rythm_pile", hand))
    elif action < S.PASS:
        events = [Event("discard", actor, (card_text(action - S.DISCARD),), hand, f"face_up:{actor + 1}")]
    elif action == S.PASS:
        events = [Event("pass", actor)]
    else:
        events = [Event("key", actor, (card_text(S.SHARP + action - S.KEY_SHARP),), "", "key")]
    return events + _consequences(before, after)


def _compose(before: Any, card: int, after: Any) -> list[Event]:
    actor = before.turn
    events = [Event("compose", actor, (card_text(card),), f"hand:{actor + 1}", "staff")]
    if after.key != before.key:
        events.append(Event("turn_key", -1, (card_text(after.key),), "key", "key"))
    if composable(after.record) == 0:
        events.append(Event("closed", -1))
    return events


def _consequences(before: Any, after: Any) -> list[Event]:
    """RP-10: the PLAY pile runs out, on an empty staff the end or a last one; at the end all hands are shown."""
    events = []
    if before.play_left > 0 and after.play_left == 0:
        events.append(Event("pile_empty", -1))
        if after.length == 0:
            events.append(Event("last_staff" if after.last_staff else "no_staff", -1))
    if after.turn < 0:
        for owner in range(after.players):
            place = f"hand:{owner + 1}"
            cards = tuple(listed(after.hand[owner]))
            events.append(Event("show" if cards else "show_nothing", owner, cards, place, place))
        events.append(Event("over", -1))
    return events
