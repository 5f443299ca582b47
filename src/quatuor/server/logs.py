"""What the server writes down: one line an event, for people on a terminal and as JSON for programs.

A line says what happened, never to whom: no name, no token, no card, and of an address only the route.
"""

import logging
import secrets
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import suppress
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import orjson
from starlette.requests import ClientDisconnect

from quatuor.server.http.asgi import CLOSE_CODE, App, Message, Receive, Scope, Send, refuse
from quatuor.server.refusals import Refused
from quatuor.server.texts import TEXTS

_LOG = logging.getLogger("quatuor.server")
_DIGITS = 12
_REQUEST: ContextVar[str | None] = ContextVar("request", default=None)


def _numbers() -> Iterator[str]:
    """Numbers for requests, by chance: those that count would tell everybody how much others ask."""
    while True:
        chances = secrets.token_hex(_DIGITS * 512)  # many at once: asking the system costs more than the rest
        for start in range(0, len(chances), _DIGITS):
            yield chances[start : start + _DIGITS]


_NUMBERS = _numbers()
# What stands in the log for the answer to a client that was gone before it got one.
_GONE = 499


def configure(level: int = logging.INFO, *, as_json: bool | None = None) -> None:
    """Write to standard error: as JSON, unless that is a terminal."""
    if as_json is None:
        as_json = not sys.stderr.isatty()
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if as_json else ReadableLines())
    for name in ("quatuor.server", "uvicorn.error", "alembic"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        # What the parts below us tell at length is not news.
        logger.setLevel(level if logger is _LOG else max(level, logging.WARNING))


def event(name: str, /, *, level: int = logging.INFO, **fields: Any) -> None:
    """Write down an event; the request that it belongs to is added."""
    if _LOG.isEnabledFor(level):
        _LOG.log(level, name, extra={"fields": fields})


class RequestLog:
    """Numbers every request, writes down how it went, and answers for what nobody expected."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        number = next(_NUMBERS)
        _REQUEST.set(number)
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
                event("request.failed", level=logging.ERROR, **_told(error))
                with suppress(OSError):
                    await _apologise(scope, receive, sending, number, begun=status > 0)
        if gone is not None and not status:
            status = _GONE
        # A line for every move would cost as much as a part of the move itself; the store has them all.
        level = logging.DEBUG if "frequent" in scope and status < 400 else logging.INFO
        if _LOG.isEnabledFor(level):
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


def _told(error: Exception) -> dict[str, Any]:
    """What failed and where, without the message: it may quote what a player sent."""
    frames = traceback.extract_tb(error.__traceback__)
    where = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]
    return {"error": type(error).__name__, "where": where}


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        request = _REQUEST.get()
        if request:
            line["request"] = request
        line |= _fields(record)
        return orjson.dumps(line, default=str).decode()


class ReadableLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        fields = " ".join(f"{key}={value}" for key, value in _fields(record).items())
        at = datetime.fromtimestamp(record.created)
        level = "" if record.levelno == logging.INFO else f"{record.levelname.lower()} "
        return f"{at:%H:%M:%S} {level}{record.getMessage()} {fields}".rstrip()


def _fields(record: logging.LogRecord) -> dict[str, Any]:
    """The fields of an event of ours, or where an exception came from that a part below us reports."""
    fields = getattr(record, "fields", None)
    if fields is not None:
        return dict(fields)
    error = record.exc_info[1] if record.exc_info else None
    return _told(error) if isinstance(error, Exception) else {}
