"""How good a position of Air Sorcière looks to a seat: the evaluation of the greedy bot."""

from typing import Any

import numpy as np

from quatuor.core.compiled import compiled
from quatuor.games.air_sorciere import state as S
from quatuor.games.air_sorciere.diplomas import size_limit
from quatuor.games.air_sorciere.masks import above, colour_of, count_cards, has_higher, lowest, value_of, without_lowest
from quatuor.games.air_sorciere.rules import fits, points, winners

# What 0 to 5 cards of a colour are worth on the way to a diploma, in books; the last entry ends the table.
_HOPES = np.array([0.0, 0.2, 0.7, 1.1, 1.9, 2.6, 2.6])
_FLYING = 0.74  # a card in the air, in cards in hand
_JOKER = 0.3  # a joker, in cards in hand; also what it costs to use it, in books
_ROOM = 0.025  # each value by which a column can still rise
_DANGER = 0.07  # to have put a card in the common area
_RIVAL = 0.5  # the best opponent's prospects
_VICTORY = 3.0


@compiled
def evaluate(s: Any, seat: Any) -> Any:
    """Own books and prospects, less those of the best opponent."""
    future = _future(s)
    best = 0.0
    mine = 0.0
    for k in range(s.players):
        standing = points(s, k) + future * _cards(s, np.int64(k))
        mine = standing if k == seat else mine
        best = max(best, standing) if k != seat else best
    if s.turn < 0:
        return mine - best + (_VICTORY if winners(s) >> seat & 1 else 0.0)
    if s.active == seat:
        mine += _diploma(s, future) if s.phase == S.USE else future * _landing(s)
    return mine - _RIVAL * best


@compiled
def _future(s: Any) -> Any:
    """What share of the cards will still become books: less and less when few are left before the end (AS-19)."""
    if s.turn < 0:
        return 0.0
    colours = 2 if s.players <= 3 else 3
    books = 0
    for stock in range(10):
        for c in range(S.N_COLOURS):
            counts = (s.stock[c] == stock) & (colours > 0)
            books += stock * counts
            colours -= counts
    return min(1.0, (books + 1.0) / 6.0)


@compiled
def _cards(s: Any, seat: Any) -> Any:
    """What a seat's hand and columns are worth."""
    total = 0.0
    for c in range(S.N_COLOURS):
        hand, column, top = _colour(s, seat, c)
        total += _hope(s, c, hand + _FLYING * column, top)
    return total


@compiled
def _colour(s: Any, seat: Any, c: Any) -> Any:
    """A colour in hand, jokers included, and in the air, and its top; a drawn card lies where it may."""
    hand = count_cards(np.int64(s.hand[seat, c]))
    column = np.int64(s.heights[seat, c])
    top = np.int64(s.tops[seat, c])
    if seat == s.active:
        hand -= count_cards(np.int64(s.used[c]))
        if (s.held != S.NOTHING) & (colour_of(s.held) == c):
            if s.phase == S.FALL:
                hand += 1
                column = np.int64(0)
                top = np.int64(0)
            elif fits(s, s.held):
                column += 1
                top = np.int64(value_of(s.held))
    highest = max(s.hand[seat, c], s.columns[seat, c])
    jokers = 0
    for d in range(S.N_COLOURS):
        jokers += (d != c) & (s.books[seat, d] > 0) & (s.hand[seat, d] > highest)
    return hand + (_JOKER * min(jokers, 2) if hand + column > 0 else 0.0), column, top


@compiled
def _hope(s: Any, c: Any, cards: Any, top: Any) -> Any:
    """What so many cards of a colour, perhaps not a whole number, and the room above this top are worth."""
    most = size_limit(s, c)
    if most < S.SMALLEST_DIPLOMA:
        return 0.0
    cards = min(cards, float(most))
    whole = int(cards)
    return _HOPES[whole] + (cards - whole) * (_HOPES[whole + 1] - _HOPES[whole]) + _ROOM * (S.HIGHEST - top)


@compiled
def _landing(s: Any) -> Any:
    """What the active seat gains by the best landing that is open to it (AS-11)."""
    if (s.phase != S.FLY) & (s.phase != S.DRAWN) & (s.phase != S.CAT):
        return 0.0
    soft = (s.shared == S.NOTHING) & ((s.held == S.NOTHING) | fits(s, max(s.held, 0)))
    best = 0.0
    fewest = np.int64(S.N_CARDS)
    for c in range(S.N_COLOURS):
        hand, column, top = _colour(s, np.int64(s.active), c)
        if (column > 0) & (soft | (column <= fewest)):
            gain = _hope(s, c, hand + column, np.int64(0)) - _hope(s, c, hand + _FLYING * column, top)
            best = gain if (not soft) & (column < fewest) else max(best, gain)
            fewest = column
    return best if soft else best - _DANGER


@compiled
def _diploma(s: Any, future: Any) -> Any:
    """What the diploma being made will bring when it is carried on as far as is best."""
    seat = np.int64(s.turn)
    c = np.int64(s.target)
    most = size_limit(s, c)
    hand, column, top = _colour(s, seat, c)
    cards = hand + _FLYING * column
    hope = _hope(s, c, cards, top)
    others = 0
    for d in range(S.N_COLOURS):
        others += (d != c) & (s.books[seat, d] > 0)
    bonus = 1.0 if (others == S.N_COLOURS - 1) & (s.books[seat, c] == 0) else 0.0
    highest = (np.int64(1) << s.highest) >> 1  # the highest natural used so far, as a mask; 0: none
    naturals = above(s.hand[seat, c], s.highest) if s.next_joker == 0 else np.int64(0)
    size = np.int64(s.n_used)
    best = 0.0
    while True:
        jokers = 0
        for d in range(s.next_joker, S.N_COLOURS):
            jokers += (highest > 0) & (d != c) & (s.books[seat, d] > 0) & has_higher(s.hand[seat, d], highest)
        jokers = min(jokers, most - size)
        if size + jokers >= S.SMALLEST_DIPLOMA:
            lost = hope - _hope(s, c, cards - (size - s.n_used), top) + _JOKER * jokers
            best = max(best, size + jokers - S.SMALLEST_DIPLOMA + 1 + bonus - future * lost)
        if (naturals == 0) | (size >= most):
            return best
        highest = lowest(naturals)
        naturals = without_lowest(naturals)
        size += 1
