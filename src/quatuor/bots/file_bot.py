"""Bots of one's own: a Python file that sets `bot`, named by its path where the others have a name.

The file of a network (`.npz`) is named like that too, for `policy` to play by it.

For command lines alone: a server takes names from anybody and never runs a file.
"""

import sys
import traceback
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from numbers import Integral
from pathlib import Path
from threading import Event
from types import ModuleType
from typing import Any, NoReturn, Protocol

from quatuor.bots.bot import Budget, Choice, Position
from quatuor.core.errors import BotError
from quatuor.core.game import Game
from quatuor.core.state import copy_of
from quatuor.core.texts import COMMON, plain, shortened

_PROGRAM, _NETWORK = ".py", ".npz"
# Files of the process that sent this one its work, which may run on another machine: by name, what is in them.
_received: dict[str, bytes] = {}


class OwnBot(Protocol):
    """What a file sets: all that `docs/bots.md` asks of it."""

    def choose(self, game: Game, state: Any, chooser: Any) -> int:
        """An action for the seat to play; what that seat has not seen is redealt, the chooser is its chance."""


@dataclass(frozen=True)
class FileBot:
    """The bot of a file, read when it is first asked: in every process anew."""

    name: str

    def budget(self, game: Game) -> Budget:
        return Budget()

    def think(self, position: Position, cancel: Event | None = None, when_forced: bool = False) -> Choice:
        game, state, _, chooser = position
        legal = game.legal_actions(state)
        try:
            # A copy: what the bot does to it is its own affair.
            action: Any = load(self.name).choose(game, copy_of(state), chooser)
        except (Exception, SystemExit) as error:
            _refuse_failure(self.name, error)
        if not isinstance(action, Integral) or action not in legal:
            raise BotError(*COMMON.sentence("bot.own.illegal", path=self.name, action=shortened(plain(action))))
        return Choice(int(action))


def is_file(spec: str) -> bool:
    """Whether a spec names a file."""
    return spec.endswith((_PROGRAM, _NETWORK))


def is_network(spec: str) -> bool:
    """Whether a spec names the file of a network."""
    return spec.endswith(_NETWORK)


def check_file(path: str) -> None:
    """BotError if there is no such file."""
    if path not in _received and not Path(path).is_file():
        key = "bot.network.missing" if is_network(path) else "bot.own.missing"
        raise BotError(*COMMON.sentence(key, path=path))


def received(path: str) -> bytes | None:
    """What is in a file that another process sent; None if it lies here."""
    return _received.get(path)


@cache
def load(path: str) -> OwnBot:
    """The `bot` of a file; BotError if there is none, or something in the file fails."""
    check_file(path)
    module = ModuleType(f"{__name__}:{path}")
    module.__file__ = path
    sys.modules[module.__name__] = module  # dataclasses look for the module of their class
    try:
        exec(compile(_received[path] if path in _received else Path(path).read_bytes(), path, "exec"), module.__dict__)
    except (Exception, SystemExit) as error:
        _refuse_failure(path, error)
    bot = getattr(module, "bot", None)
    if isinstance(bot, type) or not callable(getattr(bot, "choose", None)):
        raise BotError(*COMMON.sentence("bot.own.none", path=path))
    return bot  # type: ignore[return-value]


def sources_of(specs: Iterable[str]) -> dict[str, bytes]:
    """What is in the files among these specs, for a process that cannot read them itself."""
    return {spec: Path(spec).read_bytes() for spec in specs if is_file(spec)}


def receive(sources: Mapping[str, bytes]) -> None:
    """Take these files for what they were where they come from, whatever lies under their names here."""
    if any(_received.get(path) != source for path, source in sources.items()):
        _received.update(sources)
        load.cache_clear()


def _refuse_failure(path: str, error: BaseException) -> NoReturn:
    """One sentence with the place in the file where it failed."""
    if isinstance(error, BotError):
        raise error
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else 1
    reason = f"{type(error).__name__}: {error}".rstrip(": ").splitlines()[0]
    raise BotError(*COMMON.sentence("bot.own.failed", path=path, line=line, reason=reason)) from error
