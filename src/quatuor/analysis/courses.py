"""The course of a game from one seat: start + luck + others - loss = result.

Luck is what a card changed of the chance to win if all go on like the players of a playout: on average nothing. Loss is
what a decision lost against the best move. Both are measured where they happen. Whatever else changed the chance from
the seat's last move to its next is what the others did. The course is made from the end backwards, so that the sum is
the result whatever the errors of the single chances.
"""

from collections.abc import Callable
from functools import partial
from threading import Event

import numpy as np

from quatuor.analysis.accounts import Account, Step, result_for
from quatuor.analysis.chances import Chance, Mixture, chance_at, chance_if, read_iterations, seed_for
from quatuor.analysis.grading import Decision, grade
from quatuor.analysis.texts import TEXTS
from quatuor.bots.search import MOST_ITERATIONS
from quatuor.core.errors import QuatuorError
from quatuor.core.game import read_seed
from quatuor.play.playthrough import Playthrough

# What a chance was looked at for: its name, and a part of its seed.
_BEFORE, _AFTER, _BEST, _CHOSEN, _OTHERS = 3, 4, 5, 6, 7
_NONE = Mixture(0.0)
# A key that is another one once something was noticed.
_UNSEEN = np.uint64(1)
# Luck and others are sums of many changes, each with its error: they get so many times the iterations.
_MORE = 2


class Course:
    """A finished game from one seat: what is to be looked at, and what comes of it.

    The `looks` may be made in any order and in several threads; they end with Cancelled once `cancel` is set.
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
        self.others: dict[int, Chance] = {}  # before others move, from the move of this number on
        self.before: dict[int, Chance] = {}  # before the move of this number, when chance has just shown something
        self.after: dict[int, Chance] = {}  # when it was made, and chance had not shown anything yet
        self.choices = [len(self.game.legal_actions(play.state_after(at))) > 1 for at in range(len(play.moves))]
        shows = [at for at in range(len(play.moves)) if self._shows(at)]
        others = [at for at in range(len(play.moves)) if self._others_begin(at)]
        graded = [at for at, move in enumerate(play.moves) if move.seat == seat and self.choices[at]]
        self.looks: list[Callable[[], None]] = [
            *(partial(self._grade, at) for at in graded),
            *(partial(self._look_at_others, at) for at in others),
            *(partial(self._look_before, at + 1) for at in shows[:-1]),
            *(partial(self._look_after, at) for at in shows),
        ]

    def _shows(self, at: int) -> bool:
        """Whether a move let chance show something to the seat; the last one shows all that was hidden."""
        state = self.play.state_after(at + 1)
        noticed = self.game.notice(state, self.play.moves[at].seat, self.seat, _UNSEEN)
        return at == len(self.play.moves) - 1 or bool(noticed != _UNSEEN)

    def _others_begin(self, at: int) -> bool:
        """Whether others move from here on, with a choice, until the seat moves or chance shows something."""
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
        # With a hidden hand even a forced move tells something.
        return self.choices[at] or self.game.choices_are_private(self.play.options)

    def _grade(self, at: int) -> None:
        state, move = self.play.state_after(at), self.play.moves[at]
        self.decisions[at] = grade(self.game, state, move.action, at, self.iterations, self.seed, self.cancel)

    def _look_at_others(self, at: int) -> None:
        seed = seed_for(self.seed, at, self.seat, _OTHERS)
        state = self.play.state_after(at)
        self.others[at] = chance_at(self.game, state, self.seat, self._effort, seed, self.cancel)

    def _look_before(self, at: int) -> None:
        found = self._chance(at, None, _BEFORE)
        if found is not None:
            self.before[at] = found

    def _look_after(self, at: int) -> None:
        found = self._chance(at, self.play.moves[at].action, _AFTER)
        if found is not None:
            self.after[at] = found

    def _chance(self, at: int, first: int | None, purpose: int) -> Chance | None:
        seed = seed_for(self.seed, at, self.seat, purpose)
        return chance_if(self.game, self.play.state_after(at), self.seat, first, self._effort, seed, self.cancel)

    def account(self) -> Account:
        """The course of the game, from its end to its start."""
        result = result_for(self.game, self.play.state, self.seat)
        now = Mixture(result)
        luck, others, loss = _NONE, _NONE, _NONE
        curve, steps = [result], []
        # Where others move in a row the chance is known before the first and after the last of their moves.
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
            steps.append(Step(chance.value, moved.value, lost.value, *errors, since))
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
        """What chance changed when a move was made: never more than the chance that there was afterwards."""
        if at not in self.after:
            return _NONE
        if at == len(self.play.moves) - 1:
            after = now
        else:
            after = Mixture.of((at + 1, _BEFORE), self.before[at + 1])
        luck = after - Mixture.of((at, _AFTER), self.after[at])
        return Mixture(min(max(luck.value, now.value - 1), now.value), luck.weights)

    def _lost(self, at: int, made: Mixture) -> Mixture:
        """What a decision lost: never more than was left to lose. A loss that does not count may still be one."""
        decision = self.decisions.get(at)
        if decision is None or decision.best == decision.action:
            return _NONE
        return Mixture(
            max(0.0, min(decision.loss, 1 - made.value)),
            {
                (at, _BEST): (1.0, decision.best_chance.error),
                (at, _CHOSEN): (-1.0, decision.chosen_chance.error),
            },
        )

    def _first_of_others(self, at: int) -> int:
        while at > 0 and self.play.moves[at - 1].seat != self.seat and not self._shows(at - 1):
            at -= 1
        return at
