"""Those whom the host keeps out: people, and networks of addresses. They are told so whatever they ask for."""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import NamedTuple

from cachetools import LRUCache
from sqlalchemy import bindparam, delete, select
from sqlalchemy.dialects.sqlite import insert

from quatuor.core.texts import plain, shortened
from quatuor.server import clock
from quatuor.server.refusals import Refused, refuse
from quatuor.server.store.database import Store
from quatuor.server.store.schema import kept_out, people
from quatuor.server.texts import TEXTS

Network = IPv4Network | IPv6Network

# Whoever has one address of such a network can have any: all of it is one home.
_HOME_BITS = 64
_THIS_MACHINE = (IPv4Address("127.0.0.1"), IPv6Address("::1"))
_CACHED = 20_000

_add = insert(kept_out)
_lift = delete(kept_out).where(kept_out.c.number == bindparam("of"))


class Kept(NamedTuple):
    """A person or a network that is kept out, by the number in the host's list; the note is for the host alone."""

    number: int
    person: str | None
    name: str | None
    network: str | None
    note: str | None
    created: float


class KeptOut:
    """Everybody who is kept out of a server."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._networks: list[Network] = []
        self._homes: LRUCache[str, bool] = LRUCache(_CACHED)
        self.people: frozenset[str] = frozenset()

    async def open(self) -> None:
        """Read who is kept out."""
        found = await self.all()
        # One that cannot be read, in a damaged row, keeps nobody from starting the server.
        self._networks = [ip_network(kept.network) for kept in found if kept.network and is_network(kept.network)]
        self._homes.clear()
        self.people = frozenset(kept.person for kept in found if kept.person is not None)

    @property
    def nobody(self) -> bool:
        """Whether nobody is kept out."""
        return not (self.people or self._networks)

    def has_home(self, home: str) -> bool:
        """Whether a home is kept out."""
        found = self._homes.get(home)
        if found is None:
            found = self._homes[home] = _lies_in(home, self._networks)
        return found

    def check(self, person: str | None, home: str) -> None:
        """Refuse whoever is kept out."""
        if not self.nobody and (person in self.people or self.has_home(home)):
            raise refused()

    async def all(self) -> list[Kept]:
        """Who is kept out, the first one first."""
        query = select(*(kept_out.c[name] for name in Kept._fields)).order_by(kept_out.c.number)
        return await self._store.read(lambda connection: [Kept(*row) for row in connection.execute(query)])

    async def add_network(self, network: Network, note: str | None) -> Kept:
        """Keep a network out."""
        return await self._save(None, None, str(network), note)

    async def add_person(self, person: str, name: str, note: str | None) -> Kept:
        """Keep a person out."""
        return await self._save(person, name, None, note)

    async def _save(self, person: str | None, name: str | None, network: str | None, note: str | None) -> Kept:
        known = [kept for kept in await self.all() if (kept.person, kept.network) == (person, network)]
        if not known:
            row = {"person": person, "name": name, "network": network, "note": note, "created": clock.wall()}
            await self._store.write([(_add, [row])])
            await self.open()
            known = [kept for kept in await self.all() if (kept.person, kept.network) == (person, network)]
        return known[0]

    async def lift(self, what: str) -> Kept:
        """Let somebody in again, by their number in the list, their network or their name."""
        found = [kept for kept in await self.all() if what == str(kept.number)]
        if not found:
            network = str(read_network(what)) if is_network(what) else None
            found = [kept for kept in await self.all() if kept.network == network if network or kept.name == what]
        if not found:
            refuse("unknown", "keep_out.not_kept", what=shortened(plain(what)))
        if len(found) > 1:
            refuse("conflict", "keep_out.several_kept", name=shortened(plain(what)))
        await self._store.write([(_lift, [{"of": found[0].number}])])
        await self.open()
        return found[0]

    async def people_called(self, name: str) -> list[str]:
        """The people with exactly this name."""
        query = select(people.c.id).where(people.c.name == name)
        return await self._store.read(lambda connection: list(connection.execute(query).scalars()))


def refused() -> Refused:
    """What those are told who are kept out."""
    return Refused("forbidden", TEXTS.sentence("keep_out.refused"))


def is_network(text: str) -> bool:
    """Whether a text is an address or a network of addresses."""
    try:
        ip_network(text, strict=False)
    except ValueError:
        return False
    return True


def read_network(text: str) -> Network:
    """A network, or that of an address; refused where this machine is in it, since the host could be locked out."""
    if not is_network(text):
        refuse("bad_request", "keep_out.network", text=shortened(plain(text)))
    network = _of_home(ip_network(text, strict=False))
    if any(address in network for address in _THIS_MACHINE):
        refuse("bad_request", "keep_out.here", network=str(network))
    return network


def _of_home(network: Network) -> Network:
    if isinstance(network, IPv4Network):
        return network
    mapped = network.network_address.ipv4_mapped
    if mapped is not None and network.prefixlen >= 96:
        return ip_network((mapped, network.prefixlen - 96), strict=False)
    return network.supernet(new_prefix=_HOME_BITS) if network.prefixlen > _HOME_BITS else network


def _lies_in(home: str, networks: list[Network]) -> bool:
    try:
        address = ip_address(home.partition("/")[0])
    except ValueError:
        return False
    return any(address in network for network in networks)
