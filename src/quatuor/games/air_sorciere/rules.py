"""The rules of Air Sorcière, in the order of the rulebook: AS-1 to AS-21."""

from typing import Any

import numpy as np

from quatuor.core.chance import CARDS, below, count_stacked, draw_from, nothing_shown, push, seeded, show
from quatuor.core.compiled import compiled
from quatuor.games.air_sorciere import state as S
from quatuor.games.air_sorciere.diplomas import graduable, legal_uses, use
from quatuor.games.air_sorciere.masks import ZERO, above, bit_of, colour_of, joined, note, note_cards, value_of

# Where the options stand in the numbers that `encode` makes.
(
    CONFIG_PLAYERS,
    CONFIG_FIRST,
    CONFIG_SOFT_REQUIRED,
    CONFIG_MANY,
    CONFIG_STALL_LIMIT,
    CONFIG_PER_SET,
    CONFIG_OPEN_HANDS,
) = range(7)


# Set-up


@compiled
def setup(s: Any, config: Any, seed: Any) -> Any:
    n = config[CONFIG_PLAYERS]
    s.rng = seeded(seed, CARDS)
    s.players = n
    nothing_shown(s)
    s.soft_required = config[CONFIG_SOFT_REQUIRED]
    s.many = config[CONFIG_MANY]
    s.stall_limit = config[CONFIG_STALL_LIMIT]
    s.per_set = config[CONFIG_PER_SET]
    s.open_hands = config[CONFIG_OPEN_HANDS]
    # The first player is drawn even when it is given, so that it does not change the cards.
    drawn = below(s, s.players)
    s.first = drawn if config[CONFIG_FIRST] < 0 else config[CONFIG_FIRST]
    _clear_table(s)
    for c in range(S.N_COLOURS):
        s.stock[c] = min(n + 5, 9)  # AS-1
    for card in range(S.N_CARDS):
        s.pile[card] = card
    s.left = S.N_CARDS
    s.idle = 0
    s.phase = S.FLY
    s.active = s.first
    s.turn = s.first


@compiled
def _clear_table(s: Any) -> Any:
    """AS-2: areas, hands and discard are empty, and nothing has happened in the first turn."""
    for seat in range(S.MAX_PLAYERS):
        s.hand_size[seat] = 0
        for c in range(S.N_COLOURS):
            s.columns[seat, c] = 0
            s.tops[seat, c] = 0
            s.heights[seat, c] = 0
            s.hand[seat, c] = 0
            s.books[seat, c] = 0
    for c in range(S.N_COLOURS):
        s.common[c] = 0
        s.discard[c] = 0
        s.used[c] = 0
    s.n_used = 0
    s.highest = 0
    s.next_joker = 0
    s.target = S.NOTHING
    s.held = S.NOTHING
    s.shared = S.NOTHING
    s.taken = 0


# What may be done, and what it does


@compiled
def legal(s: Any, out: Any) -> Any:
    if s.turn < 0:
        return 0
    if s.phase == S.FLY:
        return _legal_flights(s, out)
    if s.phase == S.DRAWN:
        return _legal_placements(s, out)
    if s.phase == S.USE:
        return legal_uses(s, out)
    if s.phase == S.DIPLOMA:
        return _legal_diplomas(s, out)
    if s.phase == S.CAT:
        return _legal_discards(s, out)
    out[0] = S.BONUS
    out[1] = S.DECLINE
    return 2


@compiled
def apply(s: Any, action: Any) -> Any:
    s.n_shown = 0
    turn_over = False
    if action == S.DRAW:
        turn_over = _draw(s)
    elif action < S.KEEP:
        _keep(s, action - S.TAKE)
    elif action == S.KEEP:
        _keep(s, int(s.held))
    elif action == S.SHARE:
        _share(s)
    elif action <= S.DECLINE:
        _fall(s, action == S.BONUS)
        turn_over = True
    elif action < S.STOP:
        _land(s, action - S.LAND)
    elif action == S.STOP:
        turn_over = True  # AS-12: no diploma after a stop that landed nothing
    elif action < S.GRADUATE:
        _discard(s, action - S.DISCARD)
    elif action < S.USE_CARD:
        s.target = action - S.GRADUATE
        s.phase = S.USE
    elif action < S.AWARD:
        use(s, action - S.USE_CARD)
    elif action == S.AWARD:
        turn_over = _award(s)
    else:  # END
        turn_over = True
    # AS-16: the turn passes by itself when no diploma is possible.
    if (s.phase == S.DIPLOMA) & (not turn_over):
        turn_over = graduable(s, s.turn) == 0
    if turn_over:
        _end_turn(s)


# A turn: flying


@compiled
def _legal_flights(s: Any, out: Any) -> Any:
    """AS-3: draw a card or take a common one; AS-11: once one was taken, stop."""
    count = note(S.DRAW, can_draw(s), out, ZERO)
    low, high = ZERO, ZERO
    for c in range(S.N_COLOURS):
        # AS-7: a common card that fits; the one put there this turn is not in `common` yet.
        low, high = joined(low, high, c, above(s.common[c], s.tops[s.turn, c]))
    count = note_cards(S.TAKE, low, high, out, count)
    # AS-3: the first card is a must; there is one, since no turn starts with nothing to draw (AS-18).
    return _note_landings(s, out, count) if s.taken else count


