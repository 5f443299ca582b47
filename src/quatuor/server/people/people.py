"""The people this server knows: each has a secret id and a name, but no account and no password."""

import secrets
from typing import NamedTuple

from cachetools import LRUCache
from sqlalchemy import select
from sqlalchemy.dialects.sqlite import insert
from starlette.requests import HTTPConnection
from starlette.responses import Response

from quatuor.core.texts import Language
from quatuor.server import clock
from quatuor.server.people.devices import COOKIE, Devices, Identity, is_program
from quatuor.server.settings import Settings
from quatuor.server.store.database import Store
from quatuor.server.store.schema import people
from quatuor.server.table.names import clean_name, is_name
from quatuor.server.texts import TEXTS

_COOKIE_SECONDS = 400 * 24 * 3600  # the longest that browsers keep one
_CACHED = 20_000

_save_person = insert(people)
_save_person = _save_person.on_conflict_do_update(index_elements=["id"], set_={"name": _save_person.excluded.name})


class Person(NamedTuple):
    """A secret id, and the name that the person gave, if any."""

    id: str
    name: str | None


class People:
    """Finds people and gives them names and cookies."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self.devices = Devices(store, settings)
        self._names: LRUCache[str, str | None] = LRUCache(_CACHED)

    async def find(self, person: str | None) -> Person | None:
        """The person with an id."""
        if person is None:
            return None
        if person not in self._names:
            query = select(people.c.name).where(people.c.id == person)
            self._names[person] = await self._store.read(lambda connection: connection.execute(query).scalar())
        return Person(person, self._names[person])

    async def name(self, person: str | None, name: str) -> Person:
        """Name a person; somebody new gets an id."""
        found = Person(person or secrets.token_hex(16), clean_name(name))
        row = {"id": found.id, "name": found.name, "created": clock.wall()}
        await self._store.write([(_save_person, [row])])
        self._names[found.id] = found.name
        return found

    async def named(self, person: str | None, language: Language, otherwise: str = "") -> Person:
        """The person with an id; if they have no readable name yet, they get `otherwise` or a guest name."""
        found = await self.find(person)
        if found is not None and found.name is not None and is_name(found.name):
            return found
        guest = TEXTS.say(language, "guest", n=1000 + secrets.randbelow(9000))
        return await self.name(person, otherwise if is_name(otherwise) else guest)

    def forget(self) -> None:
        """Read everybody again: old people have been removed from the store."""
        self._names.clear()
        self.devices.forget_all()

    async def refresh_cookie(
        self, person: Person, here: Identity | None, connection: HTTPConnection, response: Response
    ) -> None:
        """Give a browser its cookie, or extend its life; a program has a token instead."""
        if is_program(connection):
            return
        if here is None:
            cookie = await self.devices.add(person.id, "browser", connection)
        else:
            cookie = self.devices.sign("browser", here)
        self.set_cookie(cookie, connection, response)

    def set_cookie(self, cookie: str | None, connection: HTTPConnection, response: Response) -> None:
        """Set a browser's cookie, or with None delete it."""
        public = self._settings.public_url or ""
        response.set_cookie(
            COOKIE,
            cookie or "",
            max_age=_COOKIE_SECONDS if cookie else 0,
            httponly=True,
            samesite="lax",
            secure=connection.url.scheme in ("https", "wss") or public.startswith("https:"),
        )
