"""Options: one list per game, for validation, the command line, web forms and docs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from quatuor.core.errors import OptionError
from quatuor.core.texts import COMMON, Sentence, plain, shortened


class Kind(Protocol):
    """What values an option takes."""

    @property
    def form(self) -> str:
        """The kind of field in a form: `flag`, `choice`, `number`, or a game's own."""

    def values(self, players: int) -> tuple[Any, ...]:
        """The values that can be listed."""

    def accepts(self, players: int) -> Sentence:
        """What it takes, in words."""

    def read(self, value: Any, players: int) -> Any:
        """The value as a record stores it; ValueError if it is not accepted."""


@dataclass(frozen=True)
class Flag:
    form: str = "flag"

    def values(self, players: int) -> tuple[Any, ...]:
        return (False, True)

    def accepts(self, players: int) -> Sentence:
        return COMMON.sentence("option.accepts.flag")

    def read(self, value: Any, players: int) -> Any:
        if not isinstance(value, bool):
            raise ValueError
        return value


@dataclass(frozen=True)
class Choice:
    choices: tuple[str, ...]
    form: str = "choice"

    def values(self, players: int) -> tuple[Any, ...]:
        return self.choices

    def accepts(self, players: int) -> Sentence:
        return COMMON.sentence("option.accepts.choice", values=", ".join(self.choices))

    def read(self, value: Any, players: int) -> Any:
        if not isinstance(value, str) or value not in self.choices:
            raise ValueError
        return value


@dataclass(frozen=True)
class Number:
    low: int
    high: int
    form: str = "number"

    def values(self, players: int) -> tuple[Any, ...]:
        return ()

    def accepts(self, players: int) -> Sentence:
        return COMMON.sentence("option.accepts.number", low=self.low, high=self.high)

    def read(self, value: Any, players: int) -> Any:
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise ValueError
        return value


@dataclass(frozen=True)
class Option:
    """One option: its name, what it takes, its default for a number of players, its meaning in words.

    `meanings` explains the values that need words. `stored` is False where a record keeps the value elsewhere.
    """

    name: str
    kind: Kind
    default: Callable[[int], Any]
    meaning: Sentence
    meanings: Mapping[str, Sentence]
    stored: bool = True

    def read(self, value: Any, players: int) -> Any:
        try:
            return self.kind.read(value, players)
        except ValueError:
            shown = shortened(plain(value), 80)
            sentence = COMMON.sentence(
                "option.refused", name=self.name, accepts=self.kind.accepts(players), value=shown
            )
            raise OptionError(*sentence) from None


def read_options(game: str, table: tuple[Option, ...], players: int, given: Mapping[str, Any]) -> dict[str, Any]:
    """Every option of a game with its value, in the table's order; OptionError for a bad one."""
    by_name = {option.name: option for option in table}
    for name in given:
        if name not in by_name:
            raise OptionError(*COMMON.sentence("option.unknown", game=game, name=name, known=", ".join(by_name)))
    return {
        name: option.read(given[name], players) if name in given else option.default(players)
        for name, option in by_name.items()
    }
