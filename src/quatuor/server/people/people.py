"""The people this server knows: each has a secret id, a name and a face, but no account and no password."""

import secrets
from typing import NamedTuple

from cachetools import LRUCache
from sqlalchemy import select
from starlette.requests import HTTPConnection
from starlette.responses import Response

from quatuor.core.texts import Language
from quatuor.server import clock
from quatuor.server.people.devices import COOKIE, Devices, Identity, is_program
from quatuor.server.processes import Message, Processes
from quatuor.server.settings import Settings
from quatuor.server.store.database import Store, insert
from quatuor.server.store.schema import people
from quatuor.server.table.faces import any_face
from quatuor.server.table.names import clean_name, is_name
from quatuor.server.texts import TEXTS

_COOKIE_SECONDS = 400 * 24 * 3600  # the longest that browsers keep one
_CACHED = 20_000

_save_person = insert(people)
_save_person = _save_person.on_conflict_do_update(
    index_elements=["id"], set_={"name": _save_person.excluded.name, "face": _save_person.excluded.face}
)


class Person(NamedTuple):
    """A secret id, and the name and face that the person has, if any; without a face, the name was given to them."""

    id: str
    name: str | None
    face: str | None = None


class People:
    """Finds people and gives them names and cookies."""

    def __init__(self, store: Store, settings: Settings, processes: Processes) -> None:
        self._store = store
        self._settings = settings
        self._processes = processes
        self.devices = Devices(store, settings)
        self._found: LRUCache[str, Person] = LRUCache(_CACHED)
        processes.listeners["person"] = self._hear_person

    def _hear_person(self, message: Message) -> None:
        """Somebody has introduced themselves at another process."""
        self._found.pop(message["person"], None)

    async def find(self, person: str | None) -> Person | None:
        """The person with an id."""
        if person is None:
            return None
        found = self._found.get(person)
        if found is None:
            query = select(people.c.name, people.c.face).where(people.c.id == person)
            row = await self._store.read(lambda connection: connection.execute(query).one_or_none())
            found = self._found[person] = Person(person, *row) if row else Person(person, None)
        return found

    async def introduce(self, person: str | None, name: str, face: str | None = None) -> Person:
        """Somebody says their name and chooses a face; without one they keep theirs, or get one at random."""
        name = clean_name(name)
        before = await self.find(person)
        return await self._save(person, name, face or (before and before.face) or any_face())

    async def _save(self, person: str | None, name: str, face: str | None) -> Person:
        """Write down a person; somebody new gets an id."""
        found = Person(person or secrets.token_hex(16), name, face)
        await self._store.write([(_save_person, [found._asdict() | {"created": clock.wall()}])])
        self._found[found.id] = found
        self._processes.tell("person", person=found.id)
        return found

    async def named(
        self, person: str | None, language: Language, otherwise: str = "", face: str | None = None
    ) -> Person:
        """The person with an id; if they have no readable name yet, they get `otherwise` with its face, or are a guest.

        A guest has no face: they are still to introduce themselves.
        """
        found = await self.find(person)
        if found is not None and found.name is not None and is_name(found.name):
            return found
        if is_name(otherwise):
            return await self._save(person, clean_name(otherwise), face)
        return await self._save(person, TEXTS.say(language, "guest"), None)

    def forget(self) -> None:
        """Read everybody again: old people have been removed from the store."""
        self._found.clear()
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
