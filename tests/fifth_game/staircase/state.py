"""Staircase's state and actions."""

import numpy as np

from quatuor.core.state import state_dtype

MAX_PLAYERS = 4
N_CARDS = 24
SHORT_DECK = 16

# Actions; to play has one for each card.
DRAW = 0
PLAY = 1
REST = PLAY + N_CARDS
N_ACTIONS = REST + 1
MAX_LEGAL = 3

NOTHING = -1

# Where a card is; in a hand, on a staircase or put by: that place of seat 0, and one more for each seat.
PILE, DISCARDS, HAND = 0, 1, 2
STAIRS = HAND + MAX_PLAYERS
SAVED = STAIRS + MAX_PLAYERS
UNUSED = SAVED + MAX_PLAYERS

# A card is its height less one. `pile` holds the cards that can still be drawn, in no order.
STATE = state_dtype([("left", np.int8), ("where", np.int8, (N_CARDS,)), ("pile", np.int8, (N_CARDS,))])
