"""What happened in Symbiose, as events; in the first flip a slot is told to its owner only, its card to nobody."""

from typing import Any

from quatuor.core.game import Event
from quatuor.core.state import readable
from quatuor.games.symbiose import state as S
from quatuor.games.symbiose.hidden import choice
from quatuor.games.symbiose.notation import card_text


def tell(before: Any, action: int, after: Any, seat: int) -> list[Event]:
    before, after = readable(before), readable(after)
    if before.phase == S.FIRST_FLIP:
        return _choose(before, action, after, seat)
    actor = before.turn
    if action < S.SWAP:
        slot = action - S.FLIP
        pond = f"pond:{actor + 1}:{slot + 1}"
        events = [Event("flip", actor, (_card(after, S.SLOTS * actor + slot),), pond, pond)]
    else:
        place, slot = divmod(action - S.SWAP, S.SLOTS)
        river, pond = f"river:{place + 1}", f"pond:{actor + 1}:{slot + 1}"
        taken = _card(after, S.SLOTS * actor + slot)
        given = _card(after, S.SLOTS * before.players + place)
        events = [Event("take", actor, (taken,), river, pond), Event("give", actor, (given,), pond, river)]
    return events + _end(before, action, after)


def _choose(before: Any, action: int, after: Any, seat: int) -> list[Event]:
    """C-9: when the last has chosen, all the cards chosen are shown."""
    actor = before.turn
    events = [Event("choose", actor, (), "", f"pond:{actor + 1}:{action - S.FLIP + 1}" if seat == actor else "")]
    if after.phase == S.EXCHANGE:
        players = after.players
        for k in range(players):
            who = (after.first + k) % players
            slot = int(choice(after.record, who))
            pond = f"pond:{who + 1}:{slot + 1}"
            events.append(Event("first", who, (_card(after, S.SLOTS * who + slot),), pond, pond))
        events.append(Event("start", after.turn))
    return events


def _end(before: Any, action: int, after: Any) -> list[Event]:
    """SB-8: what was still face down in a duel's river is turned up before the count."""
    if after.turn >= 0:
        return []
    river = S.SLOTS * after.players
    swapped = (action - S.SWAP) // S.SLOTS if action >= S.SWAP else -1
    events = [
        Event("river", -1, (_card(after, river + place),), f"river:{place + 1}", f"river:{place + 1}")
        for place in range(after.river)
        if not before.up[river + place] and place != swapped
    ]
    return [*events, Event("over", -1)]


def _card(state: Any, place: int) -> str:
    return card_text(state.cards[place])