@compiled
def fits(s: Any, card: Any) -> Any:
    """AS-4: a card is higher than the last one of its colour's column, if there is one."""
    return value_of(card) > s.tops[s.active, colour_of(card)]


@compiled
def _draw(s: Any) -> Any:
    """AS-5, AS-6: a card of the pile, which is to be placed or is a fall; whether the turn is over."""
    card = _next_card(s)
    s.held = card
    s.taken = 1
    if (s.shared != S.NOTHING) & (not fits(s, card)):
        return _start_fall(s)
    s.phase = S.DRAWN
    if value_of(card) == S.HIGHEST:  # AS-17; it fits on every column, so that it never falls
        _make_discard(s, ZERO)
    return False


@compiled
def _legal_placements(s: Any, out: Any) -> Any:
    """AS-5, AS-6: a drawn card goes to the player's area if it fits, to the common one if none went there this turn."""
    count = note(S.KEEP, fits(s, s.held), out, ZERO)
    return note(S.SHARE, s.shared == S.NOTHING, out, count)


@compiled
def _keep(s: Any, card: Any) -> Any:
    """AS-5, AS-7: a card that fits, drawn or of the common area, goes on its colour's column."""
    c = colour_of(card)
    s.common[c] &= ~bit_of(card)
    s.columns[s.turn, c] |= bit_of(card)
    s.tops[s.turn, c] = value_of(card)
    s.heights[s.turn, c] += 1
    s.taken = 1
    s.held = S.NOTHING
    s.phase = S.FLY


@compiled
def _share(s: Any) -> Any:
    """AS-5, AS-6: the drawn card goes to the common area, where nobody may take it before the turn is over."""
    s.shared = s.held
    s.held = S.NOTHING
    s.phase = S.FLY


# Falls


@compiled
def _start_fall(s: Any) -> Any:
    """AS-10: a player without a book of the colour has a choice, others just fall; whether the turn is over."""
    s.phase = S.FALL
    if s.books[s.turn, colour_of(s.held)] == 0:
        return False
    _fall(s, False)
    return True


@compiled
def _fall(s: Any, bonus: Any) -> Any:
    """AS-9: the drawn card and its colour's column are discarded; AS-10: a bonus saves the card."""
    c = colour_of(s.held)
    if bonus:
        s.hand[s.turn, c] |= bit_of(s.held)
        s.hand_size[s.turn] += 1
    else:
        s.discard[c] |= bit_of(s.held)
    s.discard[c] |= s.columns[s.turn, c]
    _clear_column(s, c)
    s.held = S.NOTHING


@compiled
def _clear_column(s: Any, c: Any) -> Any:
    s.columns[s.turn, c] = 0
    s.tops[s.turn, c] = 0
    s.heights[s.turn, c] = 0


# Landing


@compiled
def _note_landings(s: Any, out: Any, count: Any) -> Any:
    """AS-11: a soft stop lands any column or none, a forced one a column with the fewest cards."""
    soft = s.shared == S.NOTHING
    fewest = _fewest_cards(s)
    tallest = S.HIGHEST if soft else fewest
    for c in range(S.N_COLOURS):
        height = s.heights[s.turn, c]
        count = note(S.LAND + c, (height > 0) & (height <= tallest), out, count)
    nothing_to_land = fewest > S.HIGHEST
    return note(S.STOP, nothing_to_land | (soft & (s.soft_required == 0)), out, count)


@compiled
def _fewest_cards(s: Any) -> Any:
    """How many cards the lowest column of the seat to play has; more than any column can if there is none."""
    fewest = S.HIGHEST + 1
    for c in range(S.N_COLOURS):
        height = int(s.heights[s.turn, c])
        fewest = min(fewest, height if height > 0 else S.HIGHEST + 1)
    return fewest


@compiled
def _land(s: Any, c: Any) -> Any:
    """AS-11: a column is taken into the hand; AS-12: diplomas are possible."""
    s.hand[s.turn, c] |= s.columns[s.turn, c]
    s.hand_size[s.turn] += s.heights[s.turn, c]
    _clear_column(s, c)
    s.phase = S.DIPLOMA


# Diplomas: `diplomas` says which are possible


@compiled
def _legal_diplomas(s: Any, out: Any) -> Any:
    """AS-13: a diploma of a colour, or no more."""
    colours = graduable(s, s.turn)
    count = ZERO
    for c in range(S.N_COLOURS):
        count = note(S.GRADUATE + c, colours >> c & 1, out, count)
    out[count] = S.END
    return count + 1


