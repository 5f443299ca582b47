"""The messages of the API about the deals of the day."""

from typing import Annotated, Literal

from pydantic import Field

from quatuor.server.http.messages import GameName, Message, TableId

Day = Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$", description="as 2026-11-16, in the host's time zone")]
Result = Literal["won", "shared", "lost"]


class BotResult(Message):
    """What the strongest bot got from the same cards."""

    result: Result
    margin: float = Field(description="the points ahead of the best other; less than 0: behind")


class RankedResult(BotResult):
    """What somebody got from a day's deal; the same place for equal results."""

    place: int
    name: str
    you: bool


class DailyGame(Message):
    """A day's deal of one game. Whoever may still play it is told neither results nor what the strongest bot got."""

    game: GameName
    title: str
    table: TableId | None = Field(description="your table with this deal")
    status: Literal["none", "open", "playing", "over", "closed"] = Field(description="of that table")
    played: int = Field(description="how many have finished it in time")
    ranking: list[RankedResult] = Field(description="by result, then by margin: the first hundred, and you")
    strongest: BotResult | None
    pending: bool = Field(description="the strongest bot is still playing")


class DailyStandings(Message):
    """The deals of a day."""

    day: str
    today: str
    ends: float = Field(description="the end of the day, in seconds since 1970; no deal is begun after it")
    counts_until: float = Field(description="when a game must have ended to count")
    sealed: bool = Field(description="nothing is told of the deals yet but what their players see")
    level: str = Field(description="of the bot that everybody plays against")
    games: list[DailyGame]


class CalendarDay(Message):
    """A day, and what you got from its deals, by game."""

    day: str
    sealed: bool
    results: dict[str, Result]


class DailyCalendar(Message):
    """The last days, today first."""

    today: str
    days: list[CalendarDay]
