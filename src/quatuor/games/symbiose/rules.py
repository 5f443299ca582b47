"""The rules of Symbiose: SB-1 to SB-13."""

from typing import Any

import numpy as np

from quatuor.core.chance import CARDS, below, count_stacked, nothing_shown, push, seeded, show, unstack
from quatuor.core.compiled import compiled
from quatuor.games.symbiose import state as S

# Where the options stand in the numbers that `encode` makes: players, first, mode, sides, then the 36 cards by
# number, then their numbers less 1 in the order in which the deck was given.
CONFIG_PLAYERS, CONFIG_FIRST, CONFIG_MODE, CONFIG_SIDES, CONFIG_DECK = range(5)
CONFIG_ORDER = CONFIG_DECK + S.N_CARDS

# A tally counts the cards of a zone in one number, 6 bits for each thing that a card can count.
_TALLY_BITS = 6
_TALLY_MASK = 63
_ONE = np.int64(1)


@compiled
def setup(s: Any, config: Any, seed: Any) -> Any:
    n = np.int64(config[CONFIG_PLAYERS])
    s.rng = seeded(seed, CARDS)
    s.players = n
    nothing_shown(s)
    s.phase = S.FIRST_FLIP
    s.mode = config[CONFIG_MODE]
    s.sides = config[CONFIG_SIDES]
    s.river = S.DUEL_RIVER if s.mode == S.DUEL else S.OPEN_RIVER
    s.turns_left = S.TURNS * n
    for i in range(S.N_CARDS):
        s.deck[i] = config[CONFIG_DECK + i]
        s.order[i] = config[CONFIG_ORDER + i]
        s.cards[i] = i
        s.up[i] = 0
    # The first player is drawn even when it is given, so that it does not change the cards.
    drawn = below(s, n)
    s.first = drawn if config[CONFIG_FIRST] < 0 else config[CONFIG_FIRST]
    s.turn = s.first
    river = S.SLOTS * n
    for place in range(river + s.river):
        exchange(s, place, place + below(s, S.N_CARDS - place))
    for place in range(river, river + S.OPEN_RIVER):
        s.up[place] = 1


@compiled
def exchange(s: Any, place: Any, other: Any) -> Any:
    card = s.cards[place]
    s.cards[place] = s.cards[other]
    s.cards[other] = card


@compiled
def legal(s: Any, out: Any) -> Any:
    if s.turn < 0:
        return 0
    if s.phase == S.EXCHANGE:
        count = S.SLOTS * s.river
        for k in range(count):
            out[k] = S.SWAP + k
        return count
    # Written without branches: every slot is noted, and counted only if its card is face down.
    pond = S.SLOTS * s.turn
    count = 0
    for slot in range(S.SLOTS):
        out[count] = S.FLIP + slot
        count += 1 - s.up[pond + slot]
    return count


