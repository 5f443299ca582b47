"""Play: moves, previews, the way back, and what has happened."""

from functools import partial

from fastapi import APIRouter, Response

from quatuor.play.playthrough import Playthrough
from quatuor.server.http.messages import HintRequest, MovesRequest, Observation, Preview, UndoRequest, Update
from quatuor.server.http.routes.dependencies import (
    AfterEntry,
    Asker,
    ChargeDep,
    Encoded,
    FromHome,
    Id,
    InLanguage,
    ServicesDep,
    ViewSeatOf,
    json_of,
    problems,
)
from quatuor.server.http.study_messages import Hint
from quatuor.server.live import commands, updates
from quatuor.server.refusals import refuse
from quatuor.server.services import Services
from quatuor.server.table import views
from quatuor.server.table.moves import preview
from quatuor.server.table.seats import check_view_seat, default_view_seat
from quatuor.server.table.table import Table
from quatuor.server.table.views import Viewpoint

router = APIRouter(prefix="/tables/{table_id}", tags=["play"])

_REFUSALS = problems(403, 404, 409, 422)


@router.get("/events", response_model=Update, responses=problems(403, 404))
async def what_happened(
    table_id: Id,
    services: ServicesDep,
    asker: Asker,
    language: InLanguage,
    charge: ChargeDep,
    after: AfterEntry = -1,
    seat: ViewSeatOf = None,
) -> Response:
    """What happened after an entry, and how things stand now. The socket at `…/live` sends the same as it happens."""
    live = await services.tables.find(table_id)
    view_seat = default_view_seat(live.table, asker) if seat is None else seat
    check_view_seat(live.table, asker, view_seat)
    viewpoint = Viewpoint(asker, view_seat, language)
    return Encoded(await updates.update_in_turn(services.tables, live, after, viewpoint, charge=charge))


async def _in_progress(
    table_id: str, services: Services, asker: str | None, seat: int | None
) -> tuple[Table, Playthrough, int]:
    """A table, its game and the seat from which the asker looks at it; refused before the deal."""
    table = (await services.tables.find(table_id)).table
    view_seat = default_view_seat(table, asker) if seat is None else seat
    check_view_seat(table, asker, view_seat)
    if table.play is None:
        refuse("conflict", "table.closed" if table.status == "closed" else "table.open")
    return table, table.play, view_seat


@router.get("/drawing", response_model=str, responses=problems(403, 404, 409))
async def draw_table(
    table_id: Id, services: ServicesDep, asker: Asker, language: InLanguage, charge: ChargeDep, seat: ViewSeatOf = None
) -> Response:
    """What a seat sees now, drawn as text of 80 columns as in the terminal: for a game without a board of its own."""
    table, play, view_seat = await _in_progress(table_id, services, asker, seat)
    charge(updates.DRAWING_MS)
    work = partial(updates.drawing, table.game, play.state, view_seat, language, table.names)
    return Encoded(await services.records.draw(work))


@router.get("/observation", response_model=Observation, responses=problems(403, 404, 409))
async def observe_table(
    table_id: Id, services: ServicesDep, asker: Asker, charge: ChargeDep, seat: ViewSeatOf = None
) -> Response:
    """What a seat knows now, as the numbers that a program learns from, and the legal moves by their numbers."""
    table, play, view_seat = await _in_progress(table_id, services, asker, seat)
    charge(updates.OBSERVATION_MS)
    # In a thread: on a new machine it may have to be compiled first.
    return Encoded(await services.store.in_thread(partial(updates.observation, table, play, view_seat)))


@router.post("/moves", response_model=Update, responses=_REFUSALS)
async def make_moves(
    table_id: Id, wanted: MovesRequest, services: ServicesDep, asker: Asker, language: InLanguage, charge: ChargeDep
) -> Response:
    """Make one or several moves, all or none. Sent again, they are answered as the first time."""
    viewpoint = Viewpoint(asker, wanted.seat, language)
    return Encoded(
        await commands.make_moves(
            services.tables, table_id, viewpoint, wanted.after, wanted.moves, wanted.request, charge
        )
    )


@router.post("/preview", response_model=Preview, responses=_REFUSALS)
async def preview_moves(
    table_id: Id, wanted: MovesRequest, services: ServicesDep, asker: Asker, language: InLanguage
) -> Response:
    """How the game would look after these moves; refused where chance would show anything. Nothing is kept."""
    live = await services.tables.find(table_id)
    trial = preview(live.table, asker, wanted.seat, wanted.after, wanted.moves)
    return json_of(views.preview(live.table, trial, Viewpoint(asker, wanted.seat, language)))


@router.post("/hint", response_model=Hint, responses=_REFUSALS)
async def ask_for_hint(
    table_id: Id, wanted: HintRequest, services: ServicesDep, asker: Asker, home: FromHome, language: InLanguage
) -> Response:
    """Which move is best for a seat of yours that is to play, by what it knows; where the table allows hints.

    You get one hint at a time. While `more` is true, the same question with the next `look` thinks on.
    """
    live = await services.tables.find(table_id)
    return json_of(
        await services.hints.give(
            live.table, asker, wanted.seat, wanted.after, wanted.moves, wanted.look, language, home
        )
    )


@router.post("/undo", response_model=Update, responses=_REFUSALS)
async def take_back(
    table_id: Id, wanted: UndoRequest, services: ServicesDep, asker: Asker, language: InLanguage, charge: ChargeDep
) -> Response:
    """Take your last move back, while nobody has moved since and chance has shown nothing."""
    viewpoint = Viewpoint(asker, wanted.seat, language)
    return Encoded(await commands.take_back(services.tables, table_id, viewpoint, wanted.after, charge))
