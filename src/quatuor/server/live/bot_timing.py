"""When bots move where their choices are private: at a time that tells nothing of what a bot holds.

A forced move needs no thought and a choice does, so how long a bot has thought tells about its hand. There its move is
written when its kind of bot would at the latest be ready, counted from when it began to think: how long it waited for
a thread depends on others, not on its hand. If one thinks longer all the same, the next moves at the table take as
long, but two seconds more at most.
"""

from math import ceil

from quatuor.bots import Bot
from quatuor.core.game import Game

STEP_SECONDS = 0.05
# An iteration of the slowest game on a slow core; the least that any move costs; what beside thinking takes time.
_ITERATION_SECONDS = 0.000125
_LEAST_SECONDS = 0.002
_MARGIN_SECONDS = 0.02
# A timing that was too quick grows by half at least, so that it is seldom seen to grow.
_GROWTH = 1.5
# It grows by so many steps at most, and shrinks back so many moves later, whatever those moves are.
_MOST_EXTRA = 40
_KEPT_MOVES = 16


def nominal_cost(bot: Bot, game: Game) -> float:
    """The seconds that a move of such a bot may take, whatever it holds."""
    budget = bot.budget(game)
    return max(_LEAST_SECONDS, min(budget.seconds, budget.iterations * _ITERATION_SECONDS))


class BotTiming:
    """How many seconds after it began to think a bot's move is written, in whole steps."""

    def __init__(self) -> None:
        self._extra = 0
        self._kept = 0  # for so many more moves

    def due(self, cost: float, needed: float, learn: bool = True) -> float:
        """When to write moves that cost so much by their bots' kind, and took so many seconds to think of.

        Without `learn` later moves are not slowed down: what took so long does not happen again.
        """
        nominal = _steps(cost + _MARGIN_SECONDS)
        self._kept = max(0, self._kept - 1)
        if not self._kept:
            self._extra = 0
        steps = nominal + self._extra
        if needed <= steps * STEP_SECONDS:
            return steps * STEP_SECONDS
        if learn:
            grown = max(_steps(needed), ceil(_GROWTH * steps))
            self._extra, self._kept = min(grown - nominal, _MOST_EXTRA), _KEPT_MOVES
        return max(_steps(needed), nominal + self._extra) * STEP_SECONDS


def _steps(seconds: float) -> int:
    return ceil(seconds / STEP_SECONDS)
