"""What a seat of Rythm'n'Play does not know, and what it knows as numbers.

The PLAY cards that a seat has not seen may lie anywhere in the others' hands and the pile. Of the RYTHM cards it
remembers more: when the discard is reshuffled into the empty pile, all that is neither there nor in its own hand is
in the others' hands. `sure[observer]` keeps how many cards of each kind are still known to be held by the others
(`sure[PUBLIC]`: by all, as a spectator knows); each RYTHM card that another seat discards makes the observer sure of
one less of that kind. A redeal gives the sure cards to any places of the others' hands, and all other places what is
left: with two players exactly what memory and chance allow. With more, which of the others can hold a remembered
card is not remembered.

No kind is ever sure in more copies than the others hold, nor in fewer than `sure[PUBLIC]` less the observer's own:
so a state stays whole however often it is redealt, for whomever, and played on.
"""

from typing import Any

import numpy as np

from quatuor.core.chance import below, forget_chance, notice_shown
from quatuor.core.compiled import compiled, wrapping
from quatuor.games.rythm_n_play import state as S

# Per seat from the observer: in play, PLAY and RYTHM held, won, face up by kind. Then the observer's hand,
# the unseen cards by kind, the RYTHM cards surely in others' hands, the RYTHM discard; the staff by kind, its
# last note, whether an accidental follows it, its length, who played its last card; key (2), both piles, option,
# turns waited for the last staff, phase (3), who plays.
_PER_SEAT = 4 + S.N_PLAY_KINDS
OBSERVATION_SIZE = (
    S.MAX_PLAYERS * _PER_SEAT
    + 2 * S.N_KINDS
    + 2 * S.N_RYTHM_KINDS
    + (S.N_PLAY_KINDS + S.N_NOTES + 2 + S.MAX_PLAYERS)
    + (2 + 2 + 1 + 1)
    + (3 + S.MAX_PLAYERS)
)


@wrapping
def notice(s: Any, mover: Any, seat: Any, key: Any) -> Any:
    """The player who draws sees the card; the others only see that a card was drawn."""
    return notice_shown(s, mover, seat, key) if mover == seat else key


@compiled
def redeal(s: Any, seat: Any, seed: Any) -> Any:
    """Deal all that the seat has not seen anew; what other seats alone know is made to fit."""
    forget_chance(s, seed)
    s.n_shown = 0
    for k in range(len(s.shown)):
        s.shown[k] = 0
    if s.turn < 0:  # all hands are shown to be counted
        return
    # The unseen cards are put together, by kind, in the hand of the seat to the left; -1 has seat 0 to its left.
    heap = (seat + 1) % s.players
    _gather(s, seat, heap)
    _deal_play(s, seat, heap)
    _deal_rythm(s, seat, heap)
    if s.reshuffled:
        _fit_memories(s, seat)


@compiled
def _gather(s: Any, seat: Any, heap: Any) -> Any:
    for i in range(s.play_left):
        s.hand[heap, s.play_pile[i]] += 1
    for i in range(s.rythm_left):
        s.hand[heap, s.rythm_pile[i]] += 1
    for other in range(s.players):
        if other != seat and other != heap:
            for kind in range(S.N_KINDS):
                s.hand[heap, kind] += s.hand[other, kind]
                s.hand[other, kind] = 0


@compiled
def _deal_play(s: Any, seat: Any, heap: Any) -> Any:
    left = 0
    for kind in range(S.N_PLAY_KINDS):
        for _ in range(s.hand[heap, kind]):
            s.play_pile[left] = kind
            left += 1
        s.hand[heap, kind] = 0
    for other in range(s.players):
        if other != seat:
            _deal(s, other, s.n_play[other], s.play_pile, left)
            left -= s.n_play[other]


@compiled
def _deal(s: Any, seat: Any, count: Any, cards: Any, left: Any) -> Any:
    """Deal a seat so many cards at random from the first `left` of these."""
    for end in range(left, left - count, -1):
        s.hand[seat, _take(cards, below(s, end), end)] += 1


@compiled
def _take(cards: Any, at: Any, end: Any) -> Any:
    """Take the card at a place; the last one before `end` fills the gap."""
    card = cards[at]
    cards[at] = cards[end - 1]
    cards[end - 1] = S.NOTHING
    return card


