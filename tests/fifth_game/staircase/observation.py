"""What a seat of Staircase knows, as numbers to learn from."""

from typing import Any

import numpy as np

from quatuor.core.compiled import compiled
from quatuor.core.observation import Layout, Part, seats_axis
from quatuor.games.staircase import state as S
from quatuor.games.staircase.rules import count, highest

_SEATS = seats_axis(S.MAX_PLAYERS)
_CARDS = S.N_CARDS, "cards, the lowest first"

LAYOUT = Layout(
    version=1,
    parts=(
        Part("present", "a player sits here", (_SEATS,)),
        Part("turn", "decides now; nobody once the game is over", (_SEATS,)),
        Part("first", "began the game", (_SEATS,)),
        Part("holds", "has a card in hand", (_SEATS,)),
        Part("saved", "steps put by", (_SEATS,), most=S.N_CARDS),
        Part("stairs", "a step of the staircase", (_SEATS, _CARDS)),
        Part("hand", "the observer's card", (_CARDS,)),
        Part("discards", "was discarded", (_CARDS,)),
        Part("pile", "cards left to draw", most=S.N_CARDS),
    ),
)
_PRESENT, _TURN, _FIRST, _HOLDS = (LAYOUT.start(name) for name in ("present", "turn", "first", "holds"))
_SAVED, _STAIRS, _HAND = (LAYOUT.start(name) for name in ("saved", "stairs", "hand"))
_DISCARDS, _PILE, _SIZE = LAYOUT.start("discards"), LAYOUT.start("pile"), LAYOUT.size


@compiled
def observe(s: Any, seat: Any, out: Any) -> Any:
    for i in range(_SIZE):
        out[i] = 0
    n = np.int64(s.players)
    me = np.int64(max(seat, 0))
    for k in range(n):
        who = (me + k) % n
        out[_PRESENT + k] = 1
        out[_HOLDS + k] = highest(s, S.HAND + who) != S.NOTHING
        out[_SAVED + k] = count(s, S.SAVED + who)
        for card in range(S.N_CARDS):
            out[_STAIRS + S.N_CARDS * k + card] = s.where[card] == S.STAIRS + who
    for card in range(S.N_CARDS):
        out[_HAND + card] = seat >= 0 and s.where[card] == S.HAND + seat
        out[_DISCARDS + card] = s.where[card] == S.DISCARDS
    out[_PILE] = s.left
    out[_FIRST + (s.first - me + n) % n] = 1
    if s.turn >= 0:
        out[_TURN + (s.turn - me + n) % n] = 1
