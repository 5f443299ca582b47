"""The sockets: each carries the items of `GET …/events` as they happen, takes moves, and says who is there."""

import asyncio
import logging
from collections.abc import Awaitable
from contextlib import suppress
from typing import Any

import orjson
from pydantic import ValidationError
from starlette.requests import HTTPConnection

from quatuor.core.errors import QuatuorError
from quatuor.core.texts import Language
from quatuor.server.homes import home_of
from quatuor.server.http.asgi import LINE, Line, Receive, Scope, Send, close_socket
from quatuor.server.http.errors import invalid
from quatuor.server.http.language import language_of
from quatuor.server.http.messages import MovesRequest
from quatuor.server.http.middleware.limits import MOVES_WAIT, charge_for
from quatuor.server.live import updates
from quatuor.server.live.live_table import LiveTable, Viewer
from quatuor.server.live.registry import Tables
from quatuor.server.logs import event
from quatuor.server.observer import Observer, now_for
from quatuor.server.rate_limits import Charge, no_charge
from quatuor.server.refusals import Refused, as_refused, refuse, too_many
from quatuor.server.services import Services
from quatuor.server.table.moves import make_moves
from quatuor.server.table.seats import check_view_seat, default_view_seat
from quatuor.server.table.views import Viewpoint

_FAILED = 1011
# Open sockets of one home: a class of thirty behind one router has several pages each.
MOST_OF_A_HOME = 256

_log = logging.getLogger(__name__)


async def attend(services: Services, table_id: str, scope: Scope, receive: Receive, send: Send) -> None:
    """A socket at a table, from its handshake to its end."""
    connection = HTTPConnection(scope)
    language = language_of(connection)
    await receive()
    await send({"type": "websocket.accept"})
    # Counted here and not where connections are: behind a proxy all of them come from its address.
    with services.sockets.counted(home_of(scope)) as count:
        try:
            if count > MOST_OF_A_HOME and services.settings.limits:
                refuse("too_many", "guard.connections", count=MOST_OF_A_HOME)
            live, viewer = await _admit(services, table_id, connection, language)
        except Refused as refused:
            await close_socket(send, refused, language)
            return
        line = scope["extensions"][LINE]
        news = News(services.tables, live, viewer, line, send, charge_for(scope), services.observer)
        await _follow(services, live, viewer, news, receive, send)


async def _admit(
    services: Services, table_id: str, connection: HTTPConnection, language: Language
) -> tuple[LiveTable, Viewer]:
    live = await services.tables.find(table_id)
    # No await may come between this and adding the viewer to the table: a device that is signed out meanwhile would
    # be missed, since only the sockets of a table's viewers are closed.
    here = await services.identify(connection)
    asker = here.person if here else None
    services.kept_out.check(asker, home_of(connection.scope))
    if live.removed:
        refuse("unknown", "host.removed")
    after, seat = _number(connection, "after", -1), _number(connection, "seat", None)
    view_seat = default_view_seat(live.table, asker) if seat is None else seat
    check_view_seat(live.table, asker, view_seat)
    wait = connection.scope.get(MOVES_WAIT, lambda: 0)
    changes = _number(connection, "changes", 0) == 1
    return live, Viewer(asker, view_seat, language, max(after, -1), wait, here.device if here else None, changes)


async def _follow(
    services: Services, live: LiveTable, viewer: Viewer, news: "News", receive: Receive, send: Send
) -> None:
    """Send news to a viewer until they go; the first message is what they have missed."""
    live.add_viewer(viewer)
    news.send_soon()
    try:
        await services.clocks.welcome(live, viewer.person)
        while (message := await receive())["type"] != "websocket.disconnect":
            await _take_moves(services, live, viewer, message.get("text") or "", send)
    finally:
        news.end()
        live.remove_viewer(viewer)


async def _take_moves(services: Services, live: LiveTable, viewer: Viewer, text: str, send: Send) -> None:
    """Make the moves that came on the socket: everybody gets what they lead to, only their sender gets a refusal."""
    request: int | None = None
    began = now_for(services.observer)
    try:
        _check_not_ended(viewer)
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
        viewer.asked = viewer.asked or began
        viewer.ask_for_update()  # a repeat leads to nothing new, and is answered all the same


def _read(text: str) -> MovesRequest:
    try:
        return MovesRequest.model_validate_json(text, strict=True)
    except ValidationError as error:
        raise invalid(error.errors()[0]) from error


