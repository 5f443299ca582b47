"""A puzzle, and the file in which each game's puzzles come with it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from quatuor.core.game import Game
from quatuor.play.playthrough import Playthrough

FILE = "puzzles.jsonl"


@dataclass(frozen=True)
class RatedMove:
    """A legal move, and what long searches found that it is worth, with standard errors."""

    move: str
    win: float
    win_error: float
    margin: float
    margin_error: float


@dataclass(frozen=True)
class Puzzle:
    """A position as the moves that led to it from a deal, its legal moves rated, and the move that looks best at once.

    The best move is the first of `rated`; `shared_error` is the part of each `win_error` that all moves have in common.
    """

    id: str
    rules: int
    players: int
    options: Mapping[str, Any]
    seed: str
    first: int
    moves: Sequence[str]
    tempting: str
    shared_error: float
    rated: tuple[RatedMove, ...]

    def line(self) -> str:
        """The puzzle as a line of its file."""
        return json.dumps(asdict(self), ensure_ascii=False)

    def play(self, game: Game) -> Playthrough:
        """The game up to the position."""
        play = Playthrough(game, self.players, seed=int(self.seed), first=self.first, options=self.options)
        for move in self.moves:
            play.play(move)
        return play


def read_puzzle(line: str) -> Puzzle:
    """The puzzle of a line."""
    given = json.loads(line)
    return Puzzle(**given | {"rated": tuple(RatedMove(**move) for move in given["rated"])})


@cache
def puzzles_of(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles that come with a game and fit its rules, in the order of their file."""
    file = files(game.package).joinpath(FILE)
    if not file.is_file():
        return ()
    found = map(read_puzzle, file.read_text(encoding="utf-8").splitlines())
    return tuple(puzzle for puzzle in found if puzzle.rules == game.version)
