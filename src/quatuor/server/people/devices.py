"""The devices on which people are signed in: a signed cookie for a browser, a signed token for a program.

The signed text names the person and the device. Whether the device is still signed in is read from the store once and
then cached, so that a move reads nothing. Cookies and tokens from before there were devices name only the person;
migration 0003 made a device for each.
"""

import asyncio
import hashlib
import logging
import re
import secrets
from collections.abc import Collection
from functools import lru_cache
from typing import Literal, NamedTuple

from cachetools import LRUCache
from itsdangerous import BadSignature, Signer
from sqlalchemy import bindparam, delete, select, tuple_, update
from starlette.requests import HTTPConnection

from quatuor.server import clock
from quatuor.server.people import device_links
from quatuor.server.people.user_agents import read_browser, read_program
from quatuor.server.refusals import refuse
from quatuor.server.settings import Settings
from quatuor.server.store.database import ConflictError, Row, Store, Work, insert
from quatuor.server.store.schema import device_links as link_rows
from quatuor.server.store.schema import devices, facts, links, old_device, seats
from quatuor.server.tokens import hash_of

COOKIE = "quatuor"
MOST_DEVICES = 20
_CACHED = 20_000
# "Last seen" is accurate to this: it is written no more often.
_SEEN_SECONDS = 3600.0

# Nearly every browser sends our cookie and no other: such a header needs no parsing.
_ONLY_COOKIE = re.compile(rb"%b=[\w.:-]+" % COOKIE.encode())

DeviceKind = Literal["browser", "program"]
_SALTS: dict[DeviceKind, str] = {"browser": "cookie", "program": "token"}

