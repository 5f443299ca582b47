"""Quick words between those who sit at a table."""

from fastapi import APIRouter, Response

from quatuor.server.http.routes.dependencies import Asker, Encoded, Id, ServicesDep, problems
from quatuor.server.http.word_messages import Spoken

router = APIRouter(tags=["play"])


@router.post("/tables/{table_id}/words", response_model=Spoken, responses=problems(403, 404, 409))
async def say_word(table_id: Id, wanted: Spoken, services: ServicesDep, asker: Asker) -> Response:
    """Say something from your seat, which everybody at the table hears once; it is kept nowhere."""
    live = await services.tables.find(table_id)
    return Encoded(services.words.say(live, asker, wanted.seat, wanted.word))
