"""Who you are here."""

from fastapi import APIRouter, Request, Response

from quatuor.server import entries as deeds
from quatuor.server import links
from quatuor.server.people import clean_name
from quatuor.server.protocol import Me, NameRequest, Player, ReturnedSeat, ReturnRequest
from quatuor.server.routes.asking import Asker, InHouse, InLanguage, problems

router = APIRouter(tags=["people"])


@router.get("/me")
async def who_am_i(house: InHouse, asker: Asker) -> Me:
    """Your name here; null before you have one."""
    person = await house.people.find(asker)
    return Me(name=person.name if person else None)


@router.post("/me")
async def name_me(wanted: NameRequest, house: InHouse, asker: Asker, request: Request, response: Response) -> Me:
    """Say what the others call you. A browser is known by its cookie from then on."""
    person = await house.people.name(asker, wanted.name)
    house.people.greet(person, request, response)
    return Me(name=person.name)


@router.post("/players", status_code=201)
async def new_player(wanted: NameRequest, house: InHouse) -> Player:
    """An identity for a program, which brings the token in `Authorization: Bearer …`."""
    person = await house.people.name(None, wanted.name)
    return Player(name=clean_name(wanted.name), token=house.people.token(person))


@router.post("/return", responses=problems(404))
async def return_to_seat(
    wanted: ReturnRequest, house: InHouse, asker: Asker, language: InLanguage, request: Request, response: Response
) -> ReturnedSeat:
    """Take the seat of a return link with you to this device; the link works once."""
    table_id, seat = await links.find(house.store, wanted.token)
    room = await house.tables.find(table_id)
    chair = room.table.chairs[seat]
    person = await house.people.find(asker)
    if person is None or person.name is None:
        person = await house.people.name(asker, chair.name)
    async with room.lock:
        # Looked for again: somebody else may have used it in the meantime.
        await links.find(house.store, wanted.token)
        moved = deeds.Seated(seat, chair.name, person.id, local=chair.local, moved=True)
        await house.tables.append(room, [moved])
    house.people.greet(person, request, response)
    return ReturnedSeat(table=table_id, seat=seat)