@compiled
def apply(s: Any, action: Any) -> Any:
    s.n_shown = 0
    pond = S.SLOTS * s.turn
    if action >= S.SWAP:
        river = S.SLOTS * s.players
        _swap(s, river + (action - S.SWAP) // S.SLOTS, pond + (action - S.SWAP) % S.SLOTS)
    elif s.phase == S.TURN_UP:
        _turn_up(s, pond + action - S.FLIP)
        _end_turn(s)
    else:
        _turn_up(s, pond + action - S.FLIP)
        _next_seat(s)
        if s.turn == s.first:  # SB-5: everybody has chosen
            s.phase = S.EXCHANGE


@compiled
def _swap(s: Any, taken: Any, slot: Any) -> Any:
    """SB-6: both cards lie face up; SB-7: one that was so already means that another is turned up."""
    was_up = s.up[slot]
    if not s.up[taken]:
        _turn_up(s, taken)
    if not was_up:
        _turn_up(s, slot)
    exchange(s, taken, slot)
    if was_up:
        s.phase = S.TURN_UP
    else:
        _end_turn(s)


@compiled
def _turn_up(s: Any, place: Any) -> Any:
    if s.n_stacked > 0:
        _steer(s, place)
    s.up[place] = 1
    show(s, s.cards[place])


@compiled
def _steer(s: Any, place: Any) -> Any:
    """The card stacked last, which lies face down somewhere, comes to this place."""
    other = 0
    while s.cards[other] != s.stacked[s.n_stacked - 1]:
        other += 1
    exchange(s, place, other)
    unstack(s)


@compiled
def _next_seat(s: Any) -> Any:
    s.turn = s.turn + 1 if s.turn + 1 < s.players else 0


@compiled
def _end_turn(s: Any) -> Any:
    """SB-7, SB-8: a card more is face up; when all are, a duel's river is turned up too."""
    s.phase = S.EXCHANGE
    s.turns_left -= 1
    _next_seat(s)
    if s.turns_left == 0:
        s.turn = -1
        river = S.SLOTS * s.players
        for place in range(river, river + s.river):
            s.up[place] = 1


@compiled
def stack(s: Any, card: Any) -> Any:
    """Any card that is not face up can be the next, while a pond has one; a swap may show one of the river too."""
    ponds, hidden = 0, 0
    for place in range(S.SLOTS * s.players + s.river):
        hidden += 1 - s.up[place]
        ponds += (place < S.SLOTS * s.players) & (s.up[place] == 0)
    if s.n_stacked == len(s.stacked) or ponds == 0 or hidden <= s.n_stacked or count_stacked(s, card) > 0:
        return False
    for place in range(S.N_CARDS):
        if s.cards[place] == card and not s.up[place]:
            push(s, card)
            return True
    return False


@compiled
def seen(s: Any, place: Any) -> Any:
    """C-9: a place's card is face up for all to see; a pond's is not before all have chosen their first."""
    return s.up[place] == 1 and (s.phase != S.FIRST_FLIP or place >= S.SLOTS * s.players)


@compiled
def animal_of(s: Any, card: Any) -> Any:
    return s.deck[card] & 3


@compiled
def season_of(s: Any, card: Any) -> Any:
    return (s.deck[card] >> S.SEASON_BIT) & 3


@compiled
def per_of(s: Any, card: Any) -> Any:
    return (s.deck[card] >> S.PER_BIT) & 15


@compiled
def value_of(s: Any, card: Any) -> Any:
    return s.deck[card] >> S.VALUE_BIT


@compiled
def signs(s: Any, card: Any) -> Any:
    """What a card adds to a tally: one to its animal, one to its season."""
    animal = _ONE << (_TALLY_BITS * (S.PER_ANIMAL + animal_of(s, card)))
    return animal + (_ONE << (_TALLY_BITS * (S.PER_SEASON + season_of(s, card))))


@compiled
def zone(s: Any, seat: Any, column: Any) -> Any:
    """SB-9 to SB-12: where a card of this column counts: the first of 8 places, and a bit for each that is in it."""
    if 0 < column < S.COLUMNS - 1:
        return S.SLOTS * seat, S.WHOLE
    on_left = column == 0
    if s.mode == S.TEAM:
        return S.SLOTS * ((seat + 2) % s.players), S.WHOLE
    if s.mode == S.DUEL and on_left == (seat != s.first):
        return S.SLOTS * s.players, S.WHOLE
    if s.sides == S.HALVES:
        return S.SLOTS * seat, S.LEFT_HALF if on_left else S.RIGHT_HALF
    return S.SLOTS * ((seat + (1 if on_left else s.players - 1)) % s.players), S.WHOLE


@compiled
def tally(s: Any, start: Any) -> Any:
    """How many cards seen in the half that starts at this place show each animal and season."""
    counts = np.int64(0)
    for row in range(0, S.SLOTS, S.COLUMNS):
        for place in range(start + row, start + row + S.HALF):
            if seen(s, place):
                counts += signs(s, s.cards[place])
    return counts


@compiled
def counted(counts: Any, per: Any) -> Any:
    """How many times a card's value is paid, by what it counts."""
    return (counts >> (_TALLY_BITS * per)) & _TALLY_MASK


@compiled
def points(s: Any, seat: Any) -> Any:
    """SB-8: what the cards seen in a pond pay."""
    pond = S.SLOTS * np.int64(seat)
    left = tally(s, pond)
    right = tally(s, pond + S.HALF)
    total = 0
    for column in range(S.COLUMNS):
        start, mask = zone(s, seat, column)
        if start == pond:
            counts = left + right if mask == S.WHOLE else left if mask == S.LEFT_HALF else right
        else:  # another pond or the river, always as a whole
            counts = tally(s, start) + tally(s, start + S.HALF)
        counts += 1  # fixed points count once anywhere
        for slot in range(column, S.SLOTS, S.COLUMNS):
            place = pond + slot
            if seen(s, place):
                card = s.cards[place]
                total += value_of(s, card) * counted(counts, per_of(s, card))
    return total


@compiled
def score(s: Any, seat: Any) -> Any:
    """SB-12: in a team, the sum of both ponds."""
    total = points(s, seat)
    if s.mode == S.TEAM:
        total += points(s, (seat + 2) % s.players)
    return total


@compiled
def side(s: Any, seat: Any) -> Any:
    """SB-12: seats 0 and 2 play against 1 and 3."""
    return seat % 2 if s.mode == S.TEAM else seat


@compiled
def scores(s: Any, out: Any) -> Any:
    for seat in range(np.int64(s.players)):
        out[seat] = score(s, seat)


@compiled
def winners(s: Any) -> Any:
    """SB-13: the highest score; one bit per seat."""
    best = -1
    won = 0
    for seat in range(np.int64(s.players)):
        own = score(s, seat)
        if own > best:
            best = own
            won = 0
        if own == best:
            won |= 1 << seat
    return won
