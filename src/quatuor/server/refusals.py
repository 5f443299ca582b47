"""Refusals: one sentence in the reader's language that says why, never a traceback."""

from typing import NoReturn

from quatuor.core.errors import IllegalMoveError, QuatuorError
from quatuor.server.table.refusals import STATUS, Refused, capitalised, illegal
from quatuor.server.texts import TEXTS

__all__ = ["STATUS", "Refused", "as_refused", "refuse", "too_many"]


def refuse(error: str, key: str, /, **values: object) -> NoReturn:
    """Refuse with a sentence from the server's catalogue."""
    raise Refused(error, TEXTS.sentence(key, **values))


def too_many(seconds: int) -> Refused:
    """The refusal of a request beyond a rate limit."""
    return Refused("too_many", TEXTS.sentence("guard.too_many", seconds=seconds), retry_after=seconds)


def as_refused(error: QuatuorError) -> Refused:
    """Any error of the package, turned into a refusal."""
    if isinstance(error, Refused):
        return error
    if isinstance(error, IllegalMoveError):
        return illegal(error.refusal)
    return Refused("bad_request", capitalised(error.sentence))
