"""Quick words: what those seated say to each other, chosen out of a few; heard once, and written down nowhere.

Nobody can say anything that is not in the list, so children are safe, and nothing in it tells what one holds.
"""

import orjson

from quatuor.server.live.live_table import LiveTable
from quatuor.server.live.registry import Tables
from quatuor.server.processes import Message
from quatuor.server.rate_limits import Counts, Limit
from quatuor.server.refusals import too_many
from quatuor.server.table.refusals import refuse
from quatuor.server.table.seats import check_own

WORDS = (
    "hello",
    "good_luck",
    "well_played",
    "thanks",
    "wow",
    "oops",
    "haha",
    "thinking",
    "no_hurry",
    "close",
    "hooray",
    "good_game",
)

# Of one person at all their tables: enough for a chat, too little to be a nuisance.
LIMIT = Limit(4, 10)


class Words:
    """Passes words on to everybody who looks at a table."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self.counts = Counts()
        tables.processes.listeners["word"] = self._hear

    def say(self, live: LiveTable, person: str | None, seat: int, word: str) -> bytes:
        """A Spoken of somebody on their own seat, which everybody at the table hears."""
        check_own(live.table, person, seat)
        if live.table.status == "closed":
            refuse("conflict", "table.closed")
        wait = self.counts.hit(LIMIT, str(person))
        if wait:
            raise too_many(wait)
        spoken = {"seat": seat, "word": word}
        self._tables.processes.tell("word", table=live.table.plan.id, spoken=spoken)
        return _heard(live, orjson.dumps(spoken))

    def _hear(self, message: Message) -> None:
        """Somebody has said something at another process."""
        live = self._tables.live_tables.get(message["table"])
        if live is not None:
            _heard(live, orjson.dumps(message["spoken"]))


def _heard(live: LiveTable, spoken: bytes) -> bytes:
    for viewer in live.viewers:
        viewer.hear(spoken)
    return spoken
