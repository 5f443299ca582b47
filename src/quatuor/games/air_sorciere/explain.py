"""Why a move of Air Sorcière is not allowed: the article and the reason."""

from typing import Any

import numpy as np

from quatuor.core.errors import Refusal, shared_refusal
from quatuor.core.texts import Sentence
from quatuor.games.air_sorciere import state as S
from quatuor.games.air_sorciere.diplomas import size_limit
from quatuor.games.air_sorciere.notation import COLOURS, card_text, parse
from quatuor.games.air_sorciere.rules import legal
from quatuor.games.air_sorciere.texts import TEXTS
from quatuor.games.air_sorciere.view import ending

_ENDINGS = {"no_cards": "AS-18", "sold_out": "AS-19", "stalled": "AS-20"}


def explain(state: Any, text: str, seat: int) -> Refusal | None:
    """None if this is a legal move of this seat, else the article that forbids it."""
    refusal = shared_refusal(state, text, seat, parse, _ENDINGS.get(ending(state) or "", ""))
    if refusal:
        return refusal
    action = parse(text)
    actions = np.zeros(S.MAX_LEGAL + 1, np.int16)
    if action in actions[: legal(state, actions)]:
        return None
    return _REASONS[int(state.phase)](state, action)


def _flying(s: Any, action: int) -> Refusal:
    if action == S.DRAW:
        return _refuse("AS-18", "nothing_to_draw")
    if action < S.KEEP:
        return _taking(s, action - S.TAKE)
    if action in (S.KEEP, S.SHARE):
        return _refuse("AS-5", "nothing_drawn")
    if action in (S.BONUS, S.DECLINE):
        return _refuse("AS-10", "no_fall")
    if action <= S.STOP:
        return _landing(s, action)
    if action < S.GRADUATE:
        return _refuse("AS-17", "no_cat")
    return _refuse("AS-12", "land_first")


def _taking(s: Any, card: int) -> Refusal:
    colour = card // S.HIGHEST
    if card == s.shared:
        return _refuse("AS-7", "shared_this_turn", card=_card(card))
    if not s.common[colour] >> card % S.HIGHEST & 1:
        return _refuse("AS-7", "not_common", card=_card(card))
    return _refuse("AS-4", "does_not_fit", **_obstacle(s, card))


def _landing(s: Any, action: int) -> Refusal:
    if not s.taken:
        return _refuse("AS-3", "take_first")
    if action == S.STOP:
        if s.shared == S.NOTHING:
            return _refuse("AS-11", "must_land")
        return _refuse("AS-11", "forced_landing", shared=_card(s.shared))
    colour = action - S.LAND
    heights = s.heights[s.turn].tolist()
    if heights[colour] == 0:
        return _refuse("AS-11", "no_column", colour=_feminine(colour))
    fewest = min(filter(None, heights))
    return _refuse("AS-11", "not_shortest", colour=_feminine(colour), cards=heights[colour], fewest=fewest)


def _drawn(s: Any, action: int) -> Refusal:
    card = _card(s.held)
    if action == S.KEEP:
        return _refuse("AS-6", "must_share", **_obstacle(s, s.held))
    if action == S.SHARE:
        return _refuse("AS-5", "must_keep", card=card, shared=_card(s.shared))
    return _refuse("AS-8", "card_first", card=card)


def _falling(s: Any, action: int) -> Refusal:
    return _refuse("AS-10", "bonus_first", card=_card(s.held))


def _discarding(s: Any, action: int) -> Refusal:
    if S.DISCARD <= action < S.GRADUATE:
        return _refuse("AS-17", "not_in_hand", card=_card(action - S.DISCARD))
    return _refuse("AS-17", "discard_first")


def _landed(s: Any, action: int) -> Refusal:
    if S.GRADUATE <= action < S.USE_CARD:
        colour = action - S.GRADUATE
        if s.stock[colour] == 0:
            return _refuse("AS-15", "no_books", colour=_colour(colour))
        return _refuse("AS-13", "no_diploma", colour=_colour(colour))
    if S.USE_CARD <= action <= S.AWARD:
        return _refuse("AS-13", "graduate_first")
    return _refuse("AS-11", "already_landed")


def _graduating(s: Any, action: int) -> Refusal:
    if action == S.AWARD:
        return _refuse("AS-13", "too_few", cards=int(s.n_used))
    if not S.USE_CARD <= action < S.AWARD:
        return _refuse("AS-13", "diploma_first")
    card = action - S.USE_CARD
    if not s.hand[s.turn, card // S.HIGHEST] >> card % S.HIGHEST & 1:
        return _refuse("AS-13", "not_in_hand", card=_card(card))
    if s.used[card // S.HIGHEST] >> card % S.HIGHEST & 1:
        return _refuse("AS-13", "already_used", card=_card(card))
    if s.n_used == size_limit(s, s.target):
        return _refuse("AS-13", "five_at_most") if s.n_used == S.LARGEST_DIPLOMA else _refuse("AS-15", "few_books")
    return _natural(s, card) if card // S.HIGHEST == s.target else _joker(s, card)


def _natural(s: Any, card: int) -> Refusal:
    if s.next_joker > 0 or card % S.HIGHEST < s.highest:
        return _refuse("AS-13", "natural_order", card=_card(card))
    return _refuse("AS-13", "dead_end", card=_card(card))


def _joker(s: Any, card: int) -> Refusal:
    colour = card // S.HIGHEST
    if s.books[s.turn, colour] == 0:
        return _refuse("AS-14", "no_book", card=_card(card), colour=_colour(colour))
    if s.highest == 0:
        return _refuse("AS-13", "natural_first")
    if card % S.HIGHEST < s.highest:
        natural = _card(s.target * S.HIGHEST + s.highest - 1)
        return _refuse("AS-14", "joker_too_low", card=_card(card), natural=natural)
    if s.used[colour]:
        return _refuse("AS-14", "one_joker_a_colour", colour=_colour(colour))
    if colour < s.next_joker:
        return _refuse("AS-14", "joker_order", card=_card(card))
    return _refuse("AS-13", "dead_end", card=_card(card))


def _obstacle(s: Any, card: int) -> dict[str, object]:
    """A card that does not fit, and the column that it is too low for (AS-4)."""
    colour = card // S.HIGHEST
    return {"card": _card(card), "colour": _feminine(colour), "top": int(s.tops[s.turn, colour])}


def _card(card: int) -> Sentence:
    return TEXTS.sentence(f"card.{card_text(card)}")


def _colour(colour: int) -> Sentence:
    return TEXTS.sentence(f"colour.{COLOURS[colour]}")


def _feminine(colour: int) -> Sentence:
    """A colour as one says it of a column, *verte*."""
    return TEXTS.sentence(f"column.{COLOURS[colour]}")


def _refuse(article: str, reason: str, **values: object) -> Refusal:
    return Refusal(article, TEXTS.sentence(f"refuse.{reason}", **values))


_REASONS = {
    S.FLY: _flying,
    S.DRAWN: _drawn,
    S.FALL: _falling,
    S.CAT: _discarding,
    S.DIPLOMA: _landed,
    S.USE: _graduating,
}
