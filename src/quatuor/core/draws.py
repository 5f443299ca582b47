"""Chance as moves of its own, one card at a time, for those who ask what may come and how likely it is."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

# How many copies there are of each card (or other outcome of chance) that may come.
Pool = dict[int, int]


class Drawn(NamedTuple):
    """A move with the cards that chance showed because of it, in their order, and the state before."""

    before: Any
    action: int
    cards: tuple[int, ...]


# A deal and moves, with other cards in them.
Redrawn = tuple[Sequence[int], Sequence[Drawn]]


def nothing_to_deal(state: Any, options: Mapping[str, Any], cards: Sequence[int]) -> Pool:
    return {}


def leave(state: Any, cards: Sequence[int]) -> None:
    """A deal without cards."""


def cards_shown(before: Any, after: Any) -> int:
    """How many cards chance shows because of the move between two states."""
    return int(after.n_shown)


@dataclass(frozen=True)
class Draws:
    """What chance decides in a game.

    `deal_pool(state, options, cards)` is what may come next in the deal after these cards, nothing once all are dealt;
    `deal(state, cards)` makes a state that was just set up follow them. `pool(state, action)` is what may come because
    of a move, before its first card; how many cards come, `count(before, after)`, does not depend on which. Those that
    cannot be stacked, `arrange(state, action, cards)` lays in their places before the move; it returns the others.
    Where a seat does not see all, `redraw(seat, start, cards, moves, random)` gives another deal and other moves that
    it cannot tell from those given, `start` being the state after the deal. None, or a move that is not legal, means
    that it did not succeed this time.
    """

    outcomes: int  # cards, and whatever else is dealt, are numbers below this
    longest: Callable[[int, Mapping[str, Any]], int]  # no game of so many players, with these options, has more moves
    pool: Callable[[Any, int], Pool]
    deal_pool: Callable[[Any, Mapping[str, Any], Sequence[int]], Pool] = nothing_to_deal
    deal: Callable[[Any, Sequence[int]], None] = leave
    deal_text: Callable[[int], str] | None = None  # by default a card's
    count: Callable[[Any, Any], int] = cards_shown
    arrange: Callable[[Any, int, tuple[int, ...]], tuple[int, ...]] | None = None
    redraw: Callable[[int, Any, Sequence[int], Sequence[Drawn], Random], Redrawn | None] | None = None


def counted(cards: Iterable[Any]) -> Pool:
    """The pool of these cards."""
    pool: Pool = {}
    for card in cards:
        pool[int(card)] = pool.get(int(card), 0) + 1
    return pool


def without(pool: Pool, cards: Iterable[int]) -> Pool:
    """What is left of a pool once these cards are taken, in rising order."""
    left = dict(sorted(pool.items()))
    for card in cards:
        left[card] -= 1
    return {card: copies for card, copies in left.items() if copies > 0}
