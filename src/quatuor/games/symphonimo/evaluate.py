"""How good a position of Symphonimo looks to a seat: the evaluation of the greedy bot.

A collection is worth what it would pay now and what it may become; a player still in also looks forward to the best
column on the table. The numbers were chosen by playing against random players.
"""

from typing import Any

import numpy as np

from quatuor.core.compiled import compiled
from quatuor.games.symphonimo import state as S

# What a family held 0 to 5 times may become: a quartet still to be reached, or one that a fifth card spoils.
HOPES = np.array([0.0, 1.15, 0.8, 2.2, 5.6, -0.15])
MOST = 5
# Over the last cards of the pile hopes give way to what is there.
FADING = 20
LOOKING_FORWARD = 1.2


@compiled
def evaluate(s: Any, seat: Any) -> Any:
    """Own prospects minus those of the best opponent; a card in hand counts where it would do most good."""
    if s.held == S.NOTHING or s.turn != seat:
        return _margin(s, seat, S.NOTHING)
    best = -100.0
    for c in range(s.players):
        if s.room[c] > 0:
            best = max(best, _margin(s, seat, c))
    return best


@compiled
def _margin(s: Any, seat: Any, placed: Any) -> Any:
    strongest = -100.0
    for k in range(s.players):
        if k != seat:
            strongest = max(strongest, _prospects(s, k, placed))
    return _prospects(s, seat, placed) - strongest


@compiled
def _prospects(s: Any, seat: Any, placed: Any) -> Any:
    """The collection and, for a player who is still in, the best column that they could take."""
    total = 0.0
    for f in range(S.N_FAMILIES):
        total += _worth(s, s.owned[seat, f])
    if s.is_in[seat] or (s.turn == seat and s.taking >= 0):
        total += LOOKING_FORWARD * _best_column(s, seat, placed)
    return total


@compiled
def _worth(s: Any, held: Any) -> Any:
    """A family of `held` cards: what it pays, and what it may become while cards are left."""
    pays = 0.0
    if held == S.SOLOIST:
        pays = float(S.SOLOIST_POINTS)
    elif held == S.QUARTET:
        pays = float(S.QUARTET_POINTS)
    if s.turn < 0 or s.left == 0:
        return pays
    hope = min(1.0, s.left / FADING)
    return (1.0 - hope) * pays + hope * HOPES[min(held, MOST)]


@compiled
def _best_column(s: Any, seat: Any, placed: Any) -> Any:
    """What the best column would add to a collection, if the card in hand were placed under `placed`."""
    best = 0.0
    for c in range(s.players):
        if s.taker[c] < 0 or (s.taking == c and s.taker[c] == seat):
            gain = 0.0
            for i in range(s.height[c]):
                gain += _added(s, seat, s.column[c, i], c, i)
            if c == placed:
                gain += _added(s, seat, s.held, c, s.height[c])
            best = max(best, gain)
    return best


@compiled
def _added(s: Any, seat: Any, family: Any, c: Any, above: Any) -> Any:
    """What one card adds, after the cards of its family that lie above it in its column."""
    held = np.int64(s.owned[seat, family])
    for i in range(above):
        if s.column[c, i] == family:
            held += 1
    return _worth(s, held + 1) - _worth(s, held)
