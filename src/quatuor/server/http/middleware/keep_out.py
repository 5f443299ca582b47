"""The door: whoever is kept out reads one sentence in their language, whatever they ask for."""

from starlette.requests import HTTPConnection

from quatuor.server.homes import home_of
from quatuor.server.http.asgi import App, Receive, Scope, Send, refuse
from quatuor.server.http.language import language_of
from quatuor.server.http.routes.host import PREFIX
from quatuor.server.people.kept_out import refused
from quatuor.server.refusals import Refused
from quatuor.server.services import Services

_PAGE = '<!doctype html><html lang="{language}"><meta charset="utf-8"><title>Quatuor</title><p>{sentence}</p></html>'


class KeepOut:
    """Refuses all requests and sockets of those who are kept out; the host's own commands always pass."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or not await _is_kept_out(scope):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket" or scope["path"].startswith("/api/"):
            await refuse(scope, receive, send, refused())
        else:
            await _send_page(scope, send)


async def _is_kept_out(scope: Scope) -> bool:
    services: Services = scope["app"].state.services
    kept_out = services.kept_out
    if kept_out.nobody or scope["path"].startswith(PREFIX):
        return False
    if kept_out.has_home(home_of(scope)):
        return True
    if not kept_out.people:
        return False
    try:
        here = await services.people.devices.identify(HTTPConnection(scope))
    except Refused:
        return False  # a token that is not valid, which the route will say
    return here is not None and here.person in kept_out.people


async def _send_page(scope: Scope, send: Send) -> None:
    language = language_of(HTTPConnection(scope))
    body = _PAGE.format(language=language, sentence=refused().say(language)).encode()
    headers = [
        (b"content-type", b"text/html; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope.get("method") == "HEAD" else body})
