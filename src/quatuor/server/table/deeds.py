"""Entries: all that ever happens at a table, in order. They are the truth; a table is what they add up to."""

from dataclasses import dataclass, fields
from typing import Any, ClassVar, get_args, get_type_hints

import orjson


@dataclass(frozen=True, slots=True)
class Created:
    """The table was opened."""

    kind: ClassVar[str] = "created"


@dataclass(frozen=True, slots=True)
class Seated:
    """A person or a bot took a seat; `moved`: the same person goes on from another device."""

    kind: ClassVar[str] = "seated"
    seat: int
    name: str
    person: str | None = None
    bot: str | None = None
    local: bool = False
    moved: bool = False


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
class Moved:
    """A seat made a move, in the notation of the rulebook."""

    kind: ClassVar[str] = "move"
    seat: int
    move: str


@dataclass(frozen=True, slots=True)
class Undone:
    """A seat took its last move back."""

    kind: ClassVar[str] = "undo"
    seat: int


@dataclass(frozen=True, slots=True)
class StandIn:
    """A bot plays for a person; `left`: who went away on purpose, and returns only on purpose."""

    kind: ClassVar[str] = "stand_in"
    seat: int
    bot: str
    left: bool = False


@dataclass(frozen=True, slots=True)
class HandedBack:
    """The person has the seat again."""

    kind: ClassVar[str] = "handed_back"
    seat: int


@dataclass(frozen=True, slots=True)
class Closed:
    """The host closed the table."""

    kind: ClassVar[str] = "closed"


@dataclass(frozen=True, slots=True)
class Rematch:
    """The same people went on at another table."""

    kind: ClassVar[str] = "rematch"
    table: str


Deed = Created | Seated | Vacated | Started | Moved | Undone | StandIn | HandedBack | Closed | Rematch
# What a move answers: after one of these it may be out of date.
GAME_DEEDS = (Started, Moved, Undone, Closed)

_DEEDS: dict[str, type[Deed]] = {
    deed.kind: deed for deed in (Created, Seated, Vacated, Started, Moved, Undone, StandIn, HandedBack, Closed, Rematch)
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a table's log: its number from 0, when, and what."""

    index: int
    at: float
    deed: Deed


_FIELDS = {kind: tuple(field.name for field in fields(deed)) for kind, deed in _DEEDS.items()}
_TYPES = {
    kind: tuple((name, get_args(hint) or (hint,)) for name, hint in get_type_hints(deed).items() if name != "kind")
    for kind, deed in _DEEDS.items()
}


def body_of(deed: Deed) -> str:
    """What the store keeps of a deed beside its kind."""
    return orjson.dumps({name: getattr(deed, name) for name in _FIELDS[deed.kind]}).decode()


def deed_of(kind: str, body: str) -> Deed:
    """The deed that the store kept; KeyError, TypeError or ValueError where it cannot be read."""
    values: dict[str, Any] = orjson.loads(body)
    deed = _DEEDS[kind](**values)
    for name, types in _TYPES[kind]:
        if type(getattr(deed, name)) not in types:
            raise TypeError(name)
    return deed
