"""How long things are kept: for ever, or so many days after games ended and nobody touched them any more."""

from sqlalchemy import bindparam, delete, select

from quatuor.server import clock
from quatuor.server.schema import entries, links, people, records, seats, tables
from quatuor.server.store import Row
from quatuor.server.tables import Tables

_DAY = 24 * 3600.0
_TOGETHER = 200

# A game in progress is never removed.
_old = select(tables.c.id).where(tables.c.status.in_(("over", "closed")), tables.c.touched < bindparam("before"))
_removals = [
    *(delete(table).where(table.c.table_id == bindparam("of")) for table in (entries, seats, links)),
    *(delete(table).where(table.c.id == bindparam("of")) for table in (records, tables)),
]


# Records that somebody brought, and people who are at no table any more, go by their own age.
_brought = delete(records).where(records.c.created < bindparam("before"), records.c.id.not_in(select(tables.c.id)))
_gone = delete(people).where(
    people.c.created < bindparam("before"),
    people.c.id.not_in(select(seats.c.person)),
    people.c.id.not_in(select(tables.c.host)),
)


async def remove_old(all_tables: Tables, keep_days: int, now: float | None = None) -> int:
    """Remove the tables that ended so many days ago, and what is as old and belongs to none; how many tables."""
    before = (clock.cautious() if now is None else now) - keep_days * _DAY
    query = _old.params(before=before)
    found = [table_id for table_id in await all_tables.ids(query) if table_id not in all_tables.rooms]
    for start in range(0, len(found), _TOGETHER):
        rows: list[Row] = [{"of": table_id} for table_id in found[start : start + _TOGETHER]]
        await all_tables.store.write([(removal, rows) for removal in _removals])
    await all_tables.store.write([(_brought, [{"before": before}]), (_gone, [{"before": before}])])
    return len(found)
