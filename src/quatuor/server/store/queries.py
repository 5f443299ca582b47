"""A table as the store has it, read back with every word checked: whatever happened to the file, no damage spreads."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, select

from quatuor.games import find_game
from quatuor.server import clock
from quatuor.server.refusals import refuse
from quatuor.server.store.database import DamagedRowError, damage_as_such
from quatuor.server.store.schema import entries, tables
from quatuor.server.table import deeds
from quatuor.server.table.deeds import Entry, deed_of
from quatuor.server.table.new_table import checked_options
from quatuor.server.table.table import Plan, Table

PLAN = tuple(column.name for column in tables.c if column.name not in ("status", "touched"))

_SEEDS = 1 << 64
_TEXTS = ("id", "game", "host")
_FLAGS = ("public", "spectators", "hints")


def read_table(connection: Connection, table_id: str) -> tuple[Plan, list[Entry]]:
    """What is kept of a table; DamagedRowError where it cannot be read."""
    with damage_as_such():
        row = connection.execute(select(tables).where(tables.c.id == table_id)).mappings().one_or_none()
        other_rules = row is not None and row["rules"] != find_game(row["game"]).version
    if row is None:
        refuse("unknown", "table.unknown", id=table_id)
    if other_rules:
        refuse("unavailable", "table.other_rules")
    with damage_as_such():
        plan = _plan(row, table_id)
        query = select(entries).where(entries.c.table_id == table_id).order_by(entries.c.number)
        return plan, [_entry(line) for line in connection.execute(query)]


def table_of(plan: Plan, log: Sequence[Entry]) -> Table:
    """The table that its entries add up to; DamagedRowError where they cannot have happened so."""
    with damage_as_such():
        table = Table(plan)
        _expect(bool(log))
        legal = np.zeros(table.game.max_legal + 1, np.int16)
        for entry in log:
            _check(table, entry, legal)
            table.fold(entry, moment=clock.moment_of(entry.at))
        return table


def _plan(row: Any, table_id: str) -> Plan:
    plan = Plan(**({name: row[name] for name in PLAN} | {"seed": int(row["seed"])}))
    _expect(plan.id == table_id and all(type(getattr(plan, name)) is str for name in _TEXTS))
    _expect(all(type(getattr(plan, name)) is bool for name in _FLAGS))
    _expect(0 <= plan.seed < _SEEDS and _is_time(plan.created))
    _expect(type(plan.pace_ms) is int and plan.pace_ms >= 0)
    _expect(plan.turn_seconds is None or (type(plan.turn_seconds) is int and plan.turn_seconds > 0))
    game = find_game(plan.game)
    game.read_players(plan.players)
    _expect(plan.first is None or (type(plan.first) is int and 0 <= plan.first < plan.players))
    checked_options(game, plan.players, plan.options)
    return plan


def _entry(line: Any) -> Entry:
    _expect(type(line.number) is int and _is_time(line.at))
    return Entry(line.number, line.at, deed_of(line.kind, line.body))


def _check(table: Table, entry: Entry, legal: NDArray[np.int16]) -> None:
    """Whether an entry can follow those before it; `legal` is a place to work in.

    A move that is not legal must never reach the compiled rules, which look at nothing twice.
    """
    deed = entry.deed
    _expect(entry.index == table.index + 1 and (entry.index == 0) == isinstance(deed, deeds.Created))
    if not isinstance(deed, deeds.Created | deeds.Started | deeds.Closed | deeds.Rematch):
        _expect(0 <= deed.seat < table.plan.players)
    if isinstance(deed, deeds.Started):
        _expect(table.status == "open" and deed.first == int(table.deal().state.first))
    elif isinstance(deed, deeds.Moved):
        _expect(deed.seat == table.turn and table.standing is not None)
        assert table.standing is not None
        count = table.game.legal(table.standing.state, legal)
        _expect(table.game.parse(deed.move) in legal[:count].tolist())
    elif isinstance(deed, deeds.Undone):
        _expect(table.status == "playing" and table.standing is not None and table.standing.back is not None)


def _is_time(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value)


def _expect(sound: bool) -> None:
    if not sound:
        raise DamagedRowError
