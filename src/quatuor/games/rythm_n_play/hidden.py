"""What a seat of Rythm'n'Play does not know.

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

from quatuor.core.chance import below, forget_chance, notice_shown
from quatuor.core.compiled import compiled, wrapping
from quatuor.games.rythm_n_play import state as S


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
