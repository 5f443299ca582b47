"""A request to play, from the table that it names to the answer for who asked."""

from quatuor.core.texts import Language
from quatuor.server import clock
from quatuor.server.http.payment import Pay, free
from quatuor.server.http.protocol import MovesRequest, UndoRequest
from quatuor.server.live.live_table import LiveTable
from quatuor.server.services import Services
from quatuor.server.table import views
from quatuor.server.table.moves import try_moves, undo
from quatuor.server.table.views import Viewpoint


async def make_moves(services: Services, live: LiveTable, asker: str | None, wanted: MovesRequest) -> bool:
    """Make moves, all or none; False for a repeat."""
    async with live.lock:
        tried = try_moves(live.table, asker, wanted.seat, wanted.after, wanted.moves, clock.steady())
        await services.tables.append(live, tried.deeds, tried.standings)
    return bool(tried.deeds)


async def made_moves(
    services: Services, asker: str | None, table_id: str, wanted: MovesRequest, language: Language, pay: Pay
) -> bytes:
    """Make moves, all or none; the Update for who made them, of which only a repeat is paid for."""
    live = await services.tables.find(table_id)
    new = await make_moves(services, live, asker, wanted)
    numbers = [] if wanted.request is None else [wanted.request]
    return views.update(live, wanted.after, Viewpoint(asker, wanted.seat, language), numbers, free if new else pay)


async def taken_back(
    services: Services, asker: str | None, table_id: str, wanted: UndoRequest, language: Language, pay: Pay
) -> bytes:
    """Take the last move back; the Update for who made it."""
    live = await services.tables.find(table_id)
    async with live.lock:
        await services.tables.append(live, undo(live.table, asker, wanted.seat, wanted.after))
    return views.update(live, wanted.after, Viewpoint(asker, wanted.seat, language), pay=pay)
