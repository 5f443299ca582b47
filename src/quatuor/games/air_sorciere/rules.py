"""The rules of Air Sorcière: AS-1 to AS-21."""

from typing import Any

import numpy as np

from quatuor.core.compiled import compiled
from quatuor.core.generator import CARDS, below, count_stacked, draw_from, nothing_shown, push, seeded, show
from quatuor.games.air_sorciere import state as S
from quatuor.games.air_sorciere.diplomas import graduable, legal_uses, use
from quatuor.games.air_sorciere.masks import ZERO, note_cards

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
        s.stock[c] = min(n + 5, 9)  # AS-1
    for card in range(S.N_CARDS):
        s.pile[card] = card
    s.left = S.N_CARDS
    s.idle = 0
    s.n_used = 0
    s.highest = 0
    s.next_joker = 0
    s.target = S.NOTHING
    s.held = S.NOTHING
    s.shared = S.NOTHING
    s.taken = 0
    s.phase = S.FLY
    s.active = s.first
    s.turn = s.first


@compiled
def legal(s: Any, out: Any) -> Any:
    if s.turn < 0:
        return 0
    # Written without branches: every candidate is noted, and counted only if it is legal.
    if s.phase == S.FLY:
        return _legal_flights(s, out)
    if s.phase == S.DRAWN:
        kept = int(fits(s, s.held))
        out[0] = S.KEEP
        out[kept] = S.SHARE
        return kept + int(s.shared == S.NOTHING)
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
def _legal_flights(s: Any, out: Any) -> Any:
    """AS-3, AS-7, AS-11."""
    seat = s.turn
    out[0] = S.DRAW
    count = np.int64(can_draw(s))
    low = ZERO
    for c in range(S.LAST):
        low |= ((np.int64(s.common[c]) >> s.tops[seat, c]) << s.tops[seat, c]) << (S.HIGHEST * c)
    high = (np.int64(s.common[S.LAST]) >> s.tops[seat, S.LAST]) << s.tops[seat, S.LAST]
    count = note_cards(low, high, np.int64(S.TAKE), out, count)
    # AS-3: the first card is a must; there is one, since no turn starts with nothing to draw (AS-18).
    stops = s.taken == 1
    fewest = S.HIGHEST + 1
    for c in range(S.N_COLOURS):
        height = int(s.heights[seat, c])
        fewest = min(fewest, height if height > 0 else S.HIGHEST + 1)
    soft = s.shared == S.NOTHING
    tallest = (S.HIGHEST if soft else fewest) if stops else 0
    for c in range(S.N_COLOURS):
        out[count] = S.LAND + c
        count += (s.heights[seat, c] > 0) & (s.heights[seat, c] <= tallest)
    out[count] = S.STOP
    return count + int(stops & ((fewest > S.HIGHEST) | (soft & (s.soft_required == 0))))


@compiled
def can_draw(s: Any) -> Any:
    """AS-18."""
    if s.left > 0:
        return True
    cards = 0
    for c in range(S.N_COLOURS):
        cards |= s.discard[c]
    return cards != 0


