"""The Gymnasium environments pass Gymnasium's own check; many at once play what each plays alone."""

import copy
import pickle
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from quatuor import GAMES, QuatuorError
from quatuor.bots import BOTS, ask, new_chooser
from quatuor.bots.file_bot import load
from quatuor.envs import episodes
from quatuor.envs.gymnasium import SeatEnv, SeatVectorEnv, env_id
from quatuor.play.playthrough import Playthrough
from setups import SHORT

each_game = pytest.mark.parametrize("game", GAMES)


def legal_action(mask: Any, chance: np.random.Generator) -> int:
    return int(chance.choice(np.flatnonzero(mask)))


def play_to_the_end(seat: SeatEnv, seed: int) -> list[tuple[Any, ...]]:
    """A game of random legal actions, step by step."""
    chance = np.random.default_rng(1)
    observation, info = seat.reset(seed=seed)
    steps, over = [(observation.tobytes(), 0.0, info["seat"])], False
    while not over:
        observation, reward, over, cut, info = seat.step(legal_action(info["action_mask"], chance))
        assert not cut
        steps.append((observation.tobytes(), reward, info["seat"]))
    return steps


def test_every_game_is_registered_under_its_name() -> None:
    assert env_id(GAMES["rythm_n_play"]) == "quatuor/RythmNPlay-v0"
    for game in GAMES.values():
        assert gymnasium.spec(env_id(game)).kwargs["game"] == game.name


def test_an_id_makes_no_other_game() -> None:
    for make in (gymnasium.make, gymnasium.make_vec):
        assert make("quatuor/Symphonimo-v0", game="symphonimo")
        with pytest.raises(QuatuorError, match=r"^this id is that of Symphonimo; got symbiose, which has an id"):
            make("quatuor/Symphonimo-v0", game="symbiose")


def test_it_is_made_by_the_name_of_its_module_where_nothing_was_imported() -> None:
    program = "import gymnasium; gymnasium.make('quatuor.envs.gymnasium:quatuor/Symphonimo-v0').reset(seed=1)"
    subprocess.run([sys.executable, "-W", "error", "-c", program], check=True)


@each_game
def test_check_env_passes(game: str) -> None:
    for players in (GAMES[game].min_players, GAMES[game].max_players):
        check_env(gymnasium.make(env_id(GAMES[game]), players=players).unwrapped)


@pytest.mark.slow
@each_game
@pytest.mark.parametrize("opponents", ["random", "greedy", "amateur"])
def test_check_env_passes_for_every_number_of_players(game: str, opponents: str) -> None:
    for players in range(GAMES[game].min_players, GAMES[game].max_players + 1):
        made = gymnasium.make(env_id(GAMES[game]), players=players, opponents=opponents, reward="margin", seat=1)
        check_env(made.unwrapped)
        play_to_the_end(made.unwrapped, 1)


@each_game
@pytest.mark.parametrize("more", [{}, {"opponents": "random,greedy", "skip_forced": True, "reward": "margin"}])
def test_many_at_once_play_what_each_plays_alone(game: str, more: dict[str, Any]) -> None:
    """To the byte, infos and last observations included."""
    settings = {"players": 3, **SHORT.get(game, {}), **more}
    at_once = gymnasium.make_vec(env_id(GAMES[game]), num_envs=4, **settings)
    one_by_one = SyncVectorEnv(
        [lambda: SeatEnv(game, **settings)] * 4,
        autoreset_mode=AutoresetMode.SAME_STEP,
    )
    chance, ended = np.random.default_rng(3), 0
    found, expected = at_once.reset(seed=20), one_by_one.reset(seed=20)
    assert data_equivalence(found, expected, exact=True)
    for _ in range(250):
        actions = np.array([legal_action(mask, chance) for mask in found[-1]["action_mask"]])
        found, expected = at_once.step(actions), one_by_one.step(actions)
        assert data_equivalence(found, expected, exact=True)
        ended += found[2].sum()
    assert ended >= 4
    assert isinstance(at_once, SeatVectorEnv)


