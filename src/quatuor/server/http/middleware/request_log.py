"""The request log: every request gets an id and a line in the log; unexpected errors get an answer."""

import logging
import secrets
import time
from collections.abc import Iterator
from contextlib import suppress

from starlette.requests import ClientDisconnect

from quatuor.server.http.asgi import CLOSE_CODE, App, Message, Receive, Scope, Send, refuse
from quatuor.server.logs import LOG, REQUEST, event, failure_fields
from quatuor.server.observer import Observer, now_for
from quatuor.server.refusals import Refused
from quatuor.server.texts import TEXTS

_DIGITS = 12
# The status in the log when the client left before it got an answer.
_CLIENT_GONE = 499


def _new_ids() -> Iterator[str]:
    """Random ids: consecutive ones would tell everybody how busy the server is."""
    while True:
        digits = secrets.token_hex(_DIGITS * 512)  # many at once: the system call costs more than the rest
        for start in range(0, len(digits), _DIGITS):
            yield digits[start : start + _DIGITS]


_IDS = _new_ids()


class RequestLog:
    """Gives every request an id, logs how it went, and answers unexpected errors."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        request_id = next(_IDS)
        REQUEST.set(request_id)
        started = time.perf_counter()
        observer: Observer | None = scope["app"].state.services.observer
        began = now_for(observer)
        if observer is not None:
            observer.request_began()
        status = 0
        gone: Exception | None = None

        async def sending(message: Message) -> None:
            nonlocal status, gone
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), (b"x-request-id", request_id.encode())]
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
                    await _send_failure(scope, receive, sending, request_id, started=status > 0)
        if gone is not None and not status:
            status = _CLIENT_GONE
        if observer is not None:
            observer.request_ended(_kind(scope), status, began)
        # Logging every move would take a good part of the time of a move, and the store has them all.
        level = logging.DEBUG if "frequent" in scope and status < 400 else logging.INFO
        if LOG.isEnabledFor(level):
            took = round((time.perf_counter() - started) * 1000, 1)
            event("request", level=level, method=scope.get("method", "WS"), path=_route(scope), status=status, ms=took)
        if gone is not None and scope["type"] == "websocket":
            # Uvicorn needs the exception to know that the handshake has ended.
            raise gone


def _kind(scope: Scope) -> str:
    """The kind of a request, for those who measure."""
    if scope["type"] == "websocket":
        return "socket"
    path = scope["path"]
    return "move" if path.endswith("/moves") else "api" if path.startswith("/api/") else "page"


async def _send_failure(scope: Scope, receive: Receive, send: Send, request_id: str, *, started: bool) -> None:
    """Tell the client that the server failed, unless an answer was already started."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1011})
    elif not started:
        failed = Refused("unavailable", TEXTS.sentence("guard.failed", request=request_id), status=500)
        await refuse(scope, receive, send, failed)


def _route(scope: Scope) -> str:
    """The path of a request, with placeholders for codes and tokens."""
    path = str(scope["path"])
    if "route" not in scope:
        return "/api/…" if path.startswith("/api/") else "/…"
    for name, value in scope.get("path_params", {}).items():
        path = path.replace(f"/{value}", f"/{{{name}}}", 1)
    return path
