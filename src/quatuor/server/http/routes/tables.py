"""Tables: opened, found, sat at, started, closed."""

import io
from typing import Annotated

import segno
from cachetools import LRUCache
from fastapi import APIRouter, Query, Request, Response

from quatuor.server.http.deal_messages import ContributionRequest, StartRequest
from quatuor.server.http.messages import Invitation, NewTable, ReturnLink, SeatChange, SitRequest, TableInfo, Update
from quatuor.server.http.routes.dependencies import (
    Asker,
    ChargeDep,
    Encoded,
    Here,
    Id,
    InLanguage,
    SeatOf,
    ServicesDep,
    ViewSeatOf,
    address,
    is_this_machine,
    problems,
)
from quatuor.server.live import commands
from quatuor.server.live.bots import read_bot
from quatuor.server.live.live_table import LiveTable
from quatuor.server.live.updates import table_info, update_in_turn
from quatuor.server.services import Services
from quatuor.server.store import return_links
from quatuor.server.store.queries import public_tables, tables_of
from quatuor.server.table import seats
from quatuor.server.table.new_table import WantedSeat, WantedTable
from quatuor.server.table.views import Viewpoint

router = APIRouter(tags=["tables"])

Limit = Annotated[int, Query(ge=1, le=200)]
_REFUSALS = problems(403, 404, 409)

# QR codes by what they say: some hundreds.
_drawings: LRUCache[str, bytes] = LRUCache(1_000_000, getsizeof=len)
_DRAWING_MS = 10
_TABLES_PER_MS = 100


def _info(live: LiveTable, asker: str | None, language: InLanguage) -> Encoded:
    return Encoded(table_info(live, Viewpoint(asker, -1, language)))


@router.post("/tables", status_code=201, response_model=TableInfo)
async def open_table(
    wanted: NewTable, services: ServicesDep, here: Here, language: InLanguage, request: Request
) -> Response:
    """Open a table, and sit down there if you like; with `start` the game begins at once."""
    host = await services.people.named(here.person if here else None, language)
    live = await commands.open_table(services.tables, wanted_table(wanted), host, language)
    response = _info(live, host.id, language)
    response.status_code = 201
    await services.people.refresh_cookie(host, here, request, response)
    return response


def wanted_table(wanted: NewTable) -> WantedTable:
    """A request for a table as plain data."""
    given = {name: getattr(wanted, name) for name in type(wanted).model_fields}
    return WantedTable(
        **given | {"seats": [WantedSeat(seat.kind, seat.name, seat.bot, seat.face) for seat in wanted.seats]}
    )


