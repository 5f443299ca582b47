"""The bot that plays any legal move."""

from threading import Event

import numpy as np

from quatuor.bots.bot import Budget, Choice, Position
from quatuor.core.game import Game


class RandomBot:
    name = "random"

    def budget(self, game: Game) -> Budget:
        return Budget()

    def think(self, position: Position, cancel: Event | None = None, when_forced: bool = False) -> Choice:
        game, state, _, chooser = position
        return Choice(int(game.loops.choose(state, chooser, np.zeros(game.max_legal + 1, np.int16))))
