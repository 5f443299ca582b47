"""Paying for what is dear to read: whoever has had too much for a while is refused."""

from collections.abc import Callable

from quatuor.server.http.asgi import READS_WAIT, Scope
from quatuor.server.refusals import too_many

# Takes what something costs to make, in milliseconds, and refuses where that is too much.
Pay = Callable[[int], None]


def free(_cost: int) -> None:
    """For whom nothing is counted."""


def paying(scope: Scope) -> Pay:
    """How an address pays for what a request of its own makes necessary."""
    wait_for = scope.get(READS_WAIT)
    if wait_for is None:
        return free

    def pay(cost: int) -> None:
        if seconds := wait_for(cost):
            raise too_many(seconds)

    return pay
