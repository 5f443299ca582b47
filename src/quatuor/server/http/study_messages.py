"""The messages of the API about hints, advice and analyses."""

from typing import Literal

from pydantic import Field

from quatuor.server.http.messages import LegalMove, Message


class RatedMove(LegalMove):
    """A legal move and what it is worth, by what the player knows; a standard error is null where it is unknown."""

    win: float = Field(description="the chance to win, from 0 to 1")
    win_error: float | None
    margin: float = Field(description="the points by which it should end ahead of the best other")
    margin_error: float | None
    quality: Literal["best", "equal", "unsure", "close", "worse", "bad"] = Field(
        description="best: better than all others; equal: as good as the first; unsure: too close to the first to call"
    )
    words: str = Field(description="the same in a few words")
    reason: str | None = Field(description="what the move does, in a few words; null where there is nothing to say")
    alike: list[str] = Field(description="other legal moves that are just the same, in the game's own order")


class RatedMoves(Message):
    """The legal moves of a seat, one of each kind: the best ones, those too close to call, the others by chance."""

    seat: int
    sentence: str = Field(description="the advice in words")
    moves: list[RatedMove]


class Hint(RatedMoves):
    """The legal moves of a seat that is to play."""

    more: bool = Field(description="whether a longer look can be asked for")


class Advice(RatedMoves):
    """A decision of a finished game: what was played, and what a Virtuoso plays there, by what the player knew."""

    number: int = Field(description="of the frame in which the move was chosen")
    played: LegalMove
    virtuoso: LegalMove


class ChanceOf(Message):
    """A part of a win chance, from 0 to 1, and its standard error."""

    win: float
    error: float


class Change(Message):
    """What one move changed of a seat's chance to win."""

    luck: float
    others: float
    loss: float


class Mistake(Message):
    """A choice that was clearly worse than the best one."""

    number: int = Field(description="of the frame in which it was made")
    mark: Literal["inaccuracy", "mistake", "blunder"]
    title: str = Field(description="the mark in words")
    loss: float
    error: float
    points: int = Field(description="the loss in whole percent: between the two chances, each in whole percent")
    played: LegalMove
    played_chance: ChanceOf
    best: LegalMove
    best_chance: ChanceOf


class Swing(Message):
    """A large change of the chance to win, by luck or by others; `number` is the frame that shows it."""

    number: int
    kind: Literal["luck", "others"]
    change: float
    points: int = Field(description="the change in whole percent with its sign, as the sentence says it")
    sentence: str


class Percentages(Message):
    """The parts of a result in whole percent; rounded so that start + luck + others - loss is the result."""

    start: int
    luck: int
    others: int
    loss: int


class SeatAnalysis(Message):
    """A finished game as one seat lived it: start + luck + others - loss = result."""

    seat: int
    sentence: str = Field(description="the game in a sentence or two")
    start: ChanceOf
    luck: ChanceOf
    others: ChanceOf
    loss: ChanceOf
    result: float
    error: float
    percentages: Percentages
    fair: float = Field(description="the chance that each side has while nothing is known")
    choices: int = Field(description="how many moves there was a choice for")
    curve: list[float] = Field(description="the chance to win in each frame; in the last one the result")
    changes: list[Change] = Field(description="one per move")
    mistakes: list[Mistake]
    thresholds: str = Field(description="in a sentence: what is called an inaccuracy, a mistake, a blunder")
    swings: list[Swing] = Field(description="the largest ones, in the order of the game")


class AnalysisProgress(Message):
    """How far an analysis is; ask again until it is there. `done` of `total` searches are made (0 while it waits)."""

    status: Literal["waiting", "running", "done"]
    ahead: int = Field(description="how many others come before it")
    done: int
    total: int
    analysis: SeatAnalysis | None
