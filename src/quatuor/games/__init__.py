"""The games: a folder each, and one line each here."""

from importlib import import_module

from quatuor.core.errors import UnknownGameError
from quatuor.core.game import Game
from quatuor.core.texts import COMMON, plain

# In the order in which they are shown.
_FOLDERS = (
    "symphonimo",
    "air_sorciere",
    "symbiose",
    "rythm_n_play",
)

GAMES: dict[str, Game] = {name: import_module(f"{__name__}.{name}").GAME for name in _FOLDERS}


def find_game(name: str) -> Game:
    """The game of that name; UnknownGameError, which lists them, if there is none."""
    try:
        return GAMES[name]
    except (KeyError, TypeError):
        known = ", ".join(GAMES)
        raise UnknownGameError(*COMMON.sentence("game.unknown", name=plain(str(name)), known=known)) from None