@router.get("/tables", response_model=list[TableInfo])
async def find_tables(
    services: ServicesDep, asker: Asker, language: InLanguage, charge: ChargeDep, limit: Limit = 50
) -> Response:
    """The public tables: open ones, and those being played that anyone may watch."""
    charge(1 + limit // _TABLES_PER_MS)
    return await _listed(services, await services.tables.ids(public_tables(limit)), asker, language)


@router.get("/me/tables", response_model=list[TableInfo])
async def find_my_tables(
    services: ServicesDep,
    asker: Asker,
    language: InLanguage,
    charge: ChargeDep,
    limit: Limit = 50,
    finished: Annotated[bool, Query(description="also games that are over, which `/me/games` lists too")] = True,
) -> Response:
    """Your tables, the one where something happened last first; `turn` says which wait for you."""
    charge(1 + limit // _TABLES_PER_MS)
    found = await services.tables.ids(tables_of(asker, limit, finished)) if asker else []
    return await _listed(services, found, asker, language)


async def _listed(services: Services, ids: list[str], asker: str | None, language: InLanguage) -> Response:
    live_tables = [live for table_id in ids if (live := await services.tables.load_or_none(table_id))]
    live_tables.sort(key=lambda live: live.table.touched, reverse=True)
    found = [table_info(live, Viewpoint(asker, -1, language)) for live in live_tables]
    return Encoded(b"[%b]" % b",".join(found))


@router.get("/tables/{table_id}", response_model=TableInfo, responses=problems(404))
async def see_table(table_id: Id, services: ServicesDep, asker: Asker, language: InLanguage) -> Response:
    """What a table is and who sits there."""
    return _info(await services.tables.find(table_id), asker, language)


@router.get("/tables/{table_id}/qr.svg", response_class=Response, responses=problems(404))
async def table_qr(table_id: Id, services: ServicesDep, request: Request, charge: ChargeDep) -> Response:
    """The table's address as a QR code."""
    await services.tables.find(table_id)
    url = address(services, request, f"table/{table_id}")
    drawing = _drawings.get(url)
    if drawing is None:
        charge(_DRAWING_MS)
        drawing = _drawn(url)
        _drawings[url] = drawing
    return Response(drawing, media_type="image/svg+xml")


def _drawn(url: str) -> bytes:
    drawing = io.BytesIO()
    segno.make_qr(url).save(drawing, kind="svg", scale=8, border=2)
    return drawing.getvalue()


@router.get("/tables/{table_id}/invitation", responses=problems(404))
async def invite(table_id: Id, services: ServicesDep, request: Request) -> Invitation:
    """The table's address for those who are to come, and whether they can reach it at all."""
    await services.tables.find(table_id)
    url = address(services, request, f"table/{table_id}")
    return Invitation(url=url, only_here=is_this_machine(url))


@router.post("/tables/{table_id}/seats", response_model=TableInfo, responses=_REFUSALS)
async def sit_down(
    table_id: Id, wanted: SitRequest, services: ServicesDep, here: Here, language: InLanguage, request: Request
) -> Response:
    """Take an open seat."""
    live = await services.tables.find(table_id)
    person = await services.people.named(here.person if here else None, language)
    await services.tables.change(live, seats.sit, person.id, str(person.name), person.face, wanted.seat)
    response = _info(live, person.id, language)
    await services.people.refresh_cookie(person, here, request, response)
    return response


@router.delete("/tables/{table_id}/seats/{seat}", response_model=TableInfo, responses=_REFUSALS)
async def leave_seat(table_id: Id, seat: SeatOf, services: ServicesDep, asker: Asker, language: InLanguage) -> Response:
    """Leave your seat; the host may remove others. During the game a bot plays on."""
    live = await services.tables.find(table_id)
    await services.tables.change(live, seats.leave, asker, seat)
    return _info(live, asker, language)


@router.put("/tables/{table_id}/seats/{seat}", response_model=TableInfo, responses=_REFUSALS)
async def change_seat(
    table_id: Id, seat: SeatOf, wanted: SeatChange, services: ServicesDep, asker: Asker, language: InLanguage
) -> Response:
    """The host opens a seat, or gives it to a bot, before the game begins."""
    live = await services.tables.find(table_id)
    bot = read_bot(wanted.bot, live.table.game) if wanted.kind == "bot" else None
    await services.tables.change(live, seats.change, asker, seat, bot)
    return _info(live, asker, language)


@router.post("/tables/{table_id}/start", response_model=TableInfo, responses=_REFUSALS)
async def start_game(
    table_id: Id, services: ServicesDep, asker: Asker, language: InLanguage, wanted: StartRequest | None = None
) -> Response:
    """The host begins the game, with bots on the open seats."""
    live = await services.tables.find(table_id)
    services.tables.check_clocked(live.table.plan.turn_seconds)
    await services.tables.change(live, seats.start, asker, gather=wanted is not None and wanted.gather)
    return _info(live, asker, language)


@router.post("/tables/{table_id}/contribution", response_model=TableInfo, responses=_REFUSALS)
async def contribute(
    table_id: Id, wanted: ContributionRequest, services: ServicesDep, asker: Asker, language: InLanguage
) -> Response:
    """Add a number of your own to what the cards follow from, before the deal: then nobody can have chosen them."""
    live = await services.tables.find(table_id)
    await services.tables.change(live, seats.contribute, asker, wanted.number)
    return _info(live, asker, language)


@router.post("/tables/{table_id}/close", response_model=TableInfo, responses=_REFUSALS)
async def close_table(table_id: Id, services: ServicesDep, asker: Asker, language: InLanguage) -> Response:
    """The host ends the table before its game has ended."""
    live = await services.tables.find(table_id)
    await services.tables.change(live, seats.close, asker)
    return _info(live, asker, language)


@router.post("/tables/{table_id}/seats/{seat}/stand-in", response_model=TableInfo, responses=_REFUSALS)
async def stand_in(table_id: Id, seat: SeatOf, services: ServicesDep, asker: Asker, language: InLanguage) -> Response:
    """A bot plays for you, or, if you are the host, for somebody who is away."""
    live = await services.tables.find(table_id)
    await services.tables.change(live, seats.stand_in, asker, seat, live.people)
    return _info(live, asker, language)


@router.post("/tables/{table_id}/seats/{seat}/back", response_model=TableInfo, responses=_REFUSALS)
async def take_seat_back(
    table_id: Id, seat: SeatOf, services: ServicesDep, asker: Asker, language: InLanguage
) -> Response:
    """Play on yourself where a bot stood in for you."""
    live = await services.tables.find(table_id)
    await services.tables.change(live, seats.back, asker, seat)
    return _info(live, asker, language)


@router.post("/tables/{table_id}/seats/{seat}/return-link", responses=problems(403, 404))
async def make_return_link(
    table_id: Id, seat: SeatOf, services: ServicesDep, asker: Asker, request: Request
) -> ReturnLink:
    """A private address that takes your seat to another device; a new one replaces the one before."""
    live = await services.tables.find(table_id)
    seats.check_return_link(live.table, asker, seat)
    token = await return_links.make(services.store, table_id, seat)
    return ReturnLink(url=address(services, request, f"return/{token}"))


@router.post("/tables/{table_id}/rematch", response_model=TableInfo, responses=_REFUSALS)
async def play_again(
    table_id: Id, services: ServicesDep, asker: Asker, language: InLanguage, wanted: StartRequest | None = None
) -> Response:
    """The same people once more, at a new table; asked again, the same table."""
    live = await services.tables.find(table_id)
    gather = wanted is not None and wanted.gather
    again = await commands.rematch(services.tables, services.kept_out, live, asker, gather)
    return _info(again, asker, language)


@router.post("/tables/{table_id}/skip", response_model=Update, responses=_REFUSALS)
async def skip_bots(
    table_id: Id, services: ServicesDep, asker: Asker, language: InLanguage, seat: ViewSeatOf = None
) -> Response:
    """Bots play at once until a person is to play."""
    live = await services.tables.find(table_id)
    view_seat = seats.default_view_seat(live.table, asker) if seat is None else seat
    seats.check_player(live.table, asker)
    seats.check_view_seat(live.table, asker, view_seat)
    before = live.table.index
    await services.bots.skip(live)
    return Encoded(await update_in_turn(services.tables, live, before, Viewpoint(asker, view_seat, language)))
