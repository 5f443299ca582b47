"""The web client as the server gives it out: read once at the start, from memory, already compressed.

What a request may name are the keys of a table: no path ever reaches the file system.
"""

import hashlib
import mimetypes
from pathlib import Path
from typing import NamedTuple

from fastapi import FastAPI
from starlette.requests import HTTPConnection

from quatuor.server.http.asgi import App, Headers, Receive, Scope, Send, header
from quatuor.server.http.language import language_of
from quatuor.server.settings import Settings
from quatuor.server.texts import TEXTS

# Best first; written beside each file by the build.
_ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
_TYPES = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml"}
# The build puts a hash into the names of what lies in assets/: under one name it never changes.
_FOR_EVER = b"public, max-age=31536000, immutable"
_ASK_AGAIN = b"no-cache"


class File(NamedTuple):
    """A file with the headers common to all its forms, and its content by encoding; plain is the empty word."""

    headers: Headers
    etag: bytes
    forms: dict[str, bytes]


def mount_client(app: FastAPI, settings: Settings) -> None:
    """Answer every address that no route of the API takes with the client."""
    app.router.default = Client(read_client(settings.client), app.router.default)


def read_client(folder: Path) -> dict[str, File]:
    """The files of a built client by their address; none if it was not built."""
    suffixes = tuple(suffix for _, suffix in _ENCODINGS)
    paths = [path for path in folder.rglob("*") if path.is_file() and not path.name.startswith(".")]
    return {
        "/" + path.relative_to(folder).as_posix(): _read(path, path.relative_to(folder).parts[0] == "assets")
        for path in paths
        if not path.name.endswith(suffixes)
    }


def _read(path: Path, hashed: bool) -> File:
    content = path.read_bytes()
    forms = {"": content}
    for encoding, suffix in _ENCODINGS:
        beside = path.with_name(path.name + suffix)
        if beside.exists():
            forms[encoding] = beside.read_bytes()
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    etag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'.encode()
    headers = [
        (b"content-type", kind.encode()),
        (b"cache-control", _FOR_EVER if hashed else _ASK_AGAIN),
        (b"etag", etag),
        (b"vary", b"accept-encoding"),
    ]
    return File(headers, etag, forms)


class Client:
    """The files of the client; the addresses of its pages are all its index, and the API's own are passed on."""

    def __init__(self, files: dict[str, File], otherwise: App) -> None:
        self._files = files
        self._otherwise = otherwise

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        known = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if not known or path == "/api" or path.startswith("/api/"):
            await self._otherwise(scope, receive, send)
            return
        file = self._files.get(path)
        if file is None and "." not in path.rpartition("/")[2]:
            file = self._files.get("/index.html")
            if file is None:
                await _say_missing(scope, send)
                return
        if file is None:
            await self._otherwise(scope, receive, send)
        elif header(scope, b"if-none-match") == file.etag:
            await send({"type": "http.response.start", "status": 304, "headers": list(file.headers)})
            await send({"type": "http.response.body"})
        else:
            await _give(scope, send, file)


async def _give(scope: Scope, send: Send, file: File) -> None:
    encoding = _best(header(scope, b"accept-encoding") or b"", file)
    body = file.forms[encoding]
    headers = [*file.headers, (b"content-length", str(len(body)).encode())]
    if encoding:
        headers.append((b"content-encoding", encoding.encode()))
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


def _best(accepted: bytes, file: File) -> str:
    """The smallest form of a file that a browser takes; `br;q=0` is a refusal."""
    words = accepted.decode("latin-1").lower().replace(" ", "").split(",")
    taken = {name for name, _, quality in (word.partition(";") for word in words) if quality not in ("q=0", "q=0.0")}
    return next((encoding for encoding, _ in _ENCODINGS if encoding in taken and encoding in file.forms), "")


async def _say_missing(scope: Scope, send: Send) -> None:
    body = TEXTS.say(language_of(HTTPConnection(scope)), "client.missing").encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": body})
