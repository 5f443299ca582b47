"""What a socket that asks for `changes` carries instead of Updates: of each snapshot what is new since the last one."""

from typing import Any

from pydantic import ConfigDict, Field
from pydantic.json_schema import models_json_schema

from quatuor.server.http.messages import Item, Message, Position, Snapshot, TableInfo

_SCHEMAS = "#/components/schemas/{model}"


def _optional(*names: str) -> ConfigDict:
    """The settings of a message that may lack these fields; without a name, any of them."""

    def describe(schema: dict[str, Any]) -> None:
        schema["required"] = [name for name in schema["required"] if names and name not in names]

    return ConfigDict(json_schema_extra=describe)


class ChangedTable(TableInfo):
    """A TableInfo of which only some fields are sent."""

    model_config = _optional()


class ChangedPosition(Position):
    """A Position of which only what has changed is sent, and of its `view` and `aids` only the fields that have."""

    model_config = _optional()

    view: dict[str, Any] = Field(description="the fields of `view` that have changed")
    aids: dict[str, Any] = Field(description="the fields of `aids` that have changed")


class ChangedSnapshot(Snapshot):
    """A Snapshot as it differs from the one before; there is no `position` where that is the same."""

    model_config = _optional("position")

    table: ChangedTable
    position: ChangedPosition


class Changes(Message):
    """What happened since the last message on the table's WebSocket, and what has changed since its snapshot."""

    items: list[Item]
    changes: ChangedSnapshot
    answers: list[int] = Field(description="the numbers of the requests that it answers")


def describe_changes(document: dict[str, Any]) -> None:
    """Write into an OpenAPI document what Changes are: no route answers with them."""
    _, described = models_json_schema([(Changes, "serialization")], ref_template=_SCHEMAS)
    schemas = document["components"]["schemas"]
    for name, schema in described["$defs"].items():
        schemas.setdefault(name, schema)
