"""What a seat of Air Sorcière knows, as numbers to learn from. All seats know the same."""

from typing import Any

import numpy as np

from quatuor.core.compiled import compiled
from quatuor.core.observation import Count, Layout, Part, named_axis, seat_after, seats_axis, steps_after, thermometers
from quatuor.games.air_sorciere import state as S
from quatuor.games.air_sorciere.diplomas import graduable
from quatuor.games.air_sorciere.masks import bit_of, colour_of, value_of
from quatuor.games.air_sorciere.rules import points

_MOST_BOOKS = 9
_MOST_POINTS = (S.N_COLOURS + 1) * _MOST_BOOKS  # every book, and a point for each complete set
_ALL = (1 << S.HIGHEST) - 1  # the cards of a colour, as a mask

_SEATS = seats_axis(S.MAX_PLAYERS)
_COLOURS = named_axis(("black", "green", "white", "violet", "orange"))
_VALUES = S.HIGHEST, f"values 1 to {S.HIGHEST}"
_CARD = S.N_COLOURS + S.HIGHEST, f"the five colours, then values 1 to {S.HIGHEST}"
_PHASES = named_axis(("fly", "place a card", "bonus or not", "discard for a cat", "diploma or not", "use a card"))
_OPTIONS = named_axis(("soft landing required", "many diplomas", "bonus for each set", "hands lie open"))
_DIGITS = named_axis(("thirty-twos", "the rest"))
_CATS = named_axis(("number", "chance in percent"))

_IN_HAND_COUNT = Count(S.HIGHEST, steps=5)
_BOOKS_COUNT = Count(_MOST_BOOKS, steps=3)
_STOCK_COUNT = Count(_MOST_BOOKS, steps=9)
_TO_END_COUNT = Count(3 * _MOST_BOOKS, steps=10)
_HAND_SIZE_COUNT = Count(S.N_CARDS, steps=10)
_PILE_SIZE_COUNT = Count(S.N_CARDS, steps=12)
_IN_HAND_ROWS, _BOOKS_ROWS, _STOCK_ROWS = _IN_HAND_COUNT.rows, _BOOKS_COUNT.rows, _STOCK_COUNT.rows
_TO_END_ROWS, _HAND_SIZE_ROWS, _PILE_SIZE_ROWS = _TO_END_COUNT.rows, _HAND_SIZE_COUNT.rows, _PILE_SIZE_COUNT.rows
_IN_HAND_WIDTH, _BOOKS_WIDTH, _STOCK_WIDTH = _IN_HAND_COUNT.width, _BOOKS_COUNT.width, _STOCK_COUNT.width
_TO_END_WIDTH, _HAND_SIZE_WIDTH, _PILE_SIZE_WIDTH = _TO_END_COUNT.width, _HAND_SIZE_COUNT.width, _PILE_SIZE_COUNT.width

# The entries for the turns that are left without a diploma.
_TURNS = (0, 1, 2, 3, 5, 10, 20, 50)
_MOST_TURNS = 100
_TURNS_NAMES = (*(f"more than {turns}" for turns in _TURNS), f"number, {_MOST_TURNS} at most")
_TURNS_ROWS = np.array([[*(n > turns for turns in _TURNS), n] for n in range(_MOST_TURNS + 1)], np.int8)
_TURNS_WIDTH = len(_TURNS_NAMES)

_TOP_ROWS = thermometers(S.HIGHEST, S.HIGHEST)
# Eight bits of a mask as flags, and how many of them are set.
_FLAGS = np.array([[mask >> i & 1 for i in range(8)] for mask in range(256)], np.int8)
_BITS = _FLAGS.sum(axis=1).astype(np.int8)

