"""Waiting for what must come about: a test that waits in vain fails, it never hangs."""

import asyncio
import time
from collections.abc import Callable

# Seconds; machines are shared and noisy.
LONGEST = 60.0


def wait_until(true: Callable[[], bool]) -> None:
    """Wait until something is true."""
    end = time.monotonic() + LONGEST
    while not true():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.001)


async def until(true: Callable[[], bool]) -> None:
    """The same in a loop where others go on meanwhile."""
    async with asyncio.timeout(LONGEST):
        while not true():
            await asyncio.sleep(0.001)
