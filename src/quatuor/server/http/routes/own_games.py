"""Your own finished games: listed, summed up, taken away, removed."""

import asyncio
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Query, Response
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from quatuor.server.http.messages import TableId
from quatuor.server.http.own_game_messages import MyGames, Removed
from quatuor.server.http.routes.dependencies import (
    Asker,
    ChargeDep,
    FromHome,
    Id,
    InLanguage,
    ServicesDep,
    json_of,
    problems,
)

router = APIRouter(prefix="/me/games", tags=["people"])

Limit = Annotated[int, Query(ge=1, le=200)]
_LIST_MS, _EXPORT_MS = 2, 20
# Whoever reads an export more slowly than this gets a part of it.
_EXPORT_SECONDS = 600.0


@router.get("", response_model=MyGames, responses=problems(404))
async def find_my_games(
    services: ServicesDep,
    asker: Asker,
    language: InLanguage,
    charge: ChargeDep,
    before: Annotated[
        TableId | None, Query(description="the last game that you have seen, to get older ones; null: from the last on")
    ] = None,
    limit: Limit = 50,
) -> Response:
    """Your finished games, the last one first; with the first of them statistics by game and opponents."""
    charge(_LIST_MS)
    return json_of(await services.own_games.page(asker, before, limit, language, charge))


class _Download(StreamingResponse):
    """A file that is made while it is read."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(_EXPORT_SECONDS):
                await super().__call__(scope, receive, send)


@router.get("/export", response_class=Response, responses={200: {"content": {"application/json": {}}}})
async def export_my_games(services: ServicesDep, asker: Asker, home: FromHome, charge: ChargeDep) -> Response:
    """Your finished games with their records as one JSON file; a deal that is still secret without its record."""
    charge(_EXPORT_MS)
    pieces = await services.own_games.export(await services.people.find(asker), home, charge)
    headers = {"content-disposition": 'attachment; filename="quatuor-games.json"'}
    return _Download(pieces, media_type="application/json", headers=headers)


@router.delete("", response_model=Removed)
async def remove_my_games(services: ServicesDep, asker: Asker) -> Response:
    """Remove all your finished games and their results; others who played them keep them."""
    return json_of({"games": await services.own_games.remove_all(asker)})


@router.delete("/{table_id}", response_model=Removed, responses=problems(404, 409))
async def remove_my_game(table_id: Id, services: ServicesDep, asker: Asker) -> Response:
    """Remove a finished game from your list; others who played it keep it."""
    await services.own_games.remove(asker, table_id)
    return json_of({"games": 1})
