"""Return links: a private address that moves a seat to another device, good for one use."""

from sqlalchemy import bindparam, delete, select

from quatuor.server import clock
from quatuor.server.refusals import refuse
from quatuor.server.store.database import Store, insert
from quatuor.server.store.schema import links
from quatuor.server.tokens import hash_of, new_token

_save = insert(links)
_save = _save.on_conflict_do_update(
    index_elements=["table_id", "seat"], set_={"hash": _save.excluded.hash, "created": _save.excluded.created}
)
VOID = delete(links).where(links.c.table_id == bindparam("of"), links.c.seat == bindparam("at_seat"))


async def make(store: Store, table_id: str, seat: int) -> str:
    """A new token for a seat; the one before no longer works."""
    token = new_token()
    row = {"table_id": table_id, "seat": seat, "hash": hash_of(token), "created": clock.wall()}
    await store.write([(_save, [row])])
    return token


async def find(store: Store, token: str) -> tuple[str, int]:
    """The table and the seat of a token."""
    query = select(links.c.table_id, links.c.seat).where(links.c.hash == hash_of(token))
    row = await store.read(lambda connection: connection.execute(query).one_or_none())
    if row is None:
        refuse("unknown", "link.unknown")
    return row.table_id, row.seat
