"""The bot that often does not look: a weak player for games without a network."""

from dataclasses import dataclass
from threading import Event

from quatuor.bots.bot import Budget, Choice, Position
from quatuor.bots.random import RandomBot
from quatuor.bots.search import MOST_ITERATIONS
from quatuor.bots.search_bot import SearchBot, read_iterations
from quatuor.core.chance import below
from quatuor.core.errors import BotError
from quatuor.core.game import Game
from quatuor.core.texts import COMMON, shortened

NAME = "hasty"
_ONE_IN = 3


@dataclass(frozen=True)
class HastyBot:
    """One move in three is any legal move, the others are those of a search."""

    search: SearchBot

    @property
    def name(self) -> str:
        return f"{NAME}:{self.search.iterations}"

    def budget(self, game: Game) -> Budget:
        return self.search.budget(game)

    def think(self, position: Position, cancel: Event | None = None, when_forced: bool = False) -> Choice:
        if below(position.chooser, _ONE_IN) == 0:
            return RandomBot().think(position)
        return self.search.think(position, cancel, when_forced)


def read_hasty(spec: str) -> HastyBot:
    """The bot of `hasty:10`; BotError, which says what there is, for anything else."""
    iterations = read_iterations(spec.removeprefix(NAME).removeprefix(":"))
    if iterations is None:
        raise BotError(*COMMON.sentence("bot.hasty", value=shortened(spec), most=MOST_ITERATIONS))
    return HastyBot(SearchBot(iterations))
