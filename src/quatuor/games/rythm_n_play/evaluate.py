"""How good a position of Rythm'n'Play looks to a seat: the evaluation of the greedy bot."""

from typing import Any

from quatuor.core.compiled import compiled
from quatuor.games.rythm_n_play import state as S
from quatuor.games.rythm_n_play.rules import composable, half_beats, half_points

# What a card in hand promises while many PLAY cards are still to be drawn, in points. An accidental can follow any
# note and close a staff; a beat costs a point at the end and buys a card before; a full hand cannot draw.
NOTE, TILT, ACCIDENTAL, BEAT = 0.15, 0.03, 2.5, 1.1
FULL, NEARLY_FULL = 1.0, 0.2
# With fewer cards left to draw than this, the promises fade.
LATE = 10
# How likely a player who can extend the staff does so, and how much each kind that may follow lowers its worth to them.
EXTENDS, DANGER = 0.6, 0.25
FACE_UP = 3


@compiled
def evaluate(s: Any, seat: Any) -> Any:
    """Own prospects minus the mean of the others'.

    The staff is shared out by chance: whoever played its last card gets it, unless a player before them extends it.
    """
    n = s.players
    # The seat that discards its surplus has had its turn.
    start = max(s.turn, 0) + (s.phase == S.SURPLUS)
    unclaimed = 1.0 if s.turn >= 0 and s.length > 0 else 0.0
    kinds = composable(s)
    total = 0.0
    for i in range(n):
        k = (start + i) % n
        worth = _prospects(s, k)
        if unclaimed > 0.0:
            if k == s.last:
                worth += unclaimed * s.length
                unclaimed = 0.0
            else:
                followers = _best_extension(s, k, kinds)
                if followers >= 0:
                    worth += unclaimed * EXTENDS * (s.length + 1) / (1.0 + DANGER * followers * (n - 1))
                    unclaimed *= 1.0 - EXTENDS
        total += worth if k == seat else -worth / (n - 1)
    return total


@compiled
def _prospects(s: Any, seat: Any) -> Any:
    """The points so far, and what the hand promises."""
    points = half_points(s, seat) / 2
    if s.turn < 0:
        return points
    surplus = max(s.n_play[seat] + s.n_rythm[seat] - S.HAND_LIMIT, 0)
    promise = 0.0
    for note in range(S.N_NOTES):
        tilt = TILT * (note - S.SI / 2)
        promise += s.hand[seat, note] * (NOTE + (-tilt if s.key == S.FLAT else tilt))
    promise += ACCIDENTAL * (s.hand[seat, S.SHARP] + s.hand[seat, S.FLAT])
    promise *= (s.n_play[seat] - surplus) / max(s.n_play[seat], 1)
    promise += BEAT * half_beats(s, seat) / 2
    room = S.HAND_LIMIT - s.n_play[seat] - s.n_rythm[seat]
    cramped = FULL if room <= 0 else NEARLY_FULL if room == 1 else 0.0
    return points - FACE_UP * surplus - cramped + promise * min(s.play_left / LATE, 1.0)


@compiled
def _best_extension(s: Any, seat: Any, kinds: Any) -> Any:
    """How many kinds could follow the safest card with which a seat can extend the staff; -1 if it has none."""
    best = -1
    for card in range(S.N_PLAY_KINDS):
        if s.hand[seat, card] > 0 and kinds >> card & 1:
            if card < S.SHARP:
                followers = 2 + (S.SI - card if s.key == S.SHARP else card)
            else:
                followers = S.SI - s.note if card == S.SHARP else s.note
            if best < 0 or followers < best:
                best = followers
    return best
