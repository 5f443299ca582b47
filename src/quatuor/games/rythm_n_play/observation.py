"""What a seat of Rythm'n'Play knows, as numbers to learn from: what it sees, and what it remembers."""

from typing import Any

import numpy as np

from quatuor.core.compiled import compiled
from quatuor.core.observation import Count, Layout, Part, named_axis, seat_after, seats_axis, steps_after
from quatuor.games.rythm_n_play import state as S
from quatuor.games.rythm_n_play.rules import composable, exchange_row, half_beats

_FACE_UP_COST = 3  # points (RP-12)
_MOST_BEATS = 4
_MOST_HALF_BEATS = 34  # seven RYTHM cards: two wholes, four halves, a quarter
_MOST_COPIES = 16

_SEATS = seats_axis(S.MAX_PLAYERS)
_OTHERS = S.MAX_PLAYERS - 1, "the other seats, from the observer's left on"
_PLAY = named_axis(("do", "re", "mi", "fa", "sol", "la", "si", "sharp", "flat"))
_NOTES = named_axis(("do", "re", "mi", "fa", "sol", "la", "si"))
_RYTHM = named_axis(("whole", "half", "quarter", "eighth"))
_KINDS = S.N_KINDS, f"{_PLAY[1]}, {_RYTHM[1]}"
_PHASES = named_axis(("key", "turn", "surplus"))

_PLAY_HELD_COUNT = Count(S.FULLEST_HAND, steps=7)
_RYTHM_HELD_COUNT = Count(S.HAND_LIMIT, steps=7)
_HAND_SIZE_COUNT = Count(S.FULLEST_HAND, steps=7, low=3)
_HAND_COUNT = Count(S.FULLEST_HAND, steps=3)
_UNSEEN_COUNT = Count(_MOST_COPIES, steps=7)
_SURE_COUNT = Count(_MOST_COPIES, steps=3)
_LENGTH_COUNT = Count(S.N_PLAY, steps=7)
_PLAY_PILE_COUNT = Count(S.N_PLAY, steps=15)
_RYTHM_PILE_COUNT = Count(S.N_RYTHM, steps=7)
_PLAY_HELD_ROWS, _RYTHM_HELD_ROWS, _HAND_SIZE_ROWS = (
    _PLAY_HELD_COUNT.rows,
    _RYTHM_HELD_COUNT.rows,
    _HAND_SIZE_COUNT.rows,
)
_HAND_ROWS, _UNSEEN_ROWS, _SURE_ROWS = _HAND_COUNT.rows, _UNSEEN_COUNT.rows, _SURE_COUNT.rows
_LENGTH_ROWS, _PLAY_PILE_ROWS, _RYTHM_PILE_ROWS = _LENGTH_COUNT.rows, _PLAY_PILE_COUNT.rows, _RYTHM_PILE_COUNT.rows
# The widths of these rows: where cards of a kind that hands have are counted, where PLAY cards left, where others.
_FEW, _MANY, _WIDTH = _HAND_COUNT.width, _PLAY_PILE_COUNT.width, _UNSEEN_COUNT.width

# The entries for a lead, the first row for the largest negative one.
_LEADS = (-9, -5, -3, -2, -1, 0, 1, 2, 4, 8)
_MOST_LEAD = 30
_LEAD_NAMES = (*(f"more than {lead}" for lead in _LEADS), f"number, {_MOST_LEAD} at most either way")
_LEAD_ROWS = np.array([[*(n > lead for lead in _LEADS), n] for n in range(-_MOST_LEAD, _MOST_LEAD + 1)], np.int8)
_LEAD_WIDTH = len(_LEAD_NAMES)
# Which numbers of beats can be exchanged, for each row of `EXCHANGES_OF_ROW`.
_BEATS_ROWS = np.array(
    [
        [beats in S.BEATS[row[:count]] for beats in range(1, _MOST_BEATS + 1)]
        for row, count in zip(S.EXCHANGES_OF_ROW, S.N_EXCHANGES_OF_ROW, strict=True)
    ],
    np.int8,
)


