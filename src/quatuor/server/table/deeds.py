"""Deeds: all that people and bots ever do at a table. In their order they are the truth; a table is their result."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar

from quatuor.core.game import Game
from quatuor.core.levels import DEFAULT_LEVEL


@dataclass(frozen=True, slots=True)
class Created:
    """The table was opened."""

    kind: ClassVar[str] = "created"


@dataclass(frozen=True, slots=True)
class Seated:
    """A person or a bot took a seat; `moved`: the same person goes on from another device.

    `bot` is what somebody chose; `plays`, where that was a level, is the bot that it meant then, and goes on to mean.
    `face` is the person's as they sat down, if they had one.
    """

    kind: ClassVar[str] = "seated"
    seat: int
    name: str
    person: str | None = None
    bot: str | None = None
    local: bool = False
    moved: bool = False
    plays: str | None = None
    face: str | None = None


@dataclass(frozen=True, slots=True)
class Vacated:
    """A seat became open; `name` is who left it."""

    kind: ClassVar[str] = "vacated"
    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Started:
    """The cards were dealt."""

    kind: ClassVar[str] = "started"
    first: int


@dataclass(frozen=True, slots=True)
class Contributed:
    """A person added a number of their own to what the deal follows from; they did not know the secret."""

    kind: ClassVar[str] = "contributed"
    seat: int
    number: str


@dataclass(frozen=True, slots=True)
class Gathering:
    """Everybody sits: the cards are dealt once all people have added a number, or a moment later without the rest."""

    kind: ClassVar[str] = "gathering"


UNREAD = -1


@dataclass(frozen=True, slots=True)
class Moved:
    """A seat made a move, in the notation of the rulebook.

    `action` is the same move as the rules number it, UNREAD until the notation was read: nobody reads it twice.
    """

    kind: ClassVar[str] = "move"
    seat: int
    move: str
    action: int = field(default=UNREAD, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Undone:
    """A seat took its last move back."""

    kind: ClassVar[str] = "undo"
    seat: int


@dataclass(frozen=True, slots=True)
class StandIn:
    """A bot plays for a person; `left`: they went away on purpose, and return only on purpose."""

    kind: ClassVar[str] = "stand_in"
    seat: int
    bot: str
    left: bool = False
    plays: str | None = None


@dataclass(frozen=True, slots=True)
class HandedBack:
    """The person has the seat again."""

    kind: ClassVar[str] = "handed_back"
    seat: int


@dataclass(frozen=True, slots=True)
class Closed:
    """The host closed the table; `by_server`: the host of the whole server did; `too_long`: its game had no end."""

    kind: ClassVar[str] = "closed"
    by_server: bool = False
    too_long: bool = False


@dataclass(frozen=True, slots=True)
class Rematch:
    """The same people went on at another table."""

    kind: ClassVar[str] = "rematch"
    table: str


Deed = (
    Created
    | Seated
    | Vacated
    | Contributed
    | Gathering
    | Started
    | Moved
    | Undone
    | StandIn
    | HandedBack
    | Closed
    | Rematch
)


@lru_cache(10_000)
def deed_of_move(game: Game, seat: int, action: int) -> Moved:
    """A move by its action, one object for all that are alike: every table remembers all of its moves."""
    return Moved(seat, game.text(action), action)


def bot_seated(game: Game, players: int, seat: int, name: str, bot: str) -> Seated:
    """A bot takes a seat, by today's meaning of its level."""
    return Seated(seat, name, bot=bot, plays=game.levels.spec(bot, players))


def bot_standing_in(game: Game, players: int, seat: int, bot: str = DEFAULT_LEVEL, left: bool = False) -> StandIn:
    """A bot stands in for a person, by today's meaning of its level."""
    return StandIn(seat, bot, left, game.levels.spec(bot, players))


# The deeds that change the game: a move that was chosen before one of them is out of date.
GAME_DEEDS = (Started, Moved, Undone, Closed)
# Those that leave all else at a table as it is.
MOVE_DEEDS = (Moved, Undone)
# Those that change who holds a seat.
SEAT_DEEDS = (Seated, Vacated)


@dataclass(frozen=True, slots=True)
class Entry:
    """A deed with its number at the table, from 0, and the time of day."""

    index: int
    at: float
    deed: Deed
