"""Rate limits: generous to people, firm with floods and with whoever tries codes until one fits.

A person is the cookie or token that comes with a request; it may be invented, so an address has limits of its own.
"""

import math
import time
from functools import partial

from limits import RateLimitItem, RateLimitItemPerMinute, RateLimitItemPerSecond
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from quatuor.server.asgi import CLOSE_CODE, MOVES_WAIT, App, Message, Receive, Scope, Send, header, refuse
from quatuor.server.problems import Refused
from quatuor.server.texts import TEXTS

# All that one address may ask: a class of thirty behind one router stays far below.
EVERYTHING = RateLimitItemPerSecond(3000, 10, "everything")
# Moves, previews and undos of one person.
MOVES = RateLimitItemPerSecond(200, 5, "moves")
# Searches of one person: at most a third of the time of one core.
HINTS = RateLimitItemPerSecond(20, 30, "hints")
# Searches about records, which anybody may read.
ADVICE = RateLimitItemPerSecond(20, 20, "advice")
# What makes something that stays: tables, players, records. A class opens or joins its tables in one minute.
OPENING = RateLimitItemPerMinute(120, 1, "opening")
UPLOADS = RateLimitItemPerMinute(12, 1, "uploads")
SOCKETS = RateLimitItemPerMinute(200, 1, "sockets")
# The health check makes a move and writes to the disk.
HEALTH = RateLimitItemPerMinute(60, 1, "health")
# Answers « there is no such table » or « that is not yours »: what trying codes gets.
MISSES = RateLimitItemPerMinute(40, 1, "misses")

_BY_LAST_WORD = {
    "moves": MOVES,
    "preview": MOVES,
    "undo": MOVES,
    "hint": HINTS,
    "tables": OPENING,
    "players": OPENING,
    "me": OPENING,
    "link": OPENING,
    "device-link": OPENING,
    "seats": OPENING,
    "rematch": OPENING,
    "records": UPLOADS,
}
_GUARDED = ("/api/tables/", "/api/records/", "/api/return", "/api/device-link")
_MISSED = (401, 403, 404)


class RateLimits:
    """Answers 429, with how long to wait, to whoever asks too much."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._limiter = FixedWindowRateLimiter(MemoryStorage())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or not scope["path"].startswith("/api/"):
            await self._app(scope, receive, send)
            return
        address = _network(scope)
        guarded = scope["path"].startswith(_GUARDED)
        if scope["type"] == "websocket":
            # A socket is one request, on which many moves may come.
            scope[MOVES_WAIT] = partial(self._hit, MOVES, _person(scope, address))
        wait = self._wait(scope, address, guarded)
        if wait:
            sentence = TEXTS.sentence("guard.too_many", seconds=wait)
            await refuse(scope, receive, send, Refused("too_many", sentence, retry_after=wait))
        elif guarded:
            await self._app(scope, receive, self._counting_misses(send, address))
        else:
            await self._app(scope, receive, send)

    def _wait(self, scope: Scope, address: str, guarded: bool) -> int:
        """How many seconds this request has to wait; 0 if it may go on."""
        wait = self._hit(EVERYTHING, address)
        limit = _limit(scope)
        if not wait and limit is not None:
            wait = self._hit(limit, _person(scope, address) if limit in (MOVES, HINTS) else address)
        if not wait and guarded and not self._limiter.test(MISSES, address):
            wait = self._until(MISSES, address)
        return wait

    def _hit(self, limit: RateLimitItem, key: str) -> int:
        """Count one more, and say how many seconds it has to wait; 0 if it may go on."""
        return 0 if self._limiter.hit(limit, key) else self._until(limit, key)

    def _until(self, limit: RateLimitItem, key: str) -> int:
        return max(1, math.ceil(self._limiter.get_window_stats(limit, key).reset_time - time.time()))

    def _counting_misses(self, send: Send, address: str) -> Send:
        async def sending(message: Message) -> None:
            missed = message["type"] == "http.response.start" and message["status"] in _MISSED
            if missed or (message["type"] == "websocket.close" and message.get("code", 0) - CLOSE_CODE in _MISSED):
                self._limiter.hit(MISSES, address)
            await send(message)

        return sending


def _limit(scope: Scope) -> RateLimitItem | None:
    """The limit of this kind of request, beside the one of all requests."""
    if scope["type"] == "websocket":
        return SOCKETS
    if scope["method"] == "POST":
        return _BY_LAST_WORD.get(scope["path"].rpartition("/")[2])
    if scope["path"] == "/api/health":
        return HEALTH
    return ADVICE if scope["path"].endswith("/advice") else None


def _network(scope: Scope) -> str:
    """The address of a request; in IPv6 its network, since one home has as many addresses as it likes."""
    client = scope.get("client")
    address = str(client[0]) if client else ""
    return ":".join(address.split(":")[:4]) if ":" in address else address


def _person(scope: Scope, address: str) -> str:
    """Whoever asks, known by what he shows; the token itself is not kept."""
    shown = header(scope, b"authorization") or header(scope, b"cookie")
    return f"{address} {hash(shown)}"
