"""Why something is refused at a table: always one sentence in the asker's language."""

from typing import Any, NoReturn

from quatuor.core.errors import QuatuorError, Refusal
from quatuor.core.texts import Sentence
from quatuor.server.table.texts import TEXTS

# The kinds of problems, each with the HTTP status that says the same.
STATUS = {
    "bad_request": 422,
    "unknown": 404,
    "forbidden": 403,
    "illegal": 422,
    "lesson": 409,
    "stale": 409,
    "reveals": 409,
    "conflict": 409,
    "too_large": 413,
    "too_many": 429,
    "unavailable": 503,
}


class Refused(QuatuorError):  # noqa: N818 - a refusal is an answer, not an error
    """A request that is answered by a Problem."""

    def __init__(
        self,
        error: str,
        sentence: Sentence,
        *,
        article: str | None = None,
        index: int | None = None,
        retry_after: int | None = None,
        status: int | None = None,
    ) -> None:
        super().__init__(*sentence)
        self.error = error
        self.article = article
        self.index = index
        self.retry_after = retry_after
        self.status = status or STATUS[error]

    def problem(self, language: Any, request: int | None = None) -> dict[str, Any]:
        """The body of the answer; `request` is its number, where it came on a socket."""
        return {
            "error": self.error,
            "message": self.say(language),
            "article": self.article,
            "index": self.index,
            "retry_after": self.retry_after,
            "answers": [] if request is None else [request],
        }


def refuse(error: str, key: str, /, **values: object) -> NoReturn:
    """Refuse with a sentence about the table."""
    raise Refused(error, TEXTS.sentence(key, **values))


def refuse_stale(index: int) -> NoReturn:
    """Refuse what answers a position that is no longer the current one."""
    raise Refused("stale", TEXTS.sentence("move.stale"), index=index)


def refuse_turn(player: str) -> NoReturn:
    """Refuse a move of a seat that is not to play (C-1)."""
    raise Refused("illegal", not_your_turn(player), article="C-1")


def not_your_turn(player: str) -> Sentence:
    """Whose turn it is instead."""
    return capitalised(TEXTS.sentence("refuse.turn", player=player))


def illegal(refusal: Refusal) -> Refused:
    """The refusal of a move, with the article that forbids it."""
    return Refused("illegal", capitalised(refusal.reason), article=refusal.article)


def capitalised(sentence: Sentence) -> Sentence:
    """A reason as a sentence of its own."""
    return Sentence(*(text[:1].upper() + text[1:] for text in sentence))
