"""Device links: private addresses that sign in one more browser as the same person, once and within ten minutes."""

from sqlalchemy import bindparam, delete, select

from quatuor.server import clock
from quatuor.server.refusals import refuse
from quatuor.server.store.database import MUST_FIND, Store, insert
from quatuor.server.store.schema import device_links, devices
from quatuor.server.tokens import hash_of, new_token

LINK_SECONDS = 600.0

_save = insert(device_links)
_save = _save.on_conflict_do_update(
    index_elements=["device"], set_={"hash": _save.excluded.hash, "created": _save.excluded.created}
)
BURN = delete(device_links).where(device_links.c.hash == bindparam("used")).execution_options(**{MUST_FIND: True})


async def make(store: Store, device: str) -> str:
    """Create a token on a device; it replaces the previous one."""
    token = new_token()
    await store.write([(_save, [{"device": device, "hash": hash_of(token), "created": clock.wall()}])])
    return token


async def find(store: Store, token: str) -> str:
    """The person whom a token signs in; it is void once the device that made it is signed out."""
    now = clock.wall()
    # After the clock was set back, a link may lie in the future: its age is unknown, so it is void.
    query = (
        select(devices.c.person)
        .join(device_links, device_links.c.device == devices.c.id)
        .where(device_links.c.hash == hash_of(token), device_links.c.created.between(now - LINK_SECONDS, now))
    )
    person = await store.read(lambda connection: connection.execute(query).scalar_one_or_none())
    if person is None:
        refuse("unknown", "device.link_unknown")
    return str(person)
