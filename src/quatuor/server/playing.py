"""A request to play, from the table that it names to the answer for who asked."""

from quatuor.core.errors import Language
from quatuor.server import clock, seeing
from quatuor.server.house import House
from quatuor.server.moving import try_moves, undo
from quatuor.server.payment import Pay, free
from quatuor.server.protocol import MovesRequest, UndoRequest
from quatuor.server.room import Room
from quatuor.server.seeing import Eyes


async def make_moves(house: House, room: Room, asker: str | None, wanted: MovesRequest) -> bool:
    """Make moves, all or none; False for a repeat."""
    async with room.lock:
        tried = try_moves(room.table, asker, wanted.seat, wanted.after, wanted.moves, clock.steady())
        await house.tables.append(room, tried.deeds, tried.standings)
    return bool(tried.deeds)


async def made_moves(
    house: House, asker: str | None, table_id: str, wanted: MovesRequest, language: Language, pay: Pay
) -> bytes:
    """Make moves, all or none; the Update for who made them, of which only a repeat is paid for."""
    room = await house.tables.find(table_id)
    new = await make_moves(house, room, asker, wanted)
    numbers = [] if wanted.request is None else [wanted.request]
    return seeing.update(room, wanted.after, Eyes(asker, wanted.seat, language), numbers, free if new else pay)


async def taken_back(
    house: House, asker: str | None, table_id: str, wanted: UndoRequest, language: Language, pay: Pay
) -> bytes:
    """Take the last move back; the Update for who made it."""
    room = await house.tables.find(table_id)
    async with room.lock:
        await house.tables.append(room, undo(room.table, asker, wanted.seat, wanted.after))
    return seeing.update(room, wanted.after, Eyes(asker, wanted.seat, language), pay=pay)
