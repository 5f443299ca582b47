"""What a bot is, and how it is asked: it is shown a redealt state, so that it cannot cheat even by accident."""

from collections.abc import Sequence
from math import inf
from threading import Event
from typing import Any, NamedTuple, Protocol

import numpy as np

from quatuor.core.chance import CHOICES, CHOOSER, mix, seeded
from quatuor.core.game import Game
from quatuor.core.state import copy_of
from quatuor.play.playthrough import Playthrough


class Position(NamedTuple):
    """What a bot is shown: in the state all that its seat has not seen is redealt; the chooser is its own chance."""

    game: Game
    state: Any
    seat: int
    chooser: Any


class Budget(NamedTuple):
    """The most that a bot thinks about one move: iterations of a search and seconds, whichever are over first."""

    iterations: int = 0
    seconds: float = inf
    # How long an iteration may take on a slow core.
    iteration_seconds: float = 0.0

    @property
    def cost(self) -> float:
        """The seconds that a move may take on a slow core."""
        return min(self.seconds, self.iterations * self.iteration_seconds)


class Choice(NamedTuple):
    """What a bot plays, and how many iterations of a search it took to find out."""

    action: int
    iterations: int = 0


class Bot(Protocol):
    """A player: it chooses one of the legal actions of the seat to play."""

    @property
    def name(self) -> str:
        """What it is called on a command line."""

    def budget(self, game: Game) -> Budget:
        """How much it may think about a move of this game."""

    def think(self, position: Position, cancel: Event | None = None, when_forced: bool = False) -> Choice:
        """Choose; once `cancel` is set, soon and by what was found so far.

        With `when_forced` a search is made also where there is no choice: how busy the machine is tells others nothing.
        """


def new_chooser(seed: int) -> Any:
    """The chance that bots use in the game of this seed; the cards never depend on it."""
    chooser = np.zeros(1, CHOOSER)[0]
    chooser.rng = seeded(np.uint64(seed), CHOICES)
    return chooser


def position_for(game: Game, state: Any, chooser: Any) -> Position:
    """What the seat to play may know of a state."""
    redealt, seat = copy_of(state), int(state.turn)
    # Not a draw of the chooser: a random player then chooses alike here and in the compiled loops.
    game.redeal(redealt, seat, np.uint64(mix(chooser.rng ^ CHOICES)))
    return Position(game, redealt, seat, chooser)


def ask(bot: Bot, game: Game, state: Any, chooser: Any, cancel: Event | None = None, when_forced: bool = False) -> int:
    """The action that a bot chooses for the seat to play, given only what that seat may know."""
    return bot.think(position_for(game, state, chooser), cancel, when_forced).action


def play_on(play: Playthrough, bots: Sequence[Bot], seed: int | None = None) -> None:
    """Bots, one per seat, play a game to its end; their chance follows from this seed, by default the game's."""
    chooser = new_chooser(seed if seed is not None else play.seed or 0)
    while not play.over:
        play.play_action(ask(bots[play.turn], play.game, play.state, chooser))
