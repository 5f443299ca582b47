"""The bot that often does not look: what a beginner plays against."""

import re
from dataclasses import dataclass, replace
from threading import Event
from typing import Any

from quatuor.bots.bot import Bot
from quatuor.bots.random import RandomBot
from quatuor.bots.search import SearchBot
from quatuor.bots.searching import MOST_ITERATIONS
from quatuor.core.errors import BotError
from quatuor.core.game import Game
from quatuor.core.generator import below
from quatuor.core.texts import COMMON, shortened

NAME = "hasty"
_ONE_IN = 3
_ITERATIONS = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True)
class HastyBot:
    """One move in three is any legal move, the others are those of a search."""

    iterations: int
    # Set by whoever does not need the answer any more.
    cancel: Event | None = None

    @property
    def name(self) -> str:
        return f"{NAME}:{self.iterations}"

    def choose(self, game: Game, state: Any, chooser: Any) -> int:
        return self.mood(chooser).choose(game, state, chooser)

    def mood(self, chooser: Any) -> Bot:
        """The bot whose move it makes this time."""
        careless = below(chooser, _ONE_IN) == 0
        return RandomBot() if careless else SearchBot(self.iterations, cancel=self.cancel)

    def until(self, cancel: Event) -> "HastyBot":
        """The same bot, which stops thinking soon after this event is set."""
        return replace(self, cancel=cancel)


def read_hasty(spec: str) -> HastyBot:
    """The bot of `hasty:10`; BotError, which says what there is, for anything else."""
    iterations = spec.removeprefix(NAME).removeprefix(":")
    if _ITERATIONS.fullmatch(iterations) and 1 <= int(iterations) <= MOST_ITERATIONS:
        return HastyBot(int(iterations))
    raise BotError(*COMMON.sentence("bot.hasty", value=shortened(spec), most=MOST_ITERATIONS))
