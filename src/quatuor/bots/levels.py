"""Levels for people: names for how well a bot plays, the same in every game."""

from dataclasses import dataclass
from typing import Any

from quatuor.bots.bot import Bot
from quatuor.bots.hasty import HastyBot
from quatuor.bots.search_bot import SearchBot
from quatuor.core.game import Game
from quatuor.core.texts import COMMON, Sentence

BEGINNER, AMATEUR, EXPERT, VIRTUOSO = "beginner", "amateur", "expert", "virtuoso"
# Who plays where nobody has chosen a bot.
DEFAULT_LEVEL = AMATEUR


@dataclass(frozen=True)
class Level:
    """A bot that is another one in each game."""

    name: str

    @property
    def title(self) -> Sentence:
        """What people call it."""
        return COMMON.sentence(f"level.{self.name}")

    @property
    def meaning(self) -> Sentence:
        """How it plays, in a few words."""
        return COMMON.sentence(f"level.{self.name}.meaning")

    def bot(self, game: Game) -> Bot:
        """Who plays at this level: a bot whose name is a spec that anybody can use, in iterations of that game."""
        search = SearchBot(getattr(game.thinking, self.name))
        return HastyBot(search) if self.name == BEGINNER else search

    def choose(self, game: Game, state: Any, chooser: Any) -> int:
        return self.bot(game).choose(game, state, chooser)


LEVELS: dict[str, Level] = {name: Level(name) for name in (BEGINNER, AMATEUR, EXPERT, VIRTUOSO)}
