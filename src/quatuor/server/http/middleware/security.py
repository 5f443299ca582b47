"""Protection of players, browsers and the server from other sites, floods and accidents.

The ASGI layers around the application are, from the outside in: the request log, the guard below, the
door that keeps people out, the rate limits.
"""

import ipaddress
from functools import lru_cache
from urllib.parse import urlsplit

from fastapi import FastAPI
from starlette.requests import ClientDisconnect

from quatuor.server.http.asgi import App, Headers, Message, Receive, Scope, Send, refuse
from quatuor.server.http.middleware.keep_out import KeepOut
from quatuor.server.http.middleware.limits import RateLimits
from quatuor.server.http.middleware.request_log import RequestLog
from quatuor.server.refusals import Refused
from quatuor.server.settings import Settings
from quatuor.server.texts import TEXTS

KB = 1024
BODY = 64 * KB
# A whole game, and a table whose options carry a deck, are longer than other messages.
LONGER_BODIES = {"/api/records": 1024 * KB, "/api/tables": 128 * KB}

# Our pages need no more than this: no inline script or style, no other site, no frame.
PAGE_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"
_PERMISSIONS = "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"

_EVERYWHERE: Headers = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
_PAGES: Headers = [
    *_EVERYWHERE,
    (b"content-security-policy", PAGE_POLICY.encode()),
    (b"permissions-policy", _PERMISSIONS.encode()),
    (b"cross-origin-opener-policy", b"same-origin"),
]
# An answer of the API is for one player and soon out of date.
_DATA: Headers = [*_EVERYWHERE, (b"content-security-policy", DATA_POLICY.encode()), (b"cache-control", b"no-store")]
_HTTPS: Headers = [(b"strict-transport-security", b"max-age=31536000")]

_SAFE = ("GET", "HEAD", "OPTIONS")
_SAME_SITE = (b"same-origin", b"none")
_CACHED_HOSTS = 64
_LONGEST_HOST = 253 + len(":65535")  # the longest possible name, and a port


def protect(app: FastAPI, settings: Settings) -> None:
    """Add the layers around the application."""
    if settings.limits:
        app.add_middleware(RateLimits)
    app.add_middleware(KeepOut)
    app.add_middleware(Guard, public_url=settings.public_url, hosts=settings.hosts)
    app.add_middleware(RequestLog)


class Guard:
    """Adds security headers; refuses requests from other sites, for other hosts, or with bodies that are too long."""

    def __init__(self, app: App, public_url: str | None, hosts: tuple[str, ...] | None) -> None:
        self._app = app
        public = urlsplit(public_url) if public_url else None
        self._public_origin = f"{public.scheme}://{public.netloc}".lower().encode() if public else None
        self._hosts = None if hosts is None else {host.lower() for host in hosts}
        self._is_our_host = lru_cache(_CACHED_HOSTS)(self._check_host)
        extra = _HTTPS if public and public.scheme == "https" else []
        self._pages, self._data = _PAGES + extra, _DATA + extra

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind = scope["type"]
        if kind == "lifespan":
            await self._app(scope, receive, send)
            return
        host, origin, site, length = b"", None, None, None
        for name, value in scope["headers"]:
            if name == b"host":
                host = value.lower()
            elif name == b"origin":
                origin = value.lower()
            elif name == b"sec-fetch-site":
                site = value
            elif name == b"content-length":
                length = value
        if kind == "http":
            send = self._with_headers(send, scope["path"])
        if len(host) > _LONGEST_HOST or not self._is_our_host(host):
            await refuse(scope, receive, send, Refused("forbidden", TEXTS.sentence("guard.host")))
        elif not self._same_site(scope, host, origin, site):
            await self._refuse_other_site(scope, receive, send)
        elif kind == "http" and scope["method"] not in _SAFE:
            await self._with_limited_body(scope, receive, send, length)
        else:
            await self._app(scope, receive, send)

    def _check_host(self, host: bytes) -> bool:
        """Whether a Host header names this server: other sites could make names of their own lead here."""
        if self._hosts is None:
            return True
        name = host.decode("latin-1")
        name = name[1:].partition("]")[0] if name.startswith("[") else name.partition(":")[0]
        return name in self._hosts or _is_address(name)

    def _with_headers(self, send: Send, path: str) -> Send:
        page = not path.startswith("/api/") or path == "/api/docs"
        headers = self._pages if page else self._data

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *headers]
            await send(message)

        return sending

    def _same_site(self, scope: Scope, host: bytes, origin: bytes | None, site: bytes | None) -> bool:
        """Whether a request that may change something comes from one of our pages or from a program."""
        if scope["type"] == "http" and scope["method"] in _SAFE:
            return True
        if origin is None:
            # Browsers send their origin; an old one that does not may still say whether it is another site.
            return site is None or site in _SAME_SITE
        return origin == self._public_origin or origin in (b"http://%b" % host, b"https://%b" % host)

    async def _refuse_other_site(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request from another site; a socket is not even accepted."""
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        await refuse(scope, receive, send, Refused("forbidden", TEXTS.sentence("guard.origin")))

    async def _with_limited_body(self, scope: Scope, receive: Receive, send: Send, length: bytes | None) -> None:
        most = LONGER_BODIES.get(scope["path"], BODY)
        if length is None:
            # A body of unknown length is read before anything else, so that it cannot exceed the limit later.
            body = await _read(receive, most)
            if body is not None:
                await self._app(scope, _replayed(body, receive), send)
                return
        elif length.isdigit() and len(length) < 12 and int(length) <= most:
            await self._app(scope, receive, send)
            return
        await refuse(scope, receive, send, Refused("too_large", TEXTS.sentence("guard.too_large", kb=most // KB)))


def _is_address(name: str) -> bool:
    """Whether a host is an IP address, which no other site can make lead here."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


async def _read(receive: Receive, most: int) -> bytes | None:
    """A whole body; None if it is too long."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect  # the body is incomplete
        body += message.get("body", b"")
        if len(body) > most:
            return None
        if not message.get("more_body", False):
            return bytes(body)


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Receive a body again that was already read."""
    sent = False

    async def receiving() -> Message:
        nonlocal sent
        if sent:
            return await receive()
        sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receiving
