"""The rules of Rythm'n'Play: RP-1 to RP-12."""

from typing import Any

import numpy as np

from quatuor.core.chance import CARDS, below, count_stacked, draw_from, nothing_shown, push, seeded, show
from quatuor.core.compiled import compiled
from quatuor.games.rythm_n_play import state as S

# Where the options stand in the numbers that `encode` makes.
CONFIG_PLAYERS, CONFIG_FIRST, CONFIG_LAST_STAFF = range(3)

# Sets of PLAY kinds, one bit each.
NOTES = (1 << S.N_NOTES) - 1
ACCIDENTALS = (1 << S.SHARP) | (1 << S.FLAT)


@compiled
def setup(s: Any, config: Any, seed: Any) -> Any:
    n = config[CONFIG_PLAYERS]
    s.rng = seeded(seed, CARDS)
    s.players = n
    s.last_staff = config[CONFIG_LAST_STAFF]
    nothing_shown(s)
    _clear_table(s)
    _make_piles(s)
    # The first player is drawn even when it is given, so that it does not change the cards.
    drawn = below(s, n)
    s.first = drawn if config[CONFIG_FIRST] < 0 else config[CONFIG_FIRST]
    for seat in range(n):
        for _ in range(S.DEALT_PLAY):
            s.hand[seat, _next_play(s)] += 1
        s.hand[seat, _next_rythm(s)] += 1
        s.n_play[seat] = S.DEALT_PLAY
        s.n_rythm[seat] = 1
    # RP-2: the key is the choice of the player to the right of the first.
    s.phase = S.KEY
    s.turn = s.first - 1 if s.first > 0 else n - 1


@compiled
def _clear_table(s: Any) -> Any:
    s.key = S.NOTHING
    s.quiet = S.NOTHING
    s.length = 0
    s.note = S.NOTHING
    s.last = S.NOTHING
    s.n_discarded = 0
    s.reshuffled = 0
    for seat in range(S.MAX_PLAYERS):
        s.n_play[seat] = 0
        s.n_rythm[seat] = 0
        s.won[seat] = 0
        for kind in range(S.N_KINDS):
            s.hand[seat, kind] = 0
        for kind in range(S.N_PLAY_KINDS):
            s.face_up[seat, kind] = 0
    for kind in range(S.N_PLAY_KINDS):
        s.collected[kind] = 0
    for k in range(S.N_RYTHM_KINDS):
        s.discarded[k] = 0
        for observer in range(S.MAX_PLAYERS + 1):
            s.sure[observer, k] = 0
    for i in range(S.N_PLAY):
        s.staff[i] = S.NOTHING


@compiled
def _make_piles(s: Any) -> Any:
    """RP-1."""
    for i in range(S.N_PLAY):
        s.play_pile[i] = i // S.PLAY_COPIES
    s.play_left = S.N_PLAY
    at = 0
    for k in range(S.N_RYTHM_KINDS):
        for _ in range(S.RYTHM_COPIES[k]):
            s.rythm_pile[at] = S.WHOLE + k
            at += 1
    s.rythm_left = S.N_RYTHM


@compiled
def _next_play(s: Any) -> Any:
    card = draw_from(s, s.play_pile, s.play_left)
    s.play_left -= 1
    s.play_pile[s.play_left] = S.NOTHING
    return card


@compiled
def _next_rythm(s: Any) -> Any:
    card = draw_from(s, s.rythm_pile, s.rythm_left)
    s.rythm_left -= 1
    s.rythm_pile[s.rythm_left] = S.NOTHING
    return card


@compiled
def composable(s: Any) -> Any:
    """RP-3, RP-4: the PLAY kinds that may end the staff now, one bit each."""
    if s.length == 0:
        return NOTES
    below_note = (1 << np.int64(s.note)) - 1
    above_note = NOTES ^ (2 * below_note + 1)
    kinds = above_note if s.key == S.SHARP else below_note
    return kinds | (ACCIDENTALS if s.staff[s.length - 1] < S.SHARP else 0)


