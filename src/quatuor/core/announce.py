"""A message while a game is compiled for the first time."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from numba.core import event

from quatuor.core.texts import COMMON, default_language

# A game is compiled in parts, when they are needed; one message per game is enough.
_said: set[str] = set()


class _Announcement(event.Listener):  # type: ignore[misc] # Numba has no types
    """Hears what Numba compiles, not what it reads from disk."""

    def __init__(self, title: str) -> None:
        self._title = title

    def on_start(self, event: object) -> None:
        if self._title not in _said:
            _said.add(self._title)
            print(COMMON.say(default_language(), "compiling", title=self._title), file=sys.stderr, flush=True)

    def on_end(self, event: object) -> None:
        pass


@contextmanager
def compiling(title: str) -> Iterator[None]:
    """Around the use of a game's compiled functions: a line on standard error once any of them is to be compiled."""
    if title in _said:
        yield
        return
    with event.install_listener("numba:compile", _Announcement(title)):
        yield


def compiled_anything() -> bool:
    """Whether this process has had to compile a game: on a machine where it was done before, nothing is."""
    return bool(_said)
