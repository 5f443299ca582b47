"""A setup: the game, its players and its options, as several parts of the project share it."""

import pickle

import pytest

from quatuor.games import GAMES
from quatuor.play.setup import Setup, usual_setup


@pytest.mark.parametrize("game", GAMES)
def test_a_setup_travels_to_another_process_by_the_name_of_its_game(game: str) -> None:
    setup = usual_setup(GAMES[game], 3)
    assert pickle.loads(pickle.dumps(setup)) == setup


@pytest.mark.parametrize("game", GAMES)
def test_the_usual_setup_has_as_many_players_as_the_game_allows(game: str) -> None:
    found = GAMES[game]
    assert usual_setup(found, 1).players == found.min_players
    assert usual_setup(found, 99).players == found.max_players
    assert usual_setup(found, 3).unusual_options == {}


def test_a_setup_starts_games_with_its_options() -> None:
    game = GAMES["symbiose"]
    setup = Setup(game, 4, game.read_options(4, {"mode": "team"}))
    play = setup.start(seed=5, first=2)
    assert (play.players, play.seed, play.first, play.options["mode"]) == (4, 5, 2, "team")
    assert setup.unusual_options == {"mode": "team"}
    assert setup.sides == (0, 1, 0, 1) and setup.side_count == 2