LAYOUT = Layout(
    version=1,
    parts=(
        Part("present", "a player sits here", (_SEATS,)),
        Part("turn", "decides now; nobody once the game is over", (_SEATS,)),
        Part("first", "had the first turn, after the choice of the key", (_SEATS,)),
        Part("last", "played the staff's last card", (_SEATS,)),
        Part("won", "cards collected", (_SEATS,), most=S.N_PLAY),
        Part("points", f"points without RYTHM cards, no less than -{S.N_PLAY}", (_SEATS,), most=S.N_PLAY),
        Part(
            "lead",
            "by how many of these points the seat is ahead of the observer",
            (_SEATS, named_axis(_LEAD_NAMES)),
            most=(*(1 for _ in _LEADS), _MOST_LEAD),
        ),
        Part(
            "play held",
            "PLAY cards in hand",
            (_SEATS, _PLAY_HELD_COUNT.axis),
            most=_PLAY_HELD_COUNT.largest,
        ),
        Part(
            "rythm held",
            "RYTHM cards in hand",
            (_SEATS, _RYTHM_HELD_COUNT.axis),
            most=_RYTHM_HELD_COUNT.largest,
        ),
        Part(
            "hand size",
            f"all cards in hand; those over {S.HAND_LIMIT} are surplus",
            (_SEATS, _HAND_SIZE_COUNT.axis),
            most=_HAND_SIZE_COUNT.largest,
        ),
        Part("face up", "cards discarded face up", (_SEATS, _PLAY), most=S.PLAY_COPIES),
        Part(
            "hand",
            "cards in the observer's hand; a spectator sees them once the game is over",
            (_KINDS, _HAND_COUNT.axis),
            most=_HAND_COUNT.largest,
        ),
        Part("half-beats", "what the RYTHM cards among them are worth, in half-beats", most=_MOST_HALF_BEATS),
        Part("beats", "some of them can be exchanged", ((_MOST_BEATS, f"for 1 to {_MOST_BEATS} beats"),)),
        Part("shown", "cards in the others' hands, once the game is over", (_OTHERS, _KINDS), most=S.FULLEST_HAND),
        Part(
            "unseen",
            "cards in the piles and in hands that the observer does not see",
            (_KINDS, _UNSEEN_COUNT.axis),
            most=_UNSEEN_COUNT.largest,
        ),
        Part(
            "sure",
            "cards that the others surely hold, by what the observer remembers of the last reshuffle",
            (_RYTHM, _SURE_COUNT.axis),
            most=_SURE_COUNT.largest,
        ),
        Part("discarded", "cards in the RYTHM discard", (_RYTHM,), most=_MOST_COPIES),
        Part("collected", "cards collected by anybody", (_PLAY,), most=S.PLAY_COPIES),
        Part("staff", "cards on the staff", (_PLAY,), most=S.PLAY_COPIES),
        Part(
            "order",
            "the kind, from 1 on, of each card on the staff; 0: no card",
            ((S.N_PLAY, "places, the first card first"),),
            most=S.N_PLAY_KINDS,
        ),
        Part("length", "cards on the staff", (_LENGTH_COUNT.axis,), most=_LENGTH_COUNT.largest),
        Part("note", "the last note on the staff", (_NOTES,)),
        Part("key", "the key; neither before it is chosen", (named_axis(("sharp", "flat")),)),
        Part("fitting", "may be composed next", (_PLAY,)),
        Part("followers", "unseen cards that might follow it", (_PLAY,), most=S.N_PLAY),
        Part("play pile", "PLAY cards left to draw", (_PLAY_PILE_COUNT.axis,), most=_PLAY_PILE_COUNT.largest),
        Part("rythm pile", "cards in the RYTHM pile", (_RYTHM_PILE_COUNT.axis,), most=_RYTHM_PILE_COUNT.largest),
        Part("phase", "what is decided", (_PHASES,)),
        Part("last staff", "option: one more staff when the last PLAY card is drawn on an empty one"),
        Part("waited", "1 + the turns waited for that staff; 0: nobody waits for it", most=S.MAX_PLAYERS + 1),
    ),
)
_PRESENT, _TURN, _FIRST, _LAST = (LAYOUT.start(name) for name in ("present", "turn", "first", "last"))
_WON, _POINTS, _LEAD, _PLAY_HELD = (LAYOUT.start(name) for name in ("won", "points", "lead", "play held"))
_RYTHM_HELD, _HAND_SIZE, _FACE_UP = (LAYOUT.start(name) for name in ("rythm held", "hand size", "face up"))
_HAND, _HALF_BEATS, _BEATS, _SHOWN = (LAYOUT.start(name) for name in ("hand", "half-beats", "beats", "shown"))
_UNSEEN, _SURE, _DISCARDED = (LAYOUT.start(name) for name in ("unseen", "sure", "discarded"))
_COLLECTED, _STAFF, _ORDER, _LENGTH = (LAYOUT.start(name) for name in ("collected", "staff", "order", "length"))
_NOTE, _KEY, _FITTING, _FOLLOWERS = (LAYOUT.start(name) for name in ("note", "key", "fitting", "followers"))
_PLAY_PILE, _RYTHM_PILE, _PHASE = (LAYOUT.start(name) for name in ("play pile", "rythm pile", "phase"))
_LAST_STAFF, _WAITED, _SIZE = LAYOUT.start("last staff"), LAYOUT.start("waited"), LAYOUT.size


