"""The rules of Staircase: ST-1 to ST-6."""

from typing import Any

import numpy as np

from quatuor.core.chance import CARDS, VARIANTS, below, count_stacked, draw_from, nothing_shown, push, seeded, show
from quatuor.core.compiled import compiled
from quatuor.games.staircase import state as S

CONFIG_PLAYERS, CONFIG_FIRST, CONFIG_CARDS = range(3)


@compiled
def setup(s: Any, config: Any, seed: Any) -> Any:
    """ST-1: a card for each hand; the others are the pile."""
    nothing_shown(s)
    s.players = config[CONFIG_PLAYERS]
    s.phase = 0
    s.rng = seeded(seed, VARIANTS)
    drawn = below(s, s.players)
    s.first = drawn if config[CONFIG_FIRST] < 0 else config[CONFIG_FIRST]
    s.turn = s.first
    s.left = config[CONFIG_CARDS]
    for card in range(S.N_CARDS):
        in_play = card < config[CONFIG_CARDS]
        s.where[card] = S.PILE if in_play else S.UNUSED
        s.pile[card] = card if in_play else S.NOTHING
    s.rng = seeded(seed, CARDS)
    for seat in range(s.players):
        s.where[take_from_pile(s)] = S.HAND + seat


@compiled
def take_from_pile(s: Any) -> Any:
    card = draw_from(s, s.pile, s.left)
    s.left -= 1
    s.pile[s.left] = S.NOTHING
    return card


@compiled
def highest(s: Any, place: Any) -> Any:
    """The highest card in a place, NOTHING where there is none."""
    for card in range(S.N_CARDS - 1, -1, -1):
        if s.where[card] == place:
            return np.int64(card)
    return np.int64(S.NOTHING)


@compiled
def count(s: Any, place: Any) -> Any:
    """How many cards are in a place."""
    cards = 0
    for card in range(S.N_CARDS):
        cards += s.where[card] == place
    return cards


@compiled
def legal(s: Any, out: Any) -> Any:
    if s.turn < 0:
        return 0
    out[0] = S.DRAW
    found = 1
    top = highest(s, S.STAIRS + s.turn)
    hand = highest(s, S.HAND + s.turn)
    if hand > top:
        out[found] = S.PLAY + hand
        found += 1
    if top != S.NOTHING:
        out[found] = S.REST
        found += 1
    return found


@compiled
def apply(s: Any, action: Any) -> Any:
    s.n_shown = 0
    if action == S.DRAW:
        _draw(s)
    elif action < S.REST:  # ST-3
        s.where[action - S.PLAY] = S.STAIRS + s.turn
    else:  # ST-4
        _move_all(s, S.STAIRS + s.turn, S.SAVED + s.turn)
    # ST-5: the last card of the pile ends the game.
    s.turn = -1 if s.left == 0 else (s.turn + 1) % s.players


@compiled
def _draw(s: Any) -> Any:
    """ST-2: a higher card is a step; any other brings the staircase down."""
    top = highest(s, S.STAIRS + s.turn)
    card = take_from_pile(s)
    show(s, card)
    if card > top:
        s.where[card] = S.STAIRS + s.turn
    else:
        s.where[card] = S.DISCARDS
        _move_all(s, S.STAIRS + s.turn, S.DISCARDS)


@compiled
def _move_all(s: Any, source: Any, target: Any) -> Any:
    for card in range(S.N_CARDS):
        if s.where[card] == source:
            s.where[card] = target


@compiled
def stack(s: Any, card: Any) -> Any:
    """Any card of the pile can be the next."""
    if s.n_stacked == len(s.stacked) or s.left <= s.n_stacked:
        return False
    if s.where[card] != S.PILE or count_stacked(s, card) > 0:
        return False
    push(s, card)
    return True


@compiled
def points(s: Any, seat: Any) -> Any:
    """ST-6: a point for each step saved, half a point for each one still on the staircase."""
    return count(s, S.SAVED + seat) + 0.5 * count(s, S.STAIRS + seat)


@compiled
def scores(s: Any, out: Any) -> Any:
    for seat in range(s.players):
        out[seat] = points(s, seat)


@compiled
def winners(s: Any) -> Any:
    best = -1.0
    won = 0
    for seat in range(s.players):
        mine = points(s, seat)
        if mine > best:
            best = mine
            won = 0
        if mine == best:
            won |= 1 << seat
    return won
