"""One decision: what it lost against the best move, by what the player knew, and what that is called."""

from dataclasses import dataclass
from math import hypot
from threading import Event
from typing import Any

from quatuor.analysis.chances import Chance, chance_after, seed_for
from quatuor.analysis.positions import Position, position
from quatuor.bots.searching import MOST_ITERATIONS
from quatuor.core.game import Game

# A loss of so much of the win chance is called so, the worst name that fits.
THRESHOLDS = {"inaccuracy": 0.05, "mistake": 0.10, "blunder": 0.20}
# A loss counts where it is larger than its standard error, and gets a name where it is larger than twice that.
_COUNTS, _NAMED = 1.0, 2.0
# A loss that counts and is at least so large is looked at again with so many times the iterations: of hundreds of
# decisions some look bad by chance, and they do not do so twice.
_SUSPECT = 0.03
CLOSER = 8
_LOOK, _COMPARE, _COMPARE_CLOSER = 0, 1, 2


@dataclass(frozen=True)
class Decision:
    """A move that somebody chose among several, compared with the best one.

    `before` is the search that named the best move; the two chances come from another, independent look at the two
    moves alone, with the same number of iterations each: to have been picked as the best flatters neither.
    """

    number: int
    seat: int
    action: int
    best: int
    before: Position
    chosen_chance: Chance
    best_chance: Chance

    @property
    def difference(self) -> float:
        """How much better the best move looked, noise included."""
        return 0.0 if self.best == self.action else self.best_chance.win - self.chosen_chance.win

    @property
    def error(self) -> float:
        """The standard error of the difference."""
        return 0.0 if self.best == self.action else hypot(self.chosen_chance.error, self.best_chance.error)

    @property
    def loss(self) -> float:
        """The difference where it is more than its error; else nothing was lost as far as we can tell."""
        return self.difference if self.difference > _COUNTS * self.error else 0.0

    @property
    def mark(self) -> str | None:
        """`inaccuracy`, `mistake` or `blunder`; None for a move that is not clearly worse than the best."""
        if self.difference <= _NAMED * self.error:
            return None
        names = [name for name, least in THRESHOLDS.items() if self.difference >= least]
        return names[-1] if names else None


def grade(
    game: Game, state: Any, action: int, number: int, iterations: int, seed: int, cancel: Event | None = None
) -> Decision:
    """Compare a move that was made with the best one; what may deserve a mark is looked at again, and closer."""
    seat = int(state.turn)
    before = position(game, state, seat, iterations, seed_for(seed, number, seat, _LOOK), cancel=cancel)

    def look(only: int, purpose: int, effort: int) -> Chance:
        # The same seed for both moves: the same deals, so that a difference is less a difference of luck.
        found = chance_after(game, state, seat, only, effort, seed_for(seed, number, seat, purpose), cancel)
        return before.chance(only) if found is None else found

    def compare(rivals: list[int], purpose: int, effort: int) -> Decision:
        chosen = look(action, purpose, effort)
        chances = {rival: chosen if rival == action else look(rival, purpose, effort) for rival in rivals}
        best = max(rivals, key=lambda rival: chances[rival].win)
        return Decision(number, seat, action, best, before, chosen, chances[best])

    first = compare(_rivals(before, action), _COMPARE, iterations)
    if first.loss < _SUSPECT:
        return first
    return compare([first.best], _COMPARE_CLOSER, min(CLOSER * iterations, MOST_ITERATIONS))


def _rivals(before: Position, action: int) -> list[int]:
    """The moves to compare with: the best one alone if it was played, else the two that look best beside it."""
    if before.best.action == action:
        return [action]
    return [rated.action for rated in before.moves if rated.action != action][:2]
