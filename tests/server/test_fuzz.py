"""The API under requests that nobody would send: schemathesis makes them from the OpenAPI document.

The server is a real one with tables in every state, asked by a program that sits at them. Whatever comes, the answer
is one that the document describes, and never a failure of the server.
"""

import zlib
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import checks

from browser.harness import ServerProcess, serving
from quatuor.bots import BOTS, play_on
from quatuor.games import GAMES
from quatuor.play.playthrough import Playthrough
from quatuor.server.app import create_app

pytestmark = pytest.mark.sqlite

# What a document can say of an answer without knowing the games: a well-formed body may still be an illegal move.
CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
    checks.response_headers_conformance,
]
SCHEMA = schemathesis.openapi.from_dict(create_app().openapi())
FEW, MANY = 10, 300


class Place(NamedTuple):
    """A server where much goes on: its address, a player's token, and the codes of tables and records."""

    url: str
    token: str
    tables: list[str]
    records: list[str]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with serving(tmp_path_factory.mktemp("fuzzed")) as server:
        yield _furnished(server)


def _furnished(server: ServerProcess) -> Place:
    with httpx.Client(base_url=f"{server.url}/api", timeout=60) as program:
        token = program.post("/players", json={"name": "Fuzz"}).json()["token"]
        program.headers["authorization"] = f"Bearer {token}"
        tables, records = [], []
        for name, game in GAMES.items():
            for start in (True, False):
                seats = [{"kind": "me"}, {"kind": "bot"}, *[{"kind": "open"}] * (game.min_players - 2)]
                wanted = {"game": name, "players": game.min_players, "seats": seats, "start": start, "pace_ms": 0}
                tables.append(program.post("/tables", json=wanted).raise_for_status().json()["id"])
            record = Playthrough(game, seed=1)
            play_on(record, [BOTS["random"]] * record.players)
            records.append(program.post("/records", json=record.record()).raise_for_status().json()["id"])
    return Place(server.url, token, tables, records)


def fuzzed(examples: int) -> Callable[[Any], Any]:
    """Ask every route so many times and more."""

    def decorate(test: Any) -> Any:
        limits = settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck), database=None)
        return SCHEMA.parametrize()(limits(test))

    return decorate


def ask(case: schemathesis.Case, place: Place) -> None:
    """Send a request, most often to a table or record that exists, and check the answer."""
    number = zlib.crc32(repr((case.path_parameters, case.query, case.body)).encode())
    for name, codes in (("table_id", place.tables), ("record_id", place.records)):
        if name in case.path_parameters and number % 8:
            case.path_parameters[name] = codes[number % len(codes)]
    headers = {"Authorization": f"Bearer {place.token}"} if number % 5 else {}
    response = case.call(base_url=place.url, headers=headers)
    case.validate_response(response, checks=CHECKS)


@fuzzed(FEW)
def test_every_answer_is_one_that_the_document_describes(case: schemathesis.Case, place: Place) -> None:
    ask(case, place)


@pytest.mark.slow
@fuzzed(MANY)
def test_every_answer_is_one_that_the_document_describes_for_long(case: schemathesis.Case, place: Place) -> None:
    ask(case, place)
