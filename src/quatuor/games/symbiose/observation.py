"""What a seat of Symbiose knows, as numbers to learn from; only its own first choice is not known to all."""

from typing import Any

import numpy as np

from quatuor.core.compiled import compiled
from quatuor.core.observation import Count, Layout, Part, named_axis, seat_after, seats_axis, steps_after
from quatuor.games.symbiose import state as S
from quatuor.games.symbiose.hidden import choice

_SEATS = seats_axis(S.MAX_PLAYERS)
_PLACES = (
    (S.MAX_PLAYERS + 1) * S.SLOTS,
    "places: the slots of the observer's pond, of the next ones, then those of the river",
)
_SLOTS = S.SLOTS, "slots"
_ZONES = named_axis(("the left column", "the middle columns", "the right column"))
_CARDS = S.N_CARDS, "cards, by number"
_SIGNS = *S.ANIMALS, *S.SEASONS
_MOST_TURNS = S.TURNS * S.MAX_PLAYERS
_MOST_POINTS = 127

# The entries of a place. Those up to what the card counts are a row of a table: by the card's animal, season and
# `per`, which are its lowest 8 bits; no card has the highest number, which stands for a card face down.
_COUNTS = tuple(f"counts {kind}" if kind != "fixed" else "fixed points" for kind in S.COUNTED)
_FACE = ("face down", "face up", *S.ANIMALS, *S.SEASONS, *_COUNTS)
_PLACE = (*_FACE, "value", "points")
_FACE_DOWN = (1 << S.VALUE_BIT) - 1


def _face_row(packed: int) -> list[bool]:
    if packed == _FACE_DOWN:
        return [name == "face down" for name in _FACE]
    animal, season, per = packed & 3, packed >> S.SEASON_BIT & 3, packed >> S.PER_BIT
    signs = [kind == animal for kind in range(4)] + [kind == season for kind in range(4)]
    return [False, True, *signs, *(kind == per for kind in range(S.N_KINDS))]


# One entry more than a face has, the value's, is copied with it: 20 numbers are two moves of a processor, 19 are three.
# A row of 32 lies in one cache line.
_FACE_COPIED = len(_FACE) + 1
_FACES = np.zeros((_FACE_DOWN + 1, 32), np.int8)
_FACES[:, : len(_FACE)] = [_face_row(packed) for packed in range(_FACE_DOWN + 1)]
# What a card seen adds to a tally of signs, 8 bits for each; a tally of what cards count has 7 bits for each.
_SIGN_BITS, _KIND_BITS = 8, 7
_SIGN_MASK, _KIND_MASK = 255, 127
_SIGN_TALLIES = np.array(
    [
        (packed != _FACE_DOWN) * (1 << _SIGN_BITS * (packed & 3) | 1 << _SIGN_BITS * (4 + (packed >> S.SEASON_BIT & 3)))
        for packed in range(_FACE_DOWN + 1)
    ],
    np.int64,
)
# The flags of a set of cards, 8 at a time: by 8 bits, one for each card.
_BYTE = 8
_BITS = np.array([[bits >> k & 1 for k in range(_BYTE)] for bits in range(1 << _BYTE)], np.int8)
_TURNS_COUNT = Count(_MOST_TURNS, steps=_MOST_TURNS)
_TURN_ROWS = _TURNS_COUNT.rows

