"""The messages of the API about one's own games."""

from pydantic import Field

from quatuor.server.http.messages import GameName, Message, TableId

_AGAINST = "a level of bots, else `bots`, or `people` if there were any"


class GameFigures(Message):
    """What an analysis found about your game: how many choices you had, what they lost and what luck gave of a win."""

    choices: int
    loss: float
    luck: float


class MyGame(Message):
    """A finished game of yours."""

    id: TableId
    game: GameName
    title: str
    at: float = Field(description="when it ended, in seconds since 1970")
    names: list[str]
    scores: list[float]
    winners: list[int]
    yours: list[int]
    against: str = Field(description=_AGAINST)
    daily: str | None = Field(description="the day whose deal it was")
    sealed: bool = Field(description="a deal of the day that is still secret: it cannot be looked at or removed yet")
    figures: GameFigures | None = Field(description="null until you have had the game analysed")


class MyStatistics(Message):
    """Your games of one kind against one kind of opponents."""

    game: GameName
    title: str
    against: str = Field(description=_AGAINST)
    games: int
    wins: float = Field(description="a shared win counts as a part of one")
    analysed: int
    loss: float | None = Field(description="the chance to win that a choice lost on average, in the analysed games")
    luck: float | None = Field(description="the chance to win that luck gave on average, in the analysed games")


class MyCurve(Message):
    """The share of wins in your last ten games up to each, the first one first."""

    game: GameName
    title: str
    wins: list[float]


class MyGames(Message):
    """Some of your finished games, the last one first, and what all of them add up to."""

    games: list[MyGame]
    more: bool = Field(description="whether there are older ones: ask for those `before` the last one here")
    statistics: list[MyStatistics] = Field(description="empty where older games were asked for")
    curves: list[MyCurve] = Field(description="empty where older games were asked for")


class Removed(Message):
    """How many games were removed."""

    games: int
