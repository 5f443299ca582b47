"""Rythm'n'Play's state, cards, phases and actions."""

from itertools import product

import numpy as np

from quatuor.core.state import state_dtype

MAX_PLAYERS = 6
HAND_LIMIT = 7
FULLEST_HAND = 10  # a whole exchanged from a full hand, before the surplus goes
DEALT_PLAY = 4

# Cards: nine kinds of PLAY, of which the first seven are notes, then four kinds of RYTHM from the longest.
DO, RE, MI, FA, SOL, LA, SI, SHARP, FLAT, WHOLE, HALF, QUARTER, EIGHTH = range(13)
N_KINDS = 13
N_NOTES = 7
N_PLAY_KINDS = 9
N_RYTHM_KINDS = 4
PLAY_COPIES = 6
RYTHM_COPIES = np.array([2, 4, 8, 16], np.int8)
HALF_BEATS = np.array([8, 4, 2, 1], np.int8)
N_PLAY = 54
N_RYTHM = 30

# Phases: what the seat to play decides.
KEY, TURN, SURPLUS = range(3)

NOTHING = -1
# The observer of `sure` who holds no hand.
PUBLIC = MAX_PLAYERS


def _exchanges() -> list[tuple[int, int, int, int]]:
    """RP-6: how many wholes, halves, quarters and eighths make 1 to 4 beats and can be in one hand."""
    return [
        counts
        for counts in product(range(2), range(3), range(5), range(HAND_LIMIT + 1))
        if sum(counts) <= HAND_LIMIT and sum(map(int.__mul__, counts, map(int, HALF_BEATS))) in (2, 4, 6, 8)
    ]


# For each exchange its cards by RYTHM kind, and its beats.
EXCHANGES = np.array(_exchanges(), np.int8)
N_EXCHANGES = len(EXCHANGES)
BEATS = (EXCHANGES @ HALF_BEATS // 2).astype(np.int8)


# What a hand can exchange depends on whether it has a whole, on its halves up to 2, quarters up to 4 and pairs of
# eighths up to 3: one row for each case, `exchange_row` says which. Row 0 has nothing to exchange.
def _exchanges_by_row() -> list[list[int]]:
    rows = []
    for wholes, halves, quarters, pairs in product(range(2), range(3), range(5), range(4)):
        held = np.array([wholes, halves, quarters, 2 * pairs])
        fits = held.sum() <= HAND_LIMIT
        rows.append([i for i in range(N_EXCHANGES) if fits and (EXCHANGES[i] <= held).all()])
    return rows


_BY_ROW = _exchanges_by_row()
N_EXCHANGES_OF_ROW = np.array([len(row) for row in _BY_ROW], np.int16)
MAX_EXCHANGES = int(N_EXCHANGES_OF_ROW.max())
EXCHANGES_OF_ROW = np.array([row + [0] * (MAX_EXCHANGES - len(row)) for row in _BY_ROW], np.int16)

# Actions. The exchanges come first, so that `legal` can copy a whole row to the front of the buffer.
EXCHANGE = 0
COMPOSE = EXCHANGE + N_EXCHANGES
COLLECT = COMPOSE + N_PLAY_KINDS
DRAW = COLLECT + 1
DISCARD = DRAW + 1
PASS = DISCARD + N_PLAY_KINDS
KEY_SHARP = PASS + 1
KEY_FLAT = KEY_SHARP + 1
N_ACTIONS = KEY_FLAT + 1
MAX_LEGAL = MAX_EXCHANGES + HAND_LIMIT  # every PLAY card of another kind, and all RYTHM exchanges there can be

# `hand` counts the cards of each kind that a seat holds; `n_play` and `n_rythm` are their sums. `key` is SHARP or
# FLAT, NOTHING until it is chosen. `note` is the last note on the staff, `last` the seat that played its last card.
# `face_up` counts each seat's discarded surplus by kind, `won` the cards it collected; `collected` counts these by
# kind for all seats. `quiet` counts the turns that RP-10's last staff has waited for, NOTHING before.
# `sure` remembers the last reshuffle of the RYTHM cards: see `hidden`.
STATE = state_dtype(
    [
        ("last_staff", np.int8),
        ("quiet", np.int8),
        ("key", np.int8),
        ("note", np.int8),
        ("last", np.int8),
        ("length", np.int8),
        ("play_left", np.int8),
        ("rythm_left", np.int8),
        ("n_discarded", np.int8),
        ("reshuffled", np.int8),
        ("n_play", np.int8, (MAX_PLAYERS,)),
        ("n_rythm", np.int8, (MAX_PLAYERS,)),
        ("won", np.int8, (MAX_PLAYERS,)),
        ("hand", np.int8, (MAX_PLAYERS, N_KINDS)),
        ("face_up", np.int8, (MAX_PLAYERS, N_PLAY_KINDS)),
        ("collected", np.int8, (N_PLAY_KINDS,)),
        ("discarded", np.int8, (N_RYTHM_KINDS,)),
        ("sure", np.int8, (MAX_PLAYERS + 1, N_RYTHM_KINDS)),
        ("staff", np.int8, (N_PLAY,)),
        ("play_pile", np.int8, (N_PLAY,)),
        ("rythm_pile", np.int8, (N_RYTHM,)),
    ]
)
