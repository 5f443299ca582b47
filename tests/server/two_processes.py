"""Two servers of one database, as two processes are, and people who ask the one or the other."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from quatuor.server.settings import Settings
from server.inside import Inside
from server.people import Somebody
from server.waits import wait_until

Pair = tuple[Inside, Inside]


@contextmanager
def two_processes(address: str, **settings: Any) -> Iterator[Pair]:
    """Both have heard of each other."""
    one, other = (Inside(Settings(db=address, limits=False, warm_search=False, **settings)) for _ in range(2))
    wait_until(lambda: heard(one) and heard(other))
    yield one, other
    one.close()
    other.close()


def heard(server: Inside) -> bool:
    """Whether a server has heard of another one."""
    return bool(server.services.processes._others)  # type: ignore[attr-defined]


def at(server: Inside, person: Somebody) -> Somebody:
    """The same person, who asks another server."""
    twin = object.__new__(Somebody)
    twin.__dict__ = person.__dict__ | {"server": server}
    return twin
