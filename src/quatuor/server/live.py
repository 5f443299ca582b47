"""The sockets: each carries the items of `GET …/events` as they happen, and says who is there."""

import asyncio
import logging
from contextlib import suppress
from typing import Any

from starlette.requests import HTTPConnection

from quatuor.core.errors import Language
from quatuor.server import seeing
from quatuor.server.asgi import Receive, Scope, Send
from quatuor.server.house import House
from quatuor.server.language import language_of
from quatuor.server.problems import Refused
from quatuor.server.room import Room, Viewer
from quatuor.server.seating import check_eyes, eyes_of

_CODES = 4000  # the codes of a socket that are free to use begin here: 4403 is HTTP's 403
_FAILED = 1011
_LONGEST_REASON = 123  # bytes, says the protocol

_log = logging.getLogger(__name__)


async def attend(house: House, table_id: str, scope: Scope, receive: Receive, send: Send) -> None:
    """A socket at a table, from its handshake to its end."""
    connection = HTTPConnection(scope)
    language = language_of(connection)
    await receive()
    await send({"type": "websocket.accept"})
    try:
        room, viewer = await _admit(house, table_id, connection, language)
    except Refused as refused:
        await _turn_away(send, refused, language)
        return
    await _follow(house, room, viewer, receive, send)


async def _admit(house: House, table_id: str, connection: HTTPConnection, language: Language) -> tuple[Room, Viewer]:
    asker = house.people.id_of(connection)
    room = await house.tables.find(table_id)
    after, seat = _number(connection, "after", -1), _number(connection, "seat", None)
    eyes = eyes_of(room.table, asker) if seat is None else seat
    check_eyes(room.table, asker, eyes)
    return room, Viewer(asker, eyes, language, max(after, -1))


async def _turn_away(send: Send, refused: Refused, language: Language) -> None:
    """Close a socket that may not be: a browser sees no HTTP status there, but it sees the code and the reason."""
    reason = refused.say(language).encode()[:_LONGEST_REASON].decode(errors="ignore")
    await send({"type": "websocket.close", "code": _CODES + refused.status, "reason": reason})


async def _follow(house: House, room: Room, viewer: Viewer, receive: Receive, send: Send) -> None:
    """Send news to a viewer until he goes; the first message is what he has missed."""
    is_news = viewer.person is None or not room.online(viewer.person)
    room.viewers.add(viewer)
    if is_news:
        room.announce()
    sending = asyncio.create_task(_send_news(room, viewer, send))
    try:
        await house.absence.welcome(room, viewer.person)
        while (await receive())["type"] != "websocket.disconnect":
            pass  # a client has nothing to say here: moves are posted
    finally:
        sending.cancel()
        room.viewers.discard(viewer)
        if viewer.person is None or not room.online(viewer.person):
            room.announce()


async def _send_news(room: Room, viewer: Viewer, send: Send) -> None:
    """Whatever is new goes in one message: who is slow gets fewer and longer ones."""
    eyes = seeing.Eyes(viewer.person, viewer.seat, viewer.language)
    with suppress(OSError):  # the client is gone
        try:
            while True:
                await viewer.news.wait()
                viewer.news.clear()
                check_eyes(room.table, viewer.person, viewer.seat)  # the seat may have gone to another device
                message = seeing.update(room, viewer.seen, eyes)
                viewer.seen = room.table.index
                await send({"type": "websocket.send", "text": message.decode()})
        except Refused as refused:
            await _turn_away(send, refused, viewer.language)
        except OSError:
            raise
        except Exception:
            _log.exception("a viewer of table %s got no more news", room.table.plan.id)
            await send({"type": "websocket.close", "code": _FAILED})


def _number(connection: HTTPConnection, name: str, default: Any) -> Any:
    """A whole number of the address."""
    text = connection.query_params.get(name, "")
    return int(text) if text.removeprefix("-").isdecimal() and len(text) < 10 else default
