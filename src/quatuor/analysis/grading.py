"""One decision: what it lost against the best move, by what the player knew, and what that is called."""

from dataclasses import dataclass
from math import hypot
from threading import Event
from typing import Any

from quatuor.analysis.chances import Chance, chance_after, mean_of, seed_for
from quatuor.analysis.positions import Position, position
from quatuor.analysis.rounding import points, points_between
from quatuor.bots.search import MOST_ITERATIONS
from quatuor.core.game import Game

# A loss of so much of the win chance, in whole points, is called so, the worst name that fits.
THRESHOLDS = {"inaccuracy": 0.05, "mistake": 0.10, "blunder": 0.20}
# A loss counts where it is larger than its standard error, and gets a name where it is larger than twice that.
_COUNTS, _NAMED = 1.0, 2.0
# A loss that counts and is at least so large is looked at again by so many searches: of hundreds of decisions some look
# bad by chance, and they do not do so twice. So is a move that looked so bad beside the best before the two were
# compared: one search may settle on a poor plan.
_SUSPECT, _SUSPECT_AT_FIRST = 0.03, 0.2
CLOSER = 8
# Where it is then not clear whether it is a blunder, so many more are made.
CLOSEST = 64
_UNCLEAR = 2.5
# These closer looks take their seeds from here and not from whoever asks: what people remember must not depend on it.
_SAME_FOR_ALL = 0
# The moves that are compared with the one played: so many at most, that may be the best by so many standard errors.
_RIVALS, _RIVALS_CLOSER = 2, 4
_POSSIBLE = 2.0
# What a search was made for is a part of its seed.
_LOOK, _COMPARE, _COMPARE_CLOSER, _LOOK_CLOSER, _COMPARE_CLOSEST = 0, 1, 2, 8, 9


@dataclass(frozen=True)
class Decision:
    """A move that somebody chose among several, compared with the best one.

    `before` is the search that named the moves that may be the best; the two chances come from another, independent
    look at each of those and the move played, with the same number of iterations.
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
    def points(self) -> int:
        """What it cost in whole points, from the chances of the two moves as they are shown."""
        return points_between(self.chosen_chance.win, self.best_chance.win)

    @property
    def mark(self) -> str | None:
        """`inaccuracy`, `mistake` or `blunder`; None for a move that is not clearly worse than the best."""
        if self.difference <= _NAMED * self.error:
            return None
        names = [name for name, least in THRESHOLDS.items() if self.points >= points(least)]
        return names[-1] if names else None


def grade(
    game: Game, state: Any, action: int, number: int, iterations: int, seed: int, cancel: Event | None = None
) -> Decision:
    """Compare a move that was made with the best one; what may deserve a mark is looked at again, and closer."""
    seat = int(state.turn)

    def look(start: int, purpose: int, times: int) -> Position:
        effort = min(times * iterations, MOST_ITERATIONS)
        return position(game, state, seat, effort, seed_for(start, number, seat, purpose), cancel=cancel)

    def compare(start: int, before: Position, rivals: list[int], purpose: int, searches: int) -> Decision:
        # The same seeds for all moves: the same deals, so that a difference is less a difference of luck.
        seeds = [seed_for(start, number, seat, purpose, k) for k in range(searches)]

        def chance(only: int) -> Chance:
            found = [chance_after(game, state, seat, only, iterations, one, cancel) for one in seeds]
            return mean_of([one for one in found if one is not None]) or before.chance(only)

        chances = {only: chance(only) for only in {action, *rivals}}
        best = max(rivals, key=lambda rival: chances[rival].win)
        return Decision(number, seat, action, best, before, chances[action], chances[best])

    first = look(seed, _LOOK, 1)
    found = compare(seed, first, _rivals(first, action, _RIVALS), _COMPARE, 1)
    if found.loss < _SUSPECT and first.best.win - first.chance(action).win < _SUSPECT_AT_FIRST:
        return found
    second = look(_SAME_FOR_ALL, _LOOK_CLOSER, CLOSER)
    found = compare(_SAME_FOR_ALL, second, _rivals(second, action, _RIVALS_CLOSER), _COMPARE_CLOSER, CLOSER)
    if abs(found.difference - THRESHOLDS["blunder"]) < _UNCLEAR * found.error:
        found = compare(_SAME_FOR_ALL, second, [found.best], _COMPARE_CLOSEST, CLOSEST)
    return found


def _rivals(before: Position, action: int, most: int) -> list[int]:
    """The moves to compare with: those beside the one played that may be the best; if none may, that one alone."""
    others = [rated for rated in before.moves if rated.action != action]
    if before.best.action == action:
        # A search plays what it has tried most: that may still look worse than what it came to like late.
        own = before.chance(action)
        surely = own.win - own.error
    else:
        surely = max(rated.win - _POSSIBLE * rated.win_error for rated in others)
    possible = [rated.action for rated in others if rated.win + _POSSIBLE * rated.win_error >= surely]
    return possible[:most] or [action]
