"""The web client: read once at the start, and served from memory, already compressed.

Requests are looked up in a dictionary of known files: no path from outside reaches the file system.
"""

import hashlib
import mimetypes
from pathlib import Path
from typing import NamedTuple

from fastapi import FastAPI
from starlette.requests import HTTPConnection

from quatuor.server.http.asgi import App, Headers, Receive, Scope, Send, header
from quatuor.server.http.language import language_of
from quatuor.server.http.previews import Previews
from quatuor.server.settings import Settings
from quatuor.server.texts import TEXTS

# Best first; the build writes these beside each file.
_ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
_TYPES = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml"}
# The build puts a hash into each name in assets/, so such a file never changes.
_FOREVER = b"public, max-age=31536000, immutable"
_REVALIDATE = b"no-cache"


class File(NamedTuple):
    """A file's headers, and its content by encoding; the plain content has the empty string."""

    headers: Headers
    etag: bytes
    contents: dict[str, bytes]


def mount_client(app: FastAPI, settings: Settings) -> None:
    """Serve the client at every address that is not a route of the API."""
    app.router.default = Client(read_client(settings.client), app.router.default)


def read_client(folder: Path) -> dict[str, File]:
    """The files of the built client by address; empty if it was not built."""
    suffixes = tuple(suffix for _, suffix in _ENCODINGS)
    paths = [path for path in folder.rglob("*") if path.is_file() and not path.name.startswith(".")]
    return {
        "/" + path.relative_to(folder).as_posix(): _read(path, path.relative_to(folder).parts[0] == "assets")
        for path in paths
        if not path.name.endswith(suffixes)
    }


def _read(path: Path, hashed: bool) -> File:
    content = path.read_bytes()
    contents = {"": content}
    for encoding, suffix in _ENCODINGS:
        beside = path.with_name(path.name + suffix)
        if beside.exists():
            contents[encoding] = beside.read_bytes()
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    return _file(content, kind, _FOREVER if hashed else _REVALIDATE, b"accept-encoding", contents)


def _file(content: bytes, kind: str, cache: bytes, vary: bytes, contents: dict[str, bytes] | None = None) -> File:
    etag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'.encode()
    headers = [(b"content-type", kind.encode()), (b"cache-control", cache), (b"etag", etag), (b"vary", vary)]
    return File(headers, etag, contents or {"": content})


class Client:
    """Serves the client's files, and its index for all of its pages; requests to the API are passed on."""

    def __init__(self, files: dict[str, File], otherwise: App) -> None:
        self._files = files
        self._otherwise = otherwise
        index = files.get("/index.html")
        self._previews = Previews(index.contents[""], set(files)) if index else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        reading = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if not reading or path == "/api" or path.startswith("/api/"):
            await self._otherwise(scope, receive, send)
            return
        file = self._files.get(path)
        if file is None and "." not in path.rpartition("/")[2]:
            file = self._files.get("/index.html")
            if file is None:
                await _send_missing(scope, send)
                return
            file = await self._with_preview(scope, file)
        if file is None:
            await self._otherwise(scope, receive, send)
        elif header(scope, b"if-none-match") == file.etag:
            await send({"type": "http.response.start", "status": 304, "headers": list(file.headers)})
            await send({"type": "http.response.body"})
        else:
            await _send_file(scope, send, file)

    async def _with_preview(self, scope: Scope, index: File) -> File:
        """The index, with what chats show of this page where there is something to show."""
        assert self._previews is not None
        connection = HTTPConnection(scope)
        page = await self._previews.page(scope["app"].state.services, connection, language_of(connection))
        return index if page is None else _file(page, "text/html; charset=utf-8", _REVALIDATE, b"accept-language")


async def _send_file(scope: Scope, send: Send, file: File) -> None:
    encoding = _best_encoding(header(scope, b"accept-encoding") or b"", file)
    body = file.contents[encoding]
    headers = [*file.headers, (b"content-length", str(len(body)).encode())]
    if encoding:
        headers.append((b"content-encoding", encoding.encode()))
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


def _best_encoding(accepted: bytes, file: File) -> str:
    """The smallest encoding of a file that a browser accepts; `br;q=0` rejects one."""
    choices = (choice.partition(";") for choice in accepted.decode("latin-1").lower().replace(" ", "").split(","))
    names = {name for name, _, quality in choices if quality not in ("q=0", "q=0.0")}
    return next((encoding for encoding, _ in _ENCODINGS if encoding in names and encoding in file.contents), "")


async def _send_missing(scope: Scope, send: Send) -> None:
    body = TEXTS.say(language_of(HTTPConnection(scope)), "client.missing").encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": body})