@compiled
def exchange_row(s: Any, seat: Any) -> Any:
    """RP-6: the row of `EXCHANGES_OF_ROW` for what a seat holds."""
    wholes: Any = np.int64(s.hand[seat, S.WHOLE] > 0)
    halves = min(np.int64(s.hand[seat, S.HALF]), 2)
    quarters = min(np.int64(s.hand[seat, S.QUARTER]), 4)
    pairs = min(np.int64(s.hand[seat, S.EIGHTH]) >> 1, 3)
    return ((wholes * 3 + halves) * 5 + quarters) * 4 + pairs


@compiled
def may_draw(s: Any, seat: Any) -> Any:
    """RP-7, RP-9: there is a RYTHM card to draw, and room for it once every PLAY card is discarded."""
    return (s.rythm_left + s.n_discarded > 0) & (s.n_rythm[seat] < S.HAND_LIMIT)


@compiled
def legal(s: Any, out: Any) -> Any:
    seat = s.turn
    if seat < 0:
        return 0
    # Written without branches: every candidate is noted, and counted only if it is legal.
    if s.phase == S.TURN:
        mine = s.last == seat  # RP-5: compose or collect
        row = 0 if mine or s.play_left == 0 else exchange_row(s, seat)
        for i in range(S.MAX_EXCHANGES):
            out[i] = S.EXCHANGES_OF_ROW[row, i]
        count: Any = np.int64(S.N_EXCHANGES_OF_ROW[row])
        kinds = composable(s)
        for kind in range(S.N_PLAY_KINDS):
            out[count] = S.COMPOSE + kind
            count += (s.hand[seat, kind] > 0) & (kinds >> kind & 1)
        out[count] = S.COLLECT
        count += mine
        out[count] = S.DRAW
        count += (not mine) & may_draw(s, seat)
        out[count] = S.PASS
        return count + (count == 0)
    if s.phase == S.SURPLUS:
        count = 0
        for kind in range(S.N_PLAY_KINDS):
            out[count] = S.DISCARD + kind
            count += s.hand[seat, kind] > 0
        return count
    out[0] = S.KEY_SHARP
    out[1] = S.KEY_FLAT
    return 2


@compiled
def apply(s: Any, action: Any) -> Any:
    s.n_shown = 0
    if action < S.COMPOSE:
        _exchange(s, action - S.EXCHANGE)
        _check_hand(s)
    elif action < S.COLLECT:
        _compose(s, action - S.COMPOSE)
        _next_turn(s)
    elif action == S.COLLECT:
        _collect(s)
    elif action == S.DRAW:
        _draw(s)
        _check_hand(s)
    elif action < S.PASS:
        _discard(s, action - S.DISCARD)
        _check_hand(s)
    elif action == S.PASS:
        _end_turn(s)
    else:
        s.key = S.SHARP + action - S.KEY_SHARP
        s.phase = S.TURN
        s.turn = s.first


@compiled
def _compose(s: Any, card: Any) -> Any:
    """RP-3: a note is the next one to go on from; RP-4: an accidental sets the key."""
    s.hand[s.turn, card] -= 1
    s.n_play[s.turn] -= 1
    s.staff[s.length] = card
    s.length += 1
    s.last = s.turn
    if card < S.SHARP:
        s.note = card
    else:
        s.key = card


@compiled
def _collect(s: Any) -> Any:
    """RP-5; RP-10, RP-11: the game ends with the first staff collected while the PLAY pile is empty."""
    s.won[s.turn] += s.length
    for i in range(s.length):
        s.collected[s.staff[i]] += 1
        s.staff[i] = S.NOTHING
    s.length = 0
    s.note = S.NOTHING
    s.last = S.NOTHING
    if s.play_left == 0:
        s.turn = -1
    else:
        _next_turn(s)


@compiled
def _exchange(s: Any, exchange: Any) -> Any:
    """RP-6."""
    seat = s.turn
    for k in range(S.N_RYTHM_KINDS):
        used = S.EXCHANGES[exchange, k]
        s.hand[seat, S.WHOLE + k] -= used
        s.n_rythm[seat] -= used
        s.discarded[k] += used
        s.n_discarded += used
    if s.reshuffled:
        _forget_discarded(s, exchange)
    cards = min(S.BEATS[exchange], s.play_left)
    for _ in range(cards):
        card = _next_play(s)
        show(s, card)
        s.hand[seat, card] += 1
    s.n_play[seat] += cards


