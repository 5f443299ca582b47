"""Reading tables: lists of their ids, and a table with every word checked, so that damage to the file never spreads."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, func, select

from quatuor.games import find_game
from quatuor.play.proof import is_number
from quatuor.server import clock
from quatuor.server.refusals import refuse
from quatuor.server.store.database import DamagedRowError, failures_as_damage
from quatuor.server.store.entries import entry_of, is_day, is_time
from quatuor.server.store.schema import entries, seats, tables
from quatuor.server.table import deeds
from quatuor.server.table.deeds import Deed, Entry
from quatuor.server.table.lesson import digest_of
from quatuor.server.table.new_table import checked_options
from quatuor.server.table.table import Plan, Table

PLAN = tuple(column.name for column in tables.c if column.name not in ("status", "touched"))

_SEEDS = 1 << 64
_TEXTS = ("id", "game", "host")
_FLAGS = ("public", "spectators", "hints")


def public_tables(limit: int) -> Any:
    """The ids of the tables that anyone may find: open, or being played with spectators."""
    shown = (tables.c.status == "open") | ((tables.c.status == "playing") & tables.c.spectators)
    return select(tables.c.id).where(tables.c.public, shown).order_by(tables.c.touched.desc()).limit(limit)


def tables_of(person: str, limit: int, finished: bool = True) -> Any:
    """The ids of a person's tables: where they sit, or are the host of a game not yet over; lessons are no games.

    Finished games are left out unless they are wanted: to show one, all of it is played again.
    """
    own = select(seats.c.table_id).where(seats.c.person == person)
    hosted = (tables.c.host == person) & tables.c.status.in_(("open", "playing"))
    found = select(tables.c.id).where(tables.c.id.in_(own) | hosted, tables.c.lesson.is_(None))
    if not finished:
        found = found.where(tables.c.status != "over")
    return found.order_by(tables.c.touched.desc()).limit(limit)


def lessons_of(person: str) -> Any:
    """The tables of a person's lessons, begun or finished, the latest first."""
    found = select(tables.c.id, tables.c.game, tables.c.status, tables.c.lesson, tables.c.rules)
    own = select(seats.c.table_id).where(seats.c.person == person)
    return found.where(tables.c.id.in_(own), tables.c.lesson.is_not(None)).order_by(tables.c.touched.desc())


def clocked_tables() -> Any:
    """The ids of the tables where a clock runs."""
    return select(tables.c.id).where(tables.c.status == "playing", tables.c.turn_seconds.is_not(None))


def entry_count(table_id: str) -> Any:
    """How many entries a table has."""
    return select(func.count()).select_from(entries).where(entries.c.table_id == table_id)


def waiting_for(person: str) -> Any:
    """The ids of the tables at which a person plays now, or will, and of those that only they can start."""
    own = select(seats.c.table_id).where(seats.c.person == person)
    seated = tables.c.id.in_(own) & tables.c.status.in_(("open", "playing"))
    return select(tables.c.id).where(seated | ((tables.c.host == person) & (tables.c.status == "open")))


def tables_by_status() -> Any:
    """How many tables there are of each status."""
    return select(tables.c.status, func.count().label("tables")).group_by(tables.c.status)


def read_table(connection: Connection, table_id: str) -> tuple[Plan, list[Entry]]:
    """What is kept of a table; DamagedRowError where it cannot be read."""
    with failures_as_damage():
        row = connection.execute(select(tables).where(tables.c.id == table_id)).mappings().one_or_none()
        other_rules = row is not None and row["rules"] != find_game(row["game"]).version
        other_lesson = row is not None and row["lesson"] is not None and row["lesson"] != digest_of(row["game"])
    if row is None:
        refuse("unknown", "table.unknown", id=table_id)
    if other_rules:
        refuse("unavailable", "table.other_rules")
    if other_lesson:
        refuse("unavailable", "table.other_lesson")
    with failures_as_damage():
        plan = _plan(row, table_id)
        query = select(entries).where(entries.c.table_id == table_id).order_by(entries.c.number)
        return plan, [entry_of(row) for row in connection.execute(query)]