LAYOUT = Layout(
    version=1,
    parts=(
        Part("present", "a player sits here", (_SEATS,)),
        Part("turn", "decides now; nobody once the game is over", (_SEATS,)),
        Part("active", "whose turn it is, also while others discard for a cat", (_SEATS,)),
        Part("first", "began the game", (_SEATS,)),
        Part("points", "points so far", (_SEATS,), most=_MOST_POINTS),
        Part("lead", "points more than the observer has", (_SEATS,), most=_MOST_POINTS),
        Part(
            "hand size",
            "cards in hand, those used for a diploma included",
            (_SEATS, _HAND_SIZE_COUNT.axis),
            most=_HAND_SIZE_COUNT.largest,
        ),
        Part("misfit", "chance in percent that the next card drawn does not fit", (_SEATS,), most=100),
        Part("column", "is in the column", (_SEATS, _COLOURS, _VALUES)),
        Part(
            "hand",
            "is in hand, used for a diploma or not; also where hands are closed: every card was seen on its way there",
            (_SEATS, _COLOURS, _VALUES),
        ),
        Part(
            "flight",
            "the column's last value (0: no column), its cards, and the cards that may be drawn next and do not fit",
            (_SEATS, _COLOURS, named_axis(("last value", "cards", "misfits"))),
            most=S.HIGHEST,
        ),
        Part(
            "in hand",
            "cards of a colour in hand",
            (_SEATS, _COLOURS, _IN_HAND_COUNT.axis),
            most=_IN_HAND_COUNT.largest,
        ),
        Part("books", "books owned", (_SEATS, _COLOURS, _BOOKS_COUNT.axis), most=_BOOKS_COUNT.largest),
        Part("too low", "does not fit on the observer's column", (_COLOURS, _VALUES)),
        Part("lowest", "the observer's column has the fewest cards: a forced landing takes it", (_COLOURS,)),
        Part(
            "together",
            "cards of a colour in the observer's hand and column",
            (_COLOURS, _IN_HAND_COUNT.axis),
            most=_IN_HAND_COUNT.largest,
        ),
        Part("graduable", "the observer's hand allows a diploma of this colour", (_COLOURS,)),
        Part("common", "lies in the common area since before this turn", (_COLOURS, _VALUES)),
        Part("discard", "lies in the discard", (_COLOURS, _VALUES)),
        Part("pile", "is in the pile", (_COLOURS, _VALUES)),
        Part("used", "is used for the diploma being made", (_COLOURS, _VALUES)),
        Part("held", "the card drawn and not yet dealt with", (_CARD,)),
        Part(
            "rise",
            "by how much that card is higher than the last of its column; 0 or less: it does not fit",
            most=S.HIGHEST,
        ),
        Part("shared", "the card put in the common area this turn", (_CARD,)),
        Part("forced", "a card was put in the common area this turn: a second misfit is a fall"),
        Part("taken", "a card was taken this turn"),
        Part("awarded", "a diploma was made this turn"),
        Part("cats", "15s among the cards that may be drawn next", (_CATS,), most=(S.N_COLOURS, 100)),
        Part("pile size", "cards in the pile", (_PILE_SIZE_COUNT.axis,), most=_PILE_SIZE_COUNT.largest),
        Part("stock", "books left", (_COLOURS, _STOCK_COUNT.axis), most=_STOCK_COUNT.largest),
        Part(
            "to the end",
            "the fewest books that can still end the game",
            (_TO_END_COUNT.axis,),
            most=_TO_END_COUNT.largest,
        ),
        Part("phase", "what is decided", (_PHASES,)),
        Part("target", "the colour of the diploma being made", (_COLOURS,)),
        Part("used size", "cards used for the diploma being made", most=S.LARGEST_DIPLOMA),
        Part("options", "the options of this game", (_OPTIONS,)),
        Part("idle", "turns in a row without a diploma", (_DIGITS,), most=31),
        Part("stall limit", "so many of these end the game", (_DIGITS,), most=31),
        Part(
            "patience",
            "turns without a diploma until the end",
            (named_axis(_TURNS_NAMES),),
            most=(*(1 for _ in _TURNS), _MOST_TURNS),
        ),
    ),
)
_PRESENT, _TURN, _ACTIVE, _FIRST = (LAYOUT.start(name) for name in ("present", "turn", "active", "first"))
_POINTS, _LEAD, _HAND_SIZE, _MISFIT = (LAYOUT.start(name) for name in ("points", "lead", "hand size", "misfit"))
_COLUMN, _HAND, _FLIGHT, _IN_HAND = (LAYOUT.start(name) for name in ("column", "hand", "flight", "in hand"))
_OWNED, _TOO_LOW, _LOWEST, _TOGETHER = (LAYOUT.start(name) for name in ("books", "too low", "lowest", "together"))
_GRADUABLE, _COMMON, _DISCARD, _PILE = (LAYOUT.start(name) for name in ("graduable", "common", "discard", "pile"))
_USED, _HELD, _RISE, _SHARED = (LAYOUT.start(name) for name in ("used", "held", "rise", "shared"))
_FORCED, _TAKEN, _AWARDED, _CAT = (LAYOUT.start(name) for name in ("forced", "taken", "awarded", "cats"))
_PILE_SIZE, _SHELF, _ENDING, _PHASE = (LAYOUT.start(name) for name in ("pile size", "stock", "to the end", "phase"))
_TARGET, _USED_SIZE, _OPTION = (LAYOUT.start(name) for name in ("target", "used size", "options"))
_IDLE, _STALL_LIMIT, _PATIENT = (LAYOUT.start(name) for name in ("idle", "stall limit", "patience"))
_SIZE = LAYOUT.size


