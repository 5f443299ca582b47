"""Quatuor: French card games, exact and fast.

>>> import quatuor
>>> game = quatuor.new("symphonimo", players=3, seed=7)
>>> game.legal_moves
['draw']
"""

from quatuor.core.errors import (
    BotError,
    IllegalMoveError,
    InvalidMoveError,
    OptionError,
    QuatuorError,
    RecordError,
    UnknownGameError,
)
from quatuor.core.game import SPECTATOR, Event, Game
from quatuor.games import GAMES
from quatuor.play.playthrough import Move, Playthrough
from quatuor.play.replay import Verdict, load, replay, verify

__version__ = "0.1.0"

new = Playthrough

__all__ = [
    "GAMES",
    "SPECTATOR",
    "BotError",
    "Event",
    "Game",
    "IllegalMoveError",
    "InvalidMoveError",
    "Move",
    "OptionError",
    "Playthrough",
    "QuatuorError",
    "RecordError",
    "UnknownGameError",
    "Verdict",
    "load",
    "new",
    "replay",
    "verify",
]
