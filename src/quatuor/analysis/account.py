"""A finished game from one seat: start + luck + others - loss = result.

Luck is how much a card changed the chance to win as the game's network, or else playouts, see it; on average that is
nothing. Loss is what a decision lost against the best move. Both are measured where they happen. Whatever else changed
the chance between two moves of the seat is what the others did. The account is made from the end backwards, so that the
parts add up to the result whatever the errors of the single chances.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from threading import Event
from typing import Any, NamedTuple

import numpy as np

from quatuor.analysis.chance import Chance, Mixture, chance_at, chance_if, error_of_change, read_iterations, seed_for
from quatuor.analysis.decision import Decision, grade
from quatuor.analysis.figures import adding_up
from quatuor.analysis.texts import TEXTS
from quatuor.bots.search import MOST_ITERATIONS
from quatuor.core.errors import QuatuorError
from quatuor.core.game import Game, read_seed
from quatuor.play.playthrough import Playthrough

# What a chance is searched for: a part of its name in sums, and of its seed.
_BEFORE, _AFTER, _BEST, _CHOSEN, _OTHERS, _LUCK, _LOSS = 3, 4, 5, 6, 7, 8, 9
_LEVEL = "level"
_NONE = Mixture(0.0)
# Any key: `notice` turns it into another one if the seat saw something.
_UNSEEN = np.uint64(1)
# Luck and others add up many changes, each with its error: they get so many times the iterations.
_MORE = 2


@dataclass(frozen=True)
class Change:
    """What one move changed for a seat, with standard errors; the error of a loss is its decision's.

    Several moves of others in a row are counted together, at the last of them; `others_since` is the first.
    """

    luck: float
    others: float
    loss: float
    luck_error: float
    others_error: float
    others_since: int


class Percentages(NamedTuple):
    """The parts of a result in whole percent: start + luck + others - loss is the result."""

    start: int
    luck: int
    others: int
    loss: int


@dataclass(frozen=True)
class Account:
    """A game from one seat: where its result came from.

    `curve` is the chance to win before the first move, after each move, and at the end, where it is the result.
    """

    seat: int
    start: Chance
    luck: Chance
    others: Chance
    loss: Chance
    result: float
    curve: tuple[float, ...]
    steps: tuple[Change, ...]
    decisions: tuple[Decision, ...]

    @property
    def error(self) -> float:
        """The standard error of the start, hence also of luck + others - loss: the result itself is certain."""
        return self.start.error

    @property
    def marked(self) -> tuple[Decision, ...]:
        """The inaccuracies, mistakes and blunders, in the order of the game."""
        return tuple(decision for decision in self.decisions if decision.mark)

    @property
    def percentages(self) -> Percentages:
        """The parts of the result in whole percent, rounded so that they add up to it."""
        terms = (self.start.win, self.luck.win, self.others.win, -self.loss.win)
        start, luck, others, own = adding_up(terms, self.result)
        return Percentages(start, luck, others, -own)


class AccountBuilder:
    """The account of a seat: the searches that it needs, and what follows from them.

    The `searches` may be made in any order and in several threads; they raise Cancelled once `cancel` is set.
    """

    def __init__(self, play: Playthrough, seat: int, iterations: int, seed: int, cancel: Event | None = None) -> None:
        if not play.over:
            raise QuatuorError(*TEXTS.sentence("analyse.unfinished"))
        if seat not in range(play.players):
            raise QuatuorError(*TEXTS.sentence("analyse.seat", high=play.players - 1, seat=seat))
        self.play, self.game, self.seat = play, play.game, seat
        self.iterations, self.seed = read_iterations(iterations), read_seed(seed)
        self._effort = min(_MORE * self.iterations, MOST_ITERATIONS)
        self.cancel = cancel
        self.decisions: dict[int, Decision] = {}
        self.others: dict[int, Chance] = {}  # by move: before others move, from this move on
        self.before: dict[int, Chance] = {}  # by move: before it, when chance has just shown something
        self.after: dict[int, Chance] = {}  # by move: after it, before chance shows anything
        self.choices = [len(self.game.legal_actions(play.state_after(at))) > 1 for at in range(len(play.moves))]
        shows = [at for at in range(len(play.moves)) if self._shows(at)]
        others = [at for at in range(len(play.moves)) if self._others_begin(at)]
        graded = [at for at, move in enumerate(play.moves) if move.seat == seat and self.choices[at]]
        self.searches: list[Callable[[], None]] = [
            *(partial(self._grade, at) for at in graded),
            *(partial(self._search_others, at) for at in others),
            *(partial(self._search_before, at + 1) for at in shows[:-1]),
            *(partial(self._search_after, at) for at in shows),
        ]

    def _shows(self, at: int) -> bool:
        """Whether chance showed the seat something in a move; the last one shows all that was hidden."""
        state = self.play.state_after(at + 1)
        noticed = self.game.notice(state, self.play.moves[at].seat, self.seat, _UNSEEN)
        return at == len(self.play.moves) - 1 or bool(noticed != _UNSEEN)

    def _others_begin(self, at: int) -> bool:
        """Whether moves of others begin here, some with a choice, before the seat moves or chance shows something."""
        if self.play.moves[at].seat == self.seat:
            return False
        if at > 0 and self.play.moves[at - 1].seat != self.seat and not self._shows(at - 1):
            return False
        return any(self._may_choose(k) for k in range(at, self._others_end(at) + 1))

    def _others_end(self, at: int) -> int:
        while not self._shows(at) and self.play.moves[at + 1].seat != self.seat:
            at += 1
        return at

    def _may_choose(self, at: int) -> bool:
        # With hidden hands even a forced move tells something.
        return self.choices[at] or self.game.choices_are_private(self.play.options)

    def _grade(self, at: int) -> None:
        state, move = self.play.state_after(at), self.play.moves[at]
        self.decisions[at] = grade(self.game, state, move.action, at, self.iterations, self.seed, self.cancel)

    def _search_others(self, at: int) -> None:
        seed = seed_for(self.seed, at, self.seat, _OTHERS)
        state = self.play.state_after(at)
        self.others[at] = chance_at(self.game, state, self.seat, self._effort, seed, self.cancel)

    def _search_before(self, at: int) -> None:
        found = self._chance(at, None, _BEFORE)
        if found is not None:
            self.before[at] = found

    def _search_after(self, at: int) -> None:
        found = self._chance(at, self.play.moves[at].action, _AFTER)
        if found is not None:
            self.after[at] = found

    def _chance(self, at: int, first: int | None, purpose: int) -> Chance | None:
        seed = seed_for(self.seed, at, self.seat, purpose)
        return chance_if(self.game, self.play.state_after(at), self.seat, first, self._effort, seed, self.cancel)

    def account(self) -> Account:
        """The account, made from the end of the game to its start."""
        result = result_for(self.game, self.play.state, self.seat)
        now = Mixture(result)
        luck, others, loss = _NONE, _NONE, _NONE
        curve, steps = [result], []
        # Of several moves of others in a row, the chance is known before the first and after the last.
        for at in reversed(range(len(self.play.moves))):
            chance = self._shown(at, now)
            made = now = now - chance
            moved = lost = _NONE
            since = at
            if self.play.moves[at].seat == self.seat:
                lost = self._lost(at, made)
                now = made + lost
            else:
                first = self._first_of_others(at)
                if first in self.others and at == self._others_end(at):
                    now = Mixture.of((first, _OTHERS), self.others[first])
                    moved = made - now
                    since = first
            luck, others, loss = luck + chance, others + moved, loss + lost
            curve.append(now.value)
            errors = (chance.chance.error, moved.chance.error)
            steps.append(Change(chance.value, moved.value, lost.value, *errors, since))
        # What no look as short can tell is wrong at the start, and is made up for by others.
        level = Mixture.of(_LEVEL, Chance(0.0, self.game.search_settings.analysis_error))
        now, others = now + level, others - level
        return Account(
            seat=self.seat,
            start=now.chance,
            luck=luck.chance,
            others=others.chance,
            loss=loss.chance,
            result=result,
            curve=tuple(reversed(curve)),
            steps=tuple(reversed(steps)),
            decisions=tuple(self.decisions[at] for at in sorted(self.decisions)),
        )

    def _shown(self, at: int, now: Mixture) -> Mixture:
        """What chance changed in a move, within the bounds of the chance to win after it."""
        if at not in self.after:
            return _NONE
        if at == len(self.play.moves) - 1:
            after = now
        else:
            after = Mixture.of((at + 1, _BEFORE), self.before[at + 1])
        luck = after - Mixture.of((at, _AFTER), self.after[at])
        luck += Mixture.of((at, _LUCK), Chance(0.0, error_of_change(self.game, luck.value)))
        return Mixture(min(max(luck.value, now.value - 1), now.value), luck.weights)

    def _lost(self, at: int, made: Mixture) -> Mixture:
        """What a decision lost, at most what there was to lose; its error counts where it may have lost something."""
        decision = self.decisions.get(at)
        if decision is None or decision.clearly_best:
            return _NONE
        return Mixture(
            max(0.0, min(decision.loss, 1 - made.value)),
            {
                (at, _BEST): (1.0, decision.best_chance.error),
                (at, _CHOSEN): (-1.0, decision.chosen_chance.error),
                (at, _LOSS): (1.0, decision.learned_error),
            },
        )

    def _first_of_others(self, at: int) -> int:
        while at > 0 and self.play.moves[at - 1].seat != self.seat and not self._shows(at - 1):
            at -= 1
        return at


def result_for(game: Game, state: Any, seat: int) -> float:
    """A seat's share of the win of a finished game: 1, 0, or a part if several sides won."""
    won = int(game.winners(state))
    if not won >> seat & 1:
        return 0.0
    return 1 / len(sides_of(game, state, won))


def sides_of(game: Game, state: Any, seats: int = -1) -> set[int]:
    """The sides (players, or teams) of some seats, given as bits; by default of all."""
    return {int(game.side(state, k)) for k in range(int(state.players)) if seats >> k & 1}
