"""What to write as a table changes: its new entries, and what lists and replays need of them."""

from sqlalchemy import bindparam, delete, update

from quatuor.analysis.account import result_for
from quatuor.play.outcome import margin_of
from quatuor.play.record_format import line_of, record_of
from quatuor.server.store.database import ADD_ENTRY, Row, Work, insert
from quatuor.server.store.entries import row_of
from quatuor.server.store.queries import PLAN
from quatuor.server.store.return_links import VOID
from quatuor.server.store.schema import daily_results, records, seats, tables
from quatuor.server.table import deeds
from quatuor.server.table.table import Table

_add_table = insert(tables)
_add_record = insert(records)
_add_daily_result = insert(daily_results)
_seat = insert(seats)
_seat = _seat.on_conflict_do_update(index_elements=["table_id", "seat"], set_={"person": _seat.excluded.person})
_unseat = delete(seats).where(seats.c.table_id == bindparam("of"), seats.c.seat == bindparam("at_seat"))
_set_status = (
    update(tables)
    .where(tables.c.id == bindparam("of"))
    .values(status=bindparam("new_status"), touched=bindparam("new_touched"))
)
_touch = update(tables).where(tables.c.id == bindparam("of")).values(touched=bindparam("new_touched"))


def new_table(table: Table) -> Work:
    """What to write for a table that was opened just now."""
    plan, empty = table.plan, Table.of(table.plan)
    row = {name: getattr(plan, name) for name in PLAN} | {
        "seed": None if plan.seed is None else str(plan.seed),
        "status": empty.status,
        "touched": plan.created,
    }
    return [(_add_table, [row]), *_entries(empty, table)]


def change(before: Table, after: Table, touch: bool) -> Work:
    """What to write as deeds lead from one table to the next; with `touch` also when, for lists.

    Whoever takes or leaves a seat makes its return link void.
    """
    work = _entries(before, after)
    of = after.plan.id
    if touch and after.status == before.status:
        work.append((_touch, [{"of": of, "new_touched": after.touched}]))
    if after.chairs is not before.chairs:
        for entry in after.entries[len(before.entries) :]:
            if isinstance(entry.deed, deeds.SEAT_DEEDS):
                work.append((VOID, [{"of": of, "at_seat": entry.deed.seat}]))
    return work


def _entries(before: Table, after: Table) -> Work:
    of, new = after.plan.id, after.entries[len(before.entries) :]
    work: Work = [(ADD_ENTRY, [row_of(of, entry) for entry in new])]
    for entry in new if after.chairs is not before.chairs else ():
        deed = entry.deed
        if isinstance(deed, deeds.Seated) and deed.person is not None:
            work.append((_seat, [{"table_id": of, "seat": deed.seat, "person": deed.person}]))
        elif isinstance(deed, deeds.SEAT_DEEDS):
            work.append((_unseat, [{"of": of, "at_seat": deed.seat}]))
    if after.status != before.status:
        work.append((_set_status, [{"of": of, "new_status": after.status, "new_touched": after.touched}]))
        if after.status == "over" and after.plan.lesson is None:
            work.append((_add_record, [_record(after)]))
            if after.plan.daily is not None:
                work.append((_add_daily_result, [_daily_result(after)]))
    return work


def _record(table: Table) -> Row:
    assert table.play is not None
    return {
        "id": table.plan.id,
        "game": table.plan.game,
        "names": [chair.name for chair in table.chairs],
        "record": line_of(record_of(table.play)),
        "created": table.touched,
    }


def _daily_result(table: Table) -> Row:
    """How the game of a day's deal ended for the one person who played it."""
    plan, play = table.plan, table.play
    assert play is not None
    (seat,) = table.seats_of(plan.host)
    return {
        "table_id": plan.id,
        "day": plan.daily,
        "game": plan.game,
        "person": plan.host,
        "name": table.chairs[seat].name,
        "share": result_for(play.game, play.state, seat),
        "margin": margin_of(play, seat),
        "at": table.touched,
    }
