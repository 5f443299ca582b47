"""Games in which chance is a player: it deals and draws card by card, and each card has its probability."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

import numpy as np
import orjson

from quatuor.core.draws import Drawn, Draws, Pool, without
from quatuor.core.game import Event, Game
from quatuor.core.state import copy_of, new_state, settled
from quatuor.play.playthrough import prepare
from quatuor.play.setup import Setup

CHANCE, OVER = -1, -4

# So many of the positions last reached are kept: what walks through the tree of a small game again and again finds it.
_KEPT = 1 << 13
# How often another past is asked for before the true one has to do.
_TRIES = 100


def has_draws(game: Game) -> bool:
    """Whether a game's folder says what chance decides in it."""
    return find_spec(f"{game.package}.draws") is not None


def draws_of(game: Game) -> Draws:
    """What chance decides in a game."""
    draws: Draws = import_module(f"{game.package}.draws").DRAWS
    return draws


class Variant:
    """A game, its number of players and its options, with chance as a player; `first` is -1 where chance draws it.

    Chance as a player decides everything: with any seed it is the same variant.
    """

    def __init__(self, game: Game, players: int, first: int, options: Mapping[str, Any], seed: int = 0) -> None:
        prepare(game)
        self.game = game
        self.draws = draws_of(game)
        self.setup = Setup(game, players, options)
        self.first = first
        self._seed = np.uint64(seed)

    @cached_property
    def root(self) -> "Position":
        """Where all games begin."""
        return Dealing(self, ()).or_dealt()

    def set_up(self, first: int) -> Any:
        """A state in which the seed, not chance, has dealt."""
        state = new_state(settled(self.game.STATE))
        self.game.setup(state, self.setup.config(first), self._seed)
        return state

    def start(self, dealt: tuple[int, ...]) -> "Decision":
        """The first decision after this deal, which is complete."""
        position = Dealing(self, dealt).or_dealt()
        if not isinstance(position, Decision):
            raise ValueError(f"{dealt} is not a whole deal")
        return position

    def position(self, history: Sequence[int]) -> "Position":
        """Where these actions of the players and of chance lead; ValueError if one of them cannot be."""
        position = self.root
        for action in history:
            position = position.after(action)
        return position


class Position(ABC):
    """Where a game stands. It never changes: `after` is another one."""

    variant: Variant
    # Who decides: a seat, CHANCE, or nobody since the game is OVER.
    player: int = CHANCE

    def __deepcopy__(self, memo: Any) -> "Position":
        return self

    def __reduce__(self) -> Any:
        return _position, (self.variant, [action for _, action in self.course])

    @property
    @abstractmethod
    def decision(self) -> "Decision | None":
        """What the players know: all moves that are complete; nothing during the deal."""

    @property
    def choices(self) -> Sequence[int]:
        """What whoever decides may do, rising."""
        return list(self.outcomes)

    @cached_property
    def outcomes(self) -> Pool:
        """What chance may do, with the ways that there are to each; nothing where a seat decides."""
        return {}

    def after(self, action: int) -> "Position":
        """Where an action of the player leads; ValueError if it cannot be."""
        if action not in self.choices:
            raise ValueError(f"{action} is not one of {list(self.choices)}")
        return _position_after(self, int(action))

    @abstractmethod
    def reached_by(self, action: int) -> "Position":
        """Where an action leads that can be."""

    @property
    @abstractmethod
    def course(self) -> list[tuple[int, int]]:
        """Who did what since the beginning, chance included."""


class Dealing(Position):
    """Chance deals what lies there before the first move: the first player, if chance draws them, then the cards."""

    def __init__(self, variant: Variant, dealt: tuple[int, ...]) -> None:
        self.variant = variant
        self.dealt = dealt
        self._draws_first = variant.first < 0
        self._state = variant.set_up(dealt[0] if self._draws_first and dealt else max(variant.first, 0))

    @property
    def draws_first(self) -> bool:
        return self._draws_first and not self.dealt

    @property
    def _cards(self) -> tuple[int, ...]:
        return self.dealt[1:] if self._draws_first else self.dealt

    @property
    def decision(self) -> "Decision | None":
        return None

    @cached_property
    def outcomes(self) -> Pool:
        if self.draws_first:
            return dict.fromkeys(range(self.variant.setup.players), 1)
        return self.variant.draws.deal_pool(self._state, self.variant.setup.options, self._cards)

    def or_dealt(self) -> Position:
        """The first decision once there is nothing left to deal."""
        if self.outcomes:
            return self
        if self._cards:
            self.variant.draws.deal(self._state, self._cards)
        return Decision(self.variant, self._state, self.dealt)

    def reached_by(self, action: int) -> Position:
        return Dealing(self.variant, (*self.dealt, action)).or_dealt()

    @property
    def course(self) -> list[tuple[int, int]]:
        return [(CHANCE, outcome) for outcome in self.dealt]


