"""The PettingZoo environments pass PettingZoo's own tests, and play the games that the rules play."""

import copy
import pickle
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils import wrappers

from quatuor import GAMES, OptionError, Playthrough, QuatuorError
from quatuor.envs.pettingzoo import env, raw_env
from quatuor.envs.pictures import picture
from setups import SHORT

TABLES = [(name, n) for name, game in GAMES.items() for n in range(game.min_players, game.max_players + 1)]
EXTREMES = [(name, n) for name, game in GAMES.items() for n in (game.min_players, game.max_players)]
# What `api_test` says of its own classic games too, which observe dictionaries and have nobody to play at the end.
USUAL = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably",
    "Action mask numpy array is all",
)

each_table = pytest.mark.parametrize(("game", "players"), TABLES)
each_game = pytest.mark.parametrize("game", GAMES)


@contextmanager
def only_the_usual_warnings() -> Iterator[None]:
    with warnings.catch_warnings():
        for message in USUAL:
            warnings.filterwarnings("ignore", message)
        yield


def play_to_the_end(table: Any, chance: np.random.Generator) -> tuple[list[int], dict[str, float]]:
    """Random legal actions; what was played, and the agents' rewards."""
    actions, rewards = [], {}
    for agent in table.agent_iter():
        observation, reward, ended, cut, _ = table.last()
        if ended or cut:
            rewards[agent] = reward
            table.step(None)
        else:
            actions.append(int(chance.choice(np.flatnonzero(observation["action_mask"]))))
            table.step(actions[-1])
    return actions, rewards


@each_table
def test_api_test_passes(game: str, players: int) -> None:
    with only_the_usual_warnings():
        api_test(env(game, players), num_cycles=12)


@each_table
def test_seed_test_passes(game: str, players: int) -> None:
    seed_test(partial(env, game, players), num_cycles=12)


@pytest.mark.parametrize(("game", "players"), EXTREMES)
def test_render_test_passes(game: str, players: int) -> None:
    render_test(partial(env, game, players))


@pytest.mark.slow
@each_table
@pytest.mark.parametrize("reward", ["win", "margin"])
def test_all_of_their_tests_pass_in_whole_games(game: str, players: int, reward: str) -> None:
    made = partial(env, game, players, reward=reward)
    with only_the_usual_warnings():
        api_test(made(), num_cycles=1000)
    seed_test(made, num_cycles=1000)
    render_test(made)


@each_game
@pytest.mark.parametrize("reward", ["win", "margin"])
def test_a_game_ends_as_it_does_without_pettingzoo(game: str, reward: str) -> None:
    players, options = GAMES[game].max_players, SHORT.get(game, {})
    table = env(game, players, reward=reward, **options)
    table.reset(seed=11)
    actions, rewards = play_to_the_end(table, np.random.default_rng(1))
    play = Playthrough(game, players, seed=11, options=options)
    for action in actions:
        play.play_action(action)
    assert play.over and not table.agents
    found = [rewards[f"player_{seat}"] for seat in range(players)]
    sides = [int(play.game.side(play.state, seat)) for seat in range(players)]
    if reward == "win":
        winners = {sides[seat] for seat in play.winners}
        assert found == [1 / len(winners) if seat in play.winners else 0 for seat in range(players)]
    else:
        points = play.scores
        best = [max(points[k] for k in range(players) if sides[k] != sides[seat]) for seat in range(players)]
        assert found == pytest.approx([points[seat] - best[seat] for seat in range(players)])


@each_game
def test_an_agent_observes_what_its_seat_knows(game: str) -> None:
    table, rules = env(game, 3), GAMES[game]
    table.reset(seed=5)
    play, seen = Playthrough(game, 3, seed=5), np.zeros(rules.observation.size, np.int8)
    for _ in range(10):
        assert table.agent_selection == f"player_{play.turn}"
        for seat, agent in enumerate(table.agents):
            rules.observe(play.state, seat, seen)
            found = table.observe(agent)
            assert (found["observation"] == seen * rules.observation.scales).all()
            assert np.flatnonzero(found["action_mask"]).tolist() == (play.legal_actions if seat == play.turn else [])
            assert table.observation_space(agent).contains(found)
        table.step(play.legal_actions[-1])
        play.play_action(play.legal_actions[-1])


def test_seeds_after_a_seed_are_the_same_again() -> None:
    dealt = []
    for table in (env("symbiose", 2), env("symbiose", 2)):
        table.reset(seed=np.int64(3))
        for _ in range(3):
            table.reset()
            dealt.append(table.last()[0]["observation"].tobytes())
    assert dealt[:3] == dealt[3:] and len(set(dealt)) == 3


