"""Symbiose's state, phases and actions."""

from typing import Literal, get_args

import numpy as np

from quatuor.core.state import state_dtype

MAX_PLAYERS = 4
N_CARDS = 36
SLOTS = 8  # cards of a pond
COLUMNS = 4
HALF = COLUMNS // 2  # columns of the left or the right half
OPEN_RIVER, DUEL_RIVER = 4, 8  # places of the river; in a duel those after the fourth start face down
TURNS = SLOTS - 1  # of each player: the first card is turned before the first turn

# Options.
NORMAL, DUEL, TEAM = range(3)
HALVES, NEIGHBOURS = range(2)

Animal = Literal["frog", "snail", "fish", "dragonfly"]
Season = Literal["spring", "summer", "autumn", "winter"]
ANIMALS: tuple[Animal, ...] = get_args(Animal)
SEASONS: tuple[Season, ...] = get_args(Season)
COUNTED = ("fixed", *ANIMALS, *SEASONS)  # by what a packed card counts

# What a card counts: nothing (its points are fixed), one of four animals from 1 on, or one of four seasons from 5 on.
FIXED, PER_ANIMAL, PER_SEASON = 0, 1, 5
N_KINDS = 9  # values of `per`
HIGHEST_VALUE = 99

# A card is packed into 15 bits: animal 2, season 2, per 4, value 7.
SEASON_BIT, PER_BIT, VALUE_BIT = 2, 4, 8

# Slots are numbered by rows: a bit for each.
WHOLE, LEFT_HALF, RIGHT_HALF = 0b1111_1111, 0b0011_0011, 0b1100_1100

# Phases: what the seat to play decides.
FIRST_FLIP, EXCHANGE, TURN_UP = range(3)

# Actions: 8 slots to flip, 8 places of the river times 8 slots to swap.
FLIP = 0
SWAP = FLIP + SLOTS
N_ACTIONS = SWAP + DUEL_RIVER * SLOTS
MAX_LEGAL = DUEL_RIVER * SLOTS

# A card is its number in the deck, less 1. `deck` says what each card is, `order` in which order they were given.
# `cards` holds the card of each place: 8 for each pond, then the river (`river` places), then the unused cards; `up`
# says which places are face up. A card chosen in the first flip is up at once, but in that phase nobody sees a pond's
# cards.
STATE = state_dtype(
    [
        ("deck", np.int16, (N_CARDS,)),
        ("mode", np.int8),
        ("sides", np.int8),
        ("river", np.int8),
        ("turns_left", np.int8),
        ("cards", np.int8, (N_CARDS,)),
        ("up", np.int8, (N_CARDS,)),
        ("order", np.int8, (N_CARDS,)),
    ]
)
