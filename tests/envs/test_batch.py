"""A batch plays the games that one by one are played from the same seeds, and says how they stand."""

import copy
import json
import os
import pickle
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np
import pytest

from envs.batch_and_hash import digests, kinds
from quatuor import GAMES, Playthrough, QuatuorError
from quatuor.core.runners import cpu
from quatuor.envs.arguments import is_action, memory_for
from quatuor.envs.batch import Batch
from quatuor.play.setup import Setup

HERE = Path(__file__).parent
each_game = pytest.mark.parametrize("game", GAMES)


BySeed = dict[int, list[float]]


def played(game: str, size: int, games: int, **more: Any) -> tuple[Batch, BySeed, BySeed]:
    """Random moves until every table has ended some games: the points and win shares of each by its seed."""
    batch = Batch(game, size=size, **(kinds(game) | more))
    batch.reset(100)
    points: BySeed = {}
    shares: BySeed = {}
    while len(points) < games:
        seeds = batch.seeds.copy()
        batch.step(batch.sample())
        for table in np.flatnonzero(batch.ends):
            count = batch.setups[batch.kinds[table]].players
            points[int(seeds[table])] = batch.scores[table][:count].tolist()
            shares[int(seeds[table])] = batch.rewards[table][:count].tolist()
            assert not batch.rewards[table][count:].any()
    return batch, points, shares


@each_game
@pytest.mark.parametrize("skip_forced", [False, True])
def test_random_players_get_the_results_of_the_same_seeds_played_one_by_one(game: str, skip_forced: bool) -> None:
    batch, points, shares = played(game, 6, 24, skip_forced=skip_forced)
    for seed, found in points.items():
        setup: Setup = batch.setups[(seed - 100) % 6 % len(batch.setups)]
        alone = cpu.play(setup.game, setup.config(), seed, 1)
        assert alone.scores[0].tolist() == found
        winners = [share > 0 for share in shares[seed]]
        assert winners == [bool(int(alone.winners[0]) >> seat & 1) for seat in range(setup.players)]
        assert sum(shares[seed]) == pytest.approx(1) or setup.side_count < setup.players


@pytest.mark.parametrize("mode", ["normal", "team"])
def test_margins_are_leads_over_the_best_of_the_other_sides(mode: str) -> None:
    batch = Batch("symbiose", 4, 8, options={"mode": mode})
    batch.reset(1)
    sides = batch.setups[0].sides
    ended = 0
    while ended < 8:
        batch.step(batch.sample())
        for table in np.flatnonzero(batch.ends):
            points = batch.scores[table]
            for seat, side in enumerate(sides):
                others = max(points[k] for k in range(4) if sides[k] != side)
                assert batch.margins[table][seat] == points[seat] - others
            ended += 1
        assert not batch.margins[~batch.ends].any()


@each_game
def test_what_it_shows_is_what_the_game_says(game: str) -> None:
    batch = Batch(game, size=5, **kinds(game))
    batch.reset(3)
    plays = [batch.setups[batch.kinds[i]].start(3 + i) for i in range(5)]
    seen = np.zeros(batch.game.observation.size, np.int8)
    for _ in range(12):  # no game is over by then
        for i, play in enumerate(plays):
            assert batch.seats[i] == play.turn
            assert np.flatnonzero(batch.masks[i]).tolist() == batch.game.legal_actions(play.state)
            batch.game.observe(play.state, play.turn, seen)
            assert (batch.observations[i] == seen).all()
        actions = batch.sample()
        batch.step(actions)
        assert not batch.ends.any()
        for play, action in zip(plays, actions, strict=True):
            play.play_action(int(action))


@each_game
def test_skipped_forced_moves_leave_a_choice(game: str) -> None:
    batch = Batch(game, size=8, skip_forced=True, **kinds(game))
    batch.reset(1)
    for _ in range(200):
        assert (batch.masks.sum(axis=1) > 1).all()
        batch.step(batch.sample())


def test_threads_change_nothing() -> None:
    found = []
    for threads in (1, 3):
        batch = Batch("symbiose", [2, 4], 50, threads=threads)
        batch.reset(5)
        for _ in range(60):
            batch.step(batch.sample())
        found.append((batch.states.tobytes(), batch.observations.tobytes(), batch.rewards.tobytes()))
    assert found[0] == found[1]


