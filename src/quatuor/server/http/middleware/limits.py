"""Rate limits: generous to people, strict with floods and with guessing of codes.

A person is somebody with a valid cookie or token; everybody else counts as their address. As identities cost nothing,
each address also has limits for all of its people together.
"""

from functools import partial

from starlette.requests import HTTPConnection

from quatuor.server.homes import home_of
from quatuor.server.http.asgi import CLOSE_CODE, App, Message, Receive, Scope, Send, refuse
from quatuor.server.rate_limits import Charge, Counts, Limit, no_charge
from quatuor.server.refusals import Refused, too_many
from quatuor.server.services import Services

# In the scope of a socket: a function that counts a move and returns how many seconds it must wait.
MOVES_WAIT = "quatuor.moves_wait"
# In every scope: a function that counts the cost of a read and returns how many seconds it must wait.
_READS_WAIT = "quatuor.reads_wait"

# All requests of one address: a class of thirty behind one router stays far below.
EVERYTHING = Limit(3000, 10)
# Moves, previews and undos, on sockets too: of one person, and of everybody at one address.
MOVES = Limit(200, 5)
MOVES_OF_ADDRESS = Limit(1500, 5)
# Searches of one person, at most a third of one core, and of everybody at one address.
HINTS = Limit(20, 30)
HINTS_OF_ADDRESS = Limit(150, 30)
# Searches about records, which anybody can read.
ADVICE = Limit(20, 20)
# Expensive reads that are not cached, in milliseconds of computing: at most a third of one core.
READS = Limit(3000, 10)
# Requests that store something: tables, players, records. A class opens or joins its tables within a minute.
OPENING = Limit(120, 60)
UPLOADS = Limit(12, 60)
SOCKETS = Limit(200, 60)
# The health check makes a move and writes to the disk.
HEALTH = Limit(60, 60)
# Changes of seats, starts, ends and links: each stores an entry or a row.
SEATING = Limit(60, 60)
SEATING_OF_ADDRESS = Limit(600, 60)
# Answers of "no such table" or "not yours", which is what guessing codes leads to.
MISSES = Limit(40, 60)

_BY_PATH_END = {
    "moves": MOVES,
    "preview": MOVES,
    "undo": MOVES,
    "hint": HINTS,
    "tables": OPENING,
    "lessons": OPENING,
    "players": OPENING,
    "me": OPENING,
    "link": OPENING,
    "device-link": OPENING,
    "seats": OPENING,
    "rematch": OPENING,
    "records": UPLOADS,
    "start": SEATING,
    "scene": SEATING,
    "close": SEATING,
    "stand-in": SEATING,
    "back": SEATING,
    "return-link": SEATING,
}
# Limits that are counted by person, and the limit of everybody at one address together.
_TOGETHER = {MOVES: MOVES_OF_ADDRESS, HINTS: HINTS_OF_ADDRESS, SEATING: SEATING_OF_ADDRESS}
# Every request posted there opens a table.
_DAILY = "/api/daily/"
_GUARDED = ("/api/tables/", "/api/records/", "/api/return", "/api/device-link")
_MISS_STATUSES = (401, 403, 404)
# All limits, in an order that all processes have.
LIMITS = tuple(value for value in list(globals().values()) if isinstance(value, Limit))


class RateLimits:
    """Answers 429, with how long to wait, to anybody who sends too many requests."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._counts = Counts()
        self._joined = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or not scope["path"].startswith("/api/"):
            await self._app(scope, receive, send)
            return
        if not self._joined:
            self._joined = True
            scope["app"].state.services.shared_use.join("requests", self._counts, LIMITS)
        address = home_of(scope)
        guarded = scope["path"].startswith(_GUARDED)
        wait = self._counts.hit(EVERYTHING, address) or await self._wait(scope, address, guarded)
        if wait:
            await refuse(scope, receive, send, too_many(wait))
        elif guarded:
            await self._app(scope, receive, self._counting_misses(send, address))
        else:
            await self._app(scope, receive, send)

    async def _wait(self, scope: Scope, address: str, guarded: bool) -> int:
        """How many seconds a request must wait because of any limit but EVERYTHING; 0 if it may go on."""
        scope[_READS_WAIT] = partial(self._counts.hit, READS, address)
        if scope["type"] == "websocket":
            # A socket is one request, but carries many moves.
            person = await _person(scope) or address
            scope[MOVES_WAIT] = partial(self._hit_by_person, MOVES, person, address)
        limit, wait = _limit(scope), 0
        if limit in _TOGETHER:
            wait = self._hit_by_person(limit, await _person(scope) or address, address)
        elif limit is not None:
            wait = self._counts.hit(limit, address)
        if not wait and guarded:
            wait = self._counts.wait(MISSES, address)
            # Somebody who guesses codes must not keep others at the same address from their own tables.
            if wait and await _is_at_own_table(scope):
                wait = 0
        return wait

    def _hit_by_person(self, limit: Limit, person: str, address: str) -> int:
        """Count a request of a person and of their address; if one limit refuses it, the other does not count it."""
        together = _TOGETHER[limit]
        wait = self._counts.wait(together, address) or self._counts.hit(limit, person)
        return wait or self._counts.hit(together, address)

    def _counting_misses(self, send: Send, address: str) -> Send:
        async def sending(message: Message) -> None:
            status = None
            if message["type"] == "http.response.start":
                status = message["status"]
            elif message["type"] == "websocket.close":
                status = message.get("code", 0) - CLOSE_CODE
            if status in _MISS_STATUSES:
                self._counts.hit(MISSES, address)
            await send(message)

        return sending


def charge_for(scope: Scope) -> Charge:
    """A function that charges the address of a request for its expensive reads, and refuses them beyond the limit."""
    wait_for = scope.get(_READS_WAIT)
    if wait_for is None:
        return no_charge

    def charge(cost: int) -> None:
        if seconds := wait_for(cost):
            raise too_many(seconds)

    return charge


def _limit(scope: Scope) -> Limit | None:
    """The limit for this kind of request, apart from EVERYTHING."""
    if scope["type"] == "websocket":
        return SOCKETS
    if scope["method"] == "POST":
        if scope["path"].startswith(_DAILY):
            return OPENING
        return _BY_PATH_END.get(scope["path"].rpartition("/")[2])
    if scope["method"] in ("PUT", "DELETE"):
        return SEATING
    if scope["path"] == "/api/health":
        return HEALTH
    return ADVICE if scope["path"].endswith("/advice") else None


async def _person(scope: Scope) -> str | None:
    """The person who sent a request; None if unknown or if their token is not valid, which the route will tell them."""
    services: Services = scope["app"].state.services
    try:
        here = await services.people.devices.identify(HTTPConnection(scope))
    except Refused:
        return None
    return here.person if here else None


async def _is_at_own_table(scope: Scope) -> bool:
    """Whether a request is about a table in memory where the person sits or which they host."""
    services: Services = scope["app"].state.services
    live = services.tables.live_tables.get(scope["path"].removeprefix("/api/tables/").partition("/")[0])
    if live is None:
        return False
    person = await _person(scope)
    return bool(live.table.seats_of(person)) or (person is not None and live.table.is_host(person))
