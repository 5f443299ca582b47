"""What the ASGI layers around the application share: types, reading a header, refusing a request.

They have no request object, which would cost time: a move passes through all of them.
"""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Protocol

import orjson
from starlette.requests import HTTPConnection

from quatuor.core.texts import Language
from quatuor.server.http.language import language_of
from quatuor.server.refusals import Refused

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

# Among the extensions of a socket's scope: its Line.
LINE = "quatuor.line"

# A refused socket is closed with this code plus the HTTP status.
CLOSE_CODE = 4000
_LONGEST_REASON = 123  # bytes, a limit of the WebSocket protocol


class Line(Protocol):
    """The connection of a socket, on which news is written at once: no task waits for it, and no layer passes it on."""

    @property
    def is_writable(self) -> bool:
        """Whether the client has read all that was sent, and is still there."""

    def write(self, text: bytes) -> None:
        """Send a message."""

    def when_writable(self, call: Callable[[], None]) -> None:
        """Set what is called whenever the client has read all that was sent."""

    def when_text(self, take: Callable[[str], bool]) -> None:
        """Set what is offered every text that comes first; what it does not take is received as ever."""


def header(scope: Scope, name: bytes) -> bytes | None:
    """A header of the request; its name is in lower case."""
    for key, value in scope["headers"]:
        if key == name:
            return bytes(value)
    return None


async def refuse(scope: Scope, receive: Receive, send: Send, refused: Refused) -> None:
    """Answer a request with a Problem; a socket is accepted first, so that its page can read why it was closed."""
    language = language_of(HTTPConnection(scope))
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await close_socket(send, refused, language)
        return
    body = orjson.dumps(refused.problem(language))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if refused.retry_after is not None:
        headers.append((b"retry-after", str(refused.retry_after).encode()))
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def close_socket(send: Send, refused: Refused, language: Language) -> None:
    """Close a socket with a code and a reason: a browser cannot see the HTTP status of a refused socket."""
    reason = refused.say(language).encode()[:_LONGEST_REASON].decode(errors="ignore")
    await send({"type": "websocket.close", "code": CLOSE_CODE + refused.status, "reason": reason})
