"""Records: finished games to download, to upload and to look at again."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from quatuor.play.record_format import line_of, record_of
from quatuor.server.http.deal_messages import DealCheck
from quatuor.server.http.messages import Frames, RecordId, Seat, TableId, ViewSeat
from quatuor.server.http.routes.dependencies import (
    Asker,
    ChargeDep,
    Encoded,
    FromHome,
    InLanguage,
    ServicesDep,
    json_of,
    problems,
)
from quatuor.server.http.study_messages import Advice, AnalysisProgress
from quatuor.server.rate_limits import Charge
from quatuor.server.refusals import Refused, refuse
from quatuor.server.services import Services
from quatuor.server.shares import Payer
from quatuor.server.study.archive import LONGEST, MEGABYTES

router = APIRouter(prefix="/records", tags=["records"])

IdOf = Annotated[TableId, Path(description="of the game: its table's, or an upload's")]

# Of a record that is written anew, so many moves take a millisecond.
_MOVES_PER_MS = 1000

_RECORD = {
    "type": "object",
    "title": "Record",
    "description": "a game as a .quatuor.json file: docs/rules/README.md, C-8",
}


@router.post(
    "",
    status_code=201,
    responses=problems(413, 422),
    openapi_extra={"requestBody": {"required": True, "content": {"application/json": {"schema": _RECORD}}}},
)
async def upload_record(services: ServicesDep, request: Request) -> RecordId:
    """Upload a record, to look at it here; all of it is checked."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > LONGEST:
            refuse("too_large", "record.too_large", megabytes=MEGABYTES)
    return RecordId(id=await services.records.add(bytes(body)))


@router.get(
    "/{record_id}",
    response_class=Response,
    responses={200: {"content": {"application/json": {"schema": _RECORD}}}, **problems(404, 409)},
)
async def download_record(record_id: IdOf, services: ServicesDep, charge: ChargeDep) -> Response:
    """The record of a finished game, as a file; of one whose table was closed, if its deal can be checked."""
    game, text = await _text(services, record_id, charge)
    name = f"{game}-{record_id}.quatuor.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/json", headers=headers)


@router.get("/{record_id}/frames", response_model=Frames, responses=problems(404, 409))
async def record_frames(
    record_id: IdOf,
    services: ServicesDep,
    asker: Asker,
    language: InLanguage,
    charge: ChargeDep,
    seat: Annotated[ViewSeat, Query(description="the seat to look from; -1: a spectator's view")] = -1,
    start: Annotated[int, Query(ge=0)] = 0,
    count: Annotated[int, Query(ge=1, le=100)] = 50,
) -> Response:
    """Some frames of a finished game from any seat's viewpoint."""
    return Encoded(await services.records.frames(record_id, seat, start, count, language, charge, asker))


@router.get("/{record_id}/drawing", response_model=str, responses=problems(404, 409))
async def draw_record(
    record_id: IdOf,
    services: ServicesDep,
    language: InLanguage,
    charge: ChargeDep,
    number: Annotated[int, Query(ge=0, description="of the frame")],
    seat: Annotated[ViewSeat, Query(description="the seat to look from; -1: a spectator's view")] = -1,
) -> Response:
    """A frame of a finished game from any seat's viewpoint, drawn as text of 80 columns as in the terminal."""
    return Encoded(await services.records.drawing(record_id, seat, number, language, charge))


@router.get("/{record_id}/deal", response_model=DealCheck, responses=problems(404, 409))
async def check_deal(record_id: IdOf, services: ServicesDep, language: InLanguage, charge: ChargeDep) -> Response:
    """Whether all cards of a game that is over follow from the secret whose hash was told before, and people's numbers.

    That includes games whose table was closed.
    """
    _, text = await _text(services, record_id, charge)
    return json_of(await services.records.check_deal(record_id, text, language, charge))


@router.get("/{record_id}/analysis", response_model=AnalysisProgress, responses=problems(404, 409))
async def analyse_record(
    record_id: IdOf,
    services: ServicesDep,
    asker: Asker,
    home: FromHome,
    language: InLanguage,
    charge: ChargeDep,
    seat: Annotated[Seat, Query(description="whose game")],
) -> Response:
    """How good a seat's choices were in a finished game, and where its result came from.

    The first request begins the analysis. Ask again about every second until it is done: an analysis that
    nobody asks about is dropped after a minute.
    """
    await services.records.find(record_id, charge)
    payer, you = _payer(home, asker, record_id), await services.records.seat_of(record_id, asker)
    return json_of(await services.analyses.progress(record_id, seat, language, payer, you))


@router.get("/{record_id}/advice", response_model=Advice, responses=problems(404, 409))
async def advise(
    record_id: IdOf,
    services: ServicesDep,
    asker: Asker,
    home: FromHome,
    language: InLanguage,
    charge: ChargeDep,
    number: Annotated[int, Query(ge=0, description="of the frame in which the move was chosen")],
) -> Response:
    """What a Virtuoso would have played in a frame of a finished game, by what the player knew."""
    await services.records.find(record_id, charge)
    payer, you = _payer(home, asker, record_id), await services.records.seat_of(record_id, asker)
    return json_of(await services.advisor.advise(record_id, number, language, payer, you))


async def _text(services: Services, record_id: str, charge: Charge) -> tuple[str, str]:
    """A record as its game and its JSON, also of a table that was closed while it was played, if its secret is told."""
    try:
        return await services.records.text(record_id, charge)
    except Refused as refused:
        if refused.error == "too_many":
            raise
        live = await services.tables.load_or_none(record_id)
        table = live.table if live else None
        if table is None or table.status != "closed" or table.play is None or table.revealed_secret is None:
            raise
        play = table.play
        charge(1 + len(play.moves) // _MOVES_PER_MS)
        return table.plan.game, await services.store.in_thread(lambda: line_of(record_of(play, abandoned=True)))


def _payer(home: str, asker: str | None, record_id: str) -> Payer:
    return Payer(home, asker or "", record_id)
