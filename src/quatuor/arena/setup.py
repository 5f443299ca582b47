"""What is played in a simulation, and what comes back."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from quatuor.core.game import Game
from quatuor.games import find_game
from quatuor.play.playthrough import Playthrough

SEEDS = 1 << 64


def count_sides(game: Game, players: int, options: Mapping[str, Any]) -> int:
    """How many sides share a win: every player is one, but for teams (SB-12)."""
    state = Playthrough(game, players, seed=0, options=options).state
    return len({int(game.side(state, seat)) for seat in range(players)})


@dataclass(frozen=True)
class Table:
    """The game, by name so that another process can be told it, its options, and who plays.

    `first` is the seat that starts, from 0; None where each seed draws it. The games have the seeds `seed`,
    `seed` + 1, …
    """

    game_name: str
    players: int
    options: Mapping[str, Any]
    first: int | None
    seed: int
    bots: tuple[str, ...]

    @property
    def game(self) -> Game:
        return find_game(self.game_name)

    @property
    def all_random(self) -> bool:
        return set(self.bots) == {"random"}

    @property
    def side(self) -> int:
        """How many players win together by rule (SB-12): that is no tie."""
        return self.players // count_sides(self.game, self.players, self.options)

    def config(self) -> Any:
        """The options as the numbers that the rules read."""
        return self.game.encode(self.players, -1 if self.first is None else self.first, self.options)


class Results(NamedTuple):
    """Finished games: who started, how many moves, the scores by seat, the winners as one bit a seat."""

    first: np.ndarray[Any, Any]
    moves: np.ndarray[Any, Any]
    scores: np.ndarray[Any, Any]
    winners: np.ndarray[Any, Any]
