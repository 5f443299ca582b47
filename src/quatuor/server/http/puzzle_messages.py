"""The messages of the API about puzzles."""

from pydantic import Field

from quatuor.server.http.messages import GameName, Message, MoveText, Position
from quatuor.server.http.study_messages import RatedMove


class PuzzleGame(Message):
    """The puzzles of a game, by their ids."""

    game: GameName
    title: str
    puzzles: list[str]


class PosedPuzzle(Message):
    """A position in which one move is clearly best, as its mover sees it."""

    id: str
    game: GameName
    names: list[str]
    position: Position


class PuzzleMove(Message):
    """The move that you think is best."""

    move: MoveText


class PuzzleAnswer(Message):
    """Whether that was the best move, and what each is worth, by long searches."""

    right: bool
    sentence: str
    move: str
    best: str
    moves: list[RatedMove] = Field(description="the best one first")
