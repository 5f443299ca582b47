"""Who asks: a signed cookie for browsers, a signed token for programs. No account, no password."""

import hashlib
import secrets
import time
import unicodedata
from typing import NamedTuple

from itsdangerous import BadSignature, Signer
from sqlalchemy import select
from sqlalchemy.dialects.sqlite import insert
from starlette.requests import HTTPConnection
from starlette.responses import Response

from quatuor.core.errors import Language
from quatuor.server.problems import refuse
from quatuor.server.schema import facts, people
from quatuor.server.settings import Settings
from quatuor.server.store import Store
from quatuor.server.texts import TEXTS

COOKIE = "quatuor"
_COOKIE_SECONDS = 400 * 24 * 3600  # the longest that browsers keep one
_REMEMBERED = 20_000
_LONGEST_NAME = 24

_save_person = insert(people)
_save_person = _save_person.on_conflict_do_update(index_elements=["id"], set_={"name": _save_person.excluded.name})
_save_fact = insert(facts).on_conflict_do_nothing()


class Person(NamedTuple):
    """Somebody: an id that nobody else gets to see, and a name if one was given."""

    id: str
    name: str | None


class People:
    """The people that this server knows."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._cookies = Signer("")
        self._tokens = Signer("")
        self._ids: dict[str, str | None] = {}
        self._names: dict[str, str | None] = {}

    async def open(self) -> None:
        """Find the secret that signs identities; the first start makes one."""
        secret = self._settings.secret
        if secret is None:
            await self._store.write([(_save_fact, [{"name": "secret", "value": secrets.token_urlsafe(32)}])])
            query = select(facts.c.value).where(facts.c.name == "secret")
            secret = await self._store.read(lambda connection: str(connection.execute(query).scalar_one()))
        self._cookies = Signer(secret, salt="cookie", digest_method=hashlib.sha256)
        self._tokens = Signer(secret, salt="token", digest_method=hashlib.sha256)

    def id_of(self, connection: HTTPConnection) -> str | None:
        """The id of who asks; None for somebody who has not said who he is."""
        # Read from the bare request: every move passes here.
        for name, value in connection.scope["headers"]:
            if name == b"authorization" and value[:7].lower() == b"bearer ":
                token = value[7:].strip().decode("latin-1")
                return self._verified(self._tokens, token) or refuse("forbidden", "token.refused")
        cookie = connection.cookies.get(COOKIE)
        return self._verified(self._cookies, cookie) if cookie else None

    def _verified(self, signer: Signer, signed: str) -> str | None:
        if signed in self._ids:
            return self._ids[signed]
        try:
            found: str | None = signer.unsign(signed).decode()
        except (BadSignature, UnicodeError):
            return None
        _remember(self._ids, signed, found)
        return found

    async def find(self, person: str | None) -> Person | None:
        """The person with an id."""
        if person is None:
            return None
        if person not in self._names:
            query = select(people.c.name).where(people.c.id == person)
            name = await self._store.read(lambda connection: connection.execute(query).scalar())
            _remember(self._names, person, name)
        return Person(person, self._names[person])

    async def name(self, person: str | None, name: str) -> Person:
        """Give a person a name; somebody new gets an id."""
        found = Person(person or secrets.token_hex(16), clean_name(name))
        row = {"id": found.id, "name": found.name, "created": time.time()}
        await self._store.write([(_save_person, [row])])
        _remember(self._names, found.id, found.name)
        return found

    async def named(self, person: str | None, language: Language) -> Person:
        """The person with an id; who has no name yet gets one that others can read."""
        found = await self.find(person)
        if found is not None and found.name is not None:
            return found
        guest = TEXTS.say(language, "guest", n=1000 + secrets.randbelow(9000))
        return await self.name(person, guest)

    def token(self, person: Person) -> str:
        """What a program brings to be this person."""
        return self._tokens.sign(person.id).decode()

    def greet(self, person: Person, connection: HTTPConnection, response: Response) -> None:
        """Give a browser its cookie; a program has its token."""
        if connection.headers.get("authorization"):
            return
        public = self._settings.public_url or ""
        response.set_cookie(
            COOKIE,
            self._cookies.sign(person.id).decode(),
            max_age=_COOKIE_SECONDS,
            httponly=True,
            samesite="lax",
            secure=connection.url.scheme in ("https", "wss") or public.startswith("https:"),
        )


def clean_name(name: str) -> str:
    """A name as others will read it: no invisible characters, no more than one space in a row."""
    normal = unicodedata.normalize("NFC", name)
    clean = " ".join(normal.split())
    if len(clean) > _LONGEST_NAME or not any(map(_stands_alone, clean)) or any(map(_invisible, clean)):
        refuse("bad_request", "name.refused", longest=_LONGEST_NAME)
    return clean


def _stands_alone(character: str) -> bool:
    """Whether a character can be seen by itself: a letter, a digit, a sign, but no accent without its letter."""
    return unicodedata.category(character)[0] in "LNPS"


def _invisible(character: str) -> bool:
    """Whether a character shows nothing, or turns the text around; two joiners are parts of emoji and of scripts."""
    return unicodedata.category(character) in ("Cc", "Cf", "Co", "Cs") and character not in "\u200c\u200d"


def _remember(known: dict[str, str | None], key: str, value: str | None) -> None:
    """Keep what was found; when there is too much, the oldest goes."""
    known.pop(key, None)
    known[key] = value
    if len(known) > _REMEMBERED:
        del known[next(iter(known))]