@each_game
def test_random_bots_choose_what_they_choose_when_asked(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = {"players": 3, **SHORT.get(game, {})}
    compiled = play_to_the_end(SeatEnv(game, **settings), 5)
    monkeypatch.setattr(episodes, "_RANDOM", "nobody")
    assert play_to_the_end(SeatEnv(game, **settings), 5) == compiled


@each_game
def test_the_bots_sit_after_the_learner_and_play_by_the_rules(game: str) -> None:
    """The same game, played by hand: greedy next to the learner, then random."""
    options = SHORT.get(game, {})
    seat = SeatEnv(game, 3, opponents="greedy,random", seat=1, reward="margin", **options)
    play, chooser = Playthrough(game, 3, seed=9, options=options), new_chooser(9)
    bots = {2: BOTS["greedy"], 0: BOTS["random"]}
    chance, over = np.random.default_rng(4), False
    _, info = seat.reset(seed=9)
    while not over:
        while play.turn in bots:
            play.play_action(ask(bots[play.turn], play.game, play.state, chooser))
        assert play.turn == info["seat"] == 1
        assert np.flatnonzero(info["action_mask"]).tolist() == play.legal_actions
        assert (seat.action_masks() == info["action_mask"]).all()
        action = legal_action(info["action_mask"], chance)
        play.play_action(action)
        _, reward, over, _, info = seat.step(action)
    while play.turn in bots:
        play.play_action(ask(bots[play.turn], play.game, play.state, chooser))
    assert play.over
    sides = [int(play.game.side(play.state, k)) for k in range(3)]
    assert reward == pytest.approx(play.scores[1] - max(play.scores[k] for k in (0, 2) if sides[k] != sides[1]))


def test_a_seat_is_drawn_for_each_game_or_stays() -> None:
    drawn = SeatEnv("symphonimo", 4)
    drawn.reset(seed=1)
    assert {drawn.reset()[1]["seat"] for _ in range(40)} == {0, 1, 2, 3}
    fixed = SeatEnv("symphonimo", 4, seat=2)
    assert {fixed.reset()[1]["seat"] for _ in range(10)} == {2}


def test_with_skipped_forced_moves_there_is_always_a_choice() -> None:
    seat, chance = SeatEnv("symphonimo", 2, skip_forced=True), np.random.default_rng(1)
    _, info = seat.reset(seed=1)
    for _ in range(300):
        assert info["action_mask"].sum() > 1
        _, _, over, _, info = seat.step(legal_action(info["action_mask"], chance))
        if over:
            assert not info["action_mask"].any()
            _, info = seat.reset()


def test_an_illegal_action_ends_the_game_and_costs_one() -> None:
    seat = SeatEnv("symphonimo", 2)
    _, info = seat.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, over, cut, _ = seat.step(illegal)
    assert (reward, over, cut) == (-1.0, True, False)
    with pytest.raises(ResetNeeded):
        seat.step(illegal)
    seats = SeatVectorEnv(3, "symphonimo", 2)
    _, infos = seats.reset(seed=1)
    actions = infos["action_mask"].argmax(axis=1)
    actions[1] = np.flatnonzero(infos["action_mask"][1] == 0)[0]
    _, rewards, ends, _, infos = seats.step(actions)
    assert rewards.tolist() == [0, -1, 0] and ends.tolist() == [False, True, False]
    assert infos["_final_obs"].tolist() == [False, True, False]


def test_what_is_not_an_action_is_refused_in_one_sentence() -> None:
    seat, seats = SeatEnv("symphonimo", 2), SeatVectorEnv(2, "symphonimo", 2)
    with pytest.raises(ResetNeeded, match=r"^call reset before the first step"):
        seat.step(0)
    with pytest.raises(ResetNeeded):
        seats.step([0, 0])
    seat.reset()
    seats.reset()
    for bad in (-1, 50, 0.5, "draw", "", None, True, np.bool_(True), np.zeros((60, 60))):
        with pytest.raises(InvalidAction, match=r"^an action is a whole number from 0 to 49; got .+\.$"):
            seat.step(bad)
    for bad in ([0], [0, 50], [-1, 0], [0.5, 0.5], ["a", "b"], [[0], [0, 0]], [True, 0], [0] * 1000):
        with pytest.raises(
            InvalidAction, match=r"^a step takes an action, from 0 to 49, for each of 2 games; got .{1,60}\.$"
        ):
            seats.step(bad)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"game": "poker"}, "there is no game poker"),
        ({"players": 1}, "Symphonimo is for 2 to 6 players; got 1"),
        ({"opponents": "dealer"}, "there is no bot dealer"),
        ({"opponents": None}, "there is no bot None"),
        ({"opponents": "random,random", "players": 4}, "name one bot for all seats, or 3 of them; got 2"),
        ({"seat": 2}, r"^your seat is a number from 0 to 1, or none for one that is drawn; got 2\.$"),
        ({"seat": True}, "got true"),
        ({"reward": 1}, "a reward is win or margin; got 1"),
        ({"render_mode": "svg"}, "a render mode is human, ansi, rgb_array or none; got svg"),
        ({"trumps": True}, "Symphonimo has no option trumps"),
    ],
)
def test_what_it_cannot_be_made_of_is_said_in_one_sentence(given: dict[str, Any], sentence: str) -> None:
    settings = {"game": "symphonimo", "players": 2} | given
    with pytest.raises(QuatuorError, match=sentence):
        SeatEnv(**settings)
    with pytest.raises(QuatuorError, match=sentence):
        SeatVectorEnv(2, **settings)


