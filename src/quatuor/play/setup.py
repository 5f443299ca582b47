"""What is played: a game, its number of players and its options."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from quatuor.core.game import Game
from quatuor.games import find_game
from quatuor.play.playthrough import Playthrough

SEEDS = 1 << 64


@dataclass(frozen=True)
class Setup:
    """A game, its number of players and its options, chosen and checked."""

    game: Game
    players: int
    options: Mapping[str, Any]

    def __deepcopy__(self, memo: Any) -> "Setup":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        # A game's functions do not travel to another process; its name does.
        return _setup, (self.game.name, self.players, self.options)

    def start(self, seed: int | None = None, first: int | None = None) -> Playthrough:
        """A new game; without a seed one is drawn, without a first seat the seed draws it."""
        return Playthrough(self.game, self.players, seed=seed, first=first, options=self.options)

    def config(self, first: int | None = None) -> Any:
        """The options as the numbers that the compiled rules read."""
        return self.game.encode(self.players, -1 if first is None else first, self.options)

    @cached_property
    def sides(self) -> tuple[int, ...]:
        """The side of each seat: every player is one of their own, except in teams (SB-12)."""
        state = self.start(seed=0).state
        return tuple(int(self.game.side(state, seat)) for seat in range(self.players))

    @property
    def side_count(self) -> int:
        return len(set(self.sides))

    @property
    def unusual_options(self) -> dict[str, Any]:
        """The options that differ from the game's defaults."""
        usual = self.game.read_options(self.players, {})
        return {name: value for name, value in self.options.items() if value != usual[name]}


def usual_setup(game: Game, players: int) -> Setup:
    """A game with its default options, and so many players or as near as it allows."""
    count = max(game.min_players, min(players, game.max_players))
    return Setup(game, count, game.read_options(count, {}))


def _setup(name: str, players: int, options: Mapping[str, Any]) -> Setup:
    return Setup(find_game(name), players, options)
