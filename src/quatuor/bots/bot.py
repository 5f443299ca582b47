"""What a bot is, and how it is asked: it is shown a redealt state, so that it cannot cheat even by accident."""

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from quatuor.core.chance import CHOICES, CHOOSER, mix, seeded
from quatuor.core.game import Game
from quatuor.core.state import copy_of
from quatuor.play.playthrough import Playthrough


class Bot(Protocol):
    """A player: it chooses one of the legal actions of the seat to play."""

    @property
    def name(self) -> str:
        """What it is called on a command line."""

    def choose(self, game: Game, state: Any, chooser: Any) -> int:
        """An action for the seat to play; what that seat has not seen is redealt, the chooser is its chance."""


def new_chooser(seed: int) -> Any:
    """The chance that bots use in the game of this seed; the cards never depend on it."""
    chooser = np.zeros(1, CHOOSER)[0]
    chooser.rng = seeded(np.uint64(seed), CHOICES)
    return chooser


def ask(bot: Bot, game: Game, state: Any, chooser: Any) -> int:
    """The action that a bot chooses for the seat to play, given only what that seat may know."""
    redealt = copy_of(state)
    # Not a draw of the chooser: a random player then chooses alike here and in the compiled loops.
    game.redeal(redealt, int(state.turn), np.uint64(mix(chooser.rng ^ CHOICES)))
    return bot.choose(game, redealt, chooser)


def play_on(play: Playthrough, bots: Sequence[Bot], seed: int | None = None) -> None:
    """Bots, one a seat, play a game to its end; their chance follows from this seed, by default the game's."""
    chooser = new_chooser(seed if seed is not None else play.seed or 0)
    while not play.over:
        play.play_action(ask(bots[play.turn], play.game, play.state, chooser))