def test_a_vector_of_no_games_is_refused() -> None:
    with pytest.raises(QuatuorError, match=r"^num_envs is a whole number from 1 on; got 0\.$"):
        SeatVectorEnv(0, "symphonimo")
    for many in (10**13, 10**30):
        with pytest.raises(QuatuorError, match="there is not enough memory"):
            SeatVectorEnv(many, "symphonimo")
    assert SeatVectorEnv(np.int64(2), "symphonimo", np.int64(3), seat=np.int64(2)).reset()[1]["seat"].tolist() == [2, 2]


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on_with_the_same_bytes(copied: Any) -> None:
    settings = {"players": 3, "opponents": "greedy,random", "reward": "margin"}
    for env in (SeatEnv("symphonimo", **settings), SeatVectorEnv(3, "symphonimo", **settings)):
        chance = np.random.default_rng(1)
        _, info = env.reset(seed=1)
        other = None
        for step in range(60):
            if step == 5:
                other = copied(env)
            masks = info["action_mask"]
            action: Any = legal_action(masks, chance) if masks.ndim == 1 else [legal_action(m, chance) for m in masks]
            found = env.step(action)
            if other is not None:
                assert data_equivalence(found, other.step(action), exact=True)
            info = found[-1]
            if isinstance(env, SeatEnv) and found[2]:
                _, info = env.reset()
                if other is not None:
                    assert data_equivalence(info, other.reset()[1], exact=True)


def test_after_a_bot_has_failed_a_reset_is_needed(tmp_path: Path) -> None:
    bot = tmp_path / "failing.py"
    bot.write_text(
        """
class Failing:
    fails = False

    def choose(self, game, state, chooser):
        if self.fails:
            raise ValueError("no idea")
        return game.legal_actions(state)[0]

bot = Failing()
"""
    )
    failing: Any = load(str(bot))
    seat, seats = (make("symphonimo", 2, str(bot)) for make in (SeatEnv, partial(SeatVectorEnv, 2)))
    for env in (seat, seats):
        info = env.reset(seed=1)[1]
        failing.fails = True
        actions = info["action_mask"].argmax(axis=-1)
        with pytest.raises(QuatuorError, match="no idea"):
            for _ in range(99):
                actions = env.step(actions)[-1]["action_mask"].argmax(axis=-1)
        with pytest.raises(ResetNeeded):
            env.step(actions)
        with pytest.raises(QuatuorError, match="no idea"):
            for _ in range(99):
                env.reset()
        with pytest.raises(ResetNeeded):
            env.step(actions)
        failing.fails = False
        env.step(env.reset(seed=1)[1]["action_mask"].argmax(axis=-1))


def test_a_reset_mask_deals_the_marked_games_alone() -> None:
    seats, marked = SeatVectorEnv(3, "symphonimo", 2, seat=0), np.array([False, True, False])
    with pytest.raises(ResetNeeded):
        seats.reset(options={"reset_mask": marked})
    _, infos = seats.reset(seed=1)
    for _ in range(3):
        before, _, _, _, infos = seats.step(infos["action_mask"].argmax(axis=1))
    after, infos = seats.reset(seed=[None, 9, None], options={"reset_mask": marked})
    assert (after[[0, 2]] == before[[0, 2]]).all()
    assert (after[1] == SeatEnv("symphonimo", 2, seat=0).reset(seed=9)[0]).all()
    seats.step(infos["action_mask"].argmax(axis=1))
    for bad in ([False, True, False], marked[:2], marked.astype(np.int8), np.zeros(3, np.bool_), ""):
        with pytest.raises(QuatuorError, match=r"^reset_mask is an array of 3 bools with at least one True; got .+\.$"):
            seats.reset(options={"reset_mask": bad})


def test_each_table_of_a_vector_is_rendered() -> None:
    seats = SeatVectorEnv(2, "symphonimo", 2, render_mode="ansi")
    seats.reset(seed=1)
    first, second = seats.render() or ()
    assert "Pile" in first and "Pile" in second


def test_all_seeds_are_read_before_a_game_is_dealt() -> None:
    env = SeatVectorEnv(2, "symphonimo", 2)
    for bad in ([1, -1], [1], [1, 2, 3], [], "12", b"ab", [True, 1]):
        with pytest.raises(QuatuorError):
            env.reset(seed=bad)
        with pytest.raises(ResetNeeded):
            env.step([0, 0])
    env.reset(seed=2**64 - 1)
    before = env.reset(seed=[5, 6])[0].copy()
    with pytest.raises(QuatuorError):
        env.reset(seed=[7, -1])
    assert (env.reset(seed=[5, 6])[0] == before).all()
