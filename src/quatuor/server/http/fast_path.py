"""The fast path for moves and sockets, the most frequent requests: they skip the framework's routing.

Routing a request costs more than making a move. `routes/play.py` describes `POST …/moves` and gives the same answers;
a request that cannot be read here is passed on to it, so that refusals are worded in one place.
"""

import re

from pydantic import ValidationError
from starlette.requests import HTTPConnection

from quatuor.core.errors import QuatuorError
from quatuor.server.homes import CURRENT_HOME, home_of
from quatuor.server.http.asgi import App, Message, Receive, Scope, Send, refuse
from quatuor.server.http.language import language_of
from quatuor.server.http.messages import MovesRequest
from quatuor.server.http.middleware.limits import charge_for
from quatuor.server.http.sockets import attend
from quatuor.server.live.commands import make_moves
from quatuor.server.refusals import as_refused
from quatuor.server.services import Services
from quatuor.server.table.names import TABLE_ID
from quatuor.server.table.views import Viewpoint

_PATH = re.compile(rf"/api/tables/({TABLE_ID})/(moves|live)")
_KINDS = {"moves": "http", "live": "websocket"}


class FastPath:
    """Answers moves and sockets; everything else is passed on to the routes."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        CURRENT_HOME.set(home_of(scope))
        found = _PATH.fullmatch(scope.get("path", ""))
        if found is None or scope["type"] != _KINDS[found[2]]:
            await self._app(scope, receive, send)
            return
        services: Services = scope["app"].state.services
        scope["route"] = found[2]  # for the log, as a router would name it
        scope["path_params"] = {"table_id": found[1]}
        if found[2] == "live":
            await attend(services, found[1], scope, receive, send)
        elif scope["method"] == "POST":
            await self._moves(services, found[1], scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _moves(self, services: Services, table_id: str, scope: Scope, receive: Receive, send: Send) -> None:
        first = await receive()
        wanted = _read(first)
        if wanted is None:
            await self._app(scope, _again(first, receive), send)
            return
        scope["frequent"] = True
        connection = HTTPConnection(scope)
        try:
            here = await services.identify(connection)
            viewpoint = Viewpoint(here and here.person, wanted.seat, language_of(connection))
            body = await make_moves(
                services.tables, table_id, viewpoint, wanted.after, wanted.moves, wanted.request, charge_for(scope)
            )
        except QuatuorError as error:
            await refuse(scope, receive, send, as_refused(error))
            return
        headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})


def _read(message: Message) -> MovesRequest | None:
    """The moves of a request that came in one piece and is well-formed."""
    if message["type"] != "http.request" or message.get("more_body"):
        return None
    try:
        return MovesRequest.model_validate_json(message.get("body", b""), strict=True)
    except ValidationError:
        return None


def _again(first: Message, receive: Receive) -> Receive:
    """Receive a message that was read already, and then what follows it."""
    waiting = [first]

    async def receiving() -> Message:
        return waiting.pop() if waiting else await receive()

    return receiving
