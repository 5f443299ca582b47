"""Who is there, also at the other processes that serve the same tables."""

from quatuor.server.live.live_table import LiveTable, Visitors
from quatuor.server.live.registry import Tables
from quatuor.server.processes import Message


class Presence:
    """Tells the other processes who has a page open here, and each table who has one there."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._processes = tables.processes
        if self._processes.shared:
            tables.greeters.append(self._greet)
            self._processes.listeners |= {"here": self._hear, "who": self._answer}

    def _greet(self, live: LiveTable) -> None:
        """A table has come into memory: who is there already?"""
        live.on_people = self._tell
        self._processes.tell("who", table=live.table.plan.id)

    def _tell(self, live: LiveTable) -> None:
        visitors = live.visitors
        self._processes.tell(
            "here", table=live.table.plan.id, people=sorted(visitors.people), nameless=visitors.nameless
        )

    def tell_all(self) -> None:
        """Say again who is here: others may not have heard it."""
        for live in self._tables.live_tables.values():
            if live.viewers:
                self._tell(live)
                self._processes.tell("who", table=live.table.plan.id)

    def _hear(self, message: Message) -> None:
        live = self._tables.live_tables.get(message["table"])
        if live is not None:
            live.meet(message["from"], Visitors(frozenset(message["people"]), message["nameless"]))

    def _answer(self, message: Message) -> None:
        live = self._tables.live_tables.get(message["table"])
        if live is not None and live.viewers:
            self._tell(live)

    def forget(self, process: str) -> None:
        """A process is gone, and with it all who were there."""
        for live in self._tables.live_tables.values():
            live.meet(process, None)
