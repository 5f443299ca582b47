"""Why a move of Staircase is not allowed: the article and the reason."""

from typing import Any

from quatuor.core.errors import Refusal, shared_refusal
from quatuor.games.staircase import state as S
from quatuor.games.staircase.notation import parse
from quatuor.games.staircase.rules import highest
from quatuor.games.staircase.texts import TEXTS


def explain(state: Any, text: str, seat: int) -> Refusal | None:
    """None if this is a legal move of this seat, else the article that forbids it."""
    shared = shared_refusal(state, text, seat, parse, "ST-5")
    if shared is not None:
        return shared
    action, top = parse(text), highest(state, S.STAIRS + seat)
    if S.PLAY <= action < S.REST:
        card = action - S.PLAY
        if state.where[card] != S.HAND + seat:
            return Refusal("ST-3", TEXTS.sentence("refuse.not_held", card=card + 1))
        if card < top:
            return Refusal("ST-3", TEXTS.sentence("refuse.too_low", card=card + 1, top=top + 1))
    if action == S.REST and top == S.NOTHING:
        return Refusal("ST-4", TEXTS.sentence("refuse.no_stairs"))
    return None
