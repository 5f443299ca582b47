"""Levels for people: names for how well a bot plays, the same in every game."""

from dataclasses import dataclass
from threading import Event

from quatuor.bots.bot import Bot, Budget, Choice, Position
from quatuor.bots.hasty import HastyBot
from quatuor.bots.search_bot import SearchBot
from quatuor.core.game import Game
from quatuor.core.texts import COMMON, Sentence

BEGINNER, AMATEUR, EXPERT, VIRTUOSO = "beginner", "amateur", "expert", "virtuoso"


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
        search = SearchBot(getattr(game.search_settings, self.name))
        return HastyBot(search) if self.name == BEGINNER else search

    def budget(self, game: Game) -> Budget:
        return self.bot(game).budget(game)

    def think(self, position: Position, cancel: Event | None = None, when_forced: bool = False) -> Choice:
        return self.bot(position.game).think(position, cancel, when_forced)


LEVELS: dict[str, Level] = {name: Level(name) for name in (BEGINNER, AMATEUR, EXPERT, VIRTUOSO)}