def _check_not_ended(viewer: Viewer) -> None:
    if viewer.ended is not None:
        refuse(*viewer.ended)


def _check_pace(viewer: Viewer) -> None:
    wait = viewer.wait()
    if wait:
        raise too_many(wait)


class News:
    """Sends a viewer all that is new in one message: a slow one gets fewer, longer messages. The first is charged."""

    def __init__(
        self,
        tables: Tables,
        live: LiveTable,
        viewer: Viewer,
        line: Line,
        send: Send,
        charge: Charge,
        observer: Observer | None = None,
    ) -> None:
        self._tables = tables
        self._live = live
        self._viewer = viewer
        self._viewpoint = Viewpoint(viewer.person, viewer.seat, viewer.language)
        self._line = line
        self._send = send
        self._charge = charge
        self._observer = observer
        self._moved = live.moved  # the last move that was shown, as far as somebody measures
        self._loop = asyncio.get_running_loop()
        self._due: asyncio.Handle | None = None
        self._making: asyncio.Task[None] | None = None  # a long history, before which nothing else is sent
        self._closing: asyncio.Task[None] | None = None
        self._ended = False
        viewer.notify = self.send_soon
        line.when_writable(self.send_soon)

    def send_soon(self) -> None:
        """Send what is new, all of it together, once what happens right now is over."""
        if self._due is None and not self._ended:
            self._due = self._loop.call_soon(self._send_news)

    def end(self) -> None:
        """Send nothing more, and leave nothing behind that refers to itself."""
        self._ended = True
        self._viewer.notify = _nobody
        self._line.when_writable(_nobody)
        for waiting in (self._due, self._making):
            if waiting is not None:
                waiting.cancel()

    def _send_news(self) -> None:
        self._due = None
        if self._making is not None or not self._line.is_writable:
            return
        if self._viewer.needs_update and updates.is_long(self._live, self._viewer.seen, self._viewpoint):
            self._making = self._loop.create_task(self._send_long_news())
        else:
            self._send_message()

    async def _send_long_news(self) -> None:
        """Send news after a history that is made beside the loop."""
        live, seen, charge, self._charge = self._live, self._viewer.seen, self._charge, no_charge
        try:
            history = await updates.long_history(self._tables, live, seen, self._viewpoint, charge)
        except Exception as error:
            self._fail(error)
        else:
            self._making = None
            self._send_message(history)

    def _send_message(self, history: bytes = b"") -> None:
        try:
            message = self._message(history)
        except Exception as error:
            self._fail(error)
        else:
            if message is not None:
                self._line.write(message)
                if self._observer is not None:
                    self._tell(self._observer)
            if self._viewer.words:
                self.send_soon()

    def _fail(self, error: Exception) -> None:
        """End a socket whose viewer cannot be told the news."""
        self._making = None
        if isinstance(error, Refused):
            self._close(close_socket(self._send, error, self._viewer.language))
        else:
            _log.error("a viewer of table %s got no more news", self._live.table.plan.id, exc_info=error)
            self._close(self._send({"type": "websocket.close", "code": _FAILED}))

    def _tell(self, observer: Observer) -> None:
        """Tell an observer what a message was: every message has all news in it, or comes after it."""
        live, viewer = self._live, self._viewer
        if viewer.asked:
            observer.answered(viewer.asked)
            viewer.asked = 0.0
        if live.moved != self._moved:
            observer.shown(live.moved)
            self._moved = live.moved

    def _message(self, history: bytes) -> bytes | None:
        """What there is to tell the viewer now."""
        live, viewer = self._live, self._viewer
        _check_not_ended(viewer)
        check_view_seat(live.table, viewer.person, viewer.seat)  # the seat may have gone to another device
        if viewer.needs_update:
            message = updates.news(live, viewer, self._viewpoint, self._charge, history)
            self._charge = no_charge
        elif viewer.presence != live.presence:
            message = live.presence
        elif viewer.words:
            message = viewer.words.popleft()
        else:
            return None
        viewer.presence = live.presence
        return message

    def _close(self, closing: Awaitable[None]) -> None:
        async def close() -> None:
            with suppress(OSError):  # the client is gone
                await closing

        self.end()
        self._closing = self._loop.create_task(close())


def _nobody() -> None:
    """Nobody is told."""


def _number(connection: HTTPConnection, name: str, default: Any) -> Any:
    """A whole number of the address."""
    text = connection.query_params.get(name, "")
    return int(text) if text.removeprefix("-").isdecimal() and len(text) < 10 else default
