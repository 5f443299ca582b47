"""What an address looks like where it is posted: the title, the sentence and the picture that chats show of a page.

Whoever has the address of a table may know which game it is and whether it has begun; neither names nor cards are told,
since the services that make such previews keep them.
"""

import re
from contextlib import suppress
from html import escape
from typing import NamedTuple

from sqlalchemy import select
from starlette.requests import HTTPConnection

from quatuor.core.texts import Language
from quatuor.games import GAMES
from quatuor.server.homes import home_of
from quatuor.server.http.routes.dependencies import address
from quatuor.server.rate_limits import Counts, Limit
from quatuor.server.refusals import Refused
from quatuor.server.services import Services
from quatuor.server.store.schema import records, tables
from quatuor.server.table.names import TABLE_ID
from quatuor.server.texts import TEXTS

# Each may read the store; beyond that an address has no preview, and the page is served all the same.
LIMIT = Limit(300, 10)
PICTURE_SIZE = 1200, 630

_PAGE = re.compile(f"/(join|table|replay)/({TABLE_ID})/?", re.IGNORECASE)
_TITLE = re.compile(rb"<title>.*?</title>", re.DOTALL)
_DESCRIPTION = re.compile(rb'<meta name="description"[^>]*>\s*')


class Subject(NamedTuple):
    """What a page is about: a game, and which sentences tell it."""

    game: str
    kind: str


class Previews:
    """Writes into the client's page what it looks like where its address is posted."""

    def __init__(self, page: bytes, pictures: set[str]) -> None:
        self._page = page
        self._pictures = pictures
        self._counts = Counts()

    async def page(self, services: Services, connection: HTTPConnection, language: Language) -> bytes | None:
        """The page with its preview; None for a page that has none."""
        found = _PAGE.fullmatch(connection.scope["path"])
        if found is None or self._counts.hit(LIMIT, home_of(connection.scope)):
            return None
        subject = None
        with suppress(Refused):  # the page is served even where the store cannot be read
            subject = await _subject(services, found[1].lower(), found[2].upper())
        return None if subject is None else self._written(services, connection, subject, language)

    def _written(self, services: Services, connection: HTTPConnection, subject: Subject, language: Language) -> bytes:
        game = GAMES[subject.game]
        words = {"game": game.texts.say(language, "title"), "pitch": game.texts.say(language, "pitch")}
        title, description = (TEXTS.say(language, f"preview.{subject.kind}{part}", **words) for part in ("", ".more"))
        name = f"previews/{game.name}.png"
        picture = name if f"/{name}" in self._pictures else "previews/quatuor.png"
        width, height = PICTURE_SIZE
        properties = {
            "og:site_name": "Quatuor",
            "og:type": "website",
            "og:locale": {"en": "en_GB", "fr": "fr_FR"}[language],
            "og:url": address(services, connection, connection.scope["path"].lstrip("/")),
            "og:title": title,
            "og:description": description,
            "og:image": address(services, connection, picture),
            "og:image:width": str(width),
            "og:image:height": str(height),
            "og:image:alt": words["game"],
        }
        named = {"description": description, "twitter:card": "summary_large_image"}
        tags = [f"<title>{escape(title)} · Quatuor</title>"]
        tags += [f'<meta name="{name}" content="{escape(value)}" />' for name, value in named.items()]
        tags += [f'<meta property="{name}" content="{escape(value)}" />' for name, value in properties.items()]
        head = "\n    ".join(tags).encode()
        return _TITLE.sub(lambda _: head, _DESCRIPTION.sub(b"", self._page), count=1)


async def _subject(services: Services, page: str, page_id: str) -> Subject | None:
    """What a page is about; None where there is nothing at its address."""
    if page == "replay":
        query = select(records.c.game).where(records.c.id == page_id)
        game = await services.store.read(lambda connection: connection.execute(query).scalar_one_or_none())
        return Subject(game, "replay") if game in GAMES else None
    live = services.tables.live_tables.get(page_id)
    if live is not None:
        return Subject(live.table.plan.game, live.table.status)
    query = select(tables.c.game, tables.c.status).where(tables.c.id == page_id)
    row = await services.store.read(lambda connection: connection.execute(query).one_or_none())
    return Subject(row.game, row.status) if row and row.game in GAMES and f"preview.{row.status}" in TEXTS else None
