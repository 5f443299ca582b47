"""What a seat of Symphonimo knows, as numbers to learn from. All seats know the same."""

from typing import Any

import numpy as np

from quatuor.core.compiled import compiled
from quatuor.core.observation import (
    Count,
    Layout,
    Part,
    named_axis,
    seat_after,
    seats_axis,
    steps_after,
    thermometer_names,
    thermometers,
)
from quatuor.games.symphonimo import state as S
from quatuor.games.symphonimo.rules import points, quartets

_SEATS = seats_axis(S.MAX_PLAYERS)
_FAMILIES = S.N_FAMILIES, f"families {S.LOWEST} to {S.HIGHEST}"
_CONDUCTORS = S.MAX_PLAYERS, "conductors"
_PHASES = named_axis(("turn", "place", "take it now or not", "pass a card", "discard a card", "discard an own card"))
_FACES = named_axis(
    ("classic", "two cards at most", "pass left", "discard one", "discard an own one", "draw one", "take now")
)

# The entries for a number of cards: of one family in a collection and unseen, and in the pile.
_COLLECTED = (*thermometer_names(5), "number", "soloist", "quartet")
_NUMBERS = np.arange(S.HIGHEST + 1, dtype=np.int8)
_COLLECTED_ROWS = np.column_stack(
    [thermometers(S.HIGHEST, 5), _NUMBERS, _NUMBERS == S.SOLOIST, _NUMBERS == S.QUARTET]
).astype(np.int8)
_UNSEEN = Count(S.HIGHEST, 4)
_LEFT = Count(S.N_CARDS, 12)
_UNSEEN_ROWS, _LEFT_ROWS = _UNSEEN.rows, _LEFT.rows

LAYOUT = Layout(
    version=1,
    parts=(
        Part("present", "a player sits here", (_SEATS,)),
        Part("in", "is still in this round", (_SEATS,)),
        Part("points", "points so far", (_SEATS,), most=S.N_FAMILIES * S.QUARTET_POINTS),
        Part("quartets", "quartets so far", (_SEATS,), most=S.N_FAMILIES),
        Part("turn", "decides now; nobody once the game is over", (_SEATS,)),
        Part("first", "began the game", (_SEATS,)),
        Part("last taker", "took a conductor last: begins the next round", (_SEATS,)),
        Part(
            "collection",
            "cards collected of a family",
            (_SEATS, _FAMILIES, named_axis(_COLLECTED)),
            most=(1, 1, 1, 1, 1, S.HIGHEST, 1, 1),
        ),
        Part("free", "has not been taken this round", (_CONDUCTORS,)),
        Part("face", "the conductor's side and power", (_CONDUCTORS, _FACES)),
        Part("taker", "has taken this conductor this round", (_CONDUCTORS, _SEATS)),
        Part("room", "how many more cards fit under it", (_CONDUCTORS,), most=S.COLUMN),
        Part("under", "cards of a family under it", (_CONDUCTORS, _FAMILIES), most=S.COLUMN),
        Part(
            "order",
            "the family, from 1 on, of each card under it; 0: no card",
            (_CONDUCTORS, (S.COLUMN, "places, the first card first")),
            most=S.N_FAMILIES,
        ),
        Part("held", "the card drawn and not yet placed", (_FAMILIES,)),
        Part(
            "unseen",
            "cards of a family that nobody has seen",
            (_FAMILIES, _UNSEEN.axis),
            most=_UNSEEN.largest,
        ),
        Part("discarded", "cards of a family out of the game", (_FAMILIES,), most=S.HIGHEST),
        Part("pile", "cards left to draw", (_LEFT.axis,), most=_LEFT.largest),
        Part("unused", "unseen cards that will not be drawn", most=S.N_CARDS),
        Part("phase", "what is decided", (_PHASES,)),
        Part("taking", "the conductor being taken", (_CONDUCTORS,)),
    ),
)
_PRESENT, _IN, _POINTS, _QUARTETS = (LAYOUT.start(name) for name in ("present", "in", "points", "quartets"))
_TURN, _FIRST, _LAST_TAKER = (LAYOUT.start(name) for name in ("turn", "first", "last taker"))
_COLLECTION, _FREE, _FACE, _TAKER = (LAYOUT.start(name) for name in ("collection", "free", "face", "taker"))
_ROOM, _UNDER, _ORDER, _HELD = (LAYOUT.start(name) for name in ("room", "under", "order", "held"))
_UNSEEN_CARDS, _DISCARDED, _PILE = (LAYOUT.start(name) for name in ("unseen", "discarded", "pile"))
_UNUSED, _PHASE, _TAKING = (LAYOUT.start(name) for name in ("unused", "phase", "taking"))
_SIZE, _WIDTH, _UNSEEN_WIDTH, _LEFT_WIDTH = LAYOUT.size, len(_COLLECTED), _UNSEEN.width, _LEFT.width


