"""The bot of a trained network: what its network likes, best or by chance, from whatever file; and it cannot cheat."""

import json
import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from bots.test_bots import check_that_it_cannot_cheat
from networks.samples import blank_arrays, shapes_of, written
from quatuor import GAMES, BotError, Game
from quatuor.arena.workers import WithFiles
from quatuor.bots import PolicyBot, ask, file_bot, find_bot, find_bot_or_file, new_chooser, play_on, position_for
from quatuor.bots.policy import chances, drawn
from quatuor.cli.commands.match import match
from quatuor.networks import Shape
from setups import DEFAULTS, Setup

SETUP, SHAPE = Setup(GAMES["symphonimo"], 3, {}), Shape(4, 1)


def with_likings(folder: Path, likings: dict[int, float]) -> str:
    """A network that likes some actions so much, whatever it sees."""
    arrays = blank_arrays(SETUP.game, SHAPE)
    for action, liking in likings.items():
        arrays["act.bias"][action] = liking
    return written(folder, SETUP.game, SHAPE, arrays)


def choices(bot: PolicyBot, state: Any, count: int = 1) -> list[int]:
    return [ask(bot, SETUP.game, state, new_chooser(seed)) for seed in range(count)]


@pytest.fixture
def state() -> Any:
    """A position with several legal actions."""
    found = SETUP.play(54, 6).state
    assert len(SETUP.game.legal_actions(found)) >= 3
    return found


@pytest.mark.parametrize("setup", DEFAULTS, ids=str)
def test_it_plays_whole_games(setup: Setup, tmp_path: Path) -> None:
    bot = find_bot_or_file(written(tmp_path, setup.game, shapes_of(setup.game)[-1]))
    records = []
    for _ in range(2):
        play = setup.start(51)
        # Random networks hardly ever end a game of Air Sorcière.
        play_on(play, [bot, *[find_bot("random")] * (setup.players - 1)])
        records.append(play.record())
    assert records[0] == records[1]


@pytest.mark.parametrize("setup", DEFAULTS, ids=str)
@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_its_choice_does_not_change_with_what_the_seat_has_not_seen(
    setup: Setup, temperature: float, tmp_path: Path
) -> None:
    file = written(tmp_path, setup.game, shapes_of(setup.game)[-1])
    check_that_it_cannot_cheat(PolicyBot(temperature, file), setup, 14, 3)


def test_it_plays_the_legal_action_that_its_network_likes_best(state: Any, tmp_path: Path) -> None:
    legal = SETUP.game.legal_actions(state)
    illegal = next(action for action in range(SETUP.game.n_actions) if action not in legal)
    likings = {illegal: 5.0, legal[0]: -1.0, legal[1]: 2.0}
    assert set(choices(PolicyBot(network=with_likings(tmp_path, likings)), state, 5)) == {legal[1]}


def test_of_actions_that_are_liked_alike_it_plays_the_lowest(state: Any, tmp_path: Path) -> None:
    legal = SETUP.game.legal_actions(state)
    bot = PolicyBot(network=with_likings(tmp_path, {legal[2]: 1.0, legal[1]: 1.0}))
    assert set(choices(bot, state, 5)) == {legal[1]}


def test_with_a_temperature_each_action_comes_as_often_as_it_is_liked(state: Any, tmp_path: Path) -> None:
    legal = SETUP.game.legal_actions(state)
    file, count = with_likings(tmp_path, {legal[0]: 1.0, legal[1]: 2.0}), 3000
    for temperature in (1.0, 3.0, 10.0):
        found = choices(PolicyBot(temperature, file), state, count)
        wanted = np.exp(np.array([1.0, 2.0, *[0.0] * (len(legal) - 2)]) / temperature)
        wanted /= wanted.sum()
        for action, share in zip(legal, wanted, strict=True):
            # Four standard deviations.
            assert abs(found.count(action) / count - share) < 4 * (share * (1 - share) / count) ** 0.5
    assert set(choices(PolicyBot(0.01, file), state, 50)) == {legal[1]}


def test_chances_are_those_of_the_exponential_function() -> None:
    logits = np.array([3.0, 2.5, 2.4, 0.0, -4.0, -200.0, -1e4], np.float32)
    for temperature in (0.3, 1.0, 10.0):
        wanted = np.exp((logits.astype(float) - 3) / temperature)
        wanted[wanted < 0.1] = 0
        assert chances(logits, temperature) / (1 << 20) == pytest.approx(wanted, rel=0.001, abs=2e-6)
    assert {drawn(logits, 0.0001, new_chooser(seed)) for seed in range(20)} == {0}


