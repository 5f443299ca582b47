"""Who played a finished game, as pictures: read from the entries of its table, where those are still there."""

from typing import Any

import orjson
from sqlalchemy import Connection, select

from quatuor.server.store.schema import entries
from quatuor.server.table.faces import FACES

Portrait = dict[str, str | None]


def portraits(connection: Connection, table_id: str, players: int) -> list[Portrait]:
    """For each seat the face of a person or the level of a bot; of an uploaded game nothing is known."""
    query = select(entries.c.body).where(entries.c.table_id == table_id, entries.c.kind == "seated")
    found: list[Portrait] = [{"face": None, "bot": None} for _ in range(players)]
    for body in connection.execute(query.order_by(entries.c.number)).scalars():
        seated = _read(body)
        seat, face, bot = (seated.get(name) for name in ("seat", "face", "bot"))
        if type(seat) is int and 0 <= seat < players:
            found[seat] = {"face": face if face in FACES else None, "bot": bot if type(bot) is str else None}
    return found


def _read(body: Any) -> dict[str, Any]:
    """An entry's content; nothing where it is damaged, for a game is shown without its pictures too."""
    try:
        read = orjson.loads(body)
    except (TypeError, ValueError):
        return {}
    return read if type(read) is dict else {}
