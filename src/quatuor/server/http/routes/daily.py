"""The deals of the day."""

from datetime import date
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

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
from quatuor.server.people.people import Person
from quatuor.server.refusals import refuse
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
    person = await services.people.named(here.person if here else None, language)
    live = await services.dailies.table(_read(day), find_game(game), person, language)
    response = _info(live, person, language)
    await services.people.refresh_cookie(person, here, request, response)
    return response


@router.post("/{day}/{game}/practice", response_model=TableInfo, responses=problems(403, 404, 409))
async def practise_deal(
    day: DayOf, game: GameOf, services: ServicesDep, here: Here, language: InLanguage, request: Request
) -> Response:
    """A new table with the deal of a day that is over, for yourself: it counts for nothing."""
    person = await services.people.named(here.person if here else None, language)
    live = await services.dailies.practise(_read(day), find_game(game), person, language)
    response = _info(live, person, language)
    await services.people.refresh_cookie(person, here, request, response)
    return response


def _info(live: LiveTable, person: Person, language: InLanguage) -> Encoded:
    return Encoded(table_info(live, Viewpoint(person.id, -1, language)))


def _read(day: str) -> date:
    try:
        return date.fromisoformat(day)
    except ValueError:
        refuse("bad_request", "daily.day")
