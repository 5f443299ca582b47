"""When bots move where their choices are private: at a time that tells nothing of what a bot holds.

A forced move needs no thought and a choice does, so how long a bot has thought tells about its hand. There its move is
written when its kind of bot would at the latest be ready, counted from the beginning of its turn. If one needs longer
all the same, every later move at the table takes as long.
"""

from math import ceil

from quatuor.bots import Bot, HastyBot, Level, SearchBot
from quatuor.core.game import Game

STEP_SECONDS = 0.05
# An iteration of the slowest game on a slow core; the least that any move costs; what beside thinking takes time.
_ITERATION_SECONDS = 0.000125
_LEAST_SECONDS = 0.002
_MARGIN_SECONDS = 0.02
# A tempo that was too quick grows by half at least, so that it is seen to grow a few times at most.
_GROWTH = 1.5


def nominal_cost(bot: Bot, game: Game) -> float:
    """The seconds that a move of such a bot may take, whatever it holds."""
    if isinstance(bot, Level):
        bot = bot.bot(game)
    search = bot.search if isinstance(bot, HastyBot) else bot
    if not isinstance(search, SearchBot):
        return _LEAST_SECONDS
    return max(_LEAST_SECONDS, min(search.seconds, search.iterations * _ITERATION_SECONDS))


class Tempo:
    """How many seconds after its turn began a bot's move is written, in whole steps."""

    def __init__(self) -> None:
        self._extra = 0

    def due(self, cost: float, needed: float) -> float:
        """The moment for moves that cost so much by their bots' kind, and were ready after so many seconds."""
        nominal = _steps(cost + _MARGIN_SECONDS)
        steps = nominal + self._extra
        if needed > steps * STEP_SECONDS:
            steps = max(_steps(needed), ceil(_GROWTH * steps))
            self._extra = steps - nominal
        return steps * STEP_SECONDS


def _steps(seconds: float) -> int:
    return ceil(seconds / STEP_SECONDS)
