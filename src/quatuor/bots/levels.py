"""Levels for people: names for how well a bot plays, the same in every game."""

from dataclasses import dataclass
from threading import Event

from quatuor.bots.bot import Bot, Budget, Choice, Position
from quatuor.bots.specs import read_spec
from quatuor.core.game import Game
from quatuor.core.levels import LEVEL_NAMES
from quatuor.core.texts import COMMON, Sentence

BEGINNER, AMATEUR, EXPERT, VIRTUOSO, PRODIGY = LEVEL_NAMES


@dataclass(frozen=True)
class Level:
    """A bot that is another one in each game, and may be another one among more players."""

    name: str

    @property
    def title(self) -> Sentence:
        """What people call it."""
        return COMMON.sentence(f"level.{self.name}")

    @property
    def meaning(self) -> Sentence:
        """How it plays, in a few words."""
        return COMMON.sentence(f"level.{self.name}.meaning")

    def bot(self, game: Game, players: int) -> Bot:
        """Who plays at this level: a bot whose name is a spec that anybody can use."""
        bot = read_spec(game.levels.spec(self.name, players) or "")
        assert bot is not None
        return bot

    def budget(self, game: Game) -> Budget:
        """The most that it may think at any table."""
        return max(self.bot(game, players).budget(game) for players in range(game.min_players, game.max_players + 1))

    def think(self, position: Position, cancel: Event | None = None, when_forced: bool = False) -> Choice:
        return self.bot(position.game, int(position.state.players)).think(position, cancel, when_forced)


LEVELS: dict[str, Level] = {name: Level(name) for name in LEVEL_NAMES}
