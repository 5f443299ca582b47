"""The bot that plays what a trained network thinks best, without looking ahead."""

import re
from dataclasses import dataclass
from functools import lru_cache
from threading import Event
from typing import Any

import numpy as np

from quatuor.bots.bot import Budget, Choice, Position
from quatuor.bots.file_bot import received
from quatuor.core.announce import compiling
from quatuor.core.chance import below
from quatuor.core.errors import BotError, QuatuorError
from quatuor.core.game import Game
from quatuor.core.texts import COMMON, shortened
from quatuor.networks import Network, network_of, read_network
from quatuor.networks.judgement import exponential

NAME = "policy"
HOTTEST = 100.0
_TEMPERATURE = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,4})?")
# A chance is a whole number out of this many for the best action: even all actions of a game add up to less than 2**32.
_CHANCES = 1 << 20
# What would be played less than this often for each time that the best is played, never is: many bad actions, each of
# them unlikely, would together be played often, and nobody would understand why.
_LEAST = 0.1


@dataclass(frozen=True)
class PolicyBot:
    """Plays the action that its network likes best; with a temperature, others too, the hotter the more often."""

    temperature: float = 0.0
    # The file of a network; by default the one that comes with the game.
    network: str | None = None

    @property
    def name(self) -> str:
        return self.network or (f"{NAME}:{self.temperature:g}" if self.temperature else NAME)

    def budget(self, game: Game) -> Budget:
        """No iterations; BotError if it has no network for this game."""
        network_for(game, self.network)
        return Budget()

    def think(self, position: Position, cancel: Event | None = None, when_forced: bool = False) -> Choice:
        game, state, seat, chooser = position
        network, legal = network_for(game, self.network), game.legal_actions(state)
        if len(legal) == 1 and not when_forced:
            return Choice(legal[0])
        observation = np.zeros(game.observation.size, np.int8)
        with compiling(game.title):
            game.observe(state, seat, observation)
            logits = network.judge(observation).logits[legal]
        chosen = drawn(logits, self.temperature, chooser) if self.temperature else int(np.argmax(logits))
        return Choice(legal[chosen])


def network_for(game: Game, file: str | None = None) -> Network:
    """The network of a file, by default the one that comes with the game; BotError if there is none."""
    try:
        return _network_of(game, file, received(file)) if file else network_of(game)
    except QuatuorError as error:
        raise BotError(*error.sentence) from None


@lru_cache(maxsize=16)
def _network_of(game: Game, path: str, data: bytes | None) -> Network:
    return read_network(game, path, data)


def drawn(logits: Any, temperature: float, chooser: Any) -> int:
    """One of these, by its chance at a temperature: the same on every machine."""
    ends = np.cumsum(chances(logits, temperature))
    return int(np.searchsorted(ends, below(chooser, ends[-1]), side="right"))


def chances(logits: Any, temperature: float) -> Any:
    """What each of these weighs at a temperature, in whole numbers; what is far below the best is nothing."""
    below_best = (logits.astype(np.float64) - float(logits.max())) / temperature
    weights = np.array([int(exponential(x) * _CHANCES) for x in below_best], np.int64)
    return np.where(weights < _LEAST * _CHANCES, 0, weights)


def read_policy(spec: str) -> PolicyBot:
    """The bot of `policy` or `policy:0.5`; BotError, which says what there is, for anything else."""
    _, colon, temperature = spec.partition(":")
    if not colon:
        return PolicyBot()
    if _TEMPERATURE.fullmatch(temperature) and 0 < float(temperature) <= HOTTEST:
        return PolicyBot(float(temperature))
    raise BotError(*COMMON.sentence("bot.policy", value=shortened(spec), most=f"{HOTTEST:g}"))