class Decision(Position):
    """A seat decides, or the game is over; `move` is what led here from the decision `before`."""

    def __init__(
        self,
        variant: Variant,
        state: Any,
        dealt: tuple[int, ...],
        before: "Decision | None" = None,
        move: Drawn | None = None,
    ) -> None:
        self.variant = variant
        self.state = state
        self.dealt = dealt
        self._before = before
        self._move = move
        self._seen: dict[int, str] = {}
        turn = int(state["turn"])
        self.player = turn if turn >= 0 else OVER

    @property
    def decision(self) -> "Decision":
        return self

    @cached_property
    def choices(self) -> Sequence[int]:
        game = self.variant.game
        actions = np.zeros(game.max_legal + 1, np.int16)
        legal: list[int] = actions[: game.legal(self.state, actions)].tolist()
        return legal

    def reached_by(self, action: int) -> Position:
        trial = copy_of(self.state)
        self.variant.game.apply(trial, action)
        count = self.variant.draws.count(self.state, trial)
        if count == 0:
            return Decision(self.variant, trial, self.dealt, self, Drawn(self.state, action, ()))
        return Drawing(self, action, (), count)

    def moved(self, action: int, cards: tuple[int, ...]) -> "Decision":
        """The decision after a move for which chance has drawn all cards."""
        game, state = self.variant.game, copy_of(self.state)
        arrange = self.variant.draws.arrange
        for card in reversed(arrange(state, action, cards) if arrange else cards):
            game.stack(state, card)
        game.apply(state, action)
        return Decision(self.variant, state, self.dealt, self, Drawn(self.state, action, cards))

    def _line(self) -> "Iterator[Decision]":
        """This decision and those before it, the latest first."""
        decision: Decision | None = self
        while decision is not None:
            yield decision
            decision = decision._before

    @property
    def moves(self) -> list[Drawn]:
        """The moves since the deal."""
        return [decision._move for decision in self._line() if decision._move][::-1]

    @property
    def course(self) -> list[tuple[int, int]]:
        course = [(CHANCE, outcome) for outcome in self.dealt]
        for before, action, cards in self.moves:
            course.append((int(before["turn"]), action))
            course += [(CHANCE, card) for card in cards]
        return course

    def seen_by(self, seat: int) -> str:
        """All that a seat has seen: what lay there at the beginning, then every move, a line each."""
        untold = []
        for decision in self._line():
            if seat in decision._seen:
                break
            untold.append(decision)
        for decision in reversed(untold):
            decision._seen[seat] = decision._told(seat)
        return self._seen[seat]

    def _told(self, seat: int) -> str:
        game = self.variant.game
        if self._before is None or self._move is None:
            return orjson.dumps(game.view(self.state, seat)).decode()
        events = game.tell(self._before.state, self._move.action, self.state, seat)
        return self._before._seen[seat] + "\n" + "; ".join(map(_event_text, events))

    def another_past(self, seat: int, random: Random) -> "Decision":
        """The same decision after other draws, which this seat cannot tell from the true ones; at worst these."""
        redraw = self.variant.draws.redraw
        if redraw is None or self.player == OVER:
            return self
        *_, start = self._line()
        moves, first = self.moves, self.dealt[: self.variant.first < 0]
        for _ in range(_TRIES):
            found = redraw(seat, start.state, self.dealt[len(first) :], moves, random)
            if found is None:
                continue
            if found[1] is moves:
                return self
            decision = self.variant.start((*first, *found[0])).played(found[1])
            if decision is not None:
                decision._seen[seat] = self.seen_by(seat)
                return decision
        return self

    def played(self, moves: Sequence[Drawn]) -> "Decision | None":
        """The decision after these moves; None if one of them is not legal."""
        decision = self
        for _, action, cards in moves:
            if action not in decision.choices:
                return None
            decision = decision.moved(action, cards)
        return decision


class Drawing(Position):
    """Chance draws the cards that a move shows, `missing` more of them."""

    def __init__(self, before: Decision, action: int, cards: tuple[int, ...], missing: int) -> None:
        self.variant = before.variant
        self.action = action
        self.cards = cards
        self._before = before
        self._missing = missing

    @property
    def decision(self) -> Decision:
        return self._before

    @cached_property
    def outcomes(self) -> Pool:
        return without(self.variant.draws.pool(self._before.state, self.action), self.cards)

    def reached_by(self, action: int) -> Position:
        cards = (*self.cards, action)
        if self._missing > 1:
            return Drawing(self._before, self.action, cards, self._missing - 1)
        return self._before.moved(self.action, cards)

    @property
    def course(self) -> list[tuple[int, int]]:
        drawn = [(CHANCE, card) for card in self.cards]
        return [*self._before.course, (self._before.player, self.action), *drawn]


@lru_cache(maxsize=_KEPT)
def _position_after(position: Position, action: int) -> Position:
    return position.reached_by(action)


def _position(variant: Variant, history: Sequence[int]) -> Position:
    return variant.position(history)


def _event_text(event: Event) -> str:
    who = f"{event.seat + 1} " if event.seat >= 0 else ""
    cards = "".join(f" {card or '?'}" for card in event.cards)
    way = f" {event.source}>{event.target}" if event.source or event.target else ""
    return f"{who}{event.verb}{cards}{way}"
