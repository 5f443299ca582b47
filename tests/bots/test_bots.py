"""The first bots: they play whole games, know only what their seat may know, and are better than chance."""

from concurrent.futures import ThreadPoolExecutor
from math import inf

import numpy as np
import pytest

from quatuor import GAMES, BotError, Game
from quatuor.bots import BOTS, LEVELS, Bot, ask, find_bot, find_bots, new_chooser, play_on, position_for
from quatuor.core.runners import cpu
from quatuor.core.state import copy_of
from setups import ALL, DEFAULTS, Setup

each_default = pytest.mark.parametrize("setup", DEFAULTS, ids=str)


@each_default
@pytest.mark.parametrize("name", BOTS)
def test_a_bot_plays_whole_games(setup: Setup, name: str) -> None:
    play = setup.start(51)
    play_on(play, [BOTS[name]] * setup.players)
    assert play.over
    again = setup.start(51)
    play_on(again, [BOTS[name]] * setup.players)
    assert again.record() == play.record()


@each_default
def test_greedy_chooses_alike_in_every_thread(setup: Setup) -> None:
    states = [state for state in setup.positions(53, 20) if state.turn >= 0] * 5

    def choose(number: int) -> int:
        return ask(BOTS["greedy"], setup.game, states[number], new_chooser(number))

    alone = [choose(number) for number in range(len(states))]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(choose, range(len(states)))) == alone


def check_that_it_cannot_cheat(bot: Bot, setup: Setup, positions: int, redeals: int) -> None:
    """Whatever the seat to play has not seen, the future included, is changed: the choice must not be."""
    for number, state in enumerate(setup.positions(52, positions)):
        if state.turn < 0:
            continue
        chosen = ask(bot, setup.game, state, new_chooser(number))
        for seed in range(redeals):
            other = copy_of(state)
            setup.game.redeal(other, int(state.turn), np.uint64(seed))
            assert ask(bot, setup.game, other, new_chooser(number)) == chosen


@each_default
@pytest.mark.parametrize("name", [*BOTS, "hasty:10", "search:30", "guided:10"])
def test_a_choice_does_not_change_with_what_the_seat_has_not_seen(setup: Setup, name: str) -> None:
    check_that_it_cannot_cheat(find_bot(name), setup, 14, 3)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
@pytest.mark.parametrize("name", list(LEVELS)[:-1])  # the last is a bot like the one before, and thinks for long
def test_no_level_knows_what_the_seat_has_not_seen(game: Game, name: str) -> None:
    check_that_it_cannot_cheat(find_bot(name), Setup(game, game.min_players, {}), 5, 1)


@pytest.mark.parametrize("name", [*BOTS, "hasty:10", "search:30", "search:0.05s", "guided:10", "guided:0.05s"])
def test_a_bot_thinks_no_more_than_its_budget_and_says_how_much_it_was(name: str) -> None:
    setup, bot = Setup(GAMES["symphonimo"], 3, {}), find_bot(name)
    budget = bot.budget(setup.game)
    state = setup.play(54, 6).state
    assert len(setup.game.legal_actions(state)) > 1
    choices = [bot.think(position_for(setup.game, state, new_chooser(seed))) for seed in range(6)]
    assert all(choice.action in setup.game.legal_actions(state) for choice in choices)
    most = max(choice.iterations for choice in choices)
    assert most == budget.iterations if budget.seconds == inf else 0 < most <= budget.iterations


@pytest.mark.parametrize("setup", ALL[::5], ids=str)
def test_random_bots_play_what_the_compiled_loops_play(setup: Setup) -> None:
    batch = cpu.play(setup.game, setup.config, 53, 3)
    for k in range(3):
        play = setup.start(53 + k)
        play_on(play, [BOTS["random"]] * setup.players)
        assert play.state.tobytes() == batch.states[k].tobytes()
        assert len(play.moves) == batch.moves[k]


@each_default
def test_greedy_wins_more_than_its_share_against_random(setup: Setup) -> None:
    games, won = 30, 0.0
    for k in range(games):
        play = setup.start(k)
        me = k % setup.players
        play_on(play, [BOTS["greedy" if seat == me else "random"] for seat in range(setup.players)])
        won += (me in play.winners) / len(play.winners)
    fair = 1 / setup.players
    # Two standard deviations above the fair share.
    assert won / games > fair + 2 * (fair * (1 - fair) / games) ** 0.5


def test_an_unknown_bot_is_refused_by_a_sentence() -> None:
    with pytest.raises(
        BotError,
        match="there is no bot oracle; there are random, greedy, beginner, amateur, expert, virtuoso, prodigy, hasty",
    ):
        find_bot("oracle")
    with pytest.raises(BotError, match="name one bot for all seats, or 3 of them; got 2"):
        find_bots("random,greedy", 3)
    assert [bot.name for bot in find_bots("greedy", 3)] == ["greedy"] * 3
    assert [bot.name for bot in find_bots("random, greedy", 2)] == ["random", "greedy"]


@pytest.mark.parametrize("spec", ["hasty", "hasty:", "hasty:0", "hasty:1000001", "hasty:0.5s", "hasty:-1"])
def test_a_bad_number_of_iterations_is_refused_by_a_sentence(spec: str) -> None:
    with pytest.raises(BotError, match=f"hasty takes iterations, from 1 to 1000000 .hasty:10.; got {spec}"):
        find_bot(spec)


def test_a_hasty_bot_often_does_not_look() -> None:
    """A third of its moves are any legal move, the others are the search's."""
    play = Setup(GAMES["symphonimo"], 2, {}).play(55, 10)

    def choices(spec: str) -> list[int]:
        return [ask(find_bot(spec), play.game, play.state, new_chooser(seed)) for seed in range(60)]

    (best,) = set(choices("search:100"))
    other = sum(action != best for action in choices("hasty:100"))
    assert len(play.legal_actions) == 3 and 8 <= other <= 19, "two in nine of sixty"


def test_asking_a_bot_leaves_the_game_alone() -> None:
    play = DEFAULTS[0].play(54, 5)
    before = copy_of(play.state)
    ask(BOTS["greedy"], play.game, play.state, new_chooser(1))
    assert play.state.tobytes() == before.tobytes()
