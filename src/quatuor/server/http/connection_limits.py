"""Limits on connections: the size of a request's head, how long a client may take, how many a home may open.

Uvicorn's own protocols limit none of this, and on a home network no proxy stands in front of them.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

import httptools
import orjson
from uvicorn._types import ASGISendEvent
from uvicorn.config import Config
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import CloseCode, Frame
from websockets.http11 import Request

from quatuor.server.homes import home_of
from quatuor.server.http.asgi import LINE
from quatuor.server.http.language import preferred
from quatuor.server.http.socket_frames import ends_with_a_message, text_frame, whole_text
from quatuor.server.refusals import Refused
from quatuor.server.texts import TEXTS

_KB = 1024
_PIECE = 8 * _KB
_HEADERS = b"content-type: application/json\r\ncache-control: no-store\r\nx-content-type-options: nosniff\r\n"


class State(ServerState):
    """What all connections of a server share, with the number of connections of each home."""

    def __init__(self) -> None:
        super().__init__()
        self.by_home: Counter[str] = Counter()


class _Connection(asyncio.Protocol):
    """Counts a connection, and aborts it when its client stops reading; a base class to name before Uvicorn's."""

    # How long a client may read nothing of what was sent to it.
    write_seconds = 30.0

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    client: tuple[str, int] | None
    _state: State
    _home: str | None = None
    _timer: asyncio.TimerHandle | None = None
    _unread = 0
    _last_read = 0.0

    def connection_lost(self, exc: Exception | None) -> None:
        self._unregister()
        super().connection_lost(exc)

    def resume_writing(self) -> None:
        super().resume_writing()
        # The client has read all that was waiting, however much is waiting again at the next check.
        self._last_read = self.loop.time()

    def _register(self, state: State) -> int:
        """Count this connection and start its timer; return how many its home has now."""
        self._state = state
        self._home = home_of({"client": self.client})
        state.by_home[self._home] += 1
        self._timer = self.loop.call_later(self._check_deadline(), self._check)
        return state.by_home[self._home]

    def _unregister(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._home is not None:
            counts = self._state.by_home
            counts[self._home] -= 1
            if not counts[self._home]:
                del counts[self._home]
            self._home = None

    def _check(self) -> None:
        """Check all time limits; one timer serves the whole life of a connection, and requests only set deadlines."""
        now = self.loop.time()
        unread = self.transport.get_write_buffer_size()
        if not unread or not self._unread or unread < self._unread:
            self._last_read = now
        self._unread = unread
        if unread and now >= self._last_read + self.write_seconds:
            self.transport.abort()
            return
        self._timer = self.loop.call_later(self._check_deadline(), self._check)

    def _check_deadline(self) -> float:
        """End what has taken too long; return the seconds until the next check."""
        return self.write_seconds / 2


# Which part of a request comes next; plain numbers are fast, and every request passes here.
_FIRST_BYTE, _HEAD, _BODY, _NOTHING = range(4)


class HttpConnection(_Connection, HttpToolsProtocol):
    """A connection for requests; one that is slow, too long or unreadable gets a Problem and is closed."""

    # Request line and headers together, trailers included.
    head_bytes = 32 * _KB
    head_lines = 100
    # The limit of the WebSocket library for each header of a handshake.
    socket_line_bytes = 8000
    head_seconds = 10.0
    body_seconds = 30.0
    # For the rest of a body whose request was already answered.
    rest_seconds = 5.0
    # Requests that may wait for the answer to an earlier one on the same connection.
    most_waiting = 16
    # A class of thirty behind one router: each browser has six connections, and a socket for every page.
    most_per_home = 512

    server_state: State

    _part = _HEAD
    _deadline: float | None = None
    _received = 0  # bytes since the last complete head or piece of a body
    _refused: Refused | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._deadline = self.loop.time() + self.head_seconds
        count = self._register(self.server_state)
        if count > self.most_per_home and not self._is_proxy():
            self._reject(Refused("too_many", TEXTS.sentence("guard.connections", count=self.most_per_home)))

    def _is_proxy(self) -> bool:
        """Whether the client is a proxy, through which many people come."""
        address = self.client[0] if self.client else None
        return address is None or (isinstance(self.app, ProxyHeadersMiddleware) and address in self.app.trusted_hosts)

    # Receiving.

    def data_received(self, data: bytes) -> None:
        if len(data) <= _PIECE:
            self._feed(data)
            return
        # In pieces, so that the parser never holds much more of an unfinished head than is allowed.
        for start in range(0, len(data), _PIECE):
            self._feed(data[start : start + _PIECE])
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return

    def _feed(self, data: bytes) -> None:
        self._unset_keepalive_if_required()
        before = self._part
        if before == _FIRST_BYTE:
            self._part = _HEAD
        self._received += len(data)
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            # Any other upgrade is ignored, and the request is answered as usual.
            if self._should_upgrade():
                self.handle_websocket_upgrade()
        except httptools.HttpParserError:
            self._reject(self._refused or self._unreadable())
        else:
            if self._received > self.head_bytes or (self._part == _HEAD and len(self.headers or ()) > self.head_lines):
                self._reject(self._too_long())
            elif self._part != before or self._deadline is None:
                self._set_deadline()

    def _set_deadline(self) -> None:
        """Set when the part that has begun must end; a request that arrived whole has no deadline."""
        if self._part == _HEAD:
            self._deadline = self.loop.time() + self.head_seconds
        elif self._part == _BODY:
            self._deadline = self.loop.time() + self.body_seconds
        elif self._part == _NOTHING:
            self._deadline = None

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._part != _HEAD:
            self._part = _HEAD
            self._received = 0
            self._deadline = None

    def on_headers_complete(self) -> None:
        if len(self.headers) > self.head_lines or (self._received > self.head_bytes and self._head_is_too_long()):
            self._stop(self._too_long())
        self._part = _BODY
        self._received = 0
        if self.parser.should_upgrade() and self._should_upgrade():
            self._check_handshake()
        if len(self.pipeline) >= self.most_waiting:
            self._stop(Refused("too_many", TEXTS.sentence("guard.waiting", count=self.most_waiting)))
        super().on_headers_complete()
        if not self.parser.should_upgrade():
            # Trailers after the body must not be added to the headers, which the application has read.
            self.headers = []
        elif not self._should_upgrade():
            self.cycle.keep_alive = False

    def _head_is_too_long(self) -> bool:
        return len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > self.head_bytes

    def _check_handshake(self) -> None:
        """Refuse a handshake that the WebSocket library cannot read: it would leave the connection open."""
        if any(len(name) + len(value) > self.socket_line_bytes for name, value in self.headers):
            self._stop(self._too_long())
        if len(self.url) > self.socket_line_bytes:
            self._stop(self._too_long())
        if not self.url.isascii():
            self._stop(self._unreadable())

    def on_body(self, body: bytes) -> None:
        self._received = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._part = _NOTHING
        self._received = 0
        if self.cycle is not None and self.cycle.response_complete:
            # The answer was sent before: from here on, only this deadline closes the connection.
            self._part = _FIRST_BYTE
            self._deadline = self.loop.time() + self.timeout_keep_alive

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._part == _BODY:
            self._deadline = self.loop.time() + self.rest_seconds
        elif self._part == _NOTHING and not self.pipeline:
            self._part = _FIRST_BYTE

    def handle_websocket_upgrade(self) -> None:
        self._unregister()
        super().handle_websocket_upgrade()

    # Time limits.

    def _check_deadline(self) -> float:
        if self._deadline is None or self.transport.is_closing():
            return self.head_seconds
        left = self._deadline - self.loop.time()
        if left <= 0:
            self._time_out()
        return self.head_seconds if left <= 0 else min(left, self.head_seconds)

    def _time_out(self) -> None:
        started = self._received > 0 or self._part == _BODY
        if not started or (self._part == _BODY and self.cycle.response_complete):
            self.transport.close()
            return
        seconds = round(self.head_seconds if self._part == _HEAD else self.body_seconds)
        self._reject(Refused("bad_request", TEXTS.sentence("guard.slow", seconds=seconds), status=408))

    # Refusals.

    def _too_long(self) -> Refused:
        sentence = TEXTS.sentence("guard.head", kb=self.head_bytes // _KB, lines=self.head_lines)
        return Refused("too_large", sentence, status=431)

    def _unreadable(self) -> Refused:
        return Refused("bad_request", TEXTS.sentence("guard.not_http"), status=400)

    def _stop(self, refused: Refused) -> None:
        """Make the parser stop."""
        self._refused = refused
        raise refused

    def _reject(self, refused: Refused) -> None:
        """Send a Problem, unless an earlier request is being answered, and close the connection."""
        cycle = self.cycle
        if cycle is None or cycle.response_complete or (self._part == _BODY and not cycle.response_started):
            self.transport.write(self._response(refused))
        if cycle is not None and not cycle.response_complete:
            cycle.disconnected = True
            cycle.message_event.set()
        self.transport.close()

    def _response(self, refused: Refused) -> bytes:
        headers = self.scope["headers"] if self.scope else ()
        accepted = next((value for name, value in headers if name == b"accept-language"), b"")
        body = orjson.dumps(refused.problem(preferred(accepted.decode("latin-1"))))
        length = b"content-length: %d\r\nconnection: close\r\n\r\n" % len(body)
        return STATUS_LINE[refused.status] + _HEADERS + length + body


class SocketConnection(_Connection, WebSocketsSansIOProtocol):
    """A connection that has become a socket; what its client sends cannot pile up.

    It is the Line of its scope, too. Moves and news pass by the library, which would take longer over them than the
    game: as long as a client sends whole messages, those with one frame of text are read here.
    """

    # Messages that wait to be handled, and frames of one message.
    most_waiting = 64
    # While more than this is unread, pings are not answered.
    most_pong_bytes = 64 * _KB

    _writable = True
    _on_writable: Callable[[], None] | None = None
    _on_text: Callable[[str], bool] | None = None
    _whole_messages = True

    def __init__(
        self,
        config: Config,
        server_state: State,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._state = server_state

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        # A message waits until the one before it was read: this shows each time that a slow client has read one.
        self.transport.set_write_buffer_limits(high=0)
        self._register(self._state)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][LINE] = self  # type: ignore[assignment]

    @property
    def is_writable(self) -> bool:
        return self._writable and not self.close_sent and not self.transport.is_closing()

    def write(self, text: bytes) -> None:
        self.transport.write(text_frame(text))

    def when_writable(self, call: Callable[[], None]) -> None:
        self._on_writable = call

    def when_text(self, take: Callable[[str], bool]) -> None:
        self._on_text = take

    def pause_writing(self) -> None:
        super().pause_writing()
        self._writable = False

    def resume_writing(self) -> None:
        super().resume_writing()
        self._writable = True
        if self._on_writable is not None:
            self._on_writable()

    def connection_lost(self, exc: Exception | None) -> None:
        self._on_writable = self._on_text = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.handshake_complete and self._whole_messages:
            text = whole_text(data, self.config.ws_max_size)
            if text is not None:
                self._take(text)
                return
            self._whole_messages = ends_with_a_message(data)
        elif self.handshake_initiated:
            self._whole_messages = False
        super().data_received(data)
        if not self.handshake_initiated:
            # The library could not read the handshake: it has prepared an answer and waits for the client to leave.
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def _take(self, text: str) -> None:
        """Hand a message to the application; a client that sends one before the last was handled has to wait."""
        if self.queue.qsize() >= self.most_waiting:
            self._fail(CloseCode.POLICY_VIOLATION)
        elif not self.close_sent and not (self._on_text is not None and self.queue.empty() and self._on_text(text)):
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
            if self.queue.qsize() > 1 and not self.read_paused:
                self.read_paused = True
                self.transport.pause_reading()

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= self.most_waiting:
            self._fail(CloseCode.MESSAGE_TOO_BIG)
        else:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        if self.queue.qsize() >= self.most_waiting:
            self._fail(CloseCode.POLICY_VIOLATION)
        elif self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self._fail(CloseCode.INVALID_DATA)
        else:
            super().send_receive_event_to_app()

    def _fail(self, code: CloseCode) -> None:
        """End a socket whose client does something that our pages never do."""
        self.frames = []
        if not self.close_sent and not self.transport.is_closing():
            self.conn.fail(code)
            self.handle_parser_exception()

    def handle_ping(self) -> None:
        output = b"".join(self.conn.data_to_send())
        # A client that pings without reading the answers gets no more of them.
        if self.transport.get_write_buffer_size() < self.most_pong_bytes:
            self.transport.write(output)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        # A client that answers no ping would not read a closing message either.
        self.transport.abort()

    async def send(self, message: ASGISendEvent) -> None:
        await self.writable.wait()
        if self.close_sent or self.transport.is_closing():
            # It is ending, but the application does not know yet.
            raise ClientDisconnected
        await super().send(message)


def _is_text(data: bytes) -> bool:
    """Whether a message can be decoded: the library would log an error. Nearly every message is plain ASCII."""
    try:
        if not data.isascii():
            data.decode()
    except UnicodeDecodeError:
        return False
    return True