LAYOUT = Layout(
    version=1,
    parts=(
        Part("present", "a player sits here", (_SEATS,)),
        Part("turn", "decides now; nobody once the game is over", (_SEATS,)),
        Part("first", "began the game; in a duel the river lies on their right", (_SEATS,)),
        Part("points", f"points of the pond so far, {_MOST_POINTS} if there are more", (_SEATS,), most=_MOST_POINTS),
        Part("mode", "the option `mode`", (named_axis(("normal", "duel", "team")),)),
        Part("sides", "the option `sides`", (named_axis(("halves", "neighbours")),)),
        Part("phase", "what is decided", (named_axis(("first flip", "exchange", "turn up")),)),
        Part("choice", "what the observer chose while others still choose their first card", (_SLOTS,)),
        Part(
            "turns left",
            "turns left to all players together",
            (_TURNS_COUNT.axis,),
            most=_TURNS_COUNT.largest,
        ),
        Part(
            "places",
            f"the card seen there, and its points in a pond so far ({_MOST_POINTS} if more)",
            (_PLACES, named_axis(_PLACE)),
            most=(*(1 for _ in _FACE), S.HIGHEST_VALUE, _MOST_POINTS),
        ),
        Part(
            "times",
            "how many times a card there is paid so far, by what it counts",
            (_SEATS, _ZONES, named_axis(S.COUNTED)),
            most=S.SLOTS,
        ),
        Part("where", "the place, from 1 on, where this card is seen; 0: nowhere", (_CARDS,), most=_PLACES[0]),
        Part("unseen", "nobody has seen this card", (_CARDS,)),
        Part("unseen signs", "unseen cards that show an animal or a season", (named_axis(_SIGNS),), most=S.N_CARDS),
        Part("unseen counts", "unseen cards, by what they count", (named_axis(S.COUNTED),), most=S.N_CARDS),
        Part("animals", f"the deck: each card's animal ({', '.join(S.ANIMALS)}, from 1 on)", (_CARDS,), most=4),
        Part("seasons", f"the deck: each card's season ({', '.join(S.SEASONS)}, from 1 on)", (_CARDS,), most=4),
        Part(
            "counts",
            "the deck: what each card counts (its animals and seasons from 1 on; 0: fixed points)",
            (_CARDS,),
            most=8,
        ),
        Part("values", "the deck: each card's value", (_CARDS,), most=S.HIGHEST_VALUE),
    ),
)
_PRESENT, _TURN, _FIRST, _POINTS = (LAYOUT.start(name) for name in ("present", "turn", "first", "points"))
_MODE, _SIDES, _PHASE, _CHOICE = (LAYOUT.start(name) for name in ("mode", "sides", "phase", "choice"))
_TURNS_LEFT, _PLACE_ROWS, _TIMES = (LAYOUT.start(name) for name in ("turns left", "places", "times"))
_WHERE, _UNSEEN = LAYOUT.start("where"), LAYOUT.start("unseen")
_UNSEEN_SIGNS, _UNSEEN_COUNTS = LAYOUT.start("unseen signs"), LAYOUT.start("unseen counts")
_DECK_ANIMALS, _DECK_SEASONS = (LAYOUT.start(name) for name in ("animals", "seasons"))
_DECK_COUNTS, _DECK_VALUES = (LAYOUT.start(name) for name in ("counts", "values"))
_FLAGS, _TURNS_WIDTH, _WIDTH = _TURNS_LEFT, _TURNS_COUNT.width, len(_PLACE)
_ROW_WIDTH, _POND_WIDTH, _POND_TIMES = S.COLUMNS * _WIDTH, S.SLOTS * _WIDTH, 3 * S.N_KINDS
_POND_ROWS = S.SLOTS // S.COLUMNS
_LAST_CARDS = S.N_CARDS // _BYTE * _BYTE  # those after the last eight
_VALUE, _PAID = _PLACE.index("value"), _PLACE.index("points")
_RIVER = S.MAX_PLAYERS * S.SLOTS
_DUEL_ROW = _PLACE_ROWS + _WIDTH * (_RIVER + S.COLUMNS)
_NO_TIMES = 0  # the flags, which are all 0 while the river is observed: nobody is paid for its cards
_ZERO, _ONE = np.int64(0), np.int64(1)