def read_entries(connection: Connection, table_id: str, after: int) -> list[Entry]:
    """The entries of a table after one; DamagedRowError where they cannot be read."""
    with failures_as_damage():
        newer = (entries.c.table_id == table_id) & (entries.c.number > after)
        return [entry_of(row) for row in connection.execute(select(entries).where(newer).order_by(entries.c.number))]


def last_entries(connection: Connection, ids: Sequence[str]) -> dict[str, int]:
    """The number of the last entry of some tables."""
    query = select(entries.c.table_id, func.max(entries.c.number)).where(entries.c.table_id.in_(ids))
    return {row[0]: row[1] for row in connection.execute(query.group_by(entries.c.table_id))}


def table_with(table: Table, log: Sequence[Entry]) -> Table:
    """The table after entries that another process has just written; DamagedRowError as above."""
    with failures_as_damage():
        for entry in log:
            # By our own clock: that of the other process may be set otherwise.
            table = table.after([_checked(table, entry)], at=entry.at, moment=clock.steady())
        return table


def table_of(begun: Table, log: Sequence[Entry]) -> Table:
    """The table that entries lead to, from a new one on; DamagedRowError where they cannot have happened so."""
    with failures_as_damage():
        table = begun
        _expect(bool(log))
        for entry in log:
            deed = _checked(table, entry)
            table = table.after([deed], at=entry.at, moment=clock.moment_of(entry.at))
        return table


def _plan(row: Any, table_id: str) -> Plan:
    plan = Plan(**({name: row[name] for name in PLAN} | {"seed": None if row["seed"] is None else int(row["seed"])}))
    _expect(plan.id == table_id and all(type(getattr(plan, name)) is str for name in _TEXTS))
    _expect(all(type(getattr(plan, name)) is bool for name in _FLAGS))
    _expect((plan.seed is None) != (plan.secret is None) and is_time(plan.created))
    _expect(0 <= plan.seed < _SEEDS if plan.seed is not None else is_number(plan.secret))
    _expect(type(plan.pace_ms) is int and plan.pace_ms >= 0)
    _expect(plan.daily is None or is_day(plan.daily))
    _expect(plan.turn_seconds is None or (type(plan.turn_seconds) is int and plan.turn_seconds > 0))
    game = find_game(plan.game)
    game.read_players(plan.players)
    _expect(plan.first is None or (type(plan.first) is int and 0 <= plan.first < plan.players))
    checked_options(game, plan.players, plan.options)
    return plan


def _checked(table: Table, entry: Entry) -> Deed:
    """The deed of an entry that can follow those before it, a move with its action.

    A move that is not legal must never reach the compiled rules, which look at nothing twice.
    """
    deed = entry.deed
    _expect(entry.index == table.index + 1 and (entry.index == 0) == isinstance(deed, deeds.Created))
    if not isinstance(deed, deeds.Created | deeds.Gathering | deeds.Started | deeds.Closed | deeds.Rematch):
        _expect(0 <= deed.seat < table.plan.players)
    if isinstance(deed, deeds.Started):
        _expect(table.status == "open" or (table.status == "playing" and table.scene_is_over))
        _expect(deed.first == table.dealt().first)
    elif isinstance(deed, deeds.Contributed | deeds.Gathering):
        _expect(table.status == "open" and table.plan.secret is not None)
        _expect(isinstance(deed, deeds.Gathering) or is_number(deed.number))
    elif isinstance(deed, deeds.Moved):
        _expect(deed.seat == table.turn and table.play is not None)
        assert table.play is not None
        action = table.game.parse(deed.move)
        _expect(action in table.game.legal_actions(table.play.state))
        return deeds.deed_of_move(table.game, deed.seat, action)
    elif isinstance(deed, deeds.Undone):
        _expect(table.status == "playing" and table.play is not None and table.play.undoable > 0)
    return deed


def _expect(sound: bool) -> None:
    if not sound:
        raise DamagedRowError
