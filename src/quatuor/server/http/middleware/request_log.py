"""The log of requests: each is numbered, how it went is written down, and what nobody expected is answered for."""

import logging
import secrets
import time
from collections.abc import Iterator
from contextlib import suppress

from starlette.requests import ClientDisconnect

from quatuor.server.http.asgi import CLOSE_CODE, App, Message, Receive, Scope, Send, refuse
from quatuor.server.logs import LOG, REQUEST, event, failure_fields
from quatuor.server.refusals import Refused
from quatuor.server.texts import TEXTS

_DIGITS = 12


def _numbers() -> Iterator[str]:
    """Numbers for requests, by chance: those that count would tell everybody how much others ask."""
    while True:
        chances = secrets.token_hex(_DIGITS * 512)  # many at once: asking the system costs more than the rest
        for start in range(0, len(chances), _DIGITS):
            yield chances[start : start + _DIGITS]


_NUMBERS = _numbers()
# What stands in the log for the answer to a client that was gone before it got one.
_GONE = 499


class RequestLog:
    """Numbers every request, writes down how it went, and answers for what nobody expected."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        number = next(_NUMBERS)
        REQUEST.set(number)
        started = time.perf_counter()
        status = 0
        gone: Exception | None = None

        async def sending(message: Message) -> None:
            nonlocal status, gone
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), (b"x-request-id", number.encode())]
            elif message["type"] == "websocket.accept":
                status = 101
            elif message["type"] == "websocket.close":
                status = max(status, message.get("code", 1000) - CLOSE_CODE)
            try:
                await send(message)
            except OSError as error:  # in ASGI: the client is gone
                gone = error
                raise

        try:
            await self._app(scope, receive, sending)
        except ClientDisconnect as error:
            gone = error
        except Exception as error:
            if error is not gone:
                event("request.failed", level=logging.ERROR, **failure_fields(error))
                with suppress(OSError):
                    await _apologise(scope, receive, sending, number, begun=status > 0)
        if gone is not None and not status:
            status = _GONE
        # A line for every move would cost as much as a part of the move itself; the store has them all.
        level = logging.DEBUG if "frequent" in scope and status < 400 else logging.INFO
        if LOG.isEnabledFor(level):
            took = round((time.perf_counter() - started) * 1000, 1)
            event("request", level=level, method=scope.get("method", "WS"), path=_route(scope), status=status, ms=took)
        if gone is not None and scope["type"] == "websocket":
            # The server below knows what it means; without it, it would miss the end of the handshake.
            raise gone


async def _apologise(scope: Scope, receive: Receive, send: Send, number: str, *, begun: bool) -> None:
    """Answer for what nobody expected."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1011})
    elif not begun:
        failed = Refused("unavailable", TEXTS.sentence("guard.failed", request=number), status=500)
        await refuse(scope, receive, send, failed)


def _route(scope: Scope) -> str:
    """The address that was asked for, in which a code or a token has only its place."""
    path = str(scope["path"])
    if "route" not in scope:
        return "/api/…" if path.startswith("/api/") else "/…"
    for name, value in scope.get("path_params", {}).items():
        path = path.replace(f"/{value}", f"/{{{name}}}", 1)
    return path