@compiled
def observe(s: Any, seat: Any, out: Any) -> Any:
    for i in range(_FLAGS):
        out[i] = 0
    for card in range(S.N_CARDS):
        out[_WHERE + card] = 0
    n = np.int64(s.players)
    me = np.int64(max(seat, 0))
    # C-9: a pond's cards are not seen before all have chosen their first.
    shown = np.int64(s.phase != S.FIRST_FLIP)
    river, seen = _observe_river(s, out)
    for k in range(n):
        seen |= _observe_pond(s, k, seat_after(me, k, n), shown, river, out)
    for k in range(n, S.MAX_PLAYERS):
        _leave_out_pond(k, out)
    turns = _TURN_ROWS[np.uint8(s.turns_left)]
    for i in range(_TURNS_WIDTH):
        out[_TURNS_LEFT + i] = turns[i]
    out[_MODE + np.int64(s.mode)] = 1
    out[_SIDES + np.int64(s.sides)] = 1
    out[_FIRST + steps_after(s.first, me, n)] = 1
    if s.turn >= 0:
        out[_TURN + steps_after(s.turn, me, n)] = 1
        out[_PHASE + np.int64(s.phase)] = 1
    if s.phase == S.FIRST_FLIP and seat >= 0:
        slot = choice(s, seat)
        if slot < S.SLOTS:
            out[_CHOICE + slot] = 1
    _observe_deck(s, ~seen, out)


