"""How long things are kept: forever, or for some days after a game has ended and nothing more happened at its table."""

from collections.abc import Collection

from sqlalchemy import bindparam, delete, select

from quatuor.server import clock
from quatuor.server.store.database import Row, Store
from quatuor.server.store.schema import (
    daily_results,
    device_links,
    devices,
    entries,
    figures,
    links,
    people,
    records,
    seats,
    tables,
)

_DAY = 24 * 3600.0
_TOGETHER = 200

# A game in progress is never removed; a lesson is, since it can be begun again.
_ended = tables.c.status.in_(("over", "closed")) | tables.c.lesson.is_not(None)
_old = select(tables.c.id).where(_ended, tables.c.touched < bindparam("before"))
REMOVALS = [
    delete(figures).where(figures.c.record_id == bindparam("of")),
    *(delete(table).where(table.c.table_id == bindparam("of")) for table in (entries, seats, links, daily_results)),
    *(delete(table).where(table.c.id == bindparam("of")) for table in (records, tables)),
]


# Uploaded records are removed by their own age; people without a table, once they have not been seen for as long.
_uploaded = delete(records).where(records.c.created < bindparam("before"), records.c.id.not_in(select(tables.c.id)))
_unrecorded = delete(figures).where(figures.c.record_id.not_in(select(records.c.id)))
_gone = delete(people).where(
    people.c.created < bindparam("before"),
    people.c.id.not_in(select(seats.c.person)),
    people.c.id.not_in(select(tables.c.host)),
    people.c.id.not_in(select(devices.c.person).where(devices.c.seen >= bindparam("before"))),
)
_gone_devices = delete(devices).where(
    *(devices.c.person.not_in(select(known)) for known in (people.c.id, seats.c.person, tables.c.host))
)
_gone_links = delete(device_links).where(device_links.c.device.not_in(select(devices.c.id)))


async def remove_old(store: Store, keep_days: int, in_memory: Collection[str], now: float | None = None) -> list[str]:
    """Remove the tables that ended `keep_days` ago, and what is as old and belongs to no table; return those tables.

    Tables in memory stay, since somebody may be looking at them.
    """
    before = (clock.wall_for_expiry() if now is None else now) - keep_days * _DAY
    query = _old.params(before=before)
    old = await store.read(lambda connection: connection.execute(query).scalars().all())
    found = [table_id for table_id in old if table_id not in in_memory]
    for start in range(0, len(found), _TOGETHER):
        rows: list[Row] = [{"of": table_id} for table_id in found[start : start + _TOGETHER]]
        await store.write([(removal, rows) for removal in REMOVALS])
    rest = [(statement, [{"before": before}]) for statement in (_uploaded, _gone)]
    await store.write([*rest, (_unrecorded, [{}]), (_gone_devices, [{}]), (_gone_links, [{}])])
    return found
