"""Results of the deals of the day: what people got, and what the strongest bot got from the same cards."""

from datetime import date
from typing import NamedTuple

from sqlalchemy import Connection, func, select

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


class Standing(NamedTuple):
    """How a day's deal of one game went: how many have finished it in time, the best of them, and one's own place."""

    played: int
    best: list[DailyResult]
    own: DailyResult | None = None
    place: int = 0


_COLUMNS = [daily_results.c[name] for name in DailyResult._fields]


async def standing_of(
    store: Store, day: date, game: str, until: float, person: str | None, most: int, told: bool
) -> Standing:
    """A Standing, with at most so many of the best; where nothing may be told, only how many have played."""
    counted = (daily_results.c.day == day.isoformat(), daily_results.c.game == game, daily_results.c.at <= until)
    share, margin = daily_results.c.share, daily_results.c.margin
    number = select(func.count()).select_from(daily_results).where(*counted)
    best = select(*_COLUMNS).where(*counted).order_by(share.desc(), margin.desc(), daily_results.c.at).limit(most)
    own = select(*_COLUMNS).where(*counted, daily_results.c.person == person)

    def reading(connection: Connection) -> Standing:
        played = connection.execute(number).scalar_one()
        if not told:
            return Standing(played, [])
        found = [DailyResult(*row) for row in connection.execute(best)]
        row = connection.execute(own).first() if person else None
        if row is None:
            return Standing(played, found)
        result = DailyResult(*row)
        better = (share > result.share) | ((share == result.share) & (margin > result.margin))
        return Standing(played, found, result, 1 + connection.execute(number.where(better)).scalar_one())

    return await store.read(reading)


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
