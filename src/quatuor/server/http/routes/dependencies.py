"""What the routes depend on: the services, who is asking, the language; and helpers that several routes share."""

from ipaddress import ip_address
from typing import Annotated, Any
from urllib.parse import urlsplit

import orjson
from fastapi import Depends, Path, Query
from starlette.requests import HTTPConnection
from starlette.responses import Response

from quatuor.core.texts import Language
from quatuor.server.homes import home_of
from quatuor.server.http.language import language_of
from quatuor.server.http.messages import Lang, Problem, Seat, TableId, ViewSeat
from quatuor.server.http.middleware.limits import charge_for
from quatuor.server.people.devices import Identity
from quatuor.server.rate_limits import Charge
from quatuor.server.services import Services

# Coroutines, although they wait for nothing: plain functions would each be run in a thread.


async def _services(connection: HTTPConnection) -> Services:
    services: Services = connection.app.state.services
    return services


async def _here(connection: HTTPConnection) -> Identity | None:
    services: Services = connection.app.state.services
    return await services.identify(connection)


Here = Annotated[Identity | None, Depends(_here)]


async def _asker(here: Here) -> str | None:
    return here.person if here else None


async def _home(connection: HTTPConnection) -> str:
    return home_of(connection.scope)


async def _charge(connection: HTTPConnection) -> Charge:
    return charge_for(connection.scope)


async def _language(
    connection: HTTPConnection,
    lang: Annotated[Lang | None, Query(description="of all sentences; else Accept-Language decides")] = None,
) -> Language:
    return lang or language_of(connection)


ServicesDep = Annotated[Services, Depends(_services)]
# Counts what an answer costs to make, in milliseconds; refuses where an address has had too much.
ChargeDep = Annotated[Charge, Depends(_charge)]
Asker = Annotated[str | None, Depends(_asker)]
FromHome = Annotated[str, Depends(_home)]
InLanguage = Annotated[Language, Depends(_language)]
Id = Annotated[TableId, Path(description="of the table")]
SeatOf = Annotated[Seat, Path(description="from 0")]
ViewSeatOf = Annotated[
    ViewSeat | None,
    Query(description="the seat to look from: one of yours, or -1 to watch; null: your first seat"),
]
AfterEntry = Annotated[int, Query(ge=-1, description="the last entry that you have seen; -1: none")]


class Encoded(Response):
    """JSON that is already encoded."""

    media_type = "application/json"


def json_of(value: Any) -> Encoded:
    return Encoded(orjson.dumps(value))


def address(services: Services, connection: HTTPConnection, path: str) -> str:
    """The address of a page, as people outside reach it."""
    base = services.settings.public_url or str(connection.base_url)
    return f"{base.rstrip('/')}/{path}"


def is_this_machine(url: str) -> bool:
    """Whether an address leads nobody but this machine's own browsers here."""
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The ways in which a route may refuse, for the API's description."""
    return {status: {"model": Problem} for status in statuses}
