"""The API's description: current, complete, and true of what is sent."""

import runpy
from pathlib import Path
from typing import Any

from quatuor.server.app import create_app
from quatuor.server.http.protocol import Presence, Problem

ROOT = Path(__file__).parents[2]


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
    for message in (Presence, Problem):
        assert set(schemas[message.__name__]["properties"]) == set(message.model_fields)


def test_the_documentation_names_every_route() -> None:
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    for method, path, _ in operations():
        assert f"{method.upper()} {path.removeprefix('/api')}" in text, f"docs/api.md does not name {method} {path}"
