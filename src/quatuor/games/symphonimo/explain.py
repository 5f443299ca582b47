"""Why a move of Symphonimo is not allowed: the article and the reason."""

from typing import Any

from quatuor.core.errors import Refusal, shared_refusal
from quatuor.games.symphonimo import state as S
from quatuor.games.symphonimo.notation import card_text, parse
from quatuor.games.symphonimo.texts import TEXTS

# The choice that must be made before anything else, once the card is placed, by phase.
_FIRST = {S.NOW: "SY-18", S.PASS: "SY-14", S.DISCARD: "SY-15", S.DROP: "SY-16"}


def explain(state: Any, text: str, seat: int) -> Refusal | None:
    """None if this is a legal move of this seat, else the article that forbids it."""
    return shared_refusal(state, text, seat, parse, "SY-10") or _refusal(state, parse(text))


def _refusal(s: Any, action: int) -> Refusal | None:
    if S.PLACE_UNDER <= action < S.TAKE and s.phase in (S.TURN, S.PLACE):
        return _refuse_place(s, action - S.PLACE_UNDER)
    if s.phase == S.TURN:
        return _refuse_turn(s, action)
    if s.phase == S.NOW and action in (S.TAKE_IT_NOW, S.LEAVE):
        return None
    if s.phase == S.DROP and action == S.KEEP:
        return None
    if s.phase == S.DROP and S.DROP_FAMILY <= action < S.KEEP:
        family = action - S.DROP_FAMILY
        return None if s.owned[s.turn, family] > 0 else _refuse("SY-16", "not_owned", card=card_text(family))
    if s.phase == S.PASS and S.PASS_FAMILY <= action < S.DISCARD_FAMILY:
        return _refuse_under(s, action - S.PASS_FAMILY, "SY-14")
    if s.phase == S.DISCARD and S.DISCARD_FAMILY <= action < S.DROP_FAMILY:
        return _refuse_under(s, action - S.DISCARD_FAMILY, "SY-15")
    if s.phase == S.PLACE:
        return _refuse("SY-4", "first_place", card=card_text(s.held))
    return _refuse(_FIRST[int(s.phase)], f"first_{('now', 'pass', 'discard', 'drop')[s.phase - S.NOW]}")


def _refuse_turn(s: Any, action: int) -> Refusal | None:
    if action == S.DRAW_CARD:
        if s.left == 0:
            return _refuse("SY-8", "pile_empty")
        return _refuse("SY-5", "no_room_anywhere") if s.all_room == 0 else None
    if S.TAKE <= action < S.TAKE_IT_NOW:
        c = action - S.TAKE
        if c >= s.players or s.taker[c] >= 0:
            return _refuse_conductor(s, c)
        return _refuse("SY-4", "nothing_under", conductor=c + 1) if s.height[c] == 0 else None
    if action == S.STOP:
        return _refuse("SY-8", "stop_too_early") if s.left > 0 else None
    if action in (S.TAKE_IT_NOW, S.LEAVE):
        return _refuse("SY-18", "only_after_placing")
    article = "SY-14" if action < S.DISCARD_FAMILY else "SY-15" if action < S.DROP_FAMILY else "SY-16"
    return _refuse(article, "only_after_taking")


def _refuse_place(s: Any, c: int) -> Refusal | None:
    if s.phase == S.TURN:
        return _refuse("SY-4", "draw_before_placing")
    if c >= s.players or s.taker[c] >= 0:
        return _refuse_conductor(s, c)
    if s.room[c] > 0:
        return None
    article = "SY-13" if s.face[c] == S.MAX_TWO else "SY-5"
    return _refuse(article, "no_room", card=card_text(s.held), conductor=c + 1, cards=int(s.height[c]))


def _refuse_conductor(s: Any, c: int) -> Refusal:
    if c >= s.players:
        return _refuse("SY-2", "no_such_conductor", conductor=c + 1, players=int(s.players))
    return _refuse("SY-4", "already_taken", conductor=c + 1)


def _refuse_under(s: Any, family: int, article: str) -> Refusal | None:
    if family in s.column[s.taking, : s.height[s.taking]]:
        return None
    return _refuse(article, "not_under", card=card_text(family), conductor=int(s.taking) + 1)


def _refuse(article: str, reason: str, **values: object) -> Refusal:
    return Refusal(article, TEXTS.sentence(f"refuse.{reason}", **values))
