"""The API's description: current, complete, and true of what is sent."""

import re
import runpy
from dataclasses import replace
from pathlib import Path
from typing import Any, TypedDict, get_args

import pytest

from quatuor.bots import LEVELS
from quatuor.games import GAMES
from quatuor.server.app import create_app
from quatuor.server.http.change_messages import Changes
from quatuor.server.http.messages import Item, NewTable, Presence, Problem
from quatuor.server.table.deeds import Deed
from quatuor.server.table.names import LONGEST_NAME, new_id

pytestmark = pytest.mark.sqlite

ROOT = Path(__file__).parents[2]


def test_every_deed_has_an_item_that_tells_it() -> None:
    items = get_args(get_args(Item)[0])
    told = {kind for item in items for kind in get_args(item.model_fields["kind"].annotation)}
    assert told == {deed.kind for deed in get_args(Deed)}


def test_the_document_that_the_clients_types_are_made_of_is_current() -> None:
    tool = runpy.run_path(str(ROOT / "tools" / "openapi"))
    assert tool["DOCUMENT"].read_text(encoding="utf-8") == tool["document"](), "run tools/openapi"


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    paths = create_app().openapi()["paths"]
    return [(method, path, operation) for path, methods in paths.items() for method, operation in methods.items()]


def test_every_route_is_described_and_says_how_it_refuses() -> None:
    found = operations()
    assert len(found) > 20
    for method, path, operation in found:
        assert operation.get("description"), f"{method} {path} says nothing"
        assert path.startswith("/api/")
        for status, response in operation["responses"].items():
            if int(status) >= 400:
                assert response["content"]["application/json"]["schema"]["$ref"].endswith("/Problem")
    names = [operation["operationId"] for _, _, operation in found]
    assert len(set(names)) == len(names)


def test_what_only_the_socket_carries_is_described_too() -> None:
    schemas = create_app().openapi()["components"]["schemas"]
    kinds = schemas["Update"]["properties"]["items"]["items"]["discriminator"]["mapping"]
    assert {"move", "undo", "stand_in", "rematch"} <= set(kinds)
    for message in (Presence, Problem, Changes):
        assert set(schemas[message.__name__]["properties"]) == set(message.model_fields)


def test_the_documentation_names_every_route() -> None:
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    for method, path, _ in operations():
        assert f"{method.upper()} {path.removeprefix('/api')}" in text, f"docs/api.md does not name {method} {path}"


def test_another_game_is_described_as_soon_as_it_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    class View(TypedDict):
        """What a seat sees."""

        turn: int

    game = replace(GAMES["symphonimo"], name="petit_jeu", View=View, Aids=dict[str, Any], package=__name__)
    monkeypatch.setitem(GAMES, "petit_jeu", game)
    schemas = create_app().openapi()["components"]["schemas"]
    assert schemas["NewTable"]["properties"]["game"]["enum"] == list(GAMES)
    assert schemas["PetitJeuView"]["properties"].keys() == {"turn"}
    assert schemas["PetitJeuAids"]["additionalProperties"] is True
    for part, name in (("view", "PetitJeuView"), ("aids", "PetitJeuAids")):
        assert schemas["Position"]["properties"][part]["anyOf"][-1] == {"$ref": f"#/components/schemas/{name}"}
    seats = [{"kind": "me"}, {"kind": "bot"}]
    assert NewTable.model_validate({"game": "petit_jeu", "players": 2, "seats": seats}).game == "petit_jeu"


def test_every_game_has_its_own_types() -> None:
    schemas = create_app().openapi()["components"]["schemas"]
    assert {"SymphonimoView", "AirSorciereAids", "SymbioseView", "RythmNPlayAids"} <= schemas.keys()
    for name in ("Position", "Preview"):
        assert len(schemas[name]["properties"]["view"]["anyOf"]) == len(GAMES)
    for view in schemas["Position"]["properties"]["view"]["anyOf"]:
        assert schemas[view["$ref"].rpartition("/")[2]]["properties"]["game"]["const"] in GAMES


def test_a_client_can_take_ids_names_and_levels_from_the_document() -> None:
    schemas = create_app().openapi()["components"]["schemas"]
    pattern = schemas["TableInfo"]["properties"]["id"]["pattern"]
    assert all(re.search(pattern, new_id()) for _ in range(100)) and not re.search(pattern, "ABCDEFG0")
    assert schemas["NameRequest"]["properties"]["name"]["maxLength"] == LONGEST_NAME
    bot = schemas["SeatPlan"]["properties"]["bot"]
    assert bot["examples"] == list(LEVELS) and bot["default"] in LEVELS
