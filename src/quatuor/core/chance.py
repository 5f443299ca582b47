"""Chance: SplitMix64 in any record with an `rng` field, and piles drawn from at random.

A pile is not shuffled: each draw picks one of the cards left. The order of a pile is thus the generator alone,
the k-th draw of a seed is the same whoever plays, and to resample the future is to replace one number.
"""

from typing import Any

import numpy as np

from quatuor.core.compiled import compiled, wrapping

# NumPy and Numba disagree on uint64 with plain literals: only uint64 constants here.
_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_SPAN = np.uint64(1 << 32)

# One stream for each use of a seed, so that a bot's choices never touch the cards.
CARDS = np.uint64(0x243F6A8885A308D3)
CHOICES = np.uint64(0x13198A2E03707344)
REDEAL = np.uint64(0xA4093822299F31D0)
VARIANTS = np.uint64(0x082EFA98EC4E6C89)

# Numba would take a state for a record of which `rng` is the only field: the second one tells them apart.
CHOOSER = np.dtype((np.record, [("rng", np.uint64), ("unused", np.uint64)]))


@wrapping
def mix(z: Any) -> Any:
    z = (z ^ (z >> _30)) * _MIX_1
    z = (z ^ (z >> _27)) * _MIX_2
    return z ^ (z >> _31)


@wrapping
def seeded(seed: Any, stream: Any) -> Any:
    """The generator's first value for a seed and a stream."""
    return mix(mix(seed + _STEP) ^ stream)


@wrapping
def seed_after(seed: Any, steps: Any) -> Any:
    """The seed so many steps on; after the largest comes 0."""
    return seed + steps


@wrapping
def _word(s: Any) -> Any:
    s.rng = s.rng + _STEP
    return mix(s.rng) >> _32


@compiled
def below(s: Any, bound: Any) -> Any:
    """A uniform integer in 0..bound-1, without modulo bias (Lemire's method)."""
    n = np.uint64(bound)
    product = _word(s) * n
    if (product & _LOW) < n:
        refused = (_SPAN - n) % n
        while (product & _LOW) < refused:
            product = _word(s) * n
    return np.int64(product >> _32)


@compiled
def draw_from(s: Any, pile: Any, left: Any) -> Any:
    """One of the first `left` cards of a pile, at random or as stacked; it ends behind those that remain."""
    k = below(s, left)
    if s.n_stacked > 0:
        _steer(s, pile, left, k)
    card = pile[k]
    pile[k] = pile[left - 1]
    pile[left - 1] = card
    return card


@compiled
def _steer(s: Any, pile: Any, left: Any, k: Any) -> Any:
    wanted = s.stacked[s.n_stacked - 1]
    place = k
    if pile[k] != wanted:
        place = -1
        for i in range(left):
            if pile[i] == wanted:
                place = i
                break
    if place >= 0:
        pile[place] = pile[k]
        pile[k] = wanted
        unstack(s)


@compiled
def unstack(s: Any) -> Any:
    """Forget the card stacked last."""
    s.n_stacked -= 1
    s.stacked[s.n_stacked] = 0


@compiled
def push(s: Any, card: Any) -> Any:
    """Stack a card above those already stacked; the caller has checked that chance can show it."""
    s.stacked[s.n_stacked] = card
    s.n_stacked += 1


@compiled
def count_stacked(s: Any, card: Any) -> Any:
    count = 0
    for i in range(s.n_stacked):
        if s.stacked[i] == card:
            count += 1
    return count


@compiled
def show(s: Any, card: Any) -> Any:
    """Note that chance has shown this card because of the move being applied."""
    s.shown[s.n_shown] = card
    s.n_shown += 1


@wrapping
def notice_shown(s: Any, mover: Any, seat: Any, key: Any) -> Any:
    """A key to which is added what a seat sees of the chance in the move just made: here, all that was shown."""
    for k in range(s.n_shown):
        key = mix(key + np.uint64(s.shown[k] + 1))
    return key


@compiled
def nothing_shown(s: Any) -> Any:
    """A state in which chance has shown nothing yet and no card is stacked; for setting up."""
    s.n_shown = 0
    s.n_stacked = 0
    for k in range(len(s.stacked)):
        s.shown[k] = 0
        s.stacked[k] = 0


@compiled
def forget_chance(s: Any, seed: Any) -> Any:
    """A new future: another generator, and no card stacked."""
    s.rng = seeded(seed, REDEAL)
    while s.n_stacked > 0:
        unstack(s)