@compiled
def observe(s: Any, seat: Any, out: Any) -> Any:
    for i in range(_SIZE):
        out[i] = 0
    n = np.int64(s.players)
    me = np.int64(max(seat, 0))
    for k in range(n):
        _observe_seat(s, k, seat_after(me, k, n), out)
        _observe_conductor(s, k, me, out)
    if s.held != S.NOTHING:
        out[_HELD + np.int64(s.held)] = 1
    _observe_pile(s, out)
    out[_FIRST + steps_after(s.first, me, n)] = 1
    if s.last_taker != S.NOTHING:
        out[_LAST_TAKER + steps_after(s.last_taker, me, n)] = 1
    if s.turn >= 0:
        out[_TURN + steps_after(s.turn, me, n)] = 1
        out[_PHASE + np.int64(s.phase)] = 1
    if s.taking != S.NOTHING:
        out[_TAKING + np.int64(s.taking)] = 1


@compiled
def _observe_seat(s: Any, k: Any, who: Any, out: Any) -> Any:
    out[_PRESENT + k] = 1
    out[_IN + k] = s.is_in[who]
    out[_POINTS + k] = points(s, who)
    out[_QUARTETS + k] = quartets(s, who)
    at = _COLLECTION + k * S.N_FAMILIES * _WIDTH
    collection = out[at : at + S.N_FAMILIES * _WIDTH]
    for f in range(S.N_FAMILIES):
        row = _COLLECTED_ROWS[np.uint8(s.owned[who, f])]
        for i in range(_WIDTH):
            collection[_WIDTH * f + i] = row[i]


@compiled
def _observe_conductor(s: Any, c: Any, me: Any, out: Any) -> Any:
    n = np.int64(s.players)
    if s.taker[c] == S.NOTHING:
        out[_FREE + c] = 1
    else:
        out[_TAKER + S.MAX_PLAYERS * c + steps_after(s.taker[c], me, n)] = 1
    out[_FACE + (S.N_POWERS + 1) * c + np.int64(s.face[c])] = 1
    out[_ROOM + c] = s.room[c]
    for i in range(np.int64(s.height[c])):
        family = np.int64(s.column[c, i])
        out[_UNDER + S.N_FAMILIES * c + family] += 1
        out[_ORDER + S.COLUMN * c + i] = family + 1


@compiled
def _observe_pile(s: Any, out: Any) -> Any:
    """Each family has as many cards as its number (SY-1): those that lie nowhere in sight are unseen."""
    n = np.int64(s.players)
    for f in range(n + 5):
        seen = np.int64(s.discarded[f]) + (s.held == f)
        for k in range(n):
            seen += s.owned[k, f] + out[_UNDER + S.N_FAMILIES * k + f]
        row = _UNSEEN_ROWS[np.uint8(f + S.LOWEST - seen)]
        for i in range(_UNSEEN_WIDTH):
            out[_UNSEEN_CARDS + _UNSEEN_WIDTH * f + i] = row[i]
        out[_DISCARDED + f] = s.discarded[f]
    left = _LEFT_ROWS[np.uint8(s.left)]
    for i in range(_LEFT_WIDTH):
        out[_PILE + i] = left[i]
    out[_UNUSED] = s.unused
