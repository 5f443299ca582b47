"""What swaps of Symbiose would score, all of them at once."""

from typing import Any

import numpy as np

from quatuor.core.compiled import compiled
from quatuor.games.symbiose import state as S
from quatuor.games.symbiose.rules import exchange, score


@compiled
def score_swaps(s: Any, out: Any) -> Any:
    """What the seat to play would score after each swap if the cards that nobody has seen stayed face down."""
    river = S.SLOTS * np.int64(s.players)
    pond = S.SLOTS * np.int64(s.turn)
    for place in range(s.river):
        for slot in range(S.SLOTS):
            _change_places(s, river + place, pond + slot)
            out[place, slot] = score(s, s.turn)
            _change_places(s, river + place, pond + slot)


@compiled
def _change_places(s: Any, place: Any, other: Any) -> Any:
    """Two cards change places, each as it lies: face up or face down."""
    exchange(s, place, other)
    up = s.up[place]
    s.up[place] = s.up[other]
    s.up[other] = up
