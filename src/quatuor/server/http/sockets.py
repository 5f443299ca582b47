"""The sockets: each carries the items of `GET …/events` as they happen, takes moves, and says who is there."""

import asyncio
import logging
from contextlib import suppress
from typing import Any

import orjson
from pydantic import ValidationError
from starlette.requests import HTTPConnection

from quatuor.core.errors import QuatuorError
from quatuor.core.texts import Language
from quatuor.server.http.asgi import Receive, Scope, Send, close_socket
from quatuor.server.http.errors import invalid
from quatuor.server.http.language import language_of
from quatuor.server.http.messages import MovesRequest
from quatuor.server.http.middleware.limits import MOVES_WAIT, charge_for
from quatuor.server.live import updates
from quatuor.server.live.live_table import LiveTable, Viewer
from quatuor.server.logs import event
from quatuor.server.rate_limits import Charge, no_charge
from quatuor.server.refusals import Refused, as_refused, refuse, too_many
from quatuor.server.services import Services
from quatuor.server.table.moves import make_moves
from quatuor.server.table.seats import check_view_seat, default_view_seat
from quatuor.server.table.views import Viewpoint

_FAILED = 1011

_log = logging.getLogger(__name__)


async def attend(services: Services, table_id: str, scope: Scope, receive: Receive, send: Send) -> None:
    """A socket at a table, from its handshake to its end."""
    connection = HTTPConnection(scope)
    language = language_of(connection)
    await receive()
    await send({"type": "websocket.accept"})
    try:
        live, viewer = await _admit(services, table_id, connection, language)
    except Refused as refused:
        await close_socket(send, refused, language)
        return
    await _follow(services, live, viewer, receive, send, charge_for(scope))


async def _admit(
    services: Services, table_id: str, connection: HTTPConnection, language: Language
) -> tuple[LiveTable, Viewer]:
    live = await services.tables.find(table_id)
    # No await may come between this and adding the viewer to the table: a device that is signed out meanwhile would
    # be missed, since only the sockets of a table's viewers are closed.
    here = await services.identify(connection)
    asker = here.person if here else None
    after, seat = _number(connection, "after", -1), _number(connection, "seat", None)
    view_seat = default_view_seat(live.table, asker) if seat is None else seat
    check_view_seat(live.table, asker, view_seat)
    wait = connection.scope.get(MOVES_WAIT, lambda: 0)
    return live, Viewer(asker, view_seat, language, max(after, -1), wait, here.device if here else None)


async def _follow(
    services: Services, live: LiveTable, viewer: Viewer, receive: Receive, send: Send, charge: Charge
) -> None:
    """Send news to a viewer until they go; the first message is what they have missed."""
    live.add_viewer(viewer)
    sending = asyncio.create_task(_send_news(live, viewer, send, charge))
    try:
        await services.clocks.welcome(live, viewer.person)
        while (message := await receive())["type"] != "websocket.disconnect":
            await _take_moves(services, live, viewer, message.get("text") or "", send)
    finally:
        sending.cancel()
        live.remove_viewer(viewer)


async def _take_moves(services: Services, live: LiveTable, viewer: Viewer, text: str, send: Send) -> None:
    """Make the moves that came on the socket: everybody gets what they lead to, only their sender gets a refusal."""
    request: int | None = None
    try:
        _check_signed_in(viewer)
        _check_pace(viewer)
        wanted = _read(text)
        request = wanted.request
        await services.tables.change(live, make_moves, viewer.person, wanted.seat, wanted.after, wanted.moves)
    except QuatuorError as error:
        refused = as_refused(error)
        event("move", error=refused.error)
        problem = orjson.dumps(refused.problem(viewer.language, request))
        with suppress(OSError):  # the client is gone
            await send({"type": "websocket.send", "text": problem.decode()})
    else:
        if request is not None:
            viewer.answered.append(request)
        viewer.ask_for_update()  # a repeat leads to nothing new, and is answered all the same


def _read(text: str) -> MovesRequest:
    try:
        return MovesRequest.model_validate_json(text, strict=True)
    except ValidationError as error:
        raise invalid(error.errors()[0]) from error


def _check_signed_in(viewer: Viewer) -> None:
    if viewer.signed_out:
        refuse("forbidden", "device.signed_out")


def _check_pace(viewer: Viewer) -> None:
    wait = viewer.wait()
    if wait:
        raise too_many(wait)


async def _send_news(live: LiveTable, viewer: Viewer, send: Send, charge: Charge) -> None:
    """Send all that is new in one message: a slow viewer gets fewer, longer ones. The first one is charged."""
    viewpoint = Viewpoint(viewer.person, viewer.seat, viewer.language)
    with suppress(OSError):  # the client is gone
        try:
            while True:
                await viewer.news.wait()
                viewer.news.clear()
                _check_signed_in(viewer)
                check_view_seat(live.table, viewer.person, viewer.seat)  # the seat may have gone to another device
                if viewer.needs_update:
                    message = updates.update(live, viewer.seen, viewpoint, viewer.answered, charge)
                    charge = no_charge
                    viewer.needs_update, viewer.answered = False, []
                    viewer.seen = live.table.index
                elif viewer.presence != live.presence:
                    message = live.presence
                elif viewer.words:
                    message = viewer.words.popleft()
                else:
                    continue
                viewer.presence = live.presence
                await send({"type": "websocket.send", "text": message.decode()})
                if viewer.words:
                    viewer.news.set()
        except Refused as refused:
            await close_socket(send, refused, viewer.language)
        except OSError:
            raise
        except Exception:
            _log.exception("a viewer of table %s got no more news", live.table.plan.id)
            await send({"type": "websocket.close", "code": _FAILED})


def _number(connection: HTTPConnection, name: str, default: Any) -> Any:
    """A whole number of the address."""
    text = connection.query_params.get(name, "")
    return int(text) if text.removeprefix("-").isdecimal() and len(text) < 10 else default
