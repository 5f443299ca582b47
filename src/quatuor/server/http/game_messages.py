"""The messages of the API about the games and what the server makes of them."""

from typing import Any, Literal

from pydantic import Field

from quatuor.server.http.messages import GameName, Message


class OptionValue(Message):
    """A value that an option takes, as it is sent, and what it means."""

    value: bool | int | str
    sentence: str


class OptionGroup(Message):
    """Values that a form shows as one choice, with a question for which of them: each with its short answer."""

    sentence: str
    question: str
    values: list[OptionValue]


class OptionItems(Message):
    """The lists that an option takes beside its values, one of these places after the other."""

    sentence: str
    places: list[str] = Field(description="what each place is called, in words")
    values: list[OptionValue] = Field(description="what a place may hold")
    repeatable: list[bool | int | str] = Field(description="the values that may stand in several places")
    min_items: int
    max_items: int
    start: list[bool | int | str] = Field(description="the list that a form begins with")


class OptionFile(Message):
    """A JSON file whose content is the value, in words: what holds without one, with one, and how to go back."""

    default: str
    given: str
    reset: str
    max_bytes: int


class OptionInfo(Message):
    """An option, and all that a form needs to ask for it.

    A `flag` is on or off, a `number` lies from `low` to `high`, a `file` is described by `file`. A `choice` is one of
    `values` (those of a group asked for in two steps) or, where there are `items`, a list.
    """

    name: str
    control: Literal["flag", "choice", "number", "file"]
    sentence: str
    accepts: str
    default: Any
    values: list[OptionValue]
    groups: list[OptionGroup]
    items: OptionItems | None
    low: int | None = None
    high: int | None = None
    file: OptionFile | None
    overridden_by: dict[str, list[Any]] = Field(description="values of other options with which it decides nothing")


class PresetInfo(Message):
    """Options that go well together: what differs from the defaults."""

    name: str
    title: str
    sentence: str
    options: dict[str, Any]


class GameInfo(Message):
    """A game, and its options and presets for each number of players."""

    name: GameName
    title: str
    pitch: str
    summary: str
    min_players: int
    max_players: int
    lesson: bool = Field(description="there is a lesson for it")
    options: dict[int, list[OptionInfo]]
    presets: dict[int, list[PresetInfo]]


class Health(Message):
    """The server has just made a move and written to its store."""

    status: Literal["ok"]
    version: str
    move_ms: float
    store_ms: float
    tables: int
    warm: bool = Field(description="rules and bots are compiled; the first start on a machine takes its time")


class Preparation(Message):
    """What a new machine still compiles: until then bots that search play by their network alone, and hints wait."""

    left: int = Field(description="how many steps are left; 0 but for the first minutes")
    total: int
    compiles: bool = Field(description="false where all was compiled before, so that the rest takes a moment")
