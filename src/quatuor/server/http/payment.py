"""Paying for answers that are expensive to make: whoever has had too much for a while is refused."""

from quatuor.server.http.asgi import READS_WAIT, Scope
from quatuor.server.rate_limits import Pay, free
from quatuor.server.refusals import too_many


def paying(scope: Scope) -> Pay:
    """How an address pays for what a request of its own makes necessary."""
    wait_for = scope.get(READS_WAIT)
    if wait_for is None:
        return free

    def pay(cost: int) -> None:
        if seconds := wait_for(cost):
            raise too_many(seconds)

    return pay