_save_fact = insert(facts).on_conflict_do_nothing()
_add = insert(devices)
_note_seen = update(devices).where(devices.c.id == bindparam("of")).values(seen=bindparam("now"))
_note_first_use = (
    update(devices)
    .where(devices.c.id == bindparam("of"))
    .values(seen=bindparam("now"), app=bindparam("new_app"), system=bindparam("new_system"))
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
    """The person who sent a request, and their device."""

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
    """What is cached about a device that is signed in."""

    __slots__ = ("first_use", "seen")

    def __init__(self, seen: float | None) -> None:
        self.first_use = seen is None
        self.seen = seen or 0.0


class Devices:
    """Every device that is signed in on this server."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._signers: dict[DeviceKind, Signer] = {}
        # Forged cookies and tokens raise an error, so they fill no place in this cache.
        self._read_credential = lru_cache(_CACHED)(self._unsign)
        # By device id; None means signed out.
        self._signed_in: LRUCache[str, _SignedIn | None] = LRUCache(_CACHED)
        self._sign_outs = 0  # if it has changed during a read, that read may be out of date
        self._changing = asyncio.Lock()
        self._notes: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Find the secret that signs identities; the first start creates it."""
        secret = self._settings.secret
        if secret is None:
            await self._store.write([(_save_fact, [{"name": "secret", "value": secrets.token_urlsafe(32)}])])
            query = select(facts.c.value).where(facts.c.name == "secret")
            secret = await self._store.read(lambda connection: str(connection.execute(query).scalar_one()))
        for kind, salt in _SALTS.items():
            self._signers[kind] = Signer(secret, salt=salt, digest_method=hashlib.sha256)

    async def close(self) -> None:
        """Wait for what is still being written."""
        await asyncio.gather(*self._notes)

    async def identify(self, connection: HTTPConnection) -> Identity | None:
        """The sender of a request; None if they have no identity yet, or if their browser is signed out."""
        kind, credential = _credential(connection)
        if credential is None:
            return None
        try:
            identity = self._read_credential(kind, credential)
        except (BadSignature, UnicodeError):
            return _reject(kind)
        try:
            # Not `get`, which takes twice as long: every move passes here.
            found = self._signed_in[identity.device]
        except KeyError:
            found = await self._look_up(identity.device)
        if found is None:
            return _reject(kind)
        if abs(clock.wall() - found.seen) > _SEEN_SECONDS:
            self._note_use(kind, identity.device, found, connection)
        return identity

    def _unsign(self, kind: DeviceKind, credential: str) -> Identity:
        person, _, device = self._signers[kind].unsign(credential).decode().partition(":")
        return Identity(person, device or old_device(person, kind))

    async def _look_up(self, device: str) -> _SignedIn | None:
        query = select(devices.c.seen).where(devices.c.id == device)
        while True:
            sign_outs = self._sign_outs
            row = await self._store.read(lambda connection: connection.execute(query).one_or_none())
            if sign_outs == self._sign_outs:
                break
        self._signed_in[device] = found = None if row is None else _SignedIn(row.seen)
        return found

    def _note_use(self, kind: DeviceKind, device: str, found: _SignedIn, connection: HTTPConnection) -> None:
        """Write in the background that a device was seen: the request does not wait for it."""
        found.seen = now = clock.wall()
        row = {"of": device, "now": now}
        if found.first_use:
            found.first_use = False
            names = _names(kind, connection)
            work: Work = [(_note_first_use, [row | {"new_app": names["app"], "new_system": names["system"]}])]
        else:
            work = [(_note_seen, [row])]
        task = asyncio.create_task(self._write_note(work))
        self._notes.add(task)
        task.add_done_callback(self._notes.discard)

    async def _write_note(self, work: Work) -> None:
        try:
            await self._store.write(work)
        except Exception:
            _log.exception("could not write when a device was last seen")

    def sign(self, kind: DeviceKind, identity: Identity) -> str:
        """The cookie or token of a device."""
        return self._signers[kind].sign(":".join(identity)).decode()

    async def add(self, person: str, kind: DeviceKind, connection: HTTPConnection) -> str:
        """Sign a person in on the device that sent the request, and return its cookie or token."""
        identity, work = _new_device(person, kind, connection)
        await self._store.write(work)
        return self.sign(kind, identity)

    async def add_by_link(self, token: str, connection: HTTPConnection) -> tuple[str, str]:
        """Sign the requesting browser in by a device link, which works once; return the person and the cookie."""
        async with self._changing:
            person = await device_links.find(self._store, token)
            if len(await self.of(person)) >= MOST_DEVICES:
                refuse("conflict", "device.too_many", most=MOST_DEVICES)
            identity, work = _new_device(person, "browser", connection)
            try:
                await self._store.write([(device_links.BURN, [{"used": hash_of(token)}]), *work])
            except ConflictError:
                refuse("unknown", "device.link_unknown")  # somebody has used it at another process
        return person, self.sign("browser", identity)

    async def of(self, person: str) -> list[Device]:
        """A person's devices that have been used, the most recently seen first."""
        query = (
            select(*(devices.c[name] for name in Device._fields))
            .where(devices.c.person == person, devices.c.seen.is_not(None))
            .order_by(devices.c.seen.desc(), devices.c.id)
        )
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        return [Device(*row) for row in rows]

    async def sign_out(self, here: Identity, device: str | None) -> set[str]:
        """Sign out one of a person's devices, or with None all except the one they use; return the ids signed out.

        The return links to the person's seats become void too, as another device may have made them; not so when
        people sign out the device they use, as a link may be their only way back.
        """
        which = devices.c.id != here.device if device is None else devices.c.id == device
        query = select(devices.c.id).where(devices.c.person == here.person, which)
        async with self._changing:
            ids = set(await self._store.read(lambda connection: connection.execute(query).scalars().all()))
            if ids:
                rows: list[Row] = [{"of": each} for each in ids]
                work: Work = [(_remove, rows), (_remove_link, rows)]
                if device != here.device:
                    work.append((_remove_return_links, [{"of": here.person}]))
                await self._store.write(work)
                self.note_signed_out(ids)
        return ids

    def note_signed_out(self, ids: Collection[str]) -> None:
        """Devices are signed out, here or at another process."""
        self._sign_outs += 1
        self._signed_in.update(dict.fromkeys(ids))

    def forget_all(self) -> None:
        """Read everything again: old devices have been removed from the store."""
        self._sign_outs += 1
        self._signed_in.clear()


def _credential(connection: HTTPConnection) -> tuple[DeviceKind, str | None]:
    """The token of a request, or else its cookie."""
    # Read from the raw headers: every move passes here.
    cookies = b""
    for name, value in connection.scope["headers"]:
        if name == b"authorization" and value[:7].lower() == b"bearer ":
            return "program", value[7:].strip().decode("latin-1")
        if name == b"cookie":
            cookies = value
    if _ONLY_COOKIE.fullmatch(cookies):
        return "browser", cookies[len(COOKIE) + 1 :].decode("latin-1")
    return "browser", connection.cookies.get(COOKIE) if cookies else None


def _reject(kind: DeviceKind) -> Identity | None:
    """A browser without a valid cookie is somebody new; a program is told that its token is not valid."""
    return None if kind == "browser" else refuse("forbidden", "token.refused")


def is_program(connection: HTTPConnection) -> bool:
    """Whether a request carries a token, and so comes from no browser."""
    return _credential(connection)[0] == "program"


def _new_device(person: str, kind: DeviceKind, connection: HTTPConnection) -> tuple[Identity, Work]:
    """A new device, and what to write to sign it in."""
    now = clock.wall()
    identity = Identity(person, secrets.token_hex(8))
    row = {"id": identity.device, "person": person, "kind": kind, "created": now, "seen": now}
    return identity, [(_add, [row | _names(kind, connection)])]


def _names(kind: DeviceKind, connection: HTTPConnection) -> Row:
    """The names of a device's browser or program and of its system."""
    read = read_browser if kind == "browser" else read_program
    return read(connection.headers.get("user-agent", ""))._asdict()