@compiled
def _observe_river(s: Any, out: Any) -> Any:
    """The river; the signs seen there, if they count for somebody, and the set of its cards that are seen."""
    n = np.int64(s.players)
    _, seen = _observe_places(s, S.SLOTS * n, _RIVER, np.int64(s.river) // S.COLUMNS, _ONE, _NO_TIMES, out)
    if s.mode == S.DUEL:
        return _whole(s, n, _ONE), seen
    for i in range(_ROW_WIDTH):
        out[_DUEL_ROW + i] = 0
    return _ZERO, seen


@compiled
def _observe_pond(s: Any, k: Any, who: Any, shown: Any, river: Any, out: Any) -> Any:
    """A pond, what its columns count (SB-9 to SB-12) and what it pays; the set of its cards that are seen."""
    n = np.int64(s.players)
    pond = S.SLOTS * who
    left = _tally(s, pond, shown)
    right = _tally(s, pond + S.HALF, shown)
    middle = left + right
    if s.mode == S.TEAM:
        left = right = _whole(s, seat_after(who, 2, n), shown)
    elif s.sides == S.NEIGHBOURS:
        left = _whole(s, seat_after(who, 1, n), shown)
        right = _whole(s, seat_after(who, n - 1, n), shown)
    if s.mode == S.DUEL:
        left, right = (left, river) if who == s.first else (river, right)
    at = _TIMES + _POND_TIMES * k
    times = out[at : at + _POND_TIMES]
    times[0] = times[S.N_KINDS] = times[2 * S.N_KINDS] = 1  # fixed points count once anywhere
    for sign in range(8):
        times[1 + sign] = left >> (_SIGN_BITS * sign) & _SIGN_MASK
    for sign in range(8):
        times[S.N_KINDS + 1 + sign] = middle >> (_SIGN_BITS * sign) & _SIGN_MASK
    for sign in range(8):
        times[2 * S.N_KINDS + 1 + sign] = right >> (_SIGN_BITS * sign) & _SIGN_MASK
    points, seen = _observe_places(s, pond, S.SLOTS * k, np.int64(_POND_ROWS), shown, at, out)
    out[_PRESENT + k] = 1
    out[_POINTS + k] = min(points, _MOST_POINTS)
    return seen


@compiled
def _leave_out_pond(k: Any, out: Any) -> Any:
    at = _PLACE_ROWS + _POND_WIDTH * k
    pond = out[at : at + _POND_WIDTH]
    for i in range(_POND_WIDTH):
        pond[i] = 0
    at = _TIMES + _POND_TIMES * k
    times = out[at : at + _POND_TIMES]
    for i in range(_POND_TIMES):
        times[i] = 0


@compiled
def _tally(s: Any, start: Any, shown: Any) -> Any:
    """The signs that are seen in the half that starts at this place."""
    places = s.cards[start : start + S.COLUMNS + S.HALF]
    ups = s.up[start : start + S.COLUMNS + S.HALF]
    signs = _ZERO
    for row in range(0, S.SLOTS, S.COLUMNS):
        for i in range(row, row + S.HALF):
            up = np.int64(ups[i]) & shown
            signs += _SIGN_TALLIES[np.uint8((np.int64(s.deck[np.uint8(places[i])]) | (up - 1)) & _FACE_DOWN)]
    return signs


@compiled
def _whole(s: Any, seat: Any, shown: Any) -> Any:
    """The signs that are seen in a pond; after the last one, in a duel's river."""
    return _tally(s, S.SLOTS * seat, shown) + _tally(s, S.SLOTS * seat + S.HALF, shown)


@compiled
def _observe_places(s: Any, start: Any, to: Any, rows: Any, shown: Any, times_at: Any, out: Any) -> Any:
    """Rows of four places, paid as often as the times there say; their points, and the set of the cards seen."""
    times = out[times_at : times_at + _POND_TIMES]
    points, seen = _ZERO, _ZERO
    for row in range(rows):
        first = start + S.COLUMNS * row
        place = to + S.COLUMNS * row
        places, ups = s.cards[first : first + S.COLUMNS], s.up[first : first + S.COLUMNS]
        at = _PLACE_ROWS + _WIDTH * place
        part = out[at : at + _ROW_WIDTH]
        for column in range(S.COLUMNS):
            card = np.uint8(places[column])
            up = np.int64(ups[column]) & shown
            packed = np.int64(s.deck[card])
            known = packed if up else np.int64(_FACE_DOWN)
            face = _FACES[np.uint8(known & _FACE_DOWN)]
            for i in range(_FACE_COPIED):
                part[_WIDTH * column + i] = face[i]
            value = known >> S.VALUE_BIT
            zone = 0 if column == 0 else 2 * S.N_KINDS if column == S.COLUMNS - 1 else S.N_KINDS
            paid = value * np.int64(times[zone + np.uint8(packed >> S.PER_BIT & 15)])
            points += paid
            part[_WIDTH * column + _VALUE] = value
            part[_WIDTH * column + _PAID] = min(paid, _MOST_POINTS)
            out[_WHERE + np.int64(card)] = (place + column + 1) & -up
            seen |= up << np.int64(card)
    return points, seen


@compiled
def _observe_deck(s: Any, unseen: Any, out: Any) -> Any:
    """The cards of the deck, and the set of those that are unseen."""
    signs, kinds = _tally_unseen(s, unseen)
    for low in range(0, _LAST_CARDS, _BYTE):
        flags = _BITS[np.uint8(unseen >> low & 255)]
        for i in range(_BYTE):
            out[_UNSEEN + low + i] = flags[i]
    flags = _BITS[np.uint8(unseen >> _LAST_CARDS & 255)]
    for i in range(S.N_CARDS - _LAST_CARDS):
        out[_UNSEEN + _LAST_CARDS + i] = flags[i]
    for sign in range(8):
        out[_UNSEEN_SIGNS + sign] = signs >> (_SIGN_BITS * sign) & _SIGN_MASK
    for kind in range(S.N_KINDS):
        out[_UNSEEN_COUNTS + kind] = kinds >> (_KIND_BITS * kind) & _KIND_MASK
    for card in range(S.N_CARDS):
        packed = np.int64(s.deck[card])
        out[_DECK_ANIMALS + card] = (packed & 3) + 1
        out[_DECK_SEASONS + card] = (packed >> S.SEASON_BIT & 3) + 1
        out[_DECK_COUNTS + card] = packed >> S.PER_BIT & 15
        out[_DECK_VALUES + card] = packed >> S.VALUE_BIT


@compiled
def _tally_unseen(s: Any, unseen: Any) -> Any:
    """The tallies of a set of cards; with shifts, and nothing written between, so that several are counted at once."""
    signs, kinds = _ZERO, _ZERO
    for card in range(S.N_CARDS):
        packed = np.int64(s.deck[card])
        one = unseen >> card & 1
        signs += one << (_SIGN_BITS * (packed & 3))
        signs += one << (_SIGN_BITS * (4 + (packed >> S.SEASON_BIT & 3)))
        kinds += one << (_KIND_BITS * (packed >> S.PER_BIT & 15))
    return signs, kinds
