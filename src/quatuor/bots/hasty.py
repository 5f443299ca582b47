"""The bot that often does not look: what a beginner plays against."""

from typing import Any

from quatuor.bots.greedy import GreedyBot
from quatuor.bots.random import RandomBot
from quatuor.core.game import Game
from quatuor.core.generator import below

_ONE_IN = 3


class HastyBot:
    name = "hasty"

    def __init__(self) -> None:
        self._careful, self._careless = GreedyBot(), RandomBot()

    def choose(self, game: Game, state: Any, chooser: Any) -> int:
        """One move in three is any legal move, the others are the greedy bot's."""
        careless = below(chooser, _ONE_IN) == 0
        return (self._careless if careless else self._careful).choose(game, state, chooser)
