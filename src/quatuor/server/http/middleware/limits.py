"""Rate limits: generous to people, firm with floods and with whoever tries codes until one fits.

A person is who proves to be one, by cookie or token; everybody else is only an address. Identities cost nothing, so
an address has limits of its own, for all the people there together.
"""

from functools import partial

from starlette.requests import HTTPConnection

from quatuor.server.http.asgi import CLOSE_CODE, MOVES_WAIT, READS_WAIT, App, Message, Receive, Scope, Send, refuse
from quatuor.server.networks import network_of
from quatuor.server.rate_limits import Counts, Limit
from quatuor.server.refusals import Refused, too_many
from quatuor.server.services import Services

# All that one address may ask: a class of thirty behind one router stays far below.
EVERYTHING = Limit(3000, 10)
# Moves, previews and undos of one person, and of all at one address, on sockets too.
MOVES = Limit(200, 5)
MOVES_OF_ADDRESS = Limit(1500, 5)
# Searches of one person: at most a third of the time of one core; and of all at one address.
HINTS = Limit(20, 30)
HINTS_OF_ADDRESS = Limit(150, 30)
# Searches about records, which anybody may read.
ADVICE = Limit(20, 20)
# What is dear to read and was not made before, in milliseconds of computing: at most a third of one core.
READS = Limit(3000, 10)
# What makes something that stays: tables, players, records. A class opens or joins its tables in one minute.
OPENING = Limit(120, 60)
UPLOADS = Limit(12, 60)
SOCKETS = Limit(200, 60)
# The health check makes a move and writes to the disk.
HEALTH = Limit(60, 60)
# Changes of seats, starts and ends, links: each is an entry that stays, or a row.
SEATING = Limit(60, 60)
SEATING_OF_ADDRESS = Limit(600, 60)
# Answers « there is no such table » or « that is not yours »: what trying codes gets.
MISSES = Limit(40, 60)

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
    "start": SEATING,
    "close": SEATING,
    "stand-in": SEATING,
    "back": SEATING,
    "return-link": SEATING,
}
# What is counted by person, and what all people at one address may have of it together.
_TOGETHER = {MOVES: MOVES_OF_ADDRESS, HINTS: HINTS_OF_ADDRESS, SEATING: SEATING_OF_ADDRESS}
_GUARDED = ("/api/tables/", "/api/records/", "/api/return", "/api/device-link")
_MISSED = (401, 403, 404)


class RateLimits:
    """Answers 429, with how long to wait, to whoever asks too much."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._counts = Counts()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or not scope["path"].startswith("/api/"):
            await self._app(scope, receive, send)
            return
        address = network_of(scope)
        guarded = scope["path"].startswith(_GUARDED)
        wait = self._counts.hit(EVERYTHING, address) or await self._wait(scope, address, guarded)
        if wait:
            await refuse(scope, receive, send, too_many(wait))
        elif guarded:
            await self._app(scope, receive, self._counting_misses(send, address))
        else:
            await self._app(scope, receive, send)

    async def _wait(self, scope: Scope, address: str, guarded: bool) -> int:
        """How many seconds this request has to wait, beside the limit of all requests; 0 if it may go on."""
        scope[READS_WAIT] = partial(self._counts.hit, READS, address)
        if scope["type"] == "websocket":
            # A socket is one request, on which many moves may come.
            person = await _person(scope) or address
            scope[MOVES_WAIT] = partial(self._hit_by_person, MOVES, person, address)
        limit, wait = _limit(scope), 0
        if limit in _TOGETHER:
            wait = self._hit_by_person(limit, await _person(scope) or address, address)
        elif limit is not None:
            wait = self._counts.hit(limit, address)
        if not wait and guarded:
            wait = self._counts.wait(MISSES, address)
            # Whoever tries codes keeps nobody at the same address from the table where they sit.
            if wait and await _is_at_home(scope):
                wait = 0
        return wait

    def _hit_by_person(self, limit: Limit, person: str, address: str) -> int:
        """Count one more of a person, and of all at their address; what one refuses is not counted by the other."""
        together = _TOGETHER[limit]
        wait = self._counts.wait(together, address) or self._counts.hit(limit, person)
        return wait or self._counts.hit(together, address)

    def _counting_misses(self, send: Send, address: str) -> Send:
        async def sending(message: Message) -> None:
            missed = message["type"] == "http.response.start" and message["status"] in _MISSED
            if missed or (message["type"] == "websocket.close" and message.get("code", 0) - CLOSE_CODE in _MISSED):
                self._counts.hit(MISSES, address)
            await send(message)

        return sending


def _limit(scope: Scope) -> Limit | None:
    """The limit of this kind of request, beside the one of all requests."""
    if scope["type"] == "websocket":
        return SOCKETS
    if scope["method"] == "POST":
        return _BY_LAST_WORD.get(scope["path"].rpartition("/")[2])
    if scope["method"] in ("PUT", "DELETE"):
        return SEATING
    if scope["path"] == "/api/health":
        return HEALTH
    return ADVICE if scope["path"].endswith("/advice") else None


async def _person(scope: Scope) -> str | None:
    """Who asks; None for somebody unknown, and for who only claims to be somebody: the route tells them."""
    services: Services = scope["app"].state.services
    try:
        here = await services.people.devices.who(HTTPConnection(scope))
    except Refused:
        return None
    return here.person if here else None


async def _is_at_home(scope: Scope) -> bool:
    """Whether somebody asks about a table in memory at which they sit, or of which they are the host."""
    services: Services = scope["app"].state.services
    live = services.tables.live_tables.get(scope["path"].removeprefix("/api/tables/").partition("/")[0])
    if live is None:
        return False
    person = await _person(scope)
    return bool(live.table.seats_of(person)) or (person is not None and live.table.is_host(person))
