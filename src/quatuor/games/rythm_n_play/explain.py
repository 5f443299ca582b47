"""Why a move of Rythm'n'Play is not allowed: the article and the reason."""

from typing import Any, Literal

import numpy as np

from quatuor.core.errors import Refusal, shared_refusal
from quatuor.core.texts import LANGUAGES, Sentence
from quatuor.games.rythm_n_play import state as S
from quatuor.games.rythm_n_play.notation import RYTHM, card_text, parse, wrong_beats
from quatuor.games.rythm_n_play.rules import composable, legal
from quatuor.games.rythm_n_play.texts import TEXTS

Obstacle = Literal["closed", "no_note", "two_accidentals", "must_rise", "must_fall"]
_MOST_NAMED = 2


def explain(state: Any, text: str, seat: int) -> Refusal | None:
    """None if this is a legal move of this seat, else the article that forbids it."""
    refusal = shared_refusal(state, text, seat, _read, "RP-10")
    if refusal:
        return refusal
    return _refuse_beats(text.split(" ")[1:]) if wrong_beats(text) else _refusal(state, parse(text))


def _read(text: str) -> int:
    """The action that a text names; NOTHING for an exchange of wrong beats, which is refused later."""
    return S.NOTHING if wrong_beats(text) else parse(text)


def _refusal(s: Any, action: int) -> Refusal | None:
    if s.phase == S.KEY or action >= S.KEY_SHARP:
        if s.phase != S.KEY:
            return _refuse("RP-2", "key_chosen")
        return None if action >= S.KEY_SHARP else _refuse("RP-2", "first_key")
    if s.phase == S.SURPLUS or S.DISCARD <= action < S.PASS:
        return _refuse_discard(s, action)
    if S.COMPOSE <= action < S.COLLECT:
        return _refuse_compose(s, action - S.COMPOSE)
    if action == S.COLLECT:
        return _refuse_collect(s)
    if s.last == s.turn:
        return _refuse("RP-5", "compose_or_collect")
    if action < S.COMPOSE:
        return _refuse_exchange(s, action)
    return _refuse_draw(s) if action == S.DRAW else _refuse_pass(s)


def _refuse_discard(s: Any, action: int) -> Refusal | None:
    if s.phase != S.SURPLUS:
        return _refuse("RP-9", "no_surplus", limit=S.HAND_LIMIT)
    if not S.DISCARD <= action < S.PASS:
        return _refuse("RP-9", "first_discard")
    kind = action - S.DISCARD
    return None if s.hand[s.turn, kind] > 0 else _refuse("RP-9", "not_held", card=_name(kind))


def obstacle(s: Any, kind: int, kinds: int) -> Obstacle | None:
    """RP-3, RP-4: why a PLAY card does not fit the staff; `kinds` are those that do, one bit each."""
    if kinds >> kind & 1:
        return None
    if kinds == 0:
        return "closed"
    if kind >= S.SHARP:
        return "no_note" if s.length == 0 else "two_accidentals"
    return "must_rise" if s.key == S.SHARP else "must_fall"


def _refuse_compose(s: Any, kind: int) -> Refusal | None:
    article = "RP-3" if kind < S.SHARP else "RP-4"
    why = obstacle(s, kind, int(composable(s)))
    if why:
        last = _name(s.note) if s.length > 0 else ""
        return _refuse("RP-4" if why == "closed" else article, why, card=_name(kind), last=last)
    return None if s.hand[s.turn, kind] > 0 else _refuse(article, "not_held", card=_name(kind))


def _refuse_collect(s: Any) -> Refusal | None:
    if s.length == 0:
        return _refuse("RP-5", "no_staff")
    return None if s.last == s.turn else _refuse("RP-5", "not_last")


def _refuse_exchange(s: Any, exchange: int) -> Refusal | None:
    if s.play_left == 0:
        return _refuse("RP-11" if s.length > 0 else "RP-6", "no_play_left")
    for k, copies in enumerate(S.EXCHANGES[exchange]):
        if s.hand[s.turn, S.WHOLE + k] < copies:
            return _refuse("RP-6", "too_few", card=_name(S.WHOLE + k))
    return None


def _refuse_beats(cards: list[str]) -> Refusal:
    """RP-6; of many kinds the cards are not named one by one: the sentence is to be short."""
    few = len(set(cards)) <= _MOST_NAMED
    named = Sentence(*(TEXTS.cards(language, cards) for language in LANGUAGES))
    halves = sum(int(S.HALF_BEATS[RYTHM.index(card)]) for card in cards)
    beats = {"beats": f"{halves // 2 or ''}{'½' * (halves % 2)}", "count": 1 if halves <= 2 else 2}
    return _refuse(
        "RP-6",
        "wrong_beats",
        cards=named if few else TEXTS.sentence("refuse.these_cards"),
        beats=Sentence(*(TEXTS.say(language, "board.beats", **beats) for language in LANGUAGES)),
    )


def _refuse_draw(s: Any) -> Refusal | None:
    if s.rythm_left + s.n_discarded == 0:
        return _refuse("RP-7", "no_rythm_left")
    return _refuse("RP-9", "only_rythm", limit=S.HAND_LIMIT) if s.n_rythm[s.turn] >= S.HAND_LIMIT else None


def _refuse_pass(s: Any) -> Refusal | None:
    actions = np.zeros(S.MAX_LEGAL + 1, np.int16)
    legal(s, actions)
    return None if actions[0] == S.PASS else _refuse("RP-8", "can_play")


def _name(kind: int) -> Sentence:
    return TEXTS.sentence(f"name.{card_text(kind)}")


def _refuse(article: str, reason: str, **values: object) -> Refusal:
    return Refusal(article, TEXTS.sentence(f"refuse.{reason}", **values))
