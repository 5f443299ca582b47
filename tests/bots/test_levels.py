"""The levels for people: named in both languages, usable wherever a bot is."""

import pytest

from quatuor import GAMES, Game
from quatuor.bots import LEVELS, find_bot, new_chooser, position_for
from setups import Setup


def test_the_levels_have_names_in_both_languages() -> None:
    titles = [level.title for level in LEVELS.values()]
    assert [title.en for title in titles] == ["Beginner", "Amateur", "Expert", "Virtuoso"]
    assert [title.fr for title in titles] == ["Débutant", "Amateur", "Expert", "Virtuose"]
    assert all(level.meaning.fr and level.meaning.en for level in LEVELS.values())


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_level_is_a_spec_in_every_game(game: Game) -> None:
    names = [level.bot(game).name for level in LEVELS.values()]
    kinds, iterations = zip(*(name.split(":") for name in names), strict=True)
    assert kinds == ("hasty", "search", "search", "search")
    beginner, amateur, expert, virtuoso = map(int, iterations)
    assert beginner <= amateur < expert < virtuoso
    assert [find_bot(name).name for name in names] == names


def test_a_level_plays_as_the_bot_that_it_stands_for() -> None:
    for game in GAMES.values():
        play = Setup(game, game.min_players, {}).play(81, 8)
        for level in LEVELS.values():
            bot = level.bot(game)
            chosen, same = (one.think(position_for(game, play.state, new_chooser(3))) for one in (level, bot))
            assert chosen == same and level.budget(game) == bot.budget(game)
