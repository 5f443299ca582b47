"""Lessons: begun, taken up again, and gone through."""

from fastapi import APIRouter, Request, Response

from quatuor.games import GAMES
from quatuor.server.http.messages import LessonInfo, LessonRequest, SceneRequest, TableInfo, Update
from quatuor.server.http.routes.dependencies import Asker, Encoded, Here, Id, InLanguage, ServicesDep, problems
from quatuor.server.live import commands
from quatuor.server.live.updates import table_info
from quatuor.server.store.queries import lessons_of
from quatuor.server.table.lesson import LEARNER, digest_of
from quatuor.server.table.views import Viewpoint

router = APIRouter(tags=["lessons"])


@router.post("/lessons", response_model=TableInfo, responses=problems(404))
async def open_lesson(
    wanted: LessonRequest, services: ServicesDep, here: Here, language: InLanguage, request: Request
) -> Response:
    """The table of your lesson: the one that you have begun, else a new one, where you sit and the cards are dealt."""
    learner = await services.people.named(here.person if here else None, language)
    live = await commands.open_lesson(services.tables, wanted.game, learner)
    response = Encoded(table_info(live, Viewpoint(learner.id, -1, language)))
    await services.people.refresh_cookie(learner, here, request, response)
    return response


@router.get("/me/lessons")
async def find_my_lessons(services: ServicesDep, asker: Asker) -> list[LessonInfo]:
    """The lessons that you have begun or finished."""
    if asker is None:
        return []
    rows = await services.store.read(lambda connection: connection.execute(lessons_of(asker)).all())
    found = {game: [row for row in rows if row.game == game] for game in GAMES}
    return [
        LessonInfo(
            game=game,
            begun=any(row.status == "playing" and row.lesson == digest_of(game) for row in own),
            done=any(row.status == "over" for row in own),
        )
        for game, own in found.items()
        if own
    ]


@router.post("/tables/{table_id}/scene", response_model=Update, responses=problems(403, 404, 409))
async def begin_scene(
    table_id: Id, wanted: SceneRequest, services: ServicesDep, asker: Asker, language: InLanguage
) -> Response:
    """Go on to the next scene of a lesson once the one before it is over; asked again, nothing more happens."""
    viewpoint = Viewpoint(asker, LEARNER, language)
    return Encoded(await commands.begin_scene(services.tables, table_id, viewpoint, wanted.scene, wanted.after))
