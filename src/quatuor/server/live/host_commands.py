"""What the host of a server can do at any table: close it, remove it, keep people and networks out."""

from collections.abc import Callable
from typing import Any

from quatuor.core.texts import plain, shortened
from quatuor.server.homes import LastHomes
from quatuor.server.live.registry import Tables
from quatuor.server.people.kept_out import Kept, KeptOut, Network, is_network, read_network
from quatuor.server.processes import Message
from quatuor.server.refusals import refuse
from quatuor.server.store.queries import waiting_for
from quatuor.server.store.retention import REMOVALS
from quatuor.server.table import seats


class HostCommands:
    """The commands of the server's host; each answers with what it has done, as JSON."""

    def __init__(self, tables: Tables, kept_out: KeptOut, homes: LastHomes) -> None:
        self._tables = tables
        self._kept_out = kept_out
        self._homes = homes
        kept_out.on_news = self._end_sockets
        self._processes = tables.processes
        self._processes.listeners["removed"] = self._hear_removed
        self.on_removed: Callable[[str], None] = lambda _: None  # is told of every table that is removed

    async def close(self, table_id: str) -> dict[str, Any]:
        """End a table; everybody there reads that the server's host did, and can still look at it."""
        live = await self._tables.load(table_id)
        changed = await self._tables.change(live, seats.close_by_server)
        return {"table": table_id, "changed": changed}

    async def remove(self, table_id: str) -> dict[str, Any]:
        """Remove a table that has ended, with all that is kept of it."""
        live = await self._tables.load(table_id)
        async with live.lock:
            if live.removed or live.table.status in ("open", "playing"):
                refuse("conflict", "host.remove_ended", id=table_id)
            await self._tables.store.write([(removal, [{"of": table_id}]) for removal in REMOVALS])
            self._forget(table_id)
        self._processes.tell("removed", table=table_id)
        return {"table": table_id, "changed": True}

    def _forget(self, table_id: str) -> None:
        """A table is no longer in the store; whoever is there reads why."""
        self.on_removed(table_id)
        live = self._tables.live_tables.pop(table_id, None)
        if live is not None:
            live.removed = True
            live.end_sockets("unknown", "host.removed")

    def _hear_removed(self, message: Message) -> None:
        self._forget(message["table"])

    async def keep_out(
        self, who: str, table_id: str | None = None, home: bool = False, note: str | None = None
    ) -> list[dict[str, Any]]:
        """Keep out a network, or the person of a name; with `home` also the home that they last came from."""
        if table_id is None and is_network(who):
            return [await self._keep_out_network(read_network(who), note)]
        person = await self._person(who, table_id)
        came_from = self._homes.of(person)
        if home and not came_from:
            refuse("unknown", "keep_out.no_home", name=shortened(plain(who)))
        network = read_network(came_from) if home else None
        kept = [_told(await self._kept_out.add_person(person, who, note))]
        if network is not None:
            kept.append(await self._keep_out_network(network, note))
        # They are out, whatever happens now.
        for table in await self._tables.ids(waiting_for(person)):
            live = await self._tables.load_or_none(table)
            if live is not None:
                await self._tables.change(live, seats.leave_for_good, person)
        return kept

    async def _keep_out_network(self, network: Network, note: str | None) -> dict[str, Any]:
        return _told(await self._kept_out.add_network(network, note))

    def _end_sockets(self) -> None:
        kept_out = self._kept_out
        self._tables.end_sockets(
            lambda viewer: viewer.person in kept_out.people or kept_out.has_home(viewer.home),
            "forbidden",
            "keep_out.refused",
        )

    async def _person(self, name: str, table_id: str | None) -> str:
        if table_id is None:
            found = await self._kept_out.people_called(name)
        else:
            chairs = (await self._tables.load(table_id)).table.chairs
            found = [chair.person for chair in chairs if chair.person and chair.name == name]
        if not found:
            refuse("unknown", "keep_out.nobody", name=shortened(plain(name)))
        if len(set(found)) > 1:
            refuse("conflict", "keep_out.several", name=shortened(plain(name)), count=len(found))
        return found[0]

    async def lift(self, what: str) -> dict[str, Any]:
        """Let somebody in again."""
        return _told(await self._kept_out.lift(what))


def _told(kept: Kept) -> dict[str, Any]:
    """What the host reads of somebody who is kept out: their secret id stays in the store."""
    return {name: value for name, value in kept._asdict().items() if name != "person"}
