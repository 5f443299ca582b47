"""The deals of the day."""

from collections.abc import Awaitable, Callable
from datetime import date
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from quatuor.core.game import Game
from quatuor.core.texts import Language
from quatuor.games import find_game
from quatuor.server.http.daily_messages import DailyCalendar, DailyStandings, Day
from quatuor.server.http.messages import GameName, TableInfo
from quatuor.server.http.routes.dependencies import (
    Asker,
    ChargeDep,
    Encoded,
    Here,
    InLanguage,
    ServicesDep,
    json_of,
    problems,
)
from quatuor.server.live.live_table import LiveTable
from quatuor.server.live.updates import table_info
from quatuor.server.people.devices import Identity
from quatuor.server.people.people import Person
from quatuor.server.refusals import refuse
from quatuor.server.services import Services
from quatuor.server.table.views import Viewpoint

router = APIRouter(prefix="/daily", tags=["daily"])

DayOf = Annotated[Day, Path()]
GameOf = Annotated[GameName, Path()]
_STANDINGS_MS = 3


@router.get("", response_model=DailyStandings, responses=problems(404, 409))
async def deals_of_day(
    services: ServicesDep,
    asker: Asker,
    language: InLanguage,
    charge: ChargeDep,
    day: Annotated[Day | None, Query(description="null: today")] = None,
) -> Response:
    """The deals of a day, and how they went: what you may know of it until the day is over."""
    charge(_STANDINGS_MS)
    return json_of(await services.dailies.standings(None if day is None else _read(day), asker, language, charge))


@router.get("/calendar", response_model=DailyCalendar)
async def calendar(services: ServicesDep, asker: Asker, charge: ChargeDep) -> Response:
    """The last days, and what you got from their deals."""
    charge(_STANDINGS_MS)
    return json_of(await services.dailies.calendar(asker))


@router.post("/{day}/{game}", response_model=TableInfo, responses=problems(404, 409))
async def play_deal(
    day: DayOf, game: GameOf, services: ServicesDep, here: Here, language: InLanguage, request: Request
) -> Response:
    """Your table with today's deal of a game; asked again, the same table, and also after the day has ended."""
    return await _opened(services.dailies.table, day, game, services, here, language, request)


@router.post("/{day}/{game}/practice", response_model=TableInfo, responses=problems(403, 404, 409))
async def practise_deal(
    day: DayOf, game: GameOf, services: ServicesDep, here: Here, language: InLanguage, request: Request
) -> Response:
    """A new table with the deal of a day that is over, for yourself: it counts for nothing."""
    return await _opened(services.dailies.practise, day, game, services, here, language, request)


async def _opened(
    way: Callable[[date, Game, Person, Language], Awaitable[LiveTable]],
    day: str,
    game: str,
    services: Services,
    here: Identity | None,
    language: Language,
    request: Request,
) -> Response:
    """The table that one of the two ways to a day's deal leads to, for whoever asks."""
    person = await services.people.named(here.person if here else None, language)
    live = await way(_read(day), find_game(game), person, language)
    response = Encoded(table_info(live, Viewpoint(person.id, -1, language)))
    await services.people.refresh_cookie(person, here, request, response)
    return response


def _read(day: str) -> date:
    try:
        return date.fromisoformat(day)
    except ValueError:
        refuse("bad_request", "daily.day")
