"""The home that a request comes from: the address, or network of addresses, that all of its devices share."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Any

from cachetools import LRUCache

# A provider gives each home at least such an IPv6 network, in which it can use any address.
_HOME_BITS = 64
_MOST_PEOPLE = 20_000

# The home of the request that is being handled; empty outside requests.
CURRENT_HOME: ContextVar[str] = ContextVar("CURRENT_HOME", default="")


def home_of(scope: Mapping[str, Any]) -> str:
    """The address of a request, or in IPv6 its /64 network; empty if unknown."""
    client = scope.get("client")
    return _home(str(client[0])) if client else ""


@lru_cache(maxsize=4096)
def _home(address: str) -> str:
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return f"{IPv6Address(int(parsed) >> 128 - _HOME_BITS << 128 - _HOME_BITS)}/{_HOME_BITS}"


class LastHomes:
    """The home of each person's last request, as far as it is remembered."""

    def __init__(self) -> None:
        self._homes: LRUCache[str, str] = LRUCache(_MOST_PEOPLE)

    def remember(self, person: str, scope: Mapping[str, Any]) -> None:
        self._homes[person] = home_of(scope)

    def of(self, person: str) -> str:
        """The home of a person; empty if unknown."""
        return self._homes.get(person, "")


class OpenSockets:
    """How many sockets each home has open; an unknown home has none."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    @contextmanager
    def counted(self, home: str) -> Iterator[int]:
        """Count a socket until it ends; gives how many its home has with it."""
        if not home:
            yield 0
            return
        self._counts[home] += 1
        try:
            yield self._counts[home]
        finally:
            self._counts[home] -= 1
            if not self._counts[home]:
                del self._counts[home]
