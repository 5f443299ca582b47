"""Where a request comes from: the network that all devices of one home share."""

from functools import lru_cache
from ipaddress import IPv6Address, ip_address

from quatuor.server.asgi import Scope

# What a provider gives one home at least: it may choose any address in there.
_HOME_BITS = 64


def network_of(scope: Scope) -> str:
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
