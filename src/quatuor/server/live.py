"""The sockets: each carries the items of `GET …/events` as they happen, and says who is there."""

import asyncio
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from quatuor.core.errors import Language
from quatuor.server import seeing
from quatuor.server.absence import Absence
from quatuor.server.problems import Refused
from quatuor.server.room import Room, Viewer
from quatuor.server.seating import check_eyes

_CODES = 4000  # the codes of a socket that are free to use begin here: 4403 is HTTP's 403
_LONGEST_REASON = 123  # bytes, says the protocol


async def follow(socket: WebSocket, room: Room, viewer: Viewer, absence: Absence) -> None:
    """Send news to a viewer until he goes; the first message is what he has missed."""
    was_online = room.online(viewer.person)
    room.viewers.add(viewer)
    if not was_online or viewer.person is None:
        room.announce()
    sending = asyncio.create_task(_send(socket, room, viewer))
    try:
        await absence.welcome(room, viewer.person)
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass  # a client has nothing to say here: moves are posted
    finally:
        sending.cancel()
        room.viewers.discard(viewer)
        if viewer.person is None or not room.online(viewer.person):
            room.announce()


async def turn_away(socket: WebSocket, refused: Refused, language: Language) -> None:
    """Close a socket that may not be: a browser sees no HTTP status there, but it sees the code and the reason."""
    reason = refused.say(language).encode()[:_LONGEST_REASON].decode(errors="ignore")
    await socket.close(_CODES + refused.status, reason)


async def _send(socket: WebSocket, room: Room, viewer: Viewer) -> None:
    """Whatever is new goes in one message: who is slow gets fewer and longer ones."""
    eyes = seeing.Eyes(viewer.person, viewer.seat, viewer.language)
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await viewer.news.wait()
            viewer.news.clear()
            try:
                check_eyes(room.table, viewer.person, viewer.seat)  # the seat may have gone to another device
            except Refused as refused:
                await turn_away(socket, refused, viewer.language)
                return
            message = seeing.update(room, viewer.seen, eyes)
            viewer.seen = room.table.index
            await socket.send({"type": "websocket.send", "text": message.decode()})
