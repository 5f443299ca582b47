"""What can go wrong, each with its sentence in English and in French; and the refusals that all games share."""

from collections.abc import Callable
from typing import Any, NamedTuple

from quatuor.core.texts import COMMON, Language, Sentence, shortened

# The article under which a text is refused that is not a move of the game at all.
UNREADABLE = "C-8"


class Refusal(NamedTuple):
    """Why a move is not allowed: the article of the rulebook, and the reason in words."""

    article: str
    reason: Sentence

    def say(self, language: Language) -> str:
        return f"{self.reason.say(language)} ({self.article})"


class QuatuorError(Exception):
    """Something was wrong with what we were given; the sentence says what, and what is accepted."""

    def __init__(self, en: str, fr: str) -> None:
        super().__init__(en)
        self.sentence = Sentence(en, fr)

    def say(self, language: Language) -> str:
        return self.sentence.say(language)

    def __reduce__(self) -> Any:
        # Errors come back from other processes whatever their own arguments were.
        return _again, (type(self), self.args, self.__dict__)


def _again(kind: type[QuatuorError], args: tuple[Any, ...], fields: dict[str, Any]) -> QuatuorError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(fields)
    return error


class InvalidMoveError(QuatuorError):
    """The text of a move cannot be read."""


class IllegalMoveError(QuatuorError):
    """The move can be read but is not allowed here; `refusal` names the article."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.say("en"), refusal.say("fr"))
        self.refusal = refusal


class OptionError(QuatuorError):
    """An option, a number of players, a first player or a seed is not one that the game takes."""


class RecordError(QuatuorError):
    """A record cannot be read, or tells a game that cannot have happened."""


class UnknownGameError(QuatuorError):
    """There is no game of that name."""


class BotError(QuatuorError):
    """There is no bot of that name, or not for that many seats."""


def shared_refusal(state: Any, text: str, seat: int, parse: Callable[[str], int], over: str) -> Refusal | None:
    """Why a text is not a move of this seat now, whatever the game; `over` is the article that ends the game."""
    try:
        parse(text)
    except InvalidMoveError as error:
        return Refusal(UNREADABLE, error.sentence)
    if state.turn < 0:
        return Refusal(over, COMMON.sentence("refuse.over"))
    if seat < 0:
        return Refusal("C-1", COMMON.sentence("refuse.spectator"))
    if seat != state.turn:
        player = COMMON.sentence("player.numbered", n=int(state.turn) + 1)
        return Refusal("C-1", COMMON.sentence("refuse.turn", player=player))
    return None


def unreadable(text: str, examples: tuple[str, ...]) -> InvalidMoveError:
    """The error for a text that is not a move of the game."""
    quoted = Sentence(
        ", ".join(f"“{example}”" for example in examples), ", ".join(f"«\u00a0{example}\u00a0»" for example in examples)
    )
    return InvalidMoveError(*COMMON.sentence("refuse.unreadable", move=shortened(text, 40), examples=quoted))
