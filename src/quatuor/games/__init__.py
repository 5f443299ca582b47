"""The games: a folder each, and one line each here."""

from quatuor.core.errors import UnknownGameError
from quatuor.core.game import Game
from quatuor.core.texts import COMMON
from quatuor.games import air_sorciere, rythm_n_play, symbiose, symphonimo

GAMES: dict[str, Game] = {
    game.name: game for game in (symphonimo.GAME, air_sorciere.GAME, symbiose.GAME, rythm_n_play.GAME)
}


def find_game(name: str) -> Game:
    """The game of that name; UnknownGameError, which lists them, if there is none."""
    try:
        return GAMES[name]
    except (KeyError, TypeError):
        raise UnknownGameError(*COMMON.sentence("game.unknown", name=name, known=", ".join(GAMES))) from None
