"""The settings of a training: those of every game, and what is said of bad ones."""

from pathlib import Path

import pytest

from quatuor import GAMES, QuatuorError
from quatuor.core.game import Game
from quatuor.learning.settings import settings_of
from quatuor.networks import network_of

GAME = GAMES["symphonimo"]
TABLE = "[[tables]]\nplayers = 2\n"


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_game_is_learnt_at_all_its_numbers_of_players(game: Game) -> None:
    settings = settings_of(game)
    counts = {kind.players for kind in settings.tables if not kind.options}
    assert counts == set(range(game.min_players, game.max_players + 1))
    assert any(kind.options for kind in settings.tables)
    assert len({kind.name for kind in settings.tables}) == len(settings.tables)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_network_of_every_game_has_the_shape_of_its_settings(game: Game) -> None:
    assert network_of(game).shape == settings_of(game).shape(game)


def written(folder: Path, text: str) -> Path:
    file = folder / "settings.toml"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "tables cannot be"),
        ("tables = 3", "tables cannot be 3"),
        ("tables = [3]", "tables cannot be 3"),
        ("[[tables]]\nweight = 2", "tables cannot be"),
        ("[[tables]]\nplayers = 9", "2 to 6 players; got 9"),
        ("[[tables]]\nplayers = 2\nseats = 3", "there is no setting seats there; known are options, players, weight"),
        ("speed = 3\n" + TABLE, "there is no setting speed there"),
        ("width = -1\n" + TABLE, "width cannot be -1"),
        ("width = 1.5\n" + TABLE, "width cannot be 1.5"),
        ("width = true\n" + TABLE, "width cannot be true"),
        ("width = 0\n" + TABLE, "does not fit Symphonimo"),
        ('rate = "fast"\n' + TABLE, "rate cannot be fast"),
        ("rate = [1]\n" + TABLE, "rate cannot be"),
        ('rows = "ponds"\n' + TABLE, "have no part ponds; they have present"),
        ("pairs = {first = 1}\n" + TABLE, "pairs cannot be"),
        ("pairs = 5\n" + TABLE, "pairs cannot be 5"),
        ('[[tables]]\nplayers = 2\noptions = {maestro = "many"}', "maestro"),
        ("width = = 2", "cannot be read as settings"),
        ('company = "policy"\n' + TABLE, "company cannot be policy"),
        ("company = [3]\n" + TABLE, "company cannot be"),
        ("with_company = 0.5\n" + TABLE, "company cannot be []"),
        ("with_earlier = 0.5\nwith_greedy = 0.6\n" + TABLE, "with_earlier + with_company + with_greedy cannot be 1.1"),
        ("lone = 1\n" + TABLE, "lone cannot be 1"),
    ],
)
def test_bad_settings_get_one_sentence(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(QuatuorError) as caught:
        settings_of(GAME, written(tmp_path, text)).shape(GAME)
    assert said in str(caught.value) and "\n" not in str(caught.value)


def test_against_one_player_all_other_seats_are_theirs() -> None:
    settings = settings_of(GAME)
    one, other = settings.against("policy", 3), settings.against("greedy", 2)
    assert (one.with_company, one.with_greedy, one.company, one.tables[0].name) == (1.0, 0.0, ("policy",), "3")
    assert (other.with_company, other.with_greedy, other.company, other.tables[0].name) == (0.0, 1.0, (), "2")
    assert one.lone and other.lone and one.with_earlier == other.with_earlier == 0.0
    assert one.shape(GAME) == settings.shape(GAME)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(QuatuorError, match=r"nowhere\.toml cannot be read as settings: No such file"):
        settings_of(GAME, tmp_path / "nowhere.toml")