@compiled
def observe(s: Any, seat: Any, out: Any) -> Any:
    for i in range(_SIZE):
        out[i] = 0
    n = np.int64(s.players)
    me = np.int64(max(seat, 0))
    for k in range(n):
        _observe_cards(s, k, seat_after(me, k, n), out)
    drawable = _observe_piles(s, me, out)
    mine = points(s, me)
    for k in range(n):
        _observe_seat(s, k, seat_after(me, k, n), mine, drawable, out)
    _observe_own(s, me, out)
    _observe_turn(s, me, out)
    _observe_end(s, out)


@compiled
def _count(mask: Any) -> Any:
    return np.int64(_BITS[np.uint8(mask)]) + _BITS[np.uint8(mask >> 8)]


@compiled
def _spread(masks: Any, flags: Any) -> Any:
    """Write the flags of all cards, from a mask for each colour."""
    for c in range(S.N_COLOURS):
        _spread_colour(np.int64(masks[c]), c, flags)


@compiled
def _spread_colour(mask: Any, c: Any, flags: Any) -> Any:
    low, high = _FLAGS[np.uint8(mask)], _FLAGS[np.uint8(mask >> 8)]
    for i in range(8):
        flags[S.HIGHEST * c + i] = low[i]
    for i in range(S.HIGHEST - 8):
        flags[S.HIGHEST * c + 8 + i] = high[i]


@compiled
def _observe_cards(s: Any, k: Any, who: Any, out: Any) -> Any:
    """A seat's cards and books."""
    at = _COLUMN + S.N_CARDS * k
    _spread(s.columns[who], out[at : at + S.N_CARDS])
    at = _HAND + S.N_CARDS * k
    _spread(s.hand[who], out[at : at + S.N_CARDS])
    at = _IN_HAND + _IN_HAND_WIDTH * S.N_COLOURS * k
    in_hand = out[at : at + _IN_HAND_WIDTH * S.N_COLOURS]
    at = _OWNED + _BOOKS_WIDTH * S.N_COLOURS * k
    owned = out[at : at + _BOOKS_WIDTH * S.N_COLOURS]
    for c in range(S.N_COLOURS):
        count = _IN_HAND_ROWS[np.uint8(_count(s.hand[who, c]))]
        for i in range(_IN_HAND_WIDTH):
            in_hand[_IN_HAND_WIDTH * c + i] = count[i]
        books = _BOOKS_ROWS[np.uint8(s.books[who, c])]
        for i in range(_BOOKS_WIDTH):
            owned[_BOOKS_WIDTH * c + i] = books[i]


