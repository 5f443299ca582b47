"""Where a request comes from: the network that all devices of one home share."""

from collections.abc import Mapping
from contextvars import ContextVar
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Any

# What a provider gives one home at least: it may choose any address in there.
_HOME_BITS = 64
# So many people are known by their network.
_REMEMBERED = 20_000

# The network of the request that is being answered; empty outside of requests.
ASKING: ContextVar[str] = ContextVar("ASKING", default="")


def network_of(scope: Mapping[str, Any]) -> str:
    """The address of a request, in IPv6 its /64 network; empty where the server does not know it."""
    client = scope.get("client")
    return _network(str(client[0])) if client else ""


@lru_cache(maxsize=4096)
def _network(address: str) -> str:
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(known, IPv6Address):
        return str(known)
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return f"{IPv6Address(int(known) >> 128 - _HOME_BITS << 128 - _HOME_BITS)}/{_HOME_BITS}"


class LastNetworks:
    """The network that each person was last heard from."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def heard(self, person: str, scope: Mapping[str, Any]) -> None:
        """Remember where a request of a person came from."""
        network = network_of(scope)
        if self._known.get(person) != network:
            self._known.pop(person, None)
            self._known[person] = network
            if len(self._known) > _REMEMBERED:
                del self._known[next(iter(self._known))]

    def of(self, person: str) -> str:
        """The network of a person, empty if they have not been heard of for long."""
        return self._known.get(person, "")