def test_however_many_bad_actions_there_are_none_is_played() -> None:
    """Sixty of them, each of which would come once for twenty times that the best does."""
    logits = np.array([3.0, 2.0, *[0.0] * 60], np.float32)
    assert {drawn(logits, 1.0, new_chooser(seed)) for seed in range(200)} == {0, 1}
    assert {drawn(logits, 1.4, new_chooser(seed)) for seed in range(200)} > {0, 1, 2}


def test_a_forced_move_is_played_without_thinking_unless_asked(tmp_path: Path) -> None:
    setup = Setup(GAMES["symbiose"], 2, {})
    bot = PolicyBot(1.0, written(tmp_path, setup.game, shapes_of(setup.game)[-1]))
    forced = next(s for s in setup.positions(1, 60) if s.turn >= 0 and len(setup.game.legal_actions(s)) == 1)
    for when_forced in (False, True):
        position = position_for(setup.game, forced, new_chooser(1))
        assert [bot.think(position, when_forced=when_forced).action] == setup.game.legal_actions(forced)


def test_it_is_found_by_its_name() -> None:
    names = ["policy", "policy:0.5", "policy:100", "policy:0.0001"]
    assert [find_bot(name).name for name in names] == names
    assert find_bot("policy:0.50") == PolicyBot(0.5)


@pytest.mark.parametrize(
    "spec",
    ["policy:", "policy:0", "policy:0.0", "policy:100.5", "policy:-1", "policy:nan", "policy:1e0", "policy:0.00001"],
)
def test_a_bad_temperature_is_refused_by_a_sentence(spec: str) -> None:
    sentence = f"policy takes a temperature above 0, up to 100 (policy:0.5), or none; got {spec}."
    with pytest.raises(BotError) as error:
        find_bot(spec)
    assert error.value.say("en") == sentence


def test_a_game_without_a_network_is_refused_before_and_while_it_is_played() -> None:
    game = replace(GAMES["symphonimo"], package="quatuor.core")
    for try_it in (
        find_bot("policy").budget,
        lambda game: ask(find_bot("policy"), game, SETUP.start(1).state, new_chooser(1)),
    ):
        with pytest.raises(BotError, match=r"^no network has been trained for Symphonimo yet\.$"):
            try_it(game)


def run(*words: str) -> Any:
    return CliRunner().invoke(match, [*words, "--games", "6", "--seed", "1", "--json"], obj="en")


def test_a_command_takes_the_file_of_a_network(tmp_path: Path) -> None:
    file = written(tmp_path, SETUP.game, SHAPE)
    result = run("symphonimo", "--bots", f"{file},random")
    assert json.loads(result.stdout)["bots"] == [file, "random"]


@pytest.mark.parametrize(
    ("game", "name", "sentence"),
    [
        (GAMES["symbiose"], "symphonimo.npz", "symphonimo.npz is a network for symphonimo, not for symbiose."),
        (
            SETUP.game,
            "none.npz",
            "there is no network none.npz: a bot that ends in .npz is the file of a trained network.",
        ),
    ],
)
def test_a_file_that_cannot_play_is_refused_by_a_sentence(
    game: Game, name: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, SETUP.game, SHAPE)
    error = run(game.name, "--bots", f"{name},random").exception
    assert isinstance(error, BotError) and error.say("en") == sentence


def test_a_server_takes_no_network_files(tmp_path: Path) -> None:
    with pytest.raises(BotError, match="there is no bot "):
        find_bot(written(tmp_path, SETUP.game, SHAPE))


def test_a_network_travels_with_the_work(state: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the work arrives there is another file of that name."""
    monkeypatch.setattr(file_bot, "_received", {})
    legal, folders = SETUP.game.legal_actions(state), [tmp_path / "here", tmp_path / "there"]
    for folder, liked in zip(folders, legal, strict=False):
        folder.mkdir()
        with_likings(folder, {liked: 1.0})
    monkeypatch.chdir(folders[0])
    packed = pickle.dumps(WithFiles(find_bot_or_file, ["symphonimo.npz"]))
    monkeypatch.chdir(folders[1])
    assert choices(PolicyBot(network="symphonimo.npz"), state) == [legal[1]]
    assert choices(pickle.loads(packed)("symphonimo.npz"), state) == [legal[0]]
