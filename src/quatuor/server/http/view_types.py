"""The types of every game's `view` and `aids`, as the API's description has them."""

from types import UnionType
from typing import Any, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from pydantic import ConfigDict, TypeAdapter, with_config

# Pydantic takes those of `typing` only from Python 3.12 on.
from typing_extensions import TypedDict

from quatuor.core.game import Game
from quatuor.games import GAMES

_PARTS = {"view": "View", "aids": "Aids"}  # the fields of a position, and the names of their types
_POSITIONS = ("Position", "Preview")
_SCHEMAS = "#/components/schemas/"


def describe_games(document: dict[str, Any]) -> None:
    """Write into an OpenAPI document what `view` and `aids` are in each game that is registered."""
    made: dict[type, Any] = {}
    types = [pair for game in GAMES.values() for pair in game_types(game, made).items()]
    described, nested = TypeAdapter.json_schemas(
        [(name, "serialization", kind) for name, kind in types], ref_template=f"{_SCHEMAS}{{model}}"
    )
    schemas = document["components"]["schemas"] | nested.get("$defs", {})
    for (name, _), schema in described.items():
        schemas.setdefault(name, schema)
    for part, suffix in _PARTS.items():
        union = [{"$ref": f"{_SCHEMAS}{_prefix(game)}{suffix}"} for game in GAMES.values()]
        for position in _POSITIONS:
            field = schemas[position]["properties"][part]
            schemas[position]["properties"][part] = {
                "anyOf": union,
                "title": field["title"],
                "description": field["description"],
            }
    document["components"]["schemas"] = {name: schemas[name] for name in sorted(schemas)}


def game_types(game: Game, made: dict[type, Any] | None = None) -> dict[str, TypeAdapter[Any]]:
    """The types of a game's `view` and `aids`, by their names in the API; they take no field that is not declared.

    `made` are the types made before, which games may share.
    """
    made = {} if made is None else made
    return {
        f"{_prefix(game)}{suffix}": TypeAdapter(_named(getattr(game, suffix), game, made)) for suffix in _PARTS.values()
    }


def _prefix(game: Game) -> str:
    """`AirSorciere` of `air_sorciere`."""
    return "".join(word.capitalize() for word in game.name.split("_"))


def _named(kind: Any, game: Game, made: dict[type, Any]) -> Any:
    """The same type, its typed dictionaries under names that no other game has."""
    if is_typeddict(kind):
        if kind not in made:
            made[kind] = _copy(kind, game, made)
        return made[kind]
    origin, inner = get_origin(kind), tuple(_named(part, game, made) for part in get_args(kind))
    if origin in (list, dict):
        return origin[inner]
    return Union[inner] if origin in (Union, UnionType) else kind  # noqa: UP007 - made of a tuple


def _copy(kind: Any, game: Game, made: dict[type, Any]) -> Any:
    """A typed dictionary as Pydantic takes it; what all games share keeps its name."""
    own = f"{kind.__module__}.".startswith(f"{game.package}.")
    fields = {
        name: _named(field, game, made) if name in kind.__required_keys__ else NotRequired[_named(field, game, made)]
        for name, field in get_type_hints(kind).items()
    }
    copy: Any = TypedDict(f"{_prefix(game)}{kind.__name__}" if own else kind.__name__, fields)  # type: ignore[misc]
    copy.__doc__ = kind.__doc__
    return with_config(ConfigDict(extra="forbid", strict=True))(copy)