@pytest.mark.parametrize("wrong", [None, 9])
def test_the_wrappers_of_pettingzoo_would_change_nothing(wrong: int | None) -> None:
    """Neither where all actions are legal nor where one is not."""
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(raw_env("symphonimo", 3), -1))
    heard = []
    for table in (env("symphonimo", 3), wrappers.OrderEnforcingWrapper(wrapped)):
        chance, said = np.random.default_rng(2), []
        table.reset(seed=4)
        for number, agent in enumerate(table.agent_iter()):
            observation, reward, ended, cut, _ = table.last()
            allowed = observation["action_mask"] == (number != wrong)
            action = None if ended or cut else int(chance.choice(np.flatnonzero(allowed)))
            said.append((agent, reward, ended, cut, action))
            table.step(action)
        heard.append(said)
    assert heard[0] == heard[1]
    assert (len(heard[0]) == 13) == (wrong == 9)
    assert (-1.0 in {reward for _, reward, *_ in heard[0]}) == (wrong == 9)


def test_what_is_not_an_action_is_refused_as_their_wrappers_do(caplog: pytest.LogCaptureFixture) -> None:
    table = env("symphonimo", 2)
    for early in (table.last, lambda: table.rewards):
        with pytest.raises(AttributeError, match="cannot be accessed before reset"):
            early()
    for call in (lambda: table.step(0), lambda: table.observe("player_0"), table.render, table.agent_iter):
        with pytest.raises(AssertionError, match=r"^reset\(\) needs to be called before "):
            call()
    table.reset(seed=1)
    for bad in (-1, GAMES["symphonimo"].n_actions, 0.5, "draw", None, True):
        with pytest.raises(AssertionError, match="action is not in action space"):
            table.step(bad)
    assert not caplog.text
    mover, mask = table.agent_selection, table.last()[0]["action_mask"]
    table.step(np.flatnonzero(mask == 0)[0])
    assert "Illegal move" in caplog.text
    assert table.rewards == {agent: -1.0 if agent == mover else 0.0 for agent in table.possible_agents}
    assert all(table.terminations.values()) and all(table.truncations.values())
    with pytest.raises(ValueError, match="the only valid action is None"):
        table.step(0)
    for _ in table.agent_iter():
        table.step(None)
    caplog.clear()
    table.step(None)
    assert "step()" in caplog.text


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"game": "poker"}, "there is no game poker; there are symphonimo"),
        ({"players": 9}, "Symphonimo is for 2 to 6 players; got 9"),
        ({"reward": "points"}, r"^a reward is win or margin; got points\.$"),
        ({"render_mode": "svg"}, r"^a render mode is human, ansi, rgb_array or none; got svg\.$"),
        ({"maestro": "all"}, "option maestro takes"),
        ({"trumps": True}, "Symphonimo has no option trumps"),
    ],
)
def test_what_it_cannot_be_made_of_is_said_in_one_sentence(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(QuatuorError, match=sentence):
        env(**({"game": "symphonimo"} | given))
    with pytest.raises(OptionError, match="a seed is a whole number"):
        env("symphonimo").reset(seed=-1)


def test_a_copy_is_an_environment_of_its_own() -> None:
    table = env("symphonimo", 3, reward="margin", maestro="random")
    with pytest.raises(AssertionError, match="needs to be called before observe"):
        copy.deepcopy(table).observe("player_0")
    table.reset(seed=8)
    others = (copy.deepcopy(table), pickle.loads(pickle.dumps(table)))
    played = play_to_the_end(table, np.random.default_rng(3))
    for other in others:
        assert other.agents == table.possible_agents
        assert play_to_the_end(other, np.random.default_rng(3)) == played
    for each in (table, *others):
        each.reset()
    assert len({each.last()[0]["observation"].tobytes() for each in (table, *others)}) == 1


def test_a_render_shows_what_the_agent_to_play_sees(capsys: pytest.CaptureFixture[str]) -> None:
    texts = {}
    for mode in ("ansi", "human"):
        table = env("rythm_n_play", 2, render_mode=mode)
        table.reset(seed=2)
        texts[mode] = table.render()
    assert texts["ansi"] == Playthrough("rythm_n_play", 2, seed=2).show(int(table.agent_selection[-1]))
    assert texts["human"] is None and "Your hand" in capsys.readouterr().out
    silent = env("rythm_n_play", 2)
    silent.reset()
    with pytest.warns(UserWarning, match="without specifying any render mode"):
        assert silent.render() is None


@each_game
def test_a_picture_has_the_colours_of_the_drawing(game: str) -> None:
    play = Playthrough(game, 2, seed=1)
    image = picture(play.drawing(play.turn), 100)
    assert image.dtype == np.uint8 and image.shape[2] == 3 and image.shape[1] > 1000
    colours = np.unique(image.reshape(-1, 3), axis=0)
    assert len(colours) > 50 and (image == image[0, 0]).all(axis=2).mean() > 0.6
    other = play.copy()
    other.play_action(other.legal_actions[0])
    assert not np.array_equal(picture(other.drawing(play.turn), 100), image)
