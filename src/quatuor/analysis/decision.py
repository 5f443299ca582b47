"""One decision: what it lost against the best move, by what the player knew, and its mark."""

from collections.abc import Hashable
from dataclasses import dataclass
from functools import partial
from math import hypot
from threading import Event
from typing import Any

from quatuor.analysis.chance import Chance, beside_others, chance_after, error_of_change, mean_of, seed_for
from quatuor.analysis.figures import percent_between, whole_percent
from quatuor.analysis.position import RatedPosition, position
from quatuor.bots.search import MOST_ITERATIONS, Finding, Likeness
from quatuor.core.game import Game

# The least loss of win chance of each mark; the worst mark that fits is given.
THRESHOLDS = {"inaccuracy": 0.05, "mistake": 0.10, "blunder": 0.20}
# A loss counts if it is larger than its standard error, and gets a mark if it is larger than twice that.
_COUNTS, _MARKED = 1.0, 2.0
# A loss that counts and is at least this large is checked by CLOSER more searches: of hundreds of decisions some look
# bad by chance, but not twice. So is a move that looked this much worse than the best before the two were compared: a
# single search may settle on a poor plan.
_SUSPECT, _SUSPECT_AT_FIRST = 0.03, 0.2
CLOSER = 8
# If it is then unclear whether it is a blunder, this many searches decide.
CLOSEST = 64
_UNCLEAR = 2.5
# These closer looks always have the same seed: which blunders are found must not depend on the seed of an analysis.
_SAME_FOR_ALL = 0
# The most moves that are compared with the one played, and within how many standard errors of the best they must be.
_RIVALS, _RIVALS_CLOSER = 2, 4
_POSSIBLE = 2.0
# The purpose of a search is a part of its seed.
_LOOK, _COMPARE, _COMPARE_CLOSER, _LOOK_CLOSER, _COMPARE_CLOSEST = 0, 1, 2, 8, 9


@dataclass(frozen=True)
class Decision:
    """A move that somebody chose among several, compared with the best one.

    `before` is the search that named the moves that may be the best; the two chances come from independent searches of
    each of those and of the move played, with the same number of iterations. `learned_error` is that of the difference
    between the two as a network sees it.
    """

    number: int
    seat: int
    action: int
    best: int
    before: RatedPosition
    chosen_chance: Chance
    best_chance: Chance
    learned_error: float = 0.0

    @property
    def difference(self) -> float:
        """How much better the best move looked, with noise."""
        return 0.0 if self.best == self.action else self.best_chance.win - self.chosen_chance.win

    @property
    def error(self) -> float:
        """The standard error of the difference."""
        return 0.0 if self.best == self.action else hypot(self.search_error, self.learned_error)

    @property
    def search_error(self) -> float:
        """The part of that error that more searches make smaller."""
        return hypot(self.chosen_chance.error, self.best_chance.error)

    @property
    def loss(self) -> float:
        """The difference if it is more than its error; otherwise nothing was lost as far as we can tell."""
        return self.difference if self.difference > _COUNTS * self.error else 0.0

    @property
    def clearly_best(self) -> bool:
        """Whether no other move can have been better."""
        return self.best == self.action or self.difference < -_MARKED * self.error

    @property
    def loss_percent(self) -> int:
        """The loss in whole percent, between the two chances as they are shown."""
        return percent_between(self.chosen_chance.win, self.best_chance.win)

    @property
    def mark(self) -> str | None:
        """`inaccuracy`, `mistake` or `blunder`; None for a move that is not clearly worse than the best."""
        if self.difference <= _MARKED * self.error:
            return None
        names = [name for name, least in THRESHOLDS.items() if self.loss_percent >= whole_percent(least)]
        return names[-1] if names else None


def grade(
    game: Game, state: Any, action: int, number: int, iterations: int, seed: int, cancel: Event | None = None
) -> Decision:
    """Compare a move that was made with the best one; what may deserve a mark is searched again, and more."""
    seat = int(state.turn)

    def look(start: int, purpose: int, times: int) -> RatedPosition:
        effort = min(times * iterations, MOST_ITERATIONS)
        return position(game, state, seat, effort, seed_for(start, number, seat, purpose), cancel=cancel)

    def compare(start: int, before: RatedPosition, rivals: list[int], purpose: int, searches: int) -> Decision:
        # The same seeds, hence the same deals, for all moves, so that luck differs less between them.
        seeds = [seed_for(start, number, seat, purpose, k) for k in range(searches)]

        def chance(only: int) -> Chance:
            found = [chance_after(game, state, seat, only, iterations, one, cancel) for one in seeds]
            mean = mean_of([one for one in found if one is not None])
            return before.chance(only) if mean is None else beside_others(game, mean)

        chances = {only: chance(only) for only in {action, *rivals}}
        best = max(rivals, key=lambda rival: chances[rival].win)
        learned_error = error_of_change(game, chances[best].win - chances[action].win)
        return Decision(number, seat, action, best, before, chances[action], chances[best], learned_error)

    def rivals(before: RatedPosition, most: int) -> list[int]:
        return _rivals(before, action, most, partial(game.likeness, state))

    first = look(seed, _LOOK, 1)
    found = compare(seed, first, rivals(first, _RIVALS), _COMPARE, 1)
    if found.loss < _SUSPECT and first.best.win - first.chance(action).win < _SUSPECT_AT_FIRST:
        return found
    second = look(_SAME_FOR_ALL, _LOOK_CLOSER, CLOSER)
    found = compare(_SAME_FOR_ALL, second, rivals(second, _RIVALS_CLOSER), _COMPARE_CLOSER, CLOSER)
    if abs(found.difference - THRESHOLDS["blunder"]) < _UNCLEAR * found.search_error:
        found = compare(_SAME_FOR_ALL, second, [found.best], _COMPARE_CLOSEST, CLOSEST)
    return found


def _rivals(before: RatedPosition, action: int, most: int, likeness: Likeness) -> list[int]:
    """The other moves that may be the best, one of each likeness; if there are none, the move played."""
    kinds: dict[Hashable, Finding] = {}
    for move in before.moves:
        kinds.setdefault(likeness(move.action), move)
    leads = likeness(before.best.action) == likeness(action)
    del kinds[likeness(action)]
    others = kinds.values()
    if leads:
        # A search prefers what it tried most, though a move that it came to like late may look better.
        own = before.chance(action)
        surely = own.win - own.error
    else:
        surely = max(move.win - _POSSIBLE * move.own_error for move in others)
    possible = [move.action for move in others if move.win + _POSSIBLE * move.own_error >= surely]
    return possible[:most] or [action]