@compiled
def observe(s: Any, seat: Any, out: Any) -> Any:
    for i in range(_SIZE):
        out[i] = 0
    n = np.int64(s.players)
    me = np.int64(max(seat, 0))
    mine = _points(s, me)
    for k in range(n):
        _observe_seat(s, k, seat_after(me, k, n), mine, out)
    _observe_staff(s, out)
    if seat >= 0 or s.turn < 0:
        _observe_hand(s, me, out)
    _observe_unseen(s, out)
    if s.turn < 0:
        _observe_shown(s, me, out)
    _observe_rythm(s, np.int64(seat) if seat >= 0 else S.PUBLIC, out)
    if s.key != S.NOTHING:
        _observe_fitting(s, out)
        out[_KEY + np.int64(s.key) - S.SHARP] = 1
    out[_FIRST + steps_after(s.first, me, n)] = 1
    if s.last != S.NOTHING:
        out[_LAST + steps_after(s.last, me, n)] = 1
    if s.turn >= 0:
        out[_TURN + steps_after(s.turn, me, n)] = 1
        out[_PHASE + np.int64(s.phase)] = 1
    left = _PLAY_PILE_ROWS[np.uint8(s.play_left)]
    for i in range(_MANY):
        out[_PLAY_PILE + i] = left[i]
    out[_LAST_STAFF] = s.last_staff
    out[_WAITED] = s.quiet + 1


@compiled
def _points(s: Any, seat: Any) -> Any:
    """RP-12, without RYTHM cards."""
    face_up = np.int64(0)
    for kind in range(S.N_PLAY_KINDS):
        face_up += s.face_up[seat, kind]
    return max(s.won[seat] - _FACE_UP_COST * face_up, -S.N_PLAY)


@compiled
def _observe_seat(s: Any, k: Any, who: Any, mine: Any, out: Any) -> Any:
    points = _points(s, who)
    out[_PRESENT + k] = 1
    out[_WON + k] = s.won[who]
    out[_POINTS + k] = points
    lead = _LEAD_ROWS[np.uint8(min(max(points - mine, -_MOST_LEAD), _MOST_LEAD) + _MOST_LEAD)]
    for i in range(_LEAD_WIDTH):
        out[_LEAD + _LEAD_WIDTH * k + i] = lead[i]
    n_play, n_rythm = np.int64(s.n_play[who]), np.int64(s.n_rythm[who])
    play, rythm = _PLAY_HELD_ROWS[np.uint8(n_play)], _RYTHM_HELD_ROWS[np.uint8(n_rythm)]
    size = _HAND_SIZE_ROWS[np.uint8(n_play + n_rythm)]
    for i in range(_WIDTH):
        out[_PLAY_HELD + _WIDTH * k + i] = play[i]
    for i in range(_WIDTH):
        out[_RYTHM_HELD + _WIDTH * k + i] = rythm[i]
    for i in range(_WIDTH):
        out[_HAND_SIZE + _WIDTH * k + i] = size[i]
    for kind in range(S.N_PLAY_KINDS):
        out[_FACE_UP + S.N_PLAY_KINDS * k + kind] = s.face_up[who, kind]


@compiled
def _observe_staff(s: Any, out: Any) -> Any:
    staff, order = out[_STAFF : _STAFF + S.N_PLAY_KINDS], out[_ORDER : _ORDER + S.N_PLAY]
    for i in range(np.int64(s.length)):
        kind = s.staff[i]
        staff[np.uint8(kind)] += 1
        order[i] = kind + 1
    length = _LENGTH_ROWS[np.uint8(s.length)]
    for i in range(_WIDTH):
        out[_LENGTH + i] = length[i]
    if s.note != S.NOTHING:
        out[_NOTE + np.int64(s.note)] = 1


