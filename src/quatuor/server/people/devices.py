"""The devices on which people are signed in: a signed cookie for a browser, a signed token for a program.

What is signed names the person and the device. Whether the device is still signed in is read from the store once, and
then known by heart: a move costs no reading. Cookies and tokens from before there were devices name the person alone;
migration 0003 made a device of each.
"""

import asyncio
import hashlib
import logging
import re
import secrets
from collections import OrderedDict
from typing import Literal, NamedTuple

from itsdangerous import BadSignature, Signer
from sqlalchemy import bindparam, delete, select, tuple_, update
from sqlalchemy.dialects.sqlite import insert
from starlette.requests import HTTPConnection

from quatuor.server import clock
from quatuor.server.people import device_links
from quatuor.server.people.user_agents import read_browser, read_program
from quatuor.server.refusals import refuse
from quatuor.server.settings import Settings
from quatuor.server.store.database import Row, Store, Work
from quatuor.server.store.schema import device_links as link_rows
from quatuor.server.store.schema import devices, facts, links, old_device, seats
from quatuor.server.tokens import hash_of

COOKIE = "quatuor"
MOST_DEVICES = 20
_REMEMBERED = 20_000
# How exact "last seen" is: it is written once in so many seconds.
_SEEN_SECONDS = 3600.0
_SALTS = {"browser": "cookie", "program": "token"}

# A browser that brings our cookie alone, as nearly all do: there is nothing to take apart.
_ALONE = re.compile(rb"%b=[\w.:-]+" % COOKIE.encode())

DeviceKind = Literal["browser", "program"]

_save_fact = insert(facts).on_conflict_do_nothing()
_add = insert(devices)
_note_seen = update(devices).where(devices.c.id == bindparam("of")).values(seen=bindparam("now"))
_note_first_use = (
    update(devices)
    .where(devices.c.id == bindparam("of"))
    .values(seen=bindparam("now"), app=bindparam("called"), system=bindparam("on"))
)
_remove = delete(devices).where(devices.c.id == bindparam("of"))
_remove_link = delete(link_rows).where(link_rows.c.device == bindparam("of"))
_remove_return_links = delete(links).where(
    tuple_(links.c.table_id, links.c.seat).in_(
        select(seats.c.table_id, seats.c.seat).where(seats.c.person == bindparam("of"))
    )
)

_log = logging.getLogger(__name__)


class Identity(NamedTuple):
    """Who asks, and from which device."""

    person: str
    device: str


class Device(NamedTuple):
    """A device on which a person is signed in."""

    id: str
    kind: DeviceKind
    app: str
    system: str
    created: float
    seen: float


class _SignedIn:
    """What is known by heart of a cookie or token."""

    __slots__ = ("first_use", "identity", "seen")

    def __init__(self, identity: Identity, seen: float | None) -> None:
        self.identity = identity
        self.first_use = seen is None
        self.seen = seen or 0.0


