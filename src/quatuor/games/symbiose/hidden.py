"""What a seat of Symbiose does not know, and what it knows as numbers."""

from typing import Any

import numpy as np

from quatuor.core.chance import below, forget_chance, mix, notice_shown
from quatuor.core.compiled import compiled, wrapping
from quatuor.games.symbiose import state as S
from quatuor.games.symbiose.rules import animal_of, exchange, per_of, season_of, seen, value_of

# Per place: face down, face up, animal, season, value by what it counts. The places are the ponds from the
# observer's on, then the river. Then the cards unseen, the observer's first choice (8), phase (3), mode (3), sides (2),
# who plays (4), who started (4), turns left.
_PLACE = 2 + 4 + 4 + S.N_KINDS
_RIVER = S.MAX_PLAYERS * S.SLOTS * _PLACE
_UNSEEN = _RIVER + S.DUEL_RIVER * _PLACE
_CHOICE = _UNSEEN + S.N_CARDS
_PHASE = _CHOICE + S.SLOTS
_MODE = _PHASE + 3
_SIDES = _MODE + 3
_TURN = _SIDES + 2
_FIRST = _TURN + S.MAX_PLAYERS
_LEFT = _FIRST + S.MAX_PLAYERS
OBSERVATION_SIZE = _LEFT + 1

_ONE = np.int64(1)


@wrapping
def notice(s: Any, mover: Any, seat: Any, key: Any) -> Any:
    """SB-5: the first cards are seen by all once everybody has chosen, and by nobody before."""
    if s.phase == S.FIRST_FLIP:
        return key
    if s.phase == S.EXCHANGE and s.turns_left == S.TURNS * s.players:
        for place in range(S.SLOTS * s.players):
            if s.up[place]:
                key = mix(key + np.uint64(S.N_CARDS * place + s.cards[place] + 1))
        return key
    return notice_shown(s, mover, seat, key)


@compiled
def redeal(s: Any, seat: Any, seed: Any) -> Any:
    """The cards that nobody sees lie anywhere, and in the first flip the others may have chosen any slot."""
    forget_chance(s, seed)
    if s.phase == S.FIRST_FLIP:
        _forget_choices(s, seat)
    visible = np.int64(0)
    for place in range(S.N_CARDS):
        if seen(s, place):
            visible |= _ONE << s.cards[place]
    # In rising order first, so that the truth leaves no trace in what the shuffle makes of it.
    place = 0
    for card in range(S.N_CARDS):
        if not (visible >> card) & 1:
            while seen(s, place):
                place += 1
            s.cards[place] = card
            place += 1
    for place in range(S.N_CARDS):
        if not seen(s, place):
            other = below(s, place + 1)
            while seen(s, other):
                other = below(s, place + 1)
            exchange(s, place, other)


@compiled
def _forget_choices(s: Any, seat: Any) -> Any:
    s.n_shown = 0
    for k in range(len(s.shown)):
        s.shown[k] = 0
    for k in range(np.int64(s.players)):
        if k != seat:
            slot = choice(s, k)
            if slot < S.SLOTS:
                s.up[S.SLOTS * k + slot] = 0
                s.up[S.SLOTS * k + below(s, S.SLOTS)] = 1


@compiled
def choice(s: Any, seat: Any) -> Any:
    """The slot that a seat chose in the first flip, 8 if it has not."""
    slot = 0
    while slot < S.SLOTS and s.up[S.SLOTS * seat + slot] == 0:
        slot += 1
    return slot


@compiled
def observe(s: Any, seat: Any, out: Any) -> Any:
    for i in range(OBSERVATION_SIZE):
        out[i] = 0.0
    for card in range(S.N_CARDS):
        out[_UNSEEN + card] = 1.0
    n = np.int64(s.players)
    me = max(seat, 0)
    for k in range(n):
        for slot in range(S.SLOTS):
            _observe_place(s, S.SLOTS * ((me + k) % n) + slot, out, (S.SLOTS * k + slot) * _PLACE)
    for i in range(s.river):
        _observe_place(s, S.SLOTS * n + i, out, _RIVER + i * _PLACE)
    if s.phase == S.FIRST_FLIP and seat >= 0:
        slot = choice(s, seat)
        if slot < S.SLOTS:
            out[_CHOICE + slot] = 1.0
    out[_MODE + np.int64(s.mode)] = 1.0
    out[_SIDES + np.int64(s.sides)] = 1.0
    out[_FIRST + (s.first - me + n) % n] = 1.0
    out[_LEFT] = s.turns_left / 28.0
    if s.turn >= 0:
        out[_PHASE + np.int64(s.phase)] = 1.0
        out[_TURN + (s.turn - me + n) % n] = 1.0


@compiled
def _observe_place(s: Any, place: Any, out: Any, at: Any) -> Any:
    if seen(s, place):
        card = s.cards[place]
        out[at + 1] = 1.0
        out[at + 2 + animal_of(s, card)] = 1.0
        out[at + 6 + season_of(s, card)] = 1.0
        out[at + 10 + per_of(s, card)] = value_of(s, card) / 8.0
        out[_UNSEEN + np.int64(card)] = 0.0
    else:
        out[at] = 1.0