@compiled
def _observe_hand(s: Any, me: Any, out: Any) -> Any:
    """The observer's cards, and what the RYTHM cards among them are good for."""
    hand = out[_HAND : _HAND + _FEW * S.N_KINDS]
    for kind in range(S.N_KINDS):
        row = _HAND_ROWS[np.uint8(s.hand[me, kind])]
        for i in range(_FEW):
            hand[_FEW * kind + i] = row[i]
    out[_HALF_BEATS] = half_beats(s, me)
    beats = _BEATS_ROWS[np.uint8(exchange_row(s, me))]
    for i in range(_MOST_BEATS):
        out[_BEATS + i] = beats[i]


@compiled
def _observe_unseen(s: Any, out: Any) -> Any:
    """What of each kind (RP-1) is nowhere in sight; what lies on the staff and in the own hand is written already."""
    unseen = out[_UNSEEN : _UNSEEN + _WIDTH * S.N_KINDS]
    for kind in range(S.N_PLAY_KINDS):
        seen = np.int64(s.collected[kind]) + out[_STAFF + kind] + out[_HAND + _FEW * kind + _FEW - 1]
        for seat in range(S.MAX_PLAYERS):  # nothing lies face up where nobody sits
            seen += s.face_up[seat, kind]
        row = _UNSEEN_ROWS[np.uint8(S.PLAY_COPIES - seen)]
        for i in range(_WIDTH):
            unseen[_WIDTH * kind + i] = row[i]
    for kind in range(S.WHOLE, S.N_KINDS):
        seen = np.int64(s.discarded[kind - S.WHOLE]) + out[_HAND + _FEW * kind + _FEW - 1]
        row = _UNSEEN_ROWS[np.uint8(S.RYTHM_COPIES[kind - S.WHOLE] - seen)]
        for i in range(_WIDTH):
            unseen[_WIDTH * kind + i] = row[i]


@compiled
def _observe_shown(s: Any, me: Any, out: Any) -> Any:
    """RP-12: all hands are shown to be counted, and are unseen no more."""
    n = np.int64(s.players)
    for kind in range(S.N_KINDS):
        unseen = _unseen(out, kind)
        for k in range(1, n):
            cards = s.hand[seat_after(me, k, n), kind]
            out[_SHOWN + S.N_KINDS * (k - 1) + kind] = cards
            unseen -= cards
        for i in range(_WIDTH):
            out[_UNSEEN + _WIDTH * kind + i] = _UNSEEN_ROWS[unseen, i]


@compiled
def _observe_rythm(s: Any, observer: Any, out: Any) -> Any:
    """What is known of the RYTHM cards, and which PLAY cards were collected."""
    sure = out[_SURE : _SURE + _FEW * S.N_RYTHM_KINDS]
    for k in range(S.N_RYTHM_KINDS):
        row = _SURE_ROWS[np.uint8(s.sure[observer, k])]
        for i in range(_FEW):
            sure[_FEW * k + i] = row[i]
        out[_DISCARDED + k] = s.discarded[k]
    left = _RYTHM_PILE_ROWS[np.uint8(s.rythm_left)]
    for i in range(_WIDTH):
        out[_RYTHM_PILE + i] = left[i]
    for kind in range(S.N_PLAY_KINDS):
        out[_COLLECTED + kind] = s.collected[kind]


@compiled
def _observe_fitting(s: Any, out: Any) -> Any:
    """What may be composed (RP-3, RP-4), and how many unseen cards may follow it."""
    kinds, note, rising = np.int64(composable(s)), np.int64(s.note), s.key == S.SHARP
    followers = _unseen(out, S.SHARP) + _unseen(out, S.FLAT)
    higher, lower = np.int64(0), np.int64(0)
    for i in range(S.N_NOTES):
        kind = S.SI - i if rising else i  # each note may be followed by those that came before it in this loop
        fits = kinds >> kind & 1
        copies = _unseen(out, kind)
        out[_FITTING + kind] = fits
        out[_FOLLOWERS + kind] = fits * followers
        followers += copies
        higher += copies if kind > note else 0
        lower += copies if kind < note else 0
    fits = kinds >> S.SHARP & 1  # both or none
    out[_FITTING + S.SHARP] = fits
    out[_FITTING + S.FLAT] = fits
    out[_FOLLOWERS + S.SHARP] = fits * higher
    out[_FOLLOWERS + S.FLAT] = fits * lower


@compiled
def _unseen(out: Any, kind: Any) -> Any:
    return np.int64(out[_UNSEEN + _WIDTH * kind + _WIDTH - 1])
