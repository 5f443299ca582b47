"""What happened in Air Sorcière, as events. Every card moves openly: all seats and spectators see the same."""

from typing import Any

from quatuor.core.game import Event
from quatuor.core.state import readable
from quatuor.games.air_sorciere import state as S
from quatuor.games.air_sorciere.notation import COLOURS, card_text, mask_cards, masks_cards
from quatuor.games.air_sorciere.view import ending


def tell(before: Any, action: int, after: Any, seat: int) -> list[Event]:
    return [*_deed(readable(before), action, readable(after)), *_end(after)]


def _deed(before: Any, action: int, after: Any) -> list[Event]:
    actor = before.turn
    area, hand = f"area:{actor + 1}", f"hand:{actor + 1}"
    if action == S.DRAW:
        return _draw(before, after)
    if action < S.KEEP:
        return [Event("take", actor, (card_text(action - S.TAKE),), "common", area)]
    if action in (S.KEEP, S.SHARE):
        verb, target = ("keep", area) if action == S.KEEP else ("share", "common")
        return [Event(verb, actor, (card_text(before.held),), "held", target)]
    if action <= S.DECLINE:
        return _fall(before, before.held, action == S.BONUS)
    if action < S.STOP:
        colour = action - S.LAND
        return [Event("land", actor, tuple(mask_cards(colour, int(before.columns[actor, colour]))), area, hand)]
    if action == S.STOP:
        return [Event("stop", actor)]
    if action < S.GRADUATE:
        return [Event("discard", actor, (card_text(action - S.DISCARD),), hand, "discard")]
    if action < S.USE_CARD:
        return [Event("graduate", actor, (), "", f"diploma_{COLOURS[action - S.GRADUATE]}", step=True)]
    if action < S.AWARD:
        card, diploma = card_text(action - S.USE_CARD), f"diploma_{COLOURS[before.target]}"
        return [Event("use", actor, (card,), hand, diploma, step=True)]
    return _award(before, after) if action < S.END else [Event("end", actor)]


def _draw(before: Any, after: Any) -> list[Event]:
    actor, card = before.turn, int(after.shown[0])
    events = [Event("draw", actor, (card_text(card),), "pile", "held")]
    if before.left == 0:
        events.insert(0, Event("reshuffle", -1, (), "discard", "pile"))
    if card % S.HIGHEST == S.HIGHEST - 1:
        events.append(Event("cat", actor, (card_text(card),)))
    if after.held == S.NOTHING:
        events += _fall(before, card, False)
    elif after.phase == S.FALL:
        events.append(Event("beginner", actor, (card_text(card),)))
    return events


def _fall(before: Any, card: int, bonus: bool) -> list[Event]:
    """The drawn card goes to the discard, or to a beginner's hand; the column goes to the discard all the same."""
    actor, colour = before.turn, card // S.HIGHEST
    column = tuple(mask_cards(colour, int(before.columns[actor, colour])))
    verb, target = ("bonus", f"hand:{actor + 1}") if bonus else ("fall", "discard")
    return [
        Event(verb, actor, (card_text(card),), "held", target),
        Event("crash", actor, column, f"area:{actor + 1}", "discard"),
    ]


def _award(before: Any, after: Any) -> list[Event]:
    actor, target = before.turn, before.target
    gained = int(after.books[actor, target] - before.books[actor, target])
    colour = COLOURS[target]
    books = f"book_{colour}:{actor + 1}" if gained == 1 else f"books_{colour}:{actor + 1}:{gained}"
    return [
        Event("award", actor, tuple(masks_cards(before.used.tolist())), f"diploma_{colour}", "discard"),
        Event("books", actor, (), "shelf", books),
    ]


def _end(after: Any) -> list[Event]:
    """Why the game is over, if it is."""
    reason = ending(after)
    return [Event(reason, -1), Event("over", -1)] if reason else []
