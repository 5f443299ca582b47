"""The bot that plays any legal move."""

from typing import Any

import numpy as np

from quatuor.core.game import Game


class RandomBot:
    name = "random"

    def choose(self, game: Game, state: Any, chooser: Any) -> int:
        return int(game.loops.choose(state, chooser, np.zeros(game.max_legal + 1, np.int16)))