@compiled
def _observe_piles(s: Any, me: Any, out: Any) -> Any:
    """Common area, discard, pile and shelf, and what the pile means for the columns; how many cards may be drawn next.

    A card that is nowhere in sight is in the pile.
    """
    n = np.int64(s.players)
    _spread(s.common, out[_COMMON : _COMMON + S.N_CARDS])
    _spread(s.discard, out[_DISCARD : _DISCARD + S.N_CARDS])
    pile, shelf = out[_PILE : _PILE + S.N_CARDS], out[_SHELF : _SHELF + _STOCK_WIDTH * S.N_COLOURS]
    flight = out[_FLIGHT : _FLIGHT + 3 * S.N_COLOURS * S.MAX_PLAYERS]
    held, shared = np.int64(s.held), np.int64(s.shared)
    cards: Any = np.int64(0)
    cats: Any = np.int64(0)
    for c in range(S.N_COLOURS):
        hidden = _in_pile(s, c, held, shared)
        drawable = hidden if s.left > 0 else np.int64(s.discard[c])  # AS-18
        cards += _count(drawable)
        cats += drawable >> (S.HIGHEST - 1)
        _spread_colour(hidden, c, pile)
        for k in range(n):
            who = seat_after(me, k, n)
            top = np.int64(s.tops[who, c])
            flight[3 * (S.N_COLOURS * k + c)] = top
            flight[3 * (S.N_COLOURS * k + c) + 1] = s.heights[who, c]
            flight[3 * (S.N_COLOURS * k + c) + 2] = _count(drawable & ((1 << top) - 1))
        stock = _STOCK_ROWS[np.uint8(s.stock[c])]
        for i in range(_STOCK_WIDTH):
            shelf[_STOCK_WIDTH * c + i] = stock[i]
    out[_CAT] = cats
    out[_CAT + 1] = 100 * cats // max(cards, 1)
    return cards


@compiled
def _in_pile(s: Any, c: Any, held: Any, shared: Any) -> Any:
    """The cards of a colour that are in the pile, as a mask. Seats where nobody sits have no cards: all are counted."""
    seen = np.int64(s.common[c]) | s.discard[c] | _of_colour(held, c) | _of_colour(shared, c)
    for seat in range(S.MAX_PLAYERS):
        seen |= s.columns[seat, c] | s.hand[seat, c]
    return _ALL & ~seen


@compiled
def _of_colour(card: Any, c: Any) -> Any:
    """A card as a mask of a colour: none if it is of another, or if there is no card."""
    return bit_of(card) if colour_of(card) == c else 0


@compiled
def _observe_seat(s: Any, k: Any, who: Any, mine: Any, drawable: Any, out: Any) -> Any:
    own = points(s, who)
    misfits = np.int64(0)
    for c in range(S.N_COLOURS):
        misfits += out[_FLIGHT + 3 * (S.N_COLOURS * k + c) + 2]
    out[_PRESENT + k] = 1
    out[_POINTS + k] = own
    out[_LEAD + k] = own - mine
    out[_MISFIT + k] = 100 * misfits // max(drawable, 1)
    row = _HAND_SIZE_ROWS[np.uint8(s.hand_size[who])]
    for i in range(_HAND_SIZE_WIDTH):
        out[_HAND_SIZE + _HAND_SIZE_WIDTH * k + i] = row[i]