def on_a_gpu(*program: str) -> str:
    """What a program prints in Numba's simulator, since there may be no GPU here."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(HERE.parent), *sys.path])}
    environment |= {"NUMBA_DISABLE_JIT": "1", "NUMBA_ENABLE_CUDASIM": "1"}
    done = subprocess.run([sys.executable, *program], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def test_a_gpu_gives_the_same_bytes() -> None:
    assert json.loads(on_a_gpu(str(HERE / "batch_and_hash.py"), "cuda", "2", "30")) == digests("cpu", 2, 30)


def test_on_a_gpu_an_illegal_action_plays_nothing_and_repeats_no_result() -> None:
    said = on_a_gpu(
        "-c",
        """
import copy
import numpy as np
from quatuor.envs.batch import Batch

batch = Batch("symphonimo", 2, 2, "cuda")
batch.reset(1)
while not batch.ends.copy_to_host().any():
    batch.step(batch.sample())
other, before = copy.deepcopy(batch), batch.states.copy_to_host().tobytes()
assert other.rewards.copy_to_host().any()
other.masks.copy_to_device(np.ones_like(other.masks.copy_to_host()))
other.step([-1, 49])
assert other.states.copy_to_host().tobytes() == before
assert not any(array.copy_to_host().any() for array in (other.ends, other.rewards, other.scores, other.margins))
for call in (other.check, lambda: batch.step([[1], [2, 3]])):
    try:
        call()
    except Exception as error:
        print(error)
