"""All setups: every game, every number of players, every value of every option."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from quatuor import GAMES, Game, OptionError, Playthrough
from quatuor.bots import new_chooser
from quatuor.core.options import Number
from quatuor.core.state import copy_of

# Random players of Air Sorcière hardly ever make a diploma: without one such a game is soon over.
SHORT: dict[str, dict[str, Any]] = {"air_sorciere": {"stall_limit": 10}}


class Setup(NamedTuple):
    """A game with a number of players and options."""

    game: Game
    players: int
    options: dict[str, Any]

    def __str__(self) -> str:
        said = ",".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.game.name}-{self.players}-{said or 'default'}"

    @property
    def config(self) -> np.ndarray[Any, Any]:
        return self.game.encode(self.players, -1, self.game.read_options(self.players, self.options))

    @property
    def choices_are_private(self) -> bool:
        return self.game.choices_are_private(self.game.read_options(self.players, self.options))

    def start(self, seed: int) -> Playthrough:
        return Playthrough(self.game, self.players, seed=seed, options=self.options)

    def play(self, seed: int, moves: int | None = None) -> Playthrough:
        """A game of random moves, whole or its first `moves`."""
        play = self.start(seed)
        chooser = new_chooser(seed)
        actions = np.zeros(self.game.max_legal + 1, np.int16)
        while not play.over and (moves is None or len(play.moves) < moves):
            play.play_action(int(self.game.loops.choose(play.state, chooser, actions)))
        return play

    def positions(self, seed: int, count: int) -> Iterator[Any]:
        """About so many states of one game of random moves, from the deal to the end, spread evenly."""
        play = self.play(seed)
        for number in spread(len(play.moves), count):
            yield copy_of(play.state_after(number))


def spread(last: int, count: int) -> list[int]:
    """About so many of the numbers 0 to `last`, both included, at steps of no common length."""
    return sorted({round(last * k / (count - 1)) for k in range(count)})


def setups_of(game: Game) -> Iterator[Setup]:
    """The default setup for each number of players, then each other value of each option."""
    for players in range(game.min_players, game.max_players + 1):
        yield Setup(game, players, {})
        for option in game.options:
            kind = option.kind
            values = (kind.low, kind.high) if isinstance(kind, Number) else kind.values(players)
            for value in values:
                setup = Setup(game, players, {option.name: value})
                if value != option.default(players) and _possible(setup):
                    yield setup


def _possible(setup: Setup) -> bool:
    try:
        setup.game.read_options(setup.players, setup.options)
    except OptionError:
        return False
    return True


DEFAULTS = [Setup(game, players, {}) for game in GAMES.values() for players in {game.min_players, 3, game.max_players}]
ALL = [setup for game in GAMES.values() for setup in setups_of(game)]
