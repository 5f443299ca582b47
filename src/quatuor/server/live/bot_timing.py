"""When bots move where their choices are private: at a time that tells nothing of what a bot holds.

A forced move needs no thought and a choice does, so the time that a bot thinks tells something about its hand. At such
a table every move is written after a fixed time: the longest that this kind of bot should need, counted from when it
began to think (the wait for a thread before that depends on others, not on its hand). If a bot needs longer all the
same, the next moves at the table take as long too, but at most two seconds more than the fixed time.
"""

from math import ceil

from quatuor.bots import Bot
from quatuor.core.game import Game

STEP_SECONDS = 0.05
# The least that any move costs; what takes time besides thinking.
_LEAST_SECONDS = 0.002
_MARGIN_SECONDS = 0.02
# A timing that was too short grows by at least half, so that it rarely has to grow.
_GROWTH = 1.5
# The most steps that it grows by, and after how many moves, whatever they are, it shrinks back.
_MOST_EXTRA = 40
_KEPT_MOVES = 16


def nominal_cost(bot: Bot, game: Game) -> float:
    """The seconds that a move of such a bot may take, whatever it holds."""
    return max(_LEAST_SECONDS, bot.budget(game).cost)


class BotTiming:
    """How many seconds after it began to think a bot's move is written, in whole steps."""

    def __init__(self) -> None:
        self._extra = 0
        self._kept = 0  # for how many more moves

    def due(self, cost: float, needed: float, learn: bool = True) -> float:
        """When to write moves with a nominal `cost` that took `needed` seconds to think of.

        Without `learn` later moves are not slowed down, because the cause of the delay will not occur again.
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
