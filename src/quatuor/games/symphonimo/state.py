"""Symphonimo's state, phases and actions."""

import numpy as np

from quatuor.core.state import state_dtype

MAX_PLAYERS = 6
LOWEST, HIGHEST = 3, 13  # families
N_FAMILIES = HIGHEST - LOWEST + 1
N_CARDS = 88
COLUMN = 4
# SY-11: how many cards of a family pay, and what they pay.
SOLOIST, SOLOIST_POINTS = 1, 1
QUARTET, QUARTET_POINTS = 4, 5

# Faces of a conductor.
CLASSIC, MAX_TWO, PASS_LEFT, DISCARD_ONE, DISCARD_OWN, DRAW_ONE, TAKE_NOW = range(7)
N_POWERS = 6

# Phases: what the seat to play decides.
TURN, PLACE, NOW, PASS, DISCARD, DROP = range(6)

# Actions. Those with a conductor or a family hold 6 or 11 ids from their first.
DRAW_CARD = 0
PLACE_UNDER = 1
TAKE = PLACE_UNDER + MAX_PLAYERS
TAKE_IT_NOW = TAKE + MAX_PLAYERS
LEAVE = TAKE_IT_NOW + 1
PASS_FAMILY = LEAVE + 1
DISCARD_FAMILY = PASS_FAMILY + N_FAMILIES
DROP_FAMILY = DISCARD_FAMILY + N_FAMILIES
KEEP = DROP_FAMILY + N_FAMILIES
STOP = KEEP + 1
N_ACTIONS = STOP + 1
MAX_LEGAL = 1 + N_FAMILIES  # drop any family, or keep

NOTHING = -1

# A card is its family's index 0..10. `taker` of a conductor is the seat that took it this round, -1 if it is free.
# `room` is how many more cards fit under it, 0 once taken; `all_room` is their sum. `pile` holds the cards that
# nobody has seen, the Fausse Note ones included; `left` of them can still be drawn.
STATE = state_dtype(
    [
        ("left", np.int8),
        ("unused", np.int8),
        ("held", np.int8),
        ("taking", np.int8),
        ("last_taker", np.int8),
        ("n_in", np.int8),
        ("all_room", np.int8),
        ("is_in", np.int8, (MAX_PLAYERS,)),
        ("face", np.int8, (MAX_PLAYERS,)),
        ("taker", np.int8, (MAX_PLAYERS,)),
        ("room", np.int8, (MAX_PLAYERS,)),
        ("height", np.int8, (MAX_PLAYERS,)),
        ("column", np.int8, (MAX_PLAYERS, COLUMN)),
        ("owned", np.int8, (MAX_PLAYERS, N_FAMILIES)),
        ("discarded", np.int8, (N_FAMILIES,)),
        ("pile", np.int8, (N_CARDS,)),
    ]
)