@compiled
def _observe_own(s: Any, me: Any, out: Any) -> Any:
    """What the observer's columns and hand are good for."""
    colours = graduable(s, me)
    fewest: Any = np.int64(S.HIGHEST)
    for c in range(S.N_COLOURS):
        fewest = min(fewest, np.int64(s.heights[me, c]) if s.heights[me, c] > 0 else S.HIGHEST)
    too_low, together = out[_TOO_LOW : _TOO_LOW + S.N_CARDS], out[_TOGETHER : _TOGETHER + _IN_HAND_WIDTH * S.N_COLOURS]
    for c in range(S.N_COLOURS):
        height = np.int64(s.heights[me, c])
        cards = np.int64(out[_IN_HAND + _IN_HAND_WIDTH * c + _IN_HAND_WIDTH - 1])
        out[_LOWEST + c] = height == fewest
        out[_GRADUABLE + c] = colours >> c & 1
        top = _TOP_ROWS[np.uint8(s.tops[me, c])]
        for i in range(S.HIGHEST):
            too_low[S.HIGHEST * c + i] = top[i]
        count = _IN_HAND_ROWS[np.uint8(cards + height)]
        for i in range(_IN_HAND_WIDTH):
            together[_IN_HAND_WIDTH * c + i] = count[i]


@compiled
def _observe_turn(s: Any, me: Any, out: Any) -> Any:
    """Who decides what, and what has happened this turn."""
    n = np.int64(s.players)
    out[_FIRST + steps_after(s.first, me, n)] = 1
    out[_ACTIVE + steps_after(s.active, me, n)] = 1
    if s.turn >= 0:
        out[_TURN + steps_after(s.turn, me, n)] = 1
        out[_PHASE + np.int64(s.phase)] = 1
    if s.held != S.NOTHING:
        out[_HELD + colour_of(s.held)] = 1
        out[_HELD + S.N_COLOURS + value_of(s.held) - 1] = 1
        out[_RISE] = value_of(s.held) - s.tops[s.active, colour_of(s.held)]
    if s.shared != S.NOTHING:
        out[_SHARED + colour_of(s.shared)] = 1
        out[_SHARED + S.N_COLOURS + value_of(s.shared) - 1] = 1
        out[_FORCED] = 1
    if s.target != S.NOTHING:
        out[_TARGET + np.int64(s.target)] = 1
        out[_USED_SIZE] = s.n_used
        _spread(s.used, out[_USED : _USED + S.N_CARDS])
    out[_TAKEN] = s.taken
    out[_AWARDED] = s.idle < 0


@compiled
def _observe_end(s: Any, out: Any) -> Any:
    """The options, and how far the end is."""
    out[_OPTION] = s.soft_required
    out[_OPTION + 1] = s.many
    out[_OPTION + 2] = s.per_set
    out[_OPTION + 3] = s.open_hands
    idle: Any = np.int64(max(s.idle, 0))
    limit: Any = np.int64(s.stall_limit)
    out[_IDLE] = idle >> 5
    out[_IDLE + 1] = idle & 31
    out[_STALL_LIMIT] = limit >> 5
    out[_STALL_LIMIT + 1] = limit & 31
    patience = _TURNS_ROWS[np.uint8(min(limit - idle, _MOST_TURNS))]
    for i in range(_TURNS_WIDTH):
        out[_PATIENT + i] = patience[i]
    to_end = _TO_END_ROWS[np.uint8(_books_to_end(s))]
    for i in range(_TO_END_WIDTH):
        out[_ENDING + i] = to_end[i]
    left = _PILE_SIZE_ROWS[np.uint8(s.left)]
    for i in range(_PILE_SIZE_WIDTH):
        out[_PILE_SIZE + i] = left[i]


@compiled
def _books_to_end(s: Any) -> Any:
    """AS-19: the books of the colours that there are fewest of, two colours or three."""
    first = second = third = np.int64(_MOST_BOOKS)
    for c in range(S.N_COLOURS):
        stock = np.int64(s.stock[c])
        third = min(third, max(second, stock))
        second = min(second, max(first, stock))
        first = min(first, stock)
    return first + second + (third if s.players > 3 else 0)
