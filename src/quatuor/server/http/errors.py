"""Every error as a Problem: one sentence in the reader's language, never a traceback."""

from typing import Any

import orjson
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from quatuor.core.errors import QuatuorError
from quatuor.core.texts import Sentence, shortened
from quatuor.server.http.language import language_of
from quatuor.server.refusals import Refused, as_refused
from quatuor.server.texts import TEXTS

# Our kinds of invalid values, by the beginning of Pydantic's name for each.
_INVALID = {
    "json": "json",
    "missing": "missing",
    "extra": "extra",
    "literal": "literal",
    "enum": "literal",
    "greater": "low",
    "less": "high",
    "string_pattern": "pattern",
    "string_too_short": "short",
    "string_too_long": "long",
    "too_short": "short",
    "too_long": "long",
}
_EXPECTED = {"int": "int", "bool": "bool", "string": "str", "list": "list", "dict": "dict", "model": "dict"}
_BOUNDS = ("ge", "gt", "le", "lt", "min_length", "max_length")


def install_problems(app: FastAPI) -> None:
    """Answer every error with a Problem."""
    app.add_exception_handler(QuatuorError, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)


def problem_response(request: Request, refused: Refused) -> Response:
    """The response to a refused request."""
    headers = {} if refused.retry_after is None else {"retry-after": str(refused.retry_after)}
    body = orjson.dumps(refused.problem(language_of(request)))
    return Response(body, refused.status, headers, media_type="application/json")


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, QuatuorError)
    return problem_response(request, as_refused(error))


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    return problem_response(request, invalid({**first, "loc": first["loc"][1:]}))


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        refused = Refused("unknown", TEXTS.sentence("address.unknown"))
    elif error.status_code == 405:
        refused = Refused("bad_request", TEXTS.sentence("method.refused", method=request.method), status=405)
    elif error.status_code == 400:
        # The body cannot be read as JSON: it is not UTF-8, or nested too deeply.
        refused = Refused("bad_request", TEXTS.sentence("invalid.json"))
    else:
        refused = Refused("bad_request", TEXTS.sentence("request.refused"), status=error.status_code)
    response = problem_response(request, refused)
    for name, value in (error.headers or {}).items():
        response.headers[name] = value
    return response


def invalid(error: Any) -> Refused:
    """The refusal of an invalid request, from the first error that Pydantic found."""
    return Refused("bad_request", _why(error))


def _why(error: Any) -> Sentence:
    """What is wrong with a request, and where."""
    kind = str(error["type"])
    place = ".".join(str(part) for part in error["loc"])
    field = shortened(place) if place else TEXTS.sentence("expected.body")
    context = error.get("ctx", {})
    for start, key in _INVALID.items():
        if kind.startswith(start):
            bound = next((context[name] for name in _BOUNDS if name in context), "")
            return TEXTS.sentence(f"invalid.{key}", field=field, expected=context.get("expected", ""), bound=bound)
    expected = _EXPECTED.get(kind.split("_")[0])
    if expected:
        return TEXTS.sentence("invalid.type", field=field, expected=TEXTS.sentence(f"expected.{expected}"))
    return TEXTS.sentence("invalid.other", field=field)
