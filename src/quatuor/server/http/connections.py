"""Connections: how much a client may send before it is understood, how long it may take, how many an address has.

Uvicorn's own protocols bound none of this, and on a home network no proxy stands in front of them.
"""

import asyncio
from collections import Counter
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

from quatuor.server.http.language import preferred
from quatuor.server.networks import network_of
from quatuor.server.refusals import Refused
from quatuor.server.texts import TEXTS

_KB = 1024
_PIECE = 8 * _KB
_HEADERS = b"content-type: application/json\r\ncache-control: no-store\r\nx-content-type-options: nosniff\r\n"


class State(ServerState):
    """What all connections of a server share: also how many each network has."""

    def __init__(self) -> None:
        super().__init__()
        self.by_network: Counter[str] = Counter()


class _Guest(asyncio.Protocol):
    """A connection that is counted, and ended where its client takes nothing more in."""

    # How long a client may leave untaken what was sent to it.
    write_seconds = 30.0

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    client: tuple[str, int] | None
    _state: State
    _network: str | None = None
    _timer: asyncio.TimerHandle | None = None
    _untaken = 0
    _untaken_since = 0.0

    def _enter(self, state: State) -> int:
        """Count this connection, and begin to watch it; how many its network has now."""
        self._state = state
        self._network = network_of({"client": self.client})
        state.by_network[self._network] += 1
        self._timer = self.loop.call_later(self._check_time(), self._look)
        return state.by_network[self._network]

    def _leave(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._network is not None:
            counts = self._state.by_network
            counts[self._network] -= 1
            if not counts[self._network]:
                del counts[self._network]
            self._network = None

    def _look(self) -> None:
        """One timer serves a connection all its life: a request only notes until when it may last."""
        now = self.loop.time()
        waiting = self.transport.get_write_buffer_size()
        if not waiting or not self._untaken or waiting < self._untaken:
            self._untaken_since = now
        self._untaken = waiting
        if waiting and now >= self._untaken_since + self.write_seconds:
            self.transport.abort()
            return
        self._timer = self.loop.call_later(self._check_time(), self._look)

    def _note_taken(self) -> None:
        """The client has taken in what was waiting, however much waits for it again when somebody next looks."""
        self._untaken_since = self.loop.time()

    def _check_time(self) -> float:
        """End what has lasted too long; in how many seconds to look again."""
        return self.write_seconds / 2


# What of a request comes next; plain numbers, since every request passes here.
_FIRST_BYTE, _HEAD, _BODY, _NOTHING = range(4)


class HttpConnection(HttpToolsProtocol, _Guest):
    """A connection on which requests come; a slow, endless or unreadable one is answered by a Problem and ended."""

    # Request line and headers together, trailers included.
    head_bytes = 32 * _KB
    head_lines = 100
    # Of one header in the handshake of a socket, as the WebSocket library has it.
    socket_line_bytes = 8000
    head_seconds = 10.0
    body_seconds = 30.0
    # For the rest of a body that was already answered.
    rest_seconds = 5.0
    # Requests that may wait for the answer to an earlier one on the same connection.
    most_waiting = 16
    # A class of thirty behind one router: each browser has six connections, and a socket for every page.
    most_of_network = 512

    server_state: State

    _part = _HEAD
    _part_ends: float | None = None
    _received = 0  # bytes that are neither a complete head nor a part of a body
    _refused: Refused | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._part_ends = self.loop.time() + self.head_seconds
        count = self._enter(self.server_state)
        if count > self.most_of_network and not self._is_proxy():
            self._turn_away(Refused("too_many", TEXTS.sentence("guard.connections", count=self.most_of_network)))

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._note_taken()

    def _is_proxy(self) -> bool:
        """Whether many people come through this address."""
        address = self.client[0] if self.client else None
        return address is None or (isinstance(self.app, ProxyHeadersMiddleware) and address in self.app.trusted_hosts)

    # What comes in.

    def data_received(self, data: bytes) -> None:
        if len(data) <= _PIECE:
            self._take(data)
            return
        # In pieces: of an unfinished head the parser then never holds much more than is allowed.
        for start in range(0, len(data), _PIECE):
            self._take(data[start : start + _PIECE])
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return

    def _take(self, data: bytes) -> None:
        self._unset_keepalive_if_required()
        before = self._part
        if before == _FIRST_BYTE:
            self._part = _HEAD
        self._received += len(data)
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            # Another upgrade is not taken up: the request is answered as it is.
            if self._should_upgrade():
                self.handle_websocket_upgrade()
        except httptools.HttpParserError:
            self._turn_away(self._refused or self._unreadable())
        else:
            if self._received > self.head_bytes or (self._part == _HEAD and len(self.headers or ()) > self.head_lines):
                self._turn_away(self._too_long())
            elif self._part != before or self._part_ends is None:
                self._note_time()

    def _note_time(self) -> None:
        """Until when the part may last that has begun; a request that came whole has none."""
        if self._part == _HEAD:
            self._part_ends = self.loop.time() + self.head_seconds
        elif self._part == _BODY:
            self._part_ends = self.loop.time() + self.body_seconds
        elif self._part == _NOTHING:
            self._part_ends = None

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._part != _HEAD:
            self._part = _HEAD
            self._received = 0
            self._part_ends = None

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
            # What comes after a body is no header: the application has read those.
            self.headers = []
        elif not self._should_upgrade():
            self.cycle.keep_alive = False

    def _head_is_too_long(self) -> bool:
        return len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > self.head_bytes

    def _check_handshake(self) -> None:
        """Refuse a handshake that the WebSocket library could not read: it would leave the connection open."""
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
            # Answered before: nobody else looks after the connection from here.
            self._part = _FIRST_BYTE
            self._part_ends = self.loop.time() + self.timeout_keep_alive

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._part == _BODY:
            self._part_ends = self.loop.time() + self.rest_seconds
        elif self._part == _NOTHING and not self.pipeline:
            self._part = _FIRST_BYTE

    def handle_websocket_upgrade(self) -> None:
        self._leave()
        super().handle_websocket_upgrade()

    # What takes too long.

    def _check_time(self) -> float:
        if self._part_ends is None or self.transport.is_closing():
            return self.head_seconds
        left = self._part_ends - self.loop.time()
        if left <= 0:
            self._time_out()
        return self.head_seconds if left <= 0 else min(left, self.head_seconds)

    def _time_out(self) -> None:
        begun = self._received > 0 or self._part == _BODY
        if not begun or (self._part == _BODY and self.cycle.response_complete):
            self.transport.close()
            return
        seconds = round(self.head_seconds if self._part == _HEAD else self.body_seconds)
        self._turn_away(Refused("bad_request", TEXTS.sentence("guard.slow", seconds=seconds), status=408))

    # Refusals.

    def _too_long(self) -> Refused:
        sentence = TEXTS.sentence("guard.head", kb=self.head_bytes // _KB, lines=self.head_lines)
        return Refused("too_large", sentence, status=431)

    def _unreadable(self) -> Refused:
        return Refused("bad_request", TEXTS.sentence("guard.not_http"), status=400)

    def _stop(self, refused: Refused) -> None:
        """Make the parser give up what it reads just now."""
        self._refused = refused
        raise refused

    def _turn_away(self, refused: Refused) -> None:
        """Answer what was not understood, unless an earlier request is being answered, and end the connection."""
        cycle = self.cycle
        if cycle is None or cycle.response_complete or (self._part == _BODY and not cycle.response_started):
            self.transport.write(self._written(refused))
        if cycle is not None and not cycle.response_complete:
            cycle.disconnected = True
            cycle.message_event.set()
        self.transport.close()

    def _written(self, refused: Refused) -> bytes:
        headers = self.scope["headers"] if self.scope else ()
        accepted = next((value for name, value in headers if name == b"accept-language"), b"")
        body = orjson.dumps(refused.problem(preferred(accepted.decode("latin-1"))))
        length = b"content-length: %d\r\nconnection: close\r\n\r\n" % len(body)
        return STATUS_LINE[refused.status] + _HEADERS + length + body


class SocketConnection(WebSocketsSansIOProtocol, _Guest):
    """A connection that has become a socket; nothing that its client sends piles up."""

    # Messages that came together, and pieces of one message.
    most_waiting = 64
    # That may wait to be taken while pings are still answered.
    most_answers_bytes = 64 * _KB

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
        # A message waits until the one before it is taken: so it is known whenever a slow client has taken one.
        self.transport.set_write_buffer_limits(high=0)
        self._enter(self._state)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._note_taken()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self.handshake_initiated:
            # A handshake that the library could not read: it has written why, and waits for the client to go.
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

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
        """End a socket whose client does what no page of ours does."""
        self.frames = []
        if not self.close_sent and not self.transport.is_closing():
            self.conn.fail(code)
            self.handle_parser_exception()

    def handle_ping(self) -> None:
        output = b"".join(self.conn.data_to_send())
        # Who asks without taking the answers gets no more of them.
        if self.transport.get_write_buffer_size() < self.most_answers_bytes:
            self.transport.write(output)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        # Whoever answers no ping takes no farewell either.
        self.transport.abort()

    async def send(self, message: ASGISendEvent) -> None:
        await self.writable.wait()
        if self.close_sent or self.transport.is_closing():
            # It ends, but the application has not heard of it yet.
            raise ClientDisconnected
        await super().send(message)


def _is_text(data: bytes) -> bool:
    """Whether the library, which complains to the log, can decode a message; nearly every one is plain ASCII."""
    try:
        if not data.isascii():
            data.decode()
    except UnicodeDecodeError:
        return False
    return True
