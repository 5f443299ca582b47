"""How long things are kept: for ever, or so many days after games ended and nobody touched them any more."""

from sqlalchemy import bindparam, delete, select

from quatuor.server import clock
from quatuor.server.live.registry import Tables
from quatuor.server.store.database import Row
from quatuor.server.store.schema import device_links, devices, entries, links, people, records, seats, tables

_DAY = 24 * 3600.0
_TOGETHER = 200

# A game in progress is never removed.
_old = select(tables.c.id).where(tables.c.status.in_(("over", "closed")), tables.c.touched < bindparam("before"))
_removals = [
    *(delete(table).where(table.c.table_id == bindparam("of")) for table in (entries, seats, links)),
    *(delete(table).where(table.c.id == bindparam("of")) for table in (records, tables)),
]


# Records that somebody brought go by their own age; people who are at no table any more, when nobody has seen them.
_brought = delete(records).where(records.c.created < bindparam("before"), records.c.id.not_in(select(tables.c.id)))
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


async def remove_old(all_tables: Tables, keep_days: int, now: float | None = None) -> int:
    """Remove the tables that ended so many days ago, and what is as old and belongs to none; how many tables."""
    before = (clock.wall_for_expiry() if now is None else now) - keep_days * _DAY
    query = _old.params(before=before)
    found = [table_id for table_id in await all_tables.ids(query) if table_id not in all_tables.live_tables]
    for start in range(0, len(found), _TOGETHER):
        rows: list[Row] = [{"of": table_id} for table_id in found[start : start + _TOGETHER]]
        await all_tables.store.write([(removal, rows) for removal in _removals])
    rest = [(statement, [{"before": before}]) for statement in (_brought, _gone)]
    await all_tables.store.write([*rest, (_gone_devices, [{}]), (_gone_links, [{}])])
    return len(found)
