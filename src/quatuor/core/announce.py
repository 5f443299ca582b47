"""A message while a game is compiled for the first time."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from quatuor.core.compiled import INTERPRETED, cache_folder
from quatuor.core.texts import COMMON, default_language

# A game is compiled in parts, when they are needed; one message per game is enough.
_said: set[str] = set()


@contextmanager
def compiling(what: str, title: str) -> Iterator[None]:
    """Around the first use of compiled functions: print a line on standard error unless they are cached on disk."""
    folder = cache_folder()
    marker = folder / f"{what}.ready" if folder else None
    cold = not INTERPRETED and not (marker and marker.exists())
    if cold and title not in _said:
        _said.add(title)
        print(COMMON.say(default_language(), "compiling", title=title), file=sys.stderr, flush=True)
    yield
    if cold and marker:
        with suppress(OSError):
            marker.touch()
