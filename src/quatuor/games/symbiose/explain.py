"""Why a move of Symbiose is not allowed: the article and the reason."""

from typing import Any

from quatuor.core.errors import Refusal, shared_refusal
from quatuor.core.state import readable
from quatuor.core.texts import Sentence
from quatuor.games.symbiose import state as S
from quatuor.games.symbiose.card_names import name_animal
from quatuor.games.symbiose.notation import parse
from quatuor.games.symbiose.texts import TEXTS
from quatuor.games.symbiose.view import cards_seen


def explain(state: Any, text: str, seat: int) -> Refusal | None:
    """None if this is a legal move of this seat, else the article that forbids it."""
    return shared_refusal(state, text, seat, parse, "SB-8") or _refusal(state, parse(text))


def _refusal(s: Any, action: int) -> Refusal | None:
    if s.phase == S.EXCHANGE:
        return _refuse_exchange(s, action)
    if action >= S.SWAP:
        place = S.SLOTS * s.players + (action - S.SWAP) // S.SLOTS
        article, reason = ("SB-5", "first_choose") if s.phase == S.FIRST_FLIP else ("SB-7", "first_flip")
        return _refuse(article, reason, card=_card(s, place))
    slot = action - S.FLIP
    place = S.SLOTS * s.turn + slot
    return _refuse("SB-7", "already_up", slot=slot + 1, card=_card(s, place)) if s.up[place] else None


def _refuse_exchange(s: Any, action: int) -> Refusal | None:
    if action < S.SWAP:
        return _refuse("SB-6", "first_swap")
    place = (action - S.SWAP) // S.SLOTS
    return _refuse("SB-2", "no_such_place", place=place + 1, river=int(s.river)) if place >= s.river else None


def _card(s: Any, place: int) -> Sentence:
    """The card of a place; of one that this river does not have, a card that nobody has seen."""
    seen = cards_seen(readable(s))
    return name_animal(s, seen[place] if place < len(seen) else None)


def _refuse(article: str, reason: str, **values: object) -> Refusal:
    return Refusal(article, TEXTS.sentence(f"refuse.{reason}", **values))
