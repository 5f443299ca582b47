"""Garbage collection at moments when nobody waits: a collection stops the whole server.

Moves leave no garbage; requests and sockets leave some. What is young is looked through as soon as there is a little
of it, which takes milliseconds. All the rest, a second's work where there are a thousand tables, waits for a quiet
moment.
"""

import asyncio
import gc
from collections.abc import Callable

from quatuor.server import clock

# So many new objects are looked through at a time, in a millisecond or two. A batch of moves makes thousands that are
# gone by the next one: with a smaller number every batch would set off a collection that finds nothing.
_YOUNG = 10_000
_NEVER = 1_000_000_000
# Quiet is when nothing has happened at any table for so many seconds.
_QUIET_SECONDS = 2.0
_LOOK_SECONDS = 5.0
# How often what is young must have been looked through before the rest is: when it is quiet, and in any case.
_FEW_TIMES = 10
_MANY_TIMES = 2_500


def exempt_what_is_loaded() -> None:
    """Look for garbage among what was made since now alone, and by itself only among what is young."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _NEVER, _NEVER)


async def collect_when_quiet(last_change: Callable[[], float]) -> None:
    """Look through everything when it is quiet, by when something last happened; else once very much is new."""
    while True:
        await asyncio.sleep(_LOOK_SECONDS)
        times = gc.get_count()[1]
        quiet = clock.steady() - last_change() > _QUIET_SECONDS
        if times >= (_FEW_TIMES if quiet else _MANY_TIMES):
            gc.collect()
