"""Where a request comes from: the network shared by all devices of a home."""

from collections.abc import Mapping
from contextvars import ContextVar
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Any

from cachetools import LRUCache

# A provider gives each home at least such an IPv6 network, in which it can use any address.
_HOME_BITS = 64
_MOST_PEOPLE = 20_000

# The network of the request that is being handled; empty outside requests.
CURRENT_NETWORK: ContextVar[str] = ContextVar("CURRENT_NETWORK", default="")


def network_of(scope: Mapping[str, Any]) -> str:
    """The address of a request, or in IPv6 its /64 network; empty if unknown."""
    client = scope.get("client")
    return _network(str(client[0])) if client else ""


@lru_cache(maxsize=4096)
def _network(address: str) -> str:
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return f"{IPv6Address(int(parsed) >> 128 - _HOME_BITS << 128 - _HOME_BITS)}/{_HOME_BITS}"


class LastNetworks:
    """The network of each person's last request, as far as it is remembered."""

    def __init__(self) -> None:
        self._networks: LRUCache[str, str] = LRUCache(_MOST_PEOPLE)

    def remember(self, person: str, scope: Mapping[str, Any]) -> None:
        self._networks[person] = network_of(scope)

    def of(self, person: str) -> str:
        """The network of a person; empty if unknown."""
        return self._networks.get(person, "")
