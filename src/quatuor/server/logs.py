"""The server's log: one line for each event, readable on a terminal, else JSON.

A line contains nothing about a person: no name, no token, no card, and only the route of an address.
"""

import logging
import sys
import traceback
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import orjson

LOG = logging.getLogger("quatuor.server")
# The id of the request that is being handled.
REQUEST: ContextVar[str | None] = ContextVar("request", default=None)


def configure(level: int = logging.INFO, *, as_json: bool | None = None) -> None:
    """Log to standard error, as JSON unless that is a terminal."""
    if as_json is None:
        as_json = not sys.stderr.isatty()
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if as_json else ReadableLines())
    for name in ("quatuor.server", "uvicorn.error", "alembic"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        # Libraries log details that are of no interest here.
        logger.setLevel(level if logger is LOG else max(level, logging.WARNING))


def event(name: str, /, *, level: int = logging.INFO, **fields: Any) -> None:
    """Log an event, with the id of the current request."""
    if LOG.isEnabledFor(level):
        LOG.log(level, name, extra={"fields": fields})


def failure_fields(error: Exception) -> dict[str, Any]:
    """The kind of error and where it was raised; its message is left out, as it may quote what a player sent."""
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
        request = REQUEST.get()
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
    """The fields of one of our events, or of an exception that a library logged."""
    fields = getattr(record, "fields", None)
    if fields is not None:
        return dict(fields)
    error = record.exc_info[1] if record.exc_info else None
    return failure_fields(error) if isinstance(error, Exception) else {}
