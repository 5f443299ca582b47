"""The page that documents the API, rendered from its OpenAPI document, without scripts or external files."""

import json
import re
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

import orjson
from fastapi import FastAPI, Response

_STYLE = Path(__file__).with_suffix(".css")
_METHODS = ("get", "post", "put", "patch", "delete")
_LIMITS = {
    "minimum": "≥ {}",
    "maximum": "≤ {}",
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "minItems": "at least {}",
    "maxItems": "at most {}",
    "maxProperties": "at most {}",
    "pattern": "like {}",
}


def mount_docs(app: FastAPI) -> None:
    """Serve the document at /api/openapi.json and the page at /api/docs; each is made once."""

    @cache
    def document() -> bytes:
        return orjson.dumps(app.openapi())

    @cache
    def page() -> bytes:
        return render(app.openapi()).encode()

    @cache
    def style() -> bytes:
        return _STYLE.read_bytes()

    @app.get("/api/openapi.json", include_in_schema=False)
    async def openapi() -> Response:
        return Response(document(), media_type="application/json")

    @app.get("/api/docs", include_in_schema=False)
    async def docs() -> Response:
        return Response(page(), media_type="text/html")

    @app.get("/api/docs.css", include_in_schema=False)
    async def docs_style() -> Response:
        return Response(style(), media_type="text/css")


def render(document: dict[str, Any]) -> str:
    """An OpenAPI document as a page to read."""
    info = document["info"]
    routes = [
        (method, path, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if method in _METHODS
    ]
    schemas = document.get("components", {}).get("schemas", {})
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        '<link rel="icon" href="/icon.svg"><link rel="stylesheet" href="/api/docs.css">',
        f"<title>{escape(info['title'])} API</title></head><body>",
        f"<header><h1>{escape(info['title'])} API <small>{escape(info['version'])}</small></h1>",
        _prose(info.get("description", "")),
        '<p><a href="/api/openapi.json">openapi.json</a> · <a href="/">Quatuor</a></p></header>',
        '<nav aria-label="Routes"><ul>',
        *(f'<li><a href="#{_anchor(method, path)}">{_route(method, path)}</a></li>' for method, path, _ in routes),
        "</ul></nav><main><h2>Routes</h2>",
        *(_operation(*route) for route in routes),
        "<h2>Messages</h2>",
        *(_schema(name, schema) for name, schema in schemas.items()),
        "</main></body></html>",
    ]
    return "\n".join(parts)


def _operation(method: str, path: str, operation: dict[str, Any]) -> str:
    rows = [
        _row(parameter["name"], parameter["schema"], parameter.get("required", False), parameter.get("description"))
        for parameter in operation.get("parameters", ())
    ]
    body = _content(operation.get("requestBody", {}))
    answers = [
        f"<tr><th>{escape(status)}</th><td>{_content(answer)}</td><td>{escape(answer['description'])}</td></tr>"
        for status, answer in sorted(operation.get("responses", {}).items())
    ]
    return "\n".join(
        [
            f'<section id="{_anchor(method, path)}"><h3>{_route(method, path)}</h3>',
            _prose(operation.get("description") or operation.get("summary", "")),
            _table("Parameters", rows),
            f"<p>Body: {body}</p>" if body else "",
            _table("Answers", answers),
            "</section>",
        ]
    )


def _schema(name: str, schema: dict[str, Any]) -> str:
    required = schema.get("required", ())
    rows = [
        _row(key, value, key in required, value.get("description"))
        for key, value in schema.get("properties", {}).items()
    ]
    shape = "" if rows else f"<p>{_type(schema)}</p>"
    return (
        f'<section id="{escape(name)}"><h3>{escape(name)}</h3>{_prose(schema.get("description", ""))}'
        f"{shape}{_table('Fields', rows)}</section>"
    )


def _row(name: str, schema: dict[str, Any], required: bool, description: str | None) -> str:
    need = "" if required else ' <small class="optional">optional</small>'
    kind = _type(schema)
    if schema.get("default") is not None:
        kind += f", default {_value(schema['default'])}"
    return f"<tr><th>{escape(name)}{need}</th><td>{kind}</td><td>{escape(description or '')}</td></tr>"


def _table(title: str, rows: list[str]) -> str:
    return f"<table><caption>{title}</caption><tbody>{''.join(rows)}</tbody></table>" if rows else ""


def _content(holder: dict[str, Any]) -> str:
    """The types of a body or an answer."""
    return ", ".join(
        _type(content["schema"]) if content.get("schema") else f"<code>{escape(kind)}</code>"
        for kind, content in holder.get("content", {}).items()
    )


def _type(schema: dict[str, Any]) -> str:
    """The type of a value in words, with links to messages."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return " or ".join(_type(one) for one in schema[key])
    if "const" in schema or "enum" in schema:
        values = schema.get("enum", [schema.get("const")])
        return " or ".join(map(_value, values))
    if schema.get("type") == "array":
        word = f"list of {_type(schema.get('items', {}))}"
    elif isinstance(schema.get("additionalProperties"), dict):
        word = f"object of {_type(schema['additionalProperties'])}"
    else:
        word = escape(str(schema.get("type", "anything")))
    limits = [escape(text.format(_number(schema[key]))) for key, text in _LIMITS.items() if key in schema]
    return f"{word} ({', '.join(limits)})" if limits else word


def _value(value: Any) -> str:
    return f"<code>{escape(json.dumps(value, ensure_ascii=False), quote=False)}</code>"


def _number(value: Any) -> Any:
    """A limit as people write it: 6, not 6.0."""
    return f"{value:g}" if isinstance(value, float) else value


def _route(method: str, path: str) -> str:
    return f'<b class="{method}">{method.upper()}</b> <code>{escape(path)}</code>'


def _anchor(method: str, path: str) -> str:
    return f"{method}{re.sub(r'[^a-z0-9]+', '-', path.lower())}"


def _prose(text: str) -> str:
    """Paragraphs, with `words` as code."""
    coded = re.sub("`([^`]+)`", r"<code>\1</code>", escape(text))
    return "".join(f"<p>{part.strip()}</p>" for part in coded.split("\n\n") if part.strip())
