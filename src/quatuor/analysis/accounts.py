"""A game as one seat lived it: what each move changed, and where the result came from."""

from dataclasses import dataclass
from typing import Any

from quatuor.analysis.chances import Chance
from quatuor.analysis.grading import Decision
from quatuor.core.game import Game


@dataclass(frozen=True)
class Step:
    """What one move changed for a seat, with the standard errors; that of a loss is its decision's.

    What several moves of others in a row have changed stands at the last one; `others_since` is the first.
    """

    luck: float
    others: float
    loss: float
    luck_error: float
    others_error: float
    others_since: int


@dataclass(frozen=True)
class Account:
    """A game as one seat lived it: where its win or loss came from.

    `curve` is the chance to win before the first move, after it, … and at the end, where it is the result.
    """

    seat: int
    start: Chance
    luck: Chance
    others: Chance
    loss: Chance
    result: float
    curve: tuple[float, ...]
    steps: tuple[Step, ...]
    decisions: tuple[Decision, ...]

    @property
    def error(self) -> float:
        """The standard error of the start, hence of luck + others - loss: the result itself is certain."""
        return self.start.error

    @property
    def marked(self) -> tuple[Decision, ...]:
        """The inaccuracies, mistakes and blunders, in the order of the game."""
        return tuple(decision for decision in self.decisions if decision.mark)


def result_for(game: Game, state: Any, seat: int) -> float:
    """A seat's share of a finished game's win: 1, 0, or a part where several sides won."""
    won = int(game.winners(state))
    if not won >> seat & 1:
        return 0.0
    return 1 / len(sides_of(game, state, won))


def sides_of(game: Game, state: Any, seats: int = -1) -> set[int]:
    """The sides of some seats, given as bits, by default of all: players, or teams."""
    return {int(game.side(state, k)) for k in range(int(state.players)) if seats >> k & 1}
