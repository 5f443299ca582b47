"""What to say where the library that an environment is for is not installed."""

from quatuor.core.errors import QuatuorError
from quatuor.envs.texts import TEXTS


class MissingExtraError(QuatuorError, ImportError):
    """A library is missing; the sentence names the extra that brings it."""


def missing(library: str, extra: str) -> MissingExtraError:
    """The error for a library that an extra brings."""
    return MissingExtraError(*TEXTS.sentence("extra.missing", library=library, extra=extra))