@compiled
def _award(s: Any) -> Any:
    """AS-13, AS-15: the cards used are traded for books; AS-16: whether the turn is over."""
    gained = s.n_used - S.SMALLEST_DIPLOMA + 1
    s.books[s.turn, s.target] += gained
    s.stock[s.target] -= gained
    s.hand_size[s.turn] -= s.n_used
    for c in range(S.N_COLOURS):
        s.hand[s.turn, c] &= ~s.used[c]
        s.discard[c] |= s.used[c]
        s.used[c] = 0
    s.n_used = 0
    s.highest = 0
    s.next_joker = 0
    s.target = S.NOTHING
    s.idle = -1  # the end of the turn makes it 0
    s.phase = S.DIPLOMA
    return (s.many == 0) | enough_sold_out(s)


# Black Cat


@compiled
def _make_discard(s: Any, start: Any) -> Any:
    """AS-17: the next seat with too many cards, `start` seats after the active one or later; then the 15 is placed."""
    for k in range(start, s.players):
        seat = (s.active + k) % s.players
        if s.hand_size[seat] > S.HAND_LIMIT:
            s.turn = seat
            s.phase = S.CAT
            return
    s.turn = s.active
    s.phase = S.DRAWN


@compiled
def _legal_discards(s: Any, out: Any) -> Any:
    """AS-17: any card in hand."""
    low, high = ZERO, ZERO
    for c in range(S.N_COLOURS):
        low, high = joined(low, high, c, np.int64(s.hand[s.turn, c]))
    return note_cards(S.DISCARD, low, high, out, ZERO)


@compiled
def _discard(s: Any, card: Any) -> Any:
    """AS-17: one card of the surplus; when all of it is gone, the next seat discards."""
    c = colour_of(card)
    s.hand[s.turn, c] &= ~bit_of(card)
    s.discard[c] |= bit_of(card)
    s.hand_size[s.turn] -= 1
    if s.hand_size[s.turn] <= S.HAND_LIMIT:
        _make_discard(s, np.int64((s.turn - s.active + s.players) % s.players + 1))


# The pile


@compiled
def can_draw(s: Any) -> Any:
    """AS-18: there is a card in the pile, or in the discard to make a new one."""
    if s.left > 0:
        return True
    cards = 0
    for c in range(S.N_COLOURS):
        cards |= s.discard[c]
    return cards != 0


@compiled
def _next_card(s: Any) -> Any:
    """AS-18: the next card of the pile, made of the discard if it is empty."""
    if s.left == 0:
        _reshuffle(s)
    card = int(draw_from(s, s.pile, s.left))
    s.left -= 1
    s.pile[s.left] = S.NOTHING
    show(s, card)
    return card


@compiled
def _reshuffle(s: Any) -> Any:
    for card in range(S.N_CARDS):
        if s.discard[colour_of(card)] & bit_of(card):
            s.pile[s.left] = card
            s.left += 1
    for c in range(S.N_COLOURS):
        s.discard[c] = 0


@compiled
def stack(s: Any, card: Any) -> Any:
    """AS-18: any card of the pile can be the next, or of the discard when the pile is empty."""
    if card < 0 or card >= S.N_CARDS or s.n_stacked == len(s.stacked) or count_stacked(s, card) > 0:
        return False
    if s.left == 0:
        possible = s.discard[colour_of(card)] & bit_of(card) != 0
    else:
        possible = False
        for i in range(s.left):
            possible |= s.pile[i] == card
    if possible:
        push(s, card)
    return possible


# The end


@compiled
def _end_turn(s: Any) -> Any:
    """AS-7: the card put in the common area may now be taken; AS-18 to AS-20: the next turn, or the end."""
    if s.shared != S.NOTHING:
        s.common[colour_of(s.shared)] |= bit_of(s.shared)
        s.shared = S.NOTHING
    s.taken = 0
    s.phase = S.FLY
    s.idle += 1
    s.active = s.active + 1 if s.active + 1 < s.players else 0
    s.turn = s.active
    if (s.idle >= s.stall_limit) | (not can_draw(s)) | enough_sold_out(s):
        s.turn = -1


@compiled
def enough_sold_out(s: Any) -> Any:
    """AS-19: books of few enough colours are left."""
    colours = 0
    for c in range(S.N_COLOURS):
        colours += s.stock[c] > 0
    return colours <= colours_to_end(s)


@compiled
def colours_to_end(s: Any) -> Any:
    """AS-19: the game ends once books of at most 3 colours are left, or of at most 2 with four or five players."""
    return 3 if s.players <= 3 else 2


@compiled
def points(s: Any, seat: Any) -> Any:
    """AS-21: a point a book, and one for all five colours, once or for each complete set."""
    total = 0
    sets = int(s.books[seat, 0])
    for c in range(S.N_COLOURS):
        total += int(s.books[seat, c])
        sets = min(sets, int(s.books[seat, c]))
    return total + (sets if s.per_set else min(sets, 1))


@compiled
def scores(s: Any, out: Any) -> Any:
    for seat in range(s.players):
        out[seat] = points(s, seat)


@compiled
def winners(s: Any) -> Any:
    """AS-21: the highest score, then the most cards in hand, then a joint win; one bit per seat."""
    best = -1
    won = 0
    for seat in range(s.players):
        rank = points(s, seat) * 128 + int(s.hand_size[seat])
        if rank > best:
            best = rank
            won = 0
        if rank == best:
            won |= 1 << seat
    return won
