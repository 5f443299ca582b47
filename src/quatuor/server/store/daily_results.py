"""Results of the deals of the day: what people got, and what the strongest bot got from the same cards."""

from datetime import date
from typing import NamedTuple

from sqlalchemy import select

from quatuor.server.store.database import Store, insert
from quatuor.server.store.schema import daily_bots, daily_results, tables

_save_bot = insert(daily_bots).on_conflict_do_nothing()


class DailyResult(NamedTuple):
    """How a game of a day's deal ended for its person."""

    day: str
    game: str
    person: str
    name: str
    share: float
    margin: float
    at: float


class BotResult(NamedTuple):
    """How the same deal ended for the strongest bot."""

    share: float
    margin: float


_COLUMNS = [daily_results.c[name] for name in DailyResult._fields]


async def results_of_day(store: Store, day: date) -> list[DailyResult]:
    """All results of a day's deals, the best first."""
    query = (
        select(*_COLUMNS)
        .where(daily_results.c.day == day.isoformat())
        .order_by(daily_results.c.share.desc(), daily_results.c.margin.desc(), daily_results.c.at)
    )
    return await store.read(lambda connection: [DailyResult(*row) for row in connection.execute(query)])


async def results_of_person(store: Store, person: str, since: date) -> list[DailyResult]:
    """A person's results from a day on."""
    query = select(*_COLUMNS).where(daily_results.c.person == person, daily_results.c.day >= since.isoformat())
    return await store.read(lambda connection: [DailyResult(*row) for row in connection.execute(query)])


async def table_of_day(store: Store, person: str, game: str, day: date) -> str | None:
    """The id of a person's table with a day's deal."""
    query = select(tables.c.id).where(tables.c.host == person, tables.c.game == game, tables.c.daily == day.isoformat())
    return await store.read(lambda connection: connection.execute(query).scalar())


async def bots_of_day(store: Store, day: date) -> dict[str, BotResult]:
    """What the strongest bot got from a day's deals, by game, as far as it is known."""
    query = select(daily_bots.c.game, daily_bots.c.share, daily_bots.c.margin).where(
        daily_bots.c.day == day.isoformat()
    )
    return await store.read(lambda connection: {row[0]: BotResult(*row[1:]) for row in connection.execute(query)})


async def save_bot(store: Store, day: date, game: str, result: BotResult) -> None:
    row = {"day": day.isoformat(), "game": game, "share": result.share, "margin": result.margin}
    await store.write([(_save_bot, [row])])
