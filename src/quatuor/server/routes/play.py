"""Play: moves, previews, the way back, and what has happened."""

from fastapi import APIRouter, Response

from quatuor.server import seeing
from quatuor.server.moving import preview
from quatuor.server.playing import made_moves, taken_back
from quatuor.server.protocol import HintRequest, MovesRequest, Preview, UndoRequest, Update
from quatuor.server.routes.asking import (
    AfterEntry,
    Asker,
    Encoded,
    EyesOf,
    FromNetwork,
    Id,
    InHouse,
    InLanguage,
    Paying,
    json_of,
    problems,
)
from quatuor.server.seating import check_eyes, eyes_of
from quatuor.server.seeing import Eyes
from quatuor.server.study_messages import Hint

router = APIRouter(prefix="/tables/{table_id}", tags=["play"])

_REFUSALS = problems(403, 404, 409, 422)


@router.get("/events", response_model=Update, responses=problems(403, 404))
async def what_happened(
    table_id: Id,
    house: InHouse,
    asker: Asker,
    language: InLanguage,
    pay: Paying,
    after: AfterEntry = -1,
    seat: EyesOf = None,
) -> Response:
    """What happened after an entry, and how things stand now. The socket at `…/live` sends the same as it happens."""
    room = await house.tables.find(table_id)
    eyes = eyes_of(room.table, asker) if seat is None else seat
    check_eyes(room.table, asker, eyes)
    return Encoded(seeing.update(room, after, Eyes(asker, eyes, language), pay=pay))


@router.post("/moves", response_model=Update, responses=_REFUSALS)
async def make_moves(
    table_id: Id, wanted: MovesRequest, house: InHouse, asker: Asker, language: InLanguage, pay: Paying
) -> Response:
    """Make one or several moves, all or none. Sent again, they are answered as the first time."""
    return Encoded(await made_moves(house, asker, table_id, wanted, language, pay))


@router.post("/preview", response_model=Preview, responses=_REFUSALS)
async def preview_moves(
    table_id: Id, wanted: MovesRequest, house: InHouse, asker: Asker, language: InLanguage
) -> Response:
    """How the game would look after these moves; refused where chance would show anything. Nothing is kept."""
    room = await house.tables.find(table_id)
    standings = preview(room.table, asker, wanted.seat, wanted.after, wanted.moves)
    seen = seeing.preview(room.table, standings, wanted.moves, Eyes(asker, wanted.seat, language))
    return json_of(seen)


@router.post("/hint", response_model=Hint, responses=_REFUSALS)
async def ask_for_hint(
    table_id: Id, wanted: HintRequest, house: InHouse, asker: Asker, network: FromNetwork, language: InLanguage
) -> Response:
    """Which move is best for a seat of yours that is to play, by what it knows; where the table allows hints.

    You get one hint at a time.
    """
    room = await house.tables.find(table_id)
    return json_of(await house.hints.give(room.table, asker, wanted, language, network))


@router.post("/undo", response_model=Update, responses=_REFUSALS)
async def take_back(
    table_id: Id, wanted: UndoRequest, house: InHouse, asker: Asker, language: InLanguage, pay: Paying
) -> Response:
    """Take your last move back, while nobody has moved since and chance has shown nothing."""
    return Encoded(await taken_back(house, asker, table_id, wanted, language, pay))
