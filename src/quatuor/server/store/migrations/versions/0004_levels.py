"""What a level plays stands beside it; at tables from before networks it is the search that the level was then."""

from collections.abc import Mapping
from typing import Any

import orjson
import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

LEVELS_BEFORE_NETWORKS: Mapping[str, Mapping[str, str]] = {
    game: {"beginner": "hasty:10", "amateur": "search:10", "expert": expert, "virtuoso": virtuoso}
    for game, expert, virtuoso in (
        ("symphonimo", "search:100", "search:3000"),
        ("air_sorciere", "search:100", "search:4000"),
        ("symbiose", "search:250", "search:3000"),
        ("rythm_n_play", "search:150", "search:8000"),
    )
}

_BOTS = sa.text(
    "SELECT table_id, number, body, game FROM entries JOIN tables ON tables.id = table_id"
    " WHERE kind IN ('seated', 'stand_in')"
)
_WRITE = sa.text("UPDATE entries SET body = :body WHERE table_id = :table AND number = :number")


def upgrade() -> None:
    connection = op.get_bind()
    # All are read before any is written: they lie in the order in which they are found.
    found = [
        {"table": table, "number": number, "body": body}
        for table, number, old, game in connection.execute(_BOTS)
        if (body := _with_meaning(old, LEVELS_BEFORE_NETWORKS.get(game, {}))) is not None
    ]
    if found:
        connection.execute(_WRITE, found)


def _with_meaning(body: Any, levels: Mapping[str, str]) -> str | None:
    """What a deed says, with the bot that its level was; None where it names no level, or cannot be read."""
    try:
        deed = orjson.loads(body)
        plays = levels[deed["bot"]]
    except (ValueError, TypeError, KeyError):
        return None
    return None if "plays" in deed else orjson.dumps(deed | {"plays": plays}).decode()
