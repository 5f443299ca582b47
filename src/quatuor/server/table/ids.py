"""Ids of tables, and names of bots."""

import secrets
from collections.abc import Collection, Iterator

from quatuor.server.table.names import name_for_seat

_SYMBOLS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that can be taken for another
_LENGTH = 8
# The same as a regular expression.
TABLE_ID = f"[A-HJ-NP-Z2-9]{{{_LENGTH}}}"

# Musicians.
_BOTS = (
    "Clara",
    "Django",
    "Nina",
    "Miles",
    "Barbara",
    "Chopin",
    "Bessie",
    "Fauré",
    "Maria",
    "Mingus",
    "Nadia",
    "Ravel",
)


def new_id() -> str:
    """An id that nobody guesses and everybody can type."""
    return "".join(secrets.choice(_SYMBOLS) for _ in range(_LENGTH))


def bot_names(taken: Collection[str]) -> Iterator[str]:
    """Names for bots that nobody at the table has, in any order."""
    free = [name for name in _BOTS if name_for_seat(name, taken) == name]
    while free:
        yield free.pop(secrets.randbelow(len(free)))
