"""What can go wrong, each with its sentence in English and in French."""

from typing import Any, Literal, NamedTuple

from quatuor.core.filling import fill

Language = Literal["en", "fr"]
LANGUAGES: tuple[Language, ...] = ("en", "fr")


class Sentence(NamedTuple):
    """The same thing said in both languages."""

    en: str
    fr: str

    def say(self, language: Language) -> str:
        return self.fr if language == "fr" else self.en

    def format(self, **values: object) -> "Sentence":
        return Sentence(
            *(
                fill(text, {k: v.say(lang) if isinstance(v, Sentence) else v for k, v in values.items()})
                for lang, text in zip(LANGUAGES, self, strict=True)
            )
        )


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
