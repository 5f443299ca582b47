"""What every route wants to know: the server, who asks, and in which language."""

from typing import Annotated, Any

import orjson
from fastapi import Depends, Path, Query
from starlette.requests import HTTPConnection
from starlette.responses import Response

from quatuor.core.errors import Language
from quatuor.server.asgi import READS_WAIT
from quatuor.server.house import House
from quatuor.server.language import language_of
from quatuor.server.problems import too_many
from quatuor.server.protocol import Eyes, Lang, Problem, Seat, TableId
from quatuor.server.records import Pay

# Coroutines, although they wait for nothing: plain functions would each be run in a thread.


async def _house(connection: HTTPConnection) -> House:
    house: House = connection.app.state.house
    return house


async def _asker(connection: HTTPConnection) -> str | None:
    house: House = connection.app.state.house
    return house.people.id_of(connection)


async def _pay(connection: HTTPConnection) -> Pay:
    wait_for = connection.scope.get(READS_WAIT)

    def pay(cost: int) -> None:
        if wait_for is not None and (seconds := wait_for(cost)):
            raise too_many(seconds)

    return pay


async def _language(
    connection: HTTPConnection,
    lang: Annotated[Lang | None, Query(description="of all sentences; else Accept-Language decides")] = None,
) -> Language:
    return lang or language_of(connection)


InHouse = Annotated[House, Depends(_house)]
# Counts what an answer costs to make, in milliseconds; refuses where an address has had too much.
Paying = Annotated[Pay, Depends(_pay)]
Asker = Annotated[str | None, Depends(_asker)]
InLanguage = Annotated[Language, Depends(_language)]
Id = Annotated[TableId, Path(description="of the table")]
SeatOf = Annotated[Seat, Path(description="from 0")]
EyesOf = Annotated[Eyes | None, Query(description="whose eyes: a seat of yours, or -1 to watch; null: your first seat")]
AfterEntry = Annotated[int, Query(ge=-1, description="the last entry that you have seen; -1: none")]


class Encoded(Response):
    """JSON that is already encoded."""

    media_type = "application/json"


def json_of(value: Any) -> Encoded:
    return Encoded(orjson.dumps(value))


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The ways in which a route may refuse, for the API's description."""
    return {status: {"model": Problem} for status in statuses}
