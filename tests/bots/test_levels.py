"""The levels for people: named in both languages, usable wherever a bot is, each the bot that its game says."""

from dataclasses import replace

import pytest

from quatuor import GAMES, Game
from quatuor.bots import LEVELS, find_bot, find_bots, new_chooser, play_on, position_for
from quatuor.core.levels import DEFAULT_LEVEL, LEVEL_NAMES, Levels
from quatuor.envs.gymnasium import SeatEnv
from setups import Setup

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


def test_the_levels_have_names_in_both_languages() -> None:
    titles = [level.title for level in LEVELS.values()]
    assert [title.en for title in titles] == ["Beginner", "Amateur", "Expert", "Virtuoso", "Prodigy"]
    assert [title.fr for title in titles] == ["Débutant", "Amateur", "Expert", "Virtuose", "Prodige"]
    assert all(level.meaning.fr and level.meaning.en for level in LEVELS.values())
    assert DEFAULT_LEVEL in LEVELS


@each_game
def test_a_level_is_a_spec_in_every_game_that_plays_alike_for_the_same_seed(game: Game) -> None:
    for players in range(game.min_players, game.max_players + 1):
        bots = [level.bot(game, players) for level in LEVELS.values()]
        assert [find_bot(bot.name) for bot in bots] == bots and len(set(bots)) == len(bots)
        assert all(bot.budget(game).seconds == float("inf") for bot in bots), "by iterations, not by the clock"


@each_game
def test_a_level_plays_as_the_bot_that_it_stands_for(game: Game) -> None:
    for players in (game.min_players, game.max_players):
        play = Setup(game, players, {}).play(81, 8)
        for level in list(LEVELS.values())[:4]:
            bot = level.bot(game, players)
            chosen, same = (one.think(position_for(game, play.state, new_chooser(3))) for one in (level, bot))
            assert chosen == same and level.budget(game) >= bot.budget(game)


def test_a_level_may_be_another_bot_from_some_number_of_players_on() -> None:
    levels = Levels(prodigy={2: "guided:10", 4: "search:20"})
    assert [levels.spec("prodigy", players) for players in range(2, 7)] == ["guided:10"] * 2 + ["search:20"] * 3
    assert levels.spec("greedy", 2) is None
    game = replace(GAMES["symphonimo"], levels=levels)
    assert [LEVELS["prodigy"].bot(game, players).name for players in (3, 4)] == ["guided:10", "search:20"]
    assert LEVELS["prodigy"].budget(game).iterations == 20
    for players, iterations in ((2, 10), (4, 20)):
        state = next(s for s in Setup(game, players, {}).positions(54, 40) if len(game.legal_actions(s)) > 1)
        assert LEVELS["prodigy"].think(position_for(game, state, new_chooser(1))).iterations == iterations


def test_a_game_without_a_network_has_five_searches() -> None:
    game = replace(GAMES["symphonimo"], package="quatuor.core", levels=Levels())
    play = Setup(GAMES["symphonimo"], 2, {}).play(81, 8)
    for name in LEVEL_NAMES:
        bot = LEVELS[name].bot(game, 2)
        assert bot.name.partition(":")[0] in ("hasty", "search")
        assert bot.think(position_for(GAMES["symphonimo"], play.state, new_chooser(1))).action in play.legal_actions
    iterations = [LEVELS[name].budget(game).iterations for name in LEVEL_NAMES]
    assert iterations == sorted(iterations)


def test_the_lower_levels_lose_to_the_expert_and_beat_chance() -> None:
    """A few games that nobody has to think about for long: the ladder itself is in docs/bots.md."""
    setup = Setup(GAMES["rythm_n_play"], 2, {})

    def wins(first: str, second: str, deals: int = 12) -> float:
        won = 0.0
        for deal in range(deals):
            for names in (f"{first},{second}", f"{second},{first}"):
                play = setup.start(700 + deal)
                play_on(play, find_bots(names, 2))
                won += (names.split(",").index(first) in play.winners) / len(play.winners)
        return won / (2 * deals)

    assert wins("expert", "beginner") > 0.6
    assert wins("beginner", "random") > 0.6


def test_a_prodigy_is_an_opponent_in_gymnasium() -> None:
    env = SeatEnv("symphonimo", opponents="prodigy")
    assert [bot.name for bot in env._seats.bots] == ["prodigy"]
