"""Levels for people: which bot plays at each of them, in one game."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

# The level of a bot that nobody has chosen.
DEFAULT_LEVEL = "amateur"

# What a bot is called on a command line; or, where that depends on it, by the number of players from which on it plays.
Spec = str | Mapping[int, str]


@dataclass(frozen=True)
class Levels:
    """The bot of each level, the weakest first, chosen by playing matches: `docs/bots.md` says what each one wins.

    By default they are searches, which need no more than the game's evaluation.
    """

    beginner: Spec = "hasty:10"
    amateur: Spec = "search:10"
    expert: Spec = "search:100"
    virtuoso: Spec = "search:2000"
    prodigy: Spec = "search:8000"

    def spec(self, bot: str, players: int) -> str | None:
        """The spec of the bot that plays at a level among so many; None if this is not a level but a bot by itself."""
        if bot not in LEVEL_NAMES:
            return None
        spec: Spec = getattr(self, bot)
        return spec if isinstance(spec, str) else spec[max(count for count in spec if count <= players)]


LEVEL_NAMES = tuple(field.name for field in fields(Levels))