@compiled
def _forget_discarded(s: Any, exchange: Any) -> Any:
    """A card seen going may be one that was known to be held: the other seats are sure of one less."""
    for observer in range(S.MAX_PLAYERS + 1):
        if observer != s.turn:
            for k in range(S.N_RYTHM_KINDS):
                s.sure[observer, k] = max(s.sure[observer, k] - S.EXCHANGES[exchange, k], 0)


@compiled
def _draw(s: Any) -> Any:
    """RP-7."""
    if s.rythm_left == 0:
        _reshuffle(s)
    card = _next_rythm(s)
    show(s, card)
    s.hand[s.turn, card] += 1
    s.n_rythm[s.turn] += 1


@compiled
def _reshuffle(s: Any) -> Any:
    """The RYTHM discard becomes the pile; a player who remembers it knows which cards the others hold together."""
    for k in range(S.N_RYTHM_KINDS):
        for _ in range(s.discarded[k]):
            s.rythm_pile[s.rythm_left] = S.WHOLE + k
            s.rythm_left += 1
        held = S.RYTHM_COPIES[k] - s.discarded[k]
        s.sure[S.PUBLIC, k] = held
        for seat in range(s.players):
            s.sure[seat, k] = held - s.hand[seat, S.WHOLE + k]
        s.discarded[k] = 0
    s.n_discarded = 0
    s.reshuffled = 1


@compiled
def _discard(s: Any, kind: Any) -> Any:
    """RP-9: a PLAY card of the surplus, face up for good."""
    s.hand[s.turn, kind] -= 1
    s.n_play[s.turn] -= 1
    s.face_up[s.turn, kind] += 1


@compiled
def _check_hand(s: Any) -> Any:
    """RP-9: the surplus goes before the turn does."""
    if s.n_play[s.turn] + s.n_rythm[s.turn] > S.HAND_LIMIT:
        s.phase = S.SURPLUS
    else:
        s.phase = S.TURN
        _end_turn(s)


@compiled
def _end_turn(s: Any) -> Any:
    """RP-10: with PLAY pile and staff empty the game is over, or waits n turns for one more staff."""
    if s.play_left == 0 and s.length == 0:
        s.quiet += 1
        if s.last_staff == 0 or s.quiet == s.players:
            s.turn = -1
            return
    _next_turn(s)


@compiled
def _next_turn(s: Any) -> Any:
    s.turn = s.turn + 1 if s.turn + 1 < s.players else 0


@compiled
def stack(s: Any, card: Any) -> Any:
    """A PLAY card of its pile, or a RYTHM card of its pile or, once that is empty, of the discard (RP-7)."""
    if s.n_stacked == len(s.stacked) or card < 0 or card >= S.N_KINDS:
        return False
    copies = 0
    if card < S.WHOLE:
        for i in range(s.play_left):
            copies += s.play_pile[i] == card
    elif s.rythm_left > 0:
        for i in range(s.rythm_left):
            copies += s.rythm_pile[i] == card
    else:
        copies += s.discarded[card - S.WHOLE]
    if copies <= count_stacked(s, card):
        return False
    push(s, card)
    return True


@compiled
def half_beats(s: Any, seat: Any) -> Any:
    """What the RYTHM cards in a hand are worth, in eighths."""
    total = np.int64(0)
    for k in range(S.N_RYTHM_KINDS):
        total += np.int64(s.hand[seat, S.WHOLE + k]) * S.HALF_BEATS[k]
    return total


@compiled
def half_points(s: Any, seat: Any) -> Any:
    """RP-12, in halves of a point."""
    face_up = np.int64(0)
    for kind in range(S.N_PLAY_KINDS):
        face_up += s.face_up[seat, kind]
    return 2 * np.int64(s.won[seat]) - 6 * face_up - half_beats(s, seat)


@compiled
def scores(s: Any, out: Any) -> Any:
    for seat in range(s.players):
        out[seat] = half_points(s, seat) / 2


@compiled
def winners(s: Any) -> Any:
    """RP-12: the highest score, then the fewest RYTHM cards in hand, then a joint win; one bit per seat."""
    best = np.int64(-10000)
    won = 0
    for seat in range(s.players):
        rank = half_points(s, seat) * 8 - s.n_rythm[seat]
        if rank > best:
            best = rank
            won = 0
        if rank == best:
            won |= 1 << seat
    return won
