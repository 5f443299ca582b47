"""Air Sorcière's state, phases and actions."""

import numpy as np

from quatuor.core.state import state_dtype

MAX_PLAYERS = 5
N_COLOURS = 5
LAST_COLOUR = N_COLOURS - 1
HIGHEST = 15  # values are 1..15
N_CARDS = N_COLOURS * HIGHEST
HAND_LIMIT = 5  # what a Black Cat leaves
SMALLEST_DIPLOMA, LARGEST_DIPLOMA = 3, 5  # cards of a diploma

# Phases: what the seat to play decides.
FLY, DRAWN, FALL, CAT, DIPLOMA, USE = range(6)

# Actions. Those with a colour or a card hold 5 or 75 ids from their first.
DRAW = 0
TAKE = 1
KEEP = TAKE + N_CARDS
SHARE = KEEP + 1
BONUS = SHARE + 1
DECLINE = BONUS + 1
LAND = DECLINE + 1
STOP = LAND + N_COLOURS
DISCARD = STOP + 1
GRADUATE = DISCARD + N_CARDS
USE_CARD = GRADUATE + N_COLOURS
AWARD = USE_CARD + N_CARDS
END = AWARD + 1
N_ACTIONS = END + 1
MAX_LEGAL = 1 + (N_CARDS - 1) + 1  # draw a card; take or land a colour of the others; stop

NOTHING = -1

# A card is colour * 15 + value - 1. The cards of one colour in one place are a mask, bit value - 1: a column rises,
# so that its mask tells its order; `tops` has its last value (0: no column), `heights` its number of cards.
# `turn` decides, `active` is the seat whose turn it is: a Black Cat makes the others decide. `taken` is 1 once the
# active seat has taken a card. `held` is the card drawn and not yet dealt with. `shared` is the card that went to the
# common area this turn: it joins `common`, from where cards may be taken, when the turn ends. A diploma being made has
# a colour (`target`), `used` cards, which still count in the hand, the `highest` value of its naturals and the first
# colour that its `next_joker` may have. `idle` counts the turns in a row without a diploma.
STATE = state_dtype(
    [
        ("columns", np.int16, (MAX_PLAYERS, N_COLOURS)),
        ("hand", np.int16, (MAX_PLAYERS, N_COLOURS)),
        ("common", np.int16, (N_COLOURS,)),
        ("discard", np.int16, (N_COLOURS,)),
        ("used", np.int16, (N_COLOURS,)),
        ("idle", np.int16),
        ("stall_limit", np.int16),
        ("soft_required", np.int8),
        ("many", np.int8),
        ("per_set", np.int8),
        ("open_hands", np.int8),
        ("left", np.int8),
        ("active", np.int8),
        ("taken", np.int8),
        ("held", np.int8),
        ("shared", np.int8),
        ("target", np.int8),
        ("n_used", np.int8),
        ("highest", np.int8),
        ("next_joker", np.int8),
        ("hand_size", np.int8, (MAX_PLAYERS,)),
        ("tops", np.int8, (MAX_PLAYERS, N_COLOURS)),
        ("heights", np.int8, (MAX_PLAYERS, N_COLOURS)),
        ("books", np.int8, (MAX_PLAYERS, N_COLOURS)),
        ("stock", np.int8, (N_COLOURS,)),
        ("pile", np.int8, (N_CARDS,)),
    ]
)