class Devices:
    """Every device that is signed in on this server."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._signers: dict[DeviceKind, Signer] = {}
        # By kind and by what was shown, the least recently used first; None is known to be signed out.
        self._known: dict[DeviceKind, OrderedDict[str, _SignedIn | None]] = {
            "browser": OrderedDict(),
            "program": OrderedDict(),
        }
        self._changes = 0  # how often somebody was signed out: what was read before may no longer be true
        self._changing = asyncio.Lock()
        self._notes: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Find the secret that signs identities; the first start makes one."""
        secret = self._settings.secret
        if secret is None:
            await self._store.write([(_save_fact, [{"name": "secret", "value": secrets.token_urlsafe(32)}])])
            query = select(facts.c.value).where(facts.c.name == "secret")
            secret = await self._store.read(lambda connection: str(connection.execute(query).scalar_one()))
        for kind in self._known:
            self._signers[kind] = Signer(secret, salt=_SALTS[kind], digest_method=hashlib.sha256)

    async def close(self) -> None:
        """Finish what is being written down."""
        await asyncio.gather(*self._notes)

    async def who(self, connection: HTTPConnection) -> Identity | None:
        """Who asks; None for somebody who has not said so, or whose browser is signed out."""
        kind, shown = _shown(connection)
        if shown is None:
            return None
        known = self._known[kind]
        if shown in known:
            known.move_to_end(shown)
            found = known[shown]
        else:
            found = await self._look_up(kind, shown)
        if found is None:
            return None if kind == "browser" else refuse("forbidden", "token.refused")
        if abs(clock.wall() - found.seen) > _SEEN_SECONDS:
            self._note_use(kind, found, connection)
        return found.identity

    async def _look_up(self, kind: DeviceKind, shown: str) -> _SignedIn | None:
        try:
            signed = self._signers[kind].unsign(shown).decode()
        except (BadSignature, UnicodeError):
            return None
        person, _, device = signed.partition(":")
        identity = Identity(person, device or old_device(person, kind))
        query = select(devices.c.seen).where(devices.c.id == identity.device)
        while True:
            changes = self._changes
            row = await self._store.read(lambda connection: connection.execute(query).one_or_none())
            if changes == self._changes:
                break
        known = self._known[kind]
        known[shown] = found = None if row is None else _SignedIn(identity, row.seen)
        if len(known) > _REMEMBERED:
            known.popitem(last=False)
        return found

    def _note_use(self, kind: DeviceKind, found: _SignedIn, connection: HTTPConnection) -> None:
        """Write down that a device was seen; who asks does not wait for it."""
        found.seen = now = clock.wall()
        row = {"of": found.identity.device, "now": now}
        if found.first_use:
            found.first_use = False
            called = _called(kind, connection)
            work: Work = [(_note_first_use, [row | {"called": called["app"], "on": called["system"]}])]
        else:
            work = [(_note_seen, [row])]
        task = asyncio.create_task(self._write_note(work))
        self._notes.add(task)
        task.add_done_callback(self._notes.discard)

    async def _write_note(self, work: Work) -> None:
        try:
            await self._store.write(work)
        except Exception:
            _log.exception("when a device was seen could not be written down")

    def sign(self, kind: DeviceKind, identity: Identity) -> str:
        """What a device shows to be known again."""
        return self._signers[kind].sign(":".join(identity)).decode()

    async def add(self, person: str, kind: DeviceKind, connection: HTTPConnection) -> str:
        """Sign a person in on the device that asks; what it shows from now on."""
        identity, work = _new_device(person, kind, connection)
        await self._store.write(work)
        return self.sign(kind, identity)

    async def add_by_link(self, token: str, connection: HTTPConnection) -> tuple[str, str]:
        """Sign the browser that asks in by a device link, which works once; the person, and the browser's cookie."""
        async with self._changing:
            person = await device_links.find(self._store, token)
            if len(await self.of(person)) >= MOST_DEVICES:
                refuse("conflict", "device.too_many", most=MOST_DEVICES)
            identity, work = _new_device(person, "browser", connection)
            await self._store.write([(device_links.BURN, [{"used": hash_of(token)}]), *work])
        return person, self.sign("browser", identity)

    async def of(self, person: str) -> list[Device]:
        """A person's devices that were ever used, the one seen last first."""
        query = (
            select(*(devices.c[name] for name in Device._fields))
            .where(devices.c.person == person, devices.c.seen.is_not(None))
            .order_by(devices.c.seen.desc(), devices.c.id)
        )
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        return [Device(*row) for row in rows]

    async def sign_out(self, here: Identity, device: str | None) -> set[str]:
        """Sign a device of the asker's out, or with None all but the one that asks; the ids of those that are gone.

        The return links of the person's seats become void too, as another device may have made them; who signs itself
        out keeps them: they may be the only way back.
        """
        which = devices.c.id != here.device if device is None else devices.c.id == device
        query = select(devices.c.id).where(devices.c.person == here.person, which)
        async with self._changing:
            gone = set(await self._store.read(lambda connection: connection.execute(query).scalars().all()))
            if gone:
                rows: list[Row] = [{"of": each} for each in gone]
                work: Work = [(_remove, rows), (_remove_link, rows)]
                if device != here.device:
                    work.append((_remove_return_links, [{"of": here.person}]))
                await self._store.write(work)
                self._forget(gone)
        return gone

    def _forget(self, gone: set[str]) -> None:
        """What shows one of these devices is worth nothing from now on."""
        self._changes += 1
        for known in self._known.values():
            for shown, found in known.items():
                if found is not None and found.identity.device in gone:
                    known[shown] = None

    def forget_all(self) -> None:
        """Read everything anew: old devices have been removed from the store."""
        self._changes += 1
        for known in self._known.values():
            known.clear()


def _shown(connection: HTTPConnection) -> tuple[DeviceKind, str | None]:
    """What a request brings to be known: a token, else a cookie."""
    # Read from the bare request: every move passes here.
    cookies = b""
    for name, value in connection.scope["headers"]:
        if name == b"authorization" and value[:7].lower() == b"bearer ":
            return "program", value[7:].strip().decode("latin-1")
        if name == b"cookie":
            cookies = value
    if _ALONE.fullmatch(cookies):
        return "browser", cookies[len(COOKIE) + 1 :].decode("latin-1")
    return "browser", connection.cookies.get(COOKIE) if cookies else None


def is_program(connection: HTTPConnection) -> bool:
    """Whether who asks brings a token, and is no browser."""
    return _shown(connection)[0] == "program"


def _new_device(person: str, kind: DeviceKind, connection: HTTPConnection) -> tuple[Identity, Work]:
    """A device that is to be signed in, and what to write for it."""
    now = clock.wall()
    identity = Identity(person, secrets.token_hex(8))
    row = {"id": identity.device, "person": person, "kind": kind, "created": now, "seen": now}
    return identity, [(_add, [row | _called(kind, connection)])]


def _called(kind: DeviceKind, connection: HTTPConnection) -> Row:
    """What the device that asks is called."""
    read = read_browser if kind == "browser" else read_program
    return read(connection.headers.get("user-agent", ""))._asdict()
