"""Your own finished games: listed, summed up, taken away, removed."""

from fastapi import APIRouter, Response

from quatuor.server.http.own_game_messages import MyGames, Removed
from quatuor.server.http.routes.dependencies import Asker, ChargeDep, Id, InLanguage, ServicesDep, json_of, problems

router = APIRouter(prefix="/me/games", tags=["people"])

_LIST_MS, _EXPORT_MS = 10, 100


@router.get("", response_model=MyGames)
async def find_my_games(services: ServicesDep, asker: Asker, language: InLanguage, charge: ChargeDep) -> Response:
    """Your finished games, the last one first, with statistics by game and opponents."""
    charge(_LIST_MS)
    return json_of(await services.own_games.all(asker, language))


@router.get("/export", response_class=Response, responses={200: {"content": {"application/json": {}}}})
async def export_my_games(services: ServicesDep, asker: Asker, charge: ChargeDep) -> Response:
    """Your finished games with their records as one JSON file; a deal that is still secret without its record."""
    charge(_EXPORT_MS)
    content = await services.own_games.export(await services.people.find(asker))
    headers = {"content-disposition": 'attachment; filename="quatuor-games.json"'}
    return Response(content, media_type="application/json", headers=headers)


@router.delete("", response_model=Removed)
async def remove_my_games(services: ServicesDep, asker: Asker) -> Response:
    """Remove all your finished games and their results; others who played them keep them."""
    return json_of({"games": await services.own_games.remove_all(asker)})


@router.delete("/{table_id}", response_model=Removed, responses=problems(404, 409))
async def remove_my_game(table_id: Id, services: ServicesDep, asker: Asker) -> Response:
    """Remove a finished game from your list; others who played it keep it."""
    await services.own_games.remove(asker, table_id)
    return json_of({"games": 1})