@compiled
def _deal_rythm(s: Any, seat: Any, heap: Any) -> Any:
    observer = seat if seat >= 0 else S.PUBLIC
    left = 0
    for k in range(S.N_RYTHM_KINDS):
        for _ in range(s.hand[heap, S.WHOLE + k] - s.sure[observer, k]):
            s.rythm_pile[left] = S.WHOLE + k
            left += 1
        s.hand[heap, S.WHOLE + k] = 0
    # The sure cards lie behind the others until they are dealt.
    sure_from = left
    sure_left = 0
    for k in range(S.N_RYTHM_KINDS):
        for _ in range(s.sure[observer, k]):
            s.rythm_pile[sure_from + sure_left] = S.WHOLE + k
            sure_left += 1
    places = 0
    for other in range(s.players):
        if other != seat:
            places += s.n_rythm[other]
    for other in range(s.players):
        if other == seat:
            continue
        for _ in range(s.n_rythm[other]):
            # Of all places left, each is as likely to hold each sure card.
            at = below(s, places)
            places -= 1
            if at < sure_left:
                s.hand[other, _take(s.rythm_pile, sure_from + at, sure_from + sure_left)] += 1
                sure_left -= 1
            else:
                s.hand[other, _take(s.rythm_pile, below(s, left), left)] += 1
                left -= 1


@compiled
def _fit_memories(s: Any, seat: Any) -> Any:
    """What the other seats are sure of would tell what they held: now it follows from what they were dealt.

    The hands hold at least what a spectator is sure of, so each seat is sure of what its own hand leaves of that.
    """
    for other in range(s.players):
        if other != seat:
            for k in range(S.N_RYTHM_KINDS):
                s.sure[other, k] = max(s.sure[S.PUBLIC, k] - s.hand[other, S.WHOLE + k], 0)


@compiled
def observe(s: Any, seat: Any, out: Any) -> Any:
    for i in range(OBSERVATION_SIZE):
        out[i] = 0.0
    n = np.int64(s.players)
    me = max(seat, 0)
    for k in range(n):
        who = (me + k) % n
        at = k * _PER_SEAT
        out[at] = 1.0
        out[at + 1] = s.n_play[who] / S.FULLEST_HAND
        out[at + 2] = s.n_rythm[who] / S.FULLEST_HAND
        out[at + 3] = s.won[who] / S.N_PLAY
        for kind in range(S.N_PLAY_KINDS):
            out[at + 4 + kind] = s.face_up[who, kind] / S.PLAY_COPIES
    at = S.MAX_PLAYERS * _PER_SEAT
    _observe_cards(s, seat, out, at)
    at += 2 * S.N_KINDS + 2 * S.N_RYTHM_KINDS
    _observe_staff(s, me, out, at)
    at += S.N_PLAY_KINDS + S.N_NOTES + 2 + S.MAX_PLAYERS
    if s.key >= S.SHARP:
        out[at + np.int64(s.key) - S.SHARP] = 1.0
    out[at + 2] = s.play_left / S.N_PLAY
    out[at + 3] = s.rythm_left / S.N_RYTHM
    out[at + 4] = s.last_staff
    out[at + 5] = (s.quiet + 1) / (S.MAX_PLAYERS + 1)
    at += 6
    if s.turn >= 0:
        out[at + np.int64(s.phase)] = 1.0
        out[at + 3 + (s.turn - me + n) % n] = 1.0


@compiled
def _observe_cards(s: Any, seat: Any, out: Any, at: Any) -> Any:
    """The observer's hand, then what lies unseen in piles and other hands, then what is known of the RYTHM cards."""
    unseen = at + S.N_KINDS
    for i in range(s.play_left):
        out[unseen + np.int64(s.play_pile[i])] += 1.0
    for i in range(s.rythm_left):
        out[unseen + np.int64(s.rythm_pile[i])] += 1.0
    for who in range(s.players):
        first = at if who == seat else unseen
        for kind in range(S.N_KINDS):
            out[first + kind] += s.hand[who, kind]
    # Counted in whole cards first: sums of fractions would depend on the order.
    for kind in range(S.N_KINDS):
        copies = S.PLAY_COPIES if kind < S.WHOLE else S.RYTHM_COPIES[kind - S.WHOLE]
        out[at + kind] /= copies
        out[unseen + kind] /= copies
    known = unseen + S.N_KINDS
    observer = seat if seat >= 0 else S.PUBLIC
    for k in range(S.N_RYTHM_KINDS):
        out[known + k] = s.sure[observer, k] / S.RYTHM_COPIES[k]
        out[known + S.N_RYTHM_KINDS + k] = s.discarded[k] / S.RYTHM_COPIES[k]


@compiled
def _observe_staff(s: Any, me: Any, out: Any, at: Any) -> Any:
    for i in range(s.length):
        out[at + np.int64(s.staff[i])] += 1.0
    for kind in range(S.N_PLAY_KINDS):
        out[at + kind] /= S.PLAY_COPIES
    at += S.N_PLAY_KINDS
    if s.length > 0:
        out[at + np.int64(s.note)] = 1.0
        out[at + S.N_NOTES] = s.staff[s.length - 1] >= S.SHARP
        out[at + S.N_NOTES + 1] = s.length / S.N_PLAY
        n = np.int64(s.players)
        out[at + S.N_NOTES + 2 + (s.last - me + n) % n] = 1.0
