"""Options: one list per game, for validation, the command line, web forms and docs."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np

from quatuor.core.errors import OptionError
from quatuor.core.texts import COMMON, Sentence, plain, shortened

Control = Literal["flag", "choice", "number", "file"]


def whole_number(value: Any) -> int | None:
    """A whole number, also one of NumPy's, as a plain one; None for anything else, `True` and `False` included."""
    return int(value) if isinstance(value, int | np.integer) and not isinstance(value, bool) else None


class Group(NamedTuple):
    """Values that a form shows as one choice, with a question for which of them: each with its short answer."""

    sentence: Sentence
    question: Sentence
    answers: tuple[tuple[Any, str], ...]


class Items(NamedTuple):
    """The lists that an option takes beside its listed values: what is asked, and for each place under which name.

    No value may stand in two places but those that are `repeatable`; a form begins with `start`.
    """

    sentence: Sentence
    places: tuple[Sentence, ...]
    values: tuple[Any, ...]
    repeatable: tuple[Any, ...]
    fewest: int
    most: int
    start: list[Any]


class File(NamedTuple):
    """A JSON file whose content is the value: what holds without one, with one, and how to go back."""

    default: Sentence
    given: Sentence
    reset: Sentence
    max_bytes: int


class Kind(ABC):
    """What values an option takes; `control` is what a form shows to ask for one."""

    control: ClassVar[Control]

    def values(self, players: int) -> tuple[Any, ...]:
        """The values that can be listed."""
        return ()

    def groups(self, players: int) -> tuple[Group, ...]:
        """Which of the listed values belong together."""
        return ()

    def items(self, players: int) -> Items | None:
        """The lists that are taken too, if any are."""
        return None

    def bounds(self) -> tuple[int, int] | None:
        """The least and the greatest number, where it takes one."""
        return None

    def file(self) -> File | None:
        """The file that is asked for, if one is."""
        return None

    @abstractmethod
    def accepts(self, players: int) -> Sentence:
        """What it takes, in words."""

    def accepts_sent(self, players: int) -> Sentence:
        """What it takes over a network, where a text names no file."""
        return self.accepts(players)

    @abstractmethod
    def read(self, value: Any, players: int) -> Any:
        """The value as a record stores it; ValueError if it is not accepted."""

    def meaning(self, value: Any) -> Sentence | None:
        """What a value means, where the option's own table does not say it."""
        return None


@dataclass(frozen=True)
class Flag(Kind):
    control = "flag"

    def values(self, players: int) -> tuple[Any, ...]:
        return (False, True)

    def accepts(self, players: int) -> Sentence:
        return COMMON.sentence("option.accepts.flag")

    def read(self, value: Any, players: int) -> Any:
        if not isinstance(value, bool):
            raise ValueError
        return value


@dataclass(frozen=True)
class OneOf(Kind):
    choices: tuple[str, ...]
    control = "choice"

    def values(self, players: int) -> tuple[Any, ...]:
        return self.choices

    def accepts(self, players: int) -> Sentence:
        return COMMON.sentence("option.accepts.choice", values=", ".join(self.choices))

    def read(self, value: Any, players: int) -> Any:
        if not isinstance(value, str) or value not in self.choices:
            raise ValueError
        return value


@dataclass(frozen=True)
class Number(Kind):
    low: int
    high: int
    control = "number"

    def bounds(self) -> tuple[int, int] | None:
        return self.low, self.high

    def accepts(self, players: int) -> Sentence:
        return COMMON.sentence("option.accepts.number", low=self.low, high=self.high)

    def read(self, value: Any, players: int) -> Any:
        number = whole_number(value)
        if number is None or not self.low <= number <= self.high:
            raise ValueError
        return number


@dataclass(frozen=True)
class Option:
    """One option: its name, what it takes, its default for a number of players, its meaning in words.

    `meanings` explains the values that need words. `stored` is False where a record keeps the value elsewhere.
    `overridden_by` names values of other options with which this one decides nothing.
    """

    name: str
    kind: Kind
    default: Callable[[int], Any]
    meaning: Sentence
    meanings: Mapping[str, Sentence]
    stored: bool = True
    overridden_by: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)

    def meaning_of(self, value: Any) -> Sentence:
        """What a value means, in words."""
        if isinstance(value, bool):
            return COMMON.sentence("option.yes" if value else "option.no")
        text = plain(value)
        return self.meanings.get(text) or self.kind.meaning(value) or Sentence(text, text)

    def read(self, value: Any, players: int) -> Any:
        try:
            return self.kind.read(value, players)
        except ValueError:
            shown = shortened(plain(value), 80)
            sentence = COMMON.sentence(
                "option.refused", name=self.name, accepts=self.kind.accepts(players), value=shown
            )
            raise OptionError(*sentence) from None


@dataclass(frozen=True)
class Preset:
    """Options that go well together, under a name: what differs from the defaults for a number of players.

    None: not for so many players.
    """

    name: str
    title: Sentence
    meaning: Sentence
    options: Callable[[int], Mapping[str, Any] | None]


def read_options(game: str, table: tuple[Option, ...], players: int, given: Mapping[str, Any]) -> dict[str, Any]:
    """Every option of a game with its value, in the table's order; OptionError for a bad one."""
    by_name = {option.name: option for option in table}
    for name in given:
        if name not in by_name:
            raise OptionError(*COMMON.sentence("option.unknown", game=game, name=plain(name), known=", ".join(by_name)))
    return {
        name: option.read(given[name], players) if name in given else option.default(players)
        for name, option in by_name.items()
    }