batch.check()
""",
    )
    illegal, ragged = said.splitlines()
    assert illegal.startswith("the action for table") and ragged.endswith("got [[1],[2,3]].")


def test_arrays_stay_and_are_shared_without_a_copy() -> None:
    batch = Batch("symphonimo", 2, 4)
    batch.reset()
    observations, shared = batch.observations, np.from_dlpack(batch.observations)
    before = shared.copy()
    batch.step(batch.sample())
    assert batch.observations is observations
    assert np.shares_memory(shared, observations) and (shared != before).any()


def test_an_illegal_action_is_refused_and_nothing_is_played() -> None:
    batch = Batch("symphonimo", 2, 3)
    batch.reset()
    before = batch.states.tobytes()
    for bad in (-1, batch.game.n_actions, int(np.flatnonzero(batch.masks[1] == 0)[0])):
        actions = batch.sample()
        actions[1] = bad
        with pytest.raises(QuatuorError, match=r"^the action for table 1 is not legal there: masks\[1\] says which"):
            batch.step(actions)
    assert batch.states.tobytes() == before


def test_what_is_written_into_masks_or_kinds_changes_no_rule() -> None:
    batch, untouched = Batch("symphonimo", [2, 3], 4), Batch("symphonimo", [2, 3], 4)
    for each in (batch, untouched):
        each.reset()
    illegal = int(np.flatnonzero(batch.masks[2] == 0)[0])
    for _ in range(200):
        actions = batch.sample()
        batch.step(actions)
        untouched.step(actions)
        batch.masks[...], batch.kinds[...] = 1, 10**6
    assert batch.states.tobytes() == untouched.states.tobytes()
    actions[:] = -1
    actions[2] = illegal
    with pytest.raises(QuatuorError, match="the action for table 0 is not legal"):
        batch.step(actions)


@pytest.mark.parametrize("copied", [copy.deepcopy, copy.copy, lambda batch: pickle.loads(pickle.dumps(batch))])
def test_a_copy_goes_on_with_the_same_bytes_and_on_its_own(copied: Any) -> None:
    batch = Batch("symbiose", [2, 4], 6, options=[{}, {"mode": "team"}], skip_forced=True, threads=2)
    assert copied(batch).size == 6
    with pytest.raises(QuatuorError, match="reset before its first step"):
        copied(batch).sample()
    batch.reset(3)
    for _ in range(30):
        batch.step(batch.sample())
    other, before = copied(batch), batch.states.tobytes()
    steps = [[other.states.tobytes()]]
    for _ in range(60):
        other.step(other.sample())
        steps.append([array.tobytes() for array in other.tables[:-1]])
    assert batch.states.tobytes() == before == steps[0][0]
    for found in steps[1:]:
        batch.step(batch.sample())
        assert [array.tobytes() for array in batch.tables[:-1]] == found
    assert other.observations.ctypes.data % 64 == 0


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"game": "poker"}, "there is no game poker"),
        ({"game": None}, "there is no game None"),
        ({"options": 5}, "options are a mapping of names to values, or a list of those; got 5"),
        ({"options": [{}, None]}, "options are a mapping of names to values"),
        ({"players": 9}, "Symphonimo is for 2 to 6 players; got 9"),
        ({"players": []}, "players and options are one each, or lists of the same length; got 0 and 0"),
        ({"players": [2, 3], "options": [{}] * 3}, "lists of the same length; got 2 and 3"),
        ({"players": ""}, 'Symphonimo is for 2 to 6 players; got ""'),
        ({"game": ""}, 'there is no game ""'),
        ({"players": np.int64(9)}, "Symphonimo is for 2 to 6 players; got 9"),
        ({"size": 0}, "size is a whole number from 1 on; got 0"),
        ({"size": np.bool_(True)}, "size is a whole number from 1 on; got true"),
        ({"size": 10**13}, r"^there is not enough memory for 10000000000000 games at once\.$"),
        ({"size": 10**30}, "there is not enough memory"),
        ({"threads": True}, "threads is a whole number from 1 on; got true"),
        ({"device": "tpu"}, "a batch is played on cpu or cuda; got tpu"),
        ({"options": {"maestro": "all"}}, "option maestro"),
    ],
)
def test_what_it_cannot_be_made_of_is_said_in_one_sentence(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(QuatuorError, match=sentence):
        Batch(**({"game": "symphonimo", "players": 2, "size": 4} | given))


def test_actions_of_another_form_and_a_step_before_reset_are_refused() -> None:
    batch = Batch("symphonimo", 2, 3)
    with pytest.raises(QuatuorError, match="reset before its first step"):
        batch.step(np.zeros(3, np.int16))
    with pytest.raises(QuatuorError, match="reset before its first step"):
        batch.sample()
    batch.reset()
    for bad in ([0.0, 1.0, 2.0], [0, 0], [[0, 0, 0]], ["a", "b", "c"], [[0], [0, 0], 0], [True, 0, 0], None):
        with pytest.raises(QuatuorError, match="a step takes 3 actions as an array of int16, int32 or int64"):
            batch.step(bad)
    with pytest.raises(QuatuorError, match="seed"):
        batch.reset(-1)


def test_a_million_threads_are_as_many_as_are_of_use() -> None:
    batch = Batch("symphonimo", 2, 200, threads=10**6)
    batch.reset()
    batch.step(batch.sample())


def test_a_gpu_without_room_says_so_in_the_same_sentence() -> None:
    with pytest.raises(QuatuorError, match=r"^there is not enough memory for 8 games at once\.$"), memory_for(8):
        raise RuntimeError("[CUresult.CUDA_ERROR_OUT_OF_MEMORY] Call to cuMemAlloc results in CUDA_ERROR_OUT_OF_MEMORY")


def test_a_truth_value_is_no_action() -> None:
    assert is_action(1, 5) and is_action(np.int64(1), 5) and is_action(np.array(1), 5)
    assert not any(is_action(flag, 5) for flag in (True, np.bool_(True), np.array(True)))


def test_the_first_game_of_a_table_is_that_of_its_seed() -> None:
    batch = Batch("rythm_n_play", 3, 4)
    batch.reset(50)
    for table in range(4):
        assert batch.states[table].tobytes() == Playthrough("rythm_n_play", 3, seed=50 + table).state.tobytes()


def test_numbers_of_numpy_are_numbers() -> None:
    batch = Batch("symphonimo", np.int8(3), np.int64(4), threads=np.uint16(2))
    batch.reset(np.uint64(2**64 - 1))
    assert batch.seeds.tolist() == [2**64 - 1, 0, 1, 2] and batch.setups[0].players == 3


def test_two_threads_with_one_batch_end() -> None:
    batch = Batch("symphonimo", 2, 50)
    batch.reset()

    def play() -> None:
        for _ in range(100):
            with suppress(QuatuorError):  # the other thread has moved since
                batch.step(batch.sample())

    threads = [Thread(target=play) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (batch.masks.sum(axis=1) > 0).all()
