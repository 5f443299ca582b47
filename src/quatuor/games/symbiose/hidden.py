"""What a seat of Symbiose does not know."""

from typing import Any

import numpy as np

from quatuor.core.chance import below, forget_chance, mix, notice_shown
from quatuor.core.compiled import compiled, wrapping
from quatuor.games.symbiose import state as S
from quatuor.games.symbiose.rules import exchange, seen

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