@compiled
def fits(s: Any, card: Any) -> Any:
    """AS-4."""
    return card % S.HIGHEST >= s.tops[s.active, card // S.HIGHEST]


@compiled
def _legal_discards(s: Any, out: Any) -> Any:
    """AS-17."""
    low = ZERO
    for c in range(S.LAST):
        low |= np.int64(s.hand[s.turn, c]) << (S.HIGHEST * c)
    return note_cards(low, np.int64(s.hand[s.turn, S.LAST]), np.int64(S.DISCARD), out, ZERO)


@compiled
def _legal_diplomas(s: Any, out: Any) -> Any:
    """AS-16."""
    colours = graduable(s, s.turn)
    count = 0
    for c in range(S.N_COLOURS):
        out[count] = S.GRADUATE + c
        count += colours >> c & 1
    out[count] = S.END
    return count + 1


@compiled
def apply(s: Any, action: Any) -> Any:
    s.n_shown = 0
    turn_over = False
    if action == S.DRAW:
        turn_over = _draw(s)
    elif action <= S.SHARE:
        _place(s, int(action - S.TAKE if action < S.KEEP else s.held), action != S.SHARE)
    elif action <= S.DECLINE:
        _fall(s, np.int64(action == S.BONUS))
        turn_over = True
    elif action < S.STOP:
        _land(s, action - S.LAND)
        s.phase = S.DIPLOMA
    elif action < S.DISCARD:
        turn_over = True
    elif action < S.GRADUATE:
        _discard(s, action - S.DISCARD)
    elif action < S.USE_CARD:
        s.target = action - S.GRADUATE
        s.phase = S.USE
    elif action < S.AWARD:
        use(s, action - S.USE_CARD)
    elif action < S.END:
        turn_over = _award(s)
    else:
        turn_over = True
    # AS-16: the turn passes by itself when no diploma is possible.
    if (s.phase == S.DIPLOMA) & (not turn_over):
        turn_over = graduable(s, s.turn) == 0
    if turn_over:
        _end_turn(s)


@compiled
def _draw(s: Any) -> Any:
    """AS-5, AS-6, AS-17, AS-18; whether the turn is over."""
    if s.left == 0:
        _reshuffle(s)
    card = int(draw_from(s, s.pile, s.left))
    s.left -= 1
    s.pile[s.left] = S.NOTHING
    show(s, card)
    s.held = card
    s.taken = 1
    s.phase = S.DRAWN
    if (s.shared == S.NOTHING) | fits(s, card):
        # AS-17: a 15 fits on every column, so that it never falls.
        if card % S.HIGHEST == S.HIGHEST - 1:
            _make_discard(s, ZERO)
        return False
    s.phase = S.FALL
    if s.books[s.turn, card // S.HIGHEST] == 0:
        return False
    _fall(s, ZERO)
    return True


@compiled
def _reshuffle(s: Any) -> Any:
    for card in range(S.N_CARDS):
        if s.discard[card // S.HIGHEST] >> card % S.HIGHEST & 1:
            s.pile[s.left] = card
            s.left += 1
    for c in range(S.N_COLOURS):
        s.discard[c] = 0


@compiled
def _place(s: Any, card: Any, own: Any) -> Any:
    """AS-5 to AS-7: a card, drawn or of the common area, to the own area, else to the common one; without branches."""
    c = card // S.HIGHEST
    i = card % S.HIGHEST
    s.common[c] &= ~(1 << i)
    s.columns[s.turn, c] |= int(own) << i
    s.tops[s.turn, c] = i + 1 if own else s.tops[s.turn, c]
    s.heights[s.turn, c] += int(own)
    s.shared = s.shared if own else card
    s.taken = 1
    s.held = S.NOTHING
    s.phase = S.FLY


@compiled
def _clear_column(s: Any, c: Any) -> Any:
    s.columns[s.turn, c] = 0
    s.tops[s.turn, c] = 0
    s.heights[s.turn, c] = 0


@compiled
def _fall(s: Any, bonus: Any) -> Any:
    """AS-9, AS-10."""
    card = int(s.held)
    c = card // S.HIGHEST
    bit = 1 << card % S.HIGHEST
    if bonus:
        s.hand[s.turn, c] |= bit
        s.hand_size[s.turn] += 1
        bit = 0
    s.discard[c] |= s.columns[s.turn, c] | bit
    _clear_column(s, c)
    s.held = S.NOTHING


@compiled
def _land(s: Any, c: Any) -> Any:
    """AS-11."""
    s.hand[s.turn, c] |= s.columns[s.turn, c]
    s.hand_size[s.turn] += s.heights[s.turn, c]
    _clear_column(s, c)


@compiled
def _make_discard(s: Any, start: Any) -> Any:
    """AS-17: the next seat, from so many after the active one, that has too many cards; then the 15 is dealt with."""
    for k in range(start, s.players):
        seat = (s.active + k) % s.players
        if s.hand_size[seat] > S.HAND_LIMIT:
            s.turn = seat
            s.phase = S.CAT
            return
    s.turn = s.active
    s.phase = S.DRAWN


@compiled
def _discard(s: Any, card: Any) -> Any:
    c = card // S.HIGHEST
    bit = 1 << card % S.HIGHEST
    s.hand[s.turn, c] &= ~bit
    s.discard[c] |= bit
    s.hand_size[s.turn] -= 1
    if s.hand_size[s.turn] <= S.HAND_LIMIT:
        _make_discard(s, np.int64((s.turn - s.active + s.players) % s.players + 1))


@compiled
def _award(s: Any) -> Any:
    """AS-13, AS-15, AS-16; whether the turn is over."""
    gained = s.n_used - S.FEWEST + 1
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


@compiled
def enough_sold_out(s: Any) -> Any:
    """AS-19."""
    colours = 0
    for c in range(S.N_COLOURS):
        colours += s.stock[c] > 0
    return colours <= (3 if s.players <= 3 else 2)


@compiled
def _end_turn(s: Any) -> Any:
    """AS-18 to AS-20."""
    shared = max(int(s.shared), 0)
    s.common[shared // S.HIGHEST] |= int(s.shared != S.NOTHING) << shared % S.HIGHEST
    s.shared = S.NOTHING
    s.taken = 0
    s.phase = S.FLY
    s.idle += 1
    s.active = s.active + 1 if s.active + 1 < s.players else 0
    s.turn = s.active
    if (s.idle >= s.stall_limit) | (not can_draw(s)) | enough_sold_out(s):
        s.turn = -1


@compiled
def stack(s: Any, card: Any) -> Any:
    """AS-18: any card of the pile can be the next, or of the discard when the pile is empty."""
    if card < 0 or card >= S.N_CARDS or s.n_stacked == len(s.stacked) or count_stacked(s, card) > 0:
        return False
    if s.left == 0:
        possible = s.discard[card // S.HIGHEST] >> card % S.HIGHEST & 1 == 1
    else:
        possible = False
        for i in range(s.left):
            possible |= s.pile[i] == card
    if possible:
        push(s, card)
    return possible


@compiled
def points(s: Any, seat: Any) -> Any:
    """AS-21."""
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
    """AS-21: the highest score, then the most cards in hand, then a joint win; one bit a seat."""
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
