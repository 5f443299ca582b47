"""The sockets: each carries the items of `GET …/events` as they happen, takes moves, and says who is there."""

import asyncio
import logging
from collections.abc import Awaitable
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from typing import Any

import orjson
from pydantic import ValidationError
from starlette.requests import HTTPConnection

from quatuor.core.errors import QuatuorError
from quatuor.core.game import SPECTATOR
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
from quatuor.server.store.database import ConflictError
from quatuor.server.table.moves import make_moves
from quatuor.server.table.seats import check_view_seat, default_view_seat
from quatuor.server.table.table import Chair
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
        await _follow(services, live, viewer, news, Moves(services, live, viewer, line, send), receive)


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
    services: Services, live: LiveTable, viewer: Viewer, news: "News", moves: "Moves", receive: Receive
) -> None:
    """Send news to a viewer until they go; the first message is what they have missed."""
    live.add_viewer(viewer)
    news.send_soon()
    try:
        await services.clocks.welcome(live, viewer.person)
        moves.open()
        while (message := await receive())["type"] != "websocket.disconnect":
            await moves.take(message.get("text") or "")
    finally:
        moves.close()
        news.end()
        live.remove_viewer(viewer)


class Moves:
    """Makes the moves that come on a socket: everybody gets what they lead to, only their sender gets a refusal."""

    def __init__(self, services: Services, live: LiveTable, viewer: Viewer, line: Line, send: Send) -> None:
        self._tables = services.tables
        self._observer = services.observer
        self._live = live
        self._viewer = viewer
        self._line = line
        self._send = send
        self._context = copy_context()
        self._counted = False  # the message that is to be taken next, among the viewer's moves
        self._tasks: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        """Take what comes at once, where it can be."""
        self._line.when_text(self._take_at_once)

    def close(self) -> None:
        """Take nothing more, and leave nothing behind that refers to itself."""
        self._line.when_text(_not_taken)

    async def take(self, text: str) -> None:
        """Make the moves of a message."""
        viewer, request, began = self._viewer, None, now_for(self._observer)
        try:
            _check_not_ended(viewer)
            self._check_pace()
            wanted = _read(text)
            request = wanted.request
            await self._tables.change(self._live, make_moves, viewer.person, wanted.seat, wanted.after, wanted.moves)
        except QuatuorError as error:
            await self._refuse(as_refused(error), request)
        else:
            self._answer(request, began)

    def _take_at_once(self, text: str) -> bool:
        """Make the moves of a message without a task that waits for the disk; False where it is not so simple.

        Nearly all moves are legal, and nothing else happens at their table just then. Whatever fails is left to `take`,
        which says why.
        """
        if self._tasks or self._viewer.ended is not None or not self._live.lock_now():
            return False
        try:
            begun = self._begin(text)
        except Exception:
            begun = False
        if not begun:
            self._live.lock.release()
        return begun

    def _begin(self, text: str) -> bool:
        """Begin to make the moves of a message, while the lock is held; False where there are none to make."""
        live, viewer, began = self._live, self._viewer, now_for(self._observer)
        self._counted = not viewer.wait()
        if not self._counted:
            return False
        wanted = _read(text)
        new = make_moves(live.table, viewer.person, wanted.seat, wanted.after, wanted.moves)
        if new:
            self._tables.begin(live, new, partial(self._told, text, wanted.request, began), self._context)
            self._counted = False
        return bool(new)

    def _check_pace(self) -> None:
        """Count a message, unless it was counted when it could not be taken at once."""
        counted, self._counted = self._counted, False
        if not counted and (wait := self._viewer.wait()):
            raise too_many(wait)

    def _told(self, text: str, request: int | None, began: float, refused: Refused | None) -> None:
        """The moves of a message are made, or could not be written."""
        if refused is None:
            self._answer(request, began)
            return
        # Where another process was first, they are made again, for the table as it is then.
        self._counted = isinstance(refused, ConflictError)
        again = self.take(text) if self._counted else self._refuse(refused, request)
        task = asyncio.get_running_loop().create_task(again, context=self._context)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _answer(self, request: int | None, began: float) -> None:
        viewer = self._viewer
        if request is not None:
            viewer.answered.append(request)
        viewer.asked = viewer.asked or began
        viewer.ask_for_update()  # a repeat leads to nothing new, and is answered all the same

    async def _refuse(self, refused: Refused, request: int | None) -> None:
        event("move", error=refused.error)
        problem = orjson.dumps(refused.problem(self._viewer.language, request))
        with suppress(OSError):  # the client is gone
            await self._send({"type": "websocket.send", "text": problem.decode()})


def _not_taken(_text: str) -> bool:
    return False


def _read(text: str) -> MovesRequest:
    try:
        return MovesRequest.model_validate_json(text, strict=True)
    except ValidationError as error:
        raise invalid(error.errors()[0]) from error


def _check_not_ended(viewer: Viewer) -> None:
    if viewer.ended is not None:
        refuse(*viewer.ended)


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
        self._chairs: tuple[Chair, ...] | None = None  # those at which the seat was the viewer's to look from
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
            if self._line.is_writable:  # otherwise it is asked again once it is
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
        if viewer.seat == SPECTATOR or live.table.chairs is not self._chairs:
            check_view_seat(live.table, viewer.person, viewer.seat)  # the seat may have gone to another device
            self._chairs = live.table.chairs
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
