"""Who you are here."""

from fastapi import APIRouter, Request, Response

from quatuor.server.http.messages import Me, NameRequest, Player, ReturnedSeat, ReturnRequest
from quatuor.server.http.routes.dependencies import Asker, Here, InLanguage, ServicesDep, problems
from quatuor.server.live.commands import use_return_link
from quatuor.server.store import return_links

router = APIRouter(tags=["people"])


@router.get("/me")
async def who_am_i(services: ServicesDep, asker: Asker) -> Me:
    """Your name here; null before you have one."""
    person = await services.people.find(asker)
    return Me(name=person.name if person else None, face=person.face if person else None)


@router.post("/me")
async def set_name(wanted: NameRequest, services: ServicesDep, here: Here, request: Request, response: Response) -> Me:
    """Say what the others call you. A browser is known by its cookie from then on."""
    person = await services.people.introduce(here.person if here else None, wanted.name, wanted.face)
    await services.people.refresh_cookie(person, here, request, response)
    return Me(name=person.name, face=person.face)


@router.post("/players", status_code=201)
async def new_player(wanted: NameRequest, services: ServicesDep, request: Request) -> Player:
    """An identity for a program, which brings the token in `Authorization: Bearer …`."""
    person = await services.people.introduce(None, wanted.name, wanted.face)
    return Player(name=str(person.name), token=await services.people.devices.add(person.id, "program", request))


@router.post("/return", responses=problems(404))
async def return_to_seat(
    wanted: ReturnRequest, services: ServicesDep, here: Here, language: InLanguage, request: Request, response: Response
) -> ReturnedSeat:
    """Take the seat of a return link with you to this device; the link works once."""
    table_id, seat = await return_links.find(services.store, wanted.token)
    live = await services.tables.find(table_id)
    chair = live.table.chairs[seat]
    person = await services.people.named(here.person if here else None, language, chair.name, chair.face)
    await use_return_link(services.tables, services.kept_out, live, seat, person.id, wanted.token)
    await services.people.refresh_cookie(person, here, request, response)
    return ReturnedSeat(table=table_id, seat=seat)
