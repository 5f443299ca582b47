"""Entries as rows of the store, both ways: what a deed says beside its kind is JSON."""

import math
from dataclasses import fields
from datetime import date
from functools import lru_cache
from typing import Any, get_args, get_type_hints

import orjson

from quatuor.server.store.database import Row
from quatuor.server.table.deeds import Deed, Entry

_DEEDS: dict[str, type[Deed]] = {deed.kind: deed for deed in get_args(Deed)}
# What is not compared follows from the rest, and is not stored.
_FIELDS = {kind: tuple(field.name for field in fields(deed) if field.compare) for kind, deed in _DEEDS.items()}
_NAMES = {kind: frozenset(names) for kind, names in _FIELDS.items()}
_TYPES = {
    kind: tuple((name, get_args(hint) or (hint,)) for name, hint in get_type_hints(deed).items() if name != "kind")
    for kind, deed in _DEEDS.items()
}


def row_of(table_id: str, entry: Entry) -> Row:
    """An entry as the store has it."""
    deed = entry.deed
    return {"table_id": table_id, "number": entry.index, "at": entry.at, "kind": deed.kind, "body": _body_of(deed)}


@lru_cache(10_000)
def _body_of(deed: Deed) -> str:
    """What a deed says, made once for all that are alike: the same moves are made again and again."""
    return orjson.dumps({name: getattr(deed, name) for name in _FIELDS[deed.kind]}).decode()


def entry_of(row: Any) -> Entry:
    """The entry that a row is; KeyError, TypeError or ValueError where it cannot be read."""
    if type(row.number) is not int or not is_time(row.at):
        raise TypeError("number or time")
    values: dict[str, Any] = orjson.loads(row.body)
    if not values.keys() <= _NAMES[row.kind]:
        raise TypeError("unknown field")
    deed = _DEEDS[row.kind](**values)
    for name, types in _TYPES[row.kind]:
        if type(getattr(deed, name)) not in types:
            raise TypeError(name)
    return Entry(row.number, row.at, deed)


def is_time(value: Any) -> bool:
    """Whether a value of the store is a time of day."""
    return type(value) in (int, float) and math.isfinite(value)


def is_day(value: Any) -> bool:
    """Whether a value of the store is a day, as 2026-11-16."""
    try:
        return type(value) is str and date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False
