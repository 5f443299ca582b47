"""The search that a network guides: its network's likings and values count, and its moves are the same everywhere."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from math import inf
from pathlib import Path
from threading import Event, Timer
from typing import Any

import numpy as np
import pytest

from bots.test_search import BAD, decision
from networks.samples import blank_arrays, shapes_of, written
from quatuor import GAMES, BotError, Game
from quatuor.bots import GuidedBot, ask, find_bot, new_chooser, play_on, position_for
from quatuor.bots.kernels.memory import MOST_EDGES, MOST_NODES
from quatuor.bots.search import GuidedSearch
from quatuor.core.state import copy_of
from quatuor.networks import Network, Shape, network_of, read_network
from setups import DEFAULTS, Setup

each_smallest = pytest.mark.parametrize("setup", DEFAULTS[::3], ids=str)


def random_network(game: Game, folder: Path) -> Network:
    return read_network(game, written(folder, game, shapes_of(game)[-1]))


def with_biases(game: Game, folder: Path, **biases: Any) -> Network:
    """A network that thinks the same of every position."""
    arrays = blank_arrays(game, Shape(4, 1))
    for name, numbers in biases.items():
        arrays[f"{name}.bias"][:] = numbers
    return read_network(game, written(folder, game, Shape(4, 1), arrays))


def search(setup: Setup, network: Network, seed: int, **settings: Any) -> GuidedSearch:
    play = decision(setup, seed)
    chosen = replace(setup.game.search_settings, **settings)
    return GuidedSearch(setup.game, play.state, play.turn, seed, network, chosen)


@pytest.mark.parametrize("setup", DEFAULTS, ids=str)
def test_it_plays_legal_moves_to_the_end(setup: Setup) -> None:
    records = []
    for _ in range(2):
        play = setup.start(61)
        play_on(play, [GuidedBot(3), *[find_bot("random")] * (setup.players - 1)])
        records.append(play.record())
    assert records[0] == records[1]


def digest(folder: Path) -> str:
    """What small random networks find in all games."""
    found = []
    for setup in DEFAULTS[::3]:
        looked = search(setup, random_network(setup.game, folder), 63, playout_share=0.5, horizon=1)
        looked.run(12)
        found.append(looked.findings())
    return repr(found)


def test_what_is_found_is_the_same_interpreted(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from test_guided import digest; print(digest(Path(sys.argv[1])), end='')"
    )
    paths = os.pathsep.join([*sys.path, str(Path(__file__).parents[1]), str(Path(__file__).parent)])
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": paths}
    command = [sys.executable, "-c", code, str(tmp_path)]
    said = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert said.returncode == 0, said.stderr[-3000:]
    assert said.stdout == digest(tmp_path)


@each_smallest
def test_how_a_search_is_cut_into_runs_changes_nothing(setup: Setup) -> None:
    whole, pieces = (search(setup, network_of(setup.game), 64) for _ in range(2))
    whole.run(30)
    for count in (1, 2, 17, 10):
        pieces.run(count)
    assert whole.findings() == pieces.findings()


def test_the_same_seed_gives_the_same_move_in_every_thread() -> None:
    setup = DEFAULTS[0]
    play = decision(setup, 62)
    alone = [ask(GuidedBot(40), setup.game, play.state, new_chooser(k)) for k in range(6)]
    with ThreadPoolExecutor(3) as pool:
        chosen = pool.map(lambda k: ask(GuidedBot(40), setup.game, play.state, new_chooser(k)), range(6))
        assert list(chosen) == alone


@each_smallest
def test_what_is_found_is_about_legal_actions_and_adds_up(setup: Setup) -> None:
    looked = search(setup, network_of(setup.game), 65)
    looked.run(150)
    found, legal = looked.findings(), decision(setup, 65).legal_actions
    assert sum(finding.visits for finding in found.actions) == found.iterations == 150
    assert found.best.visits == max(finding.visits for finding in found.actions)
    for finding in found.actions:
        assert finding.action in legal
        assert 0 <= finding.value <= 1 and 0 <= finding.win <= 1
        assert finding.visits < 2 or finding.value_error < inf


def test_what_the_network_likes_is_tried_more(tmp_path: Path) -> None:
    setup = Setup(GAMES["symphonimo"], 3, {})
    first, second, *others = decision(setup, 54).legal_actions
    likings = np.zeros(setup.game.n_actions)
    likings[second] = 3.0
    network = with_biases(setup.game, tmp_path, act=likings)

    def visits(**settings: Any) -> dict[int, int]:
        looked = search(setup, network, 54, guided_exploration=50.0, **settings)
        looked.run(400)
        return {finding.action: finding.visits for finding in looked.findings().actions}

    # With so large a bonus the visits are in proportion to the priors.
    shares = {action: (np.exp(3.0) if action == second else 1) for action in (first, second, *others)}
    for action, share in shares.items():
        assert visits()[action] == pytest.approx(400 * share / sum(shares.values()), abs=4)
    assert visits(prior_temperature=10.0)[second] < visits()[second] / 1.5


@pytest.mark.parametrize("win_weight", [1.0, 0.7])
def test_values_are_those_of_the_seats_from_the_one_to_play_on(win_weight: float, tmp_path: Path) -> None:
    """A network that always expects the same for whoever is to play, the next seat, and so on."""
    setup = Setup(GAMES["symphonimo"], 3, {})
    seats = setup.game.max_players
    wins, margins = [0.5, 0.25, 0.125, *[9.0] * (seats - 3)], [0.25, -0.5, 2.0, *[9.0] * (seats - 3)]
    network = with_biases(setup.game, tmp_path, value=[*wins, *margins])
    play = decision(setup, 66)
    looked = search(setup, network, 66, win_weight=win_weight)
    looked.run(1)
    best = looked.findings().best
    after = copy_of(play.state)
    setup.game.apply(after, best.action)
    assert after.turn != play.turn and len(setup.game.legal_actions(after)) > 1
    steps = (play.turn - after.turn) % 3
    ahead = 0.5 + 0.5 * min(margins[steps], 1)
    assert best.value == pytest.approx(win_weight * wins[steps] + (1 - win_weight) * ahead, abs=1e-6)


def test_what_a_network_expects_is_never_more_than_a_win(tmp_path: Path) -> None:
    setup = DEFAULTS[0]
    for expected, value in ((5.0, 1.0), (-5.0, 0.0)):
        looked = search(setup, with_biases(setup.game, tmp_path, value=expected), 67)
        looked.run(8)
        assert {finding.value for finding in looked.findings().actions} == {value}


def test_a_game_that_is_as_good_as_won_is_seen_to_be(tmp_path: Path) -> None:
    """At the end it is the result that counts, whatever the network says."""
    play = Setup(GAMES["symphonimo"], 2, {}).play(69)
    states = (copy_of(play.state_after(number)) for number in reversed(range(len(play.moves))))
    state = next(state for state in states if len(play.game.legal_actions(state)) > 1)
    state.owned[state.turn] = 4
    state.owned[1 - state.turn] = 2
    network = with_biases(play.game, tmp_path, value=0.0)
    looked = GuidedSearch(play.game, state, int(state.turn), 1, network)
    looked.run(100)
    for finding in looked.findings().actions:
        assert finding.win == 1 and finding.margin > 10 and finding.value > 0.9


def test_playouts_may_have_their_share_of_the_values(tmp_path: Path) -> None:
    setup = DEFAULTS[0]
    network = with_biases(setup.game, tmp_path, value=-5.0)
    values = []
    for share in (0.0, 0.5, 1.0):
        looked = search(setup, network, 68, playout_share=share)
        looked.run(1)
        values.append(looked.findings().best.value)
    assert values[0] == 0 and values[1] == values[2] / 2 > 0


@each_smallest
def test_a_full_tree_goes_on_with_what_it_has(setup: Setup, tmp_path: Path) -> None:
    looked = search(setup, random_network(setup.game, tmp_path), 71)
    looked._memory["used_nodes"] = MOST_NODES - 40
    looked._memory["used_edges"] = MOST_EDGES - len(decision(setup, 71).legal_actions) - 20
    looked.run(500)
    assert looked._memory["used_nodes"] == MOST_NODES and looked._memory["used_edges"] == MOST_EDGES
    assert sum(finding.visits for finding in looked.findings().actions) == 500


def test_a_time_is_kept_and_a_cancelled_search_answers_at_once() -> None:
    play = decision(DEFAULTS[0], 70)
    ask(GuidedBot(1), play.game, play.state, new_chooser(1))  # compiled now
    start, worked = time.perf_counter(), time.process_time()
    action = ask(find_bot("guided:0.1s"), play.game, play.state, new_chooser(1))
    # By the processor's time: on a busy machine others work in between.
    assert time.perf_counter() - start >= 0.1 and time.process_time() - worked < 1
    assert action in play.legal_actions
    cancel = Event()
    Timer(0.1, cancel.set).start()
    worked = time.process_time()
    action = ask(find_bot("guided:30s"), play.game, play.state, new_chooser(1), cancel)
    assert time.process_time() - worked < 5
    assert action in play.legal_actions


def test_a_forced_move_is_searched_only_when_asked() -> None:
    setup = Setup(GAMES["symbiose"], 2, {})
    forced = next(s for s in setup.positions(1, 60) if s.turn >= 0 and len(setup.game.legal_actions(s)) == 1)
    for when_forced in (False, True):
        position = position_for(setup.game, forced, new_chooser(1))
        choice = find_bot("guided:20").think(position, when_forced=when_forced)
        assert [choice.action] == setup.game.legal_actions(forced)
        assert choice.iterations == (20 if when_forced else 0)


def test_a_budget_names_its_bot() -> None:
    names = ("guided:200", "guided:0.5s", "guided:1", "guided:60s")
    assert [find_bot(name).name for name in names] == list(names)


@pytest.mark.parametrize("spec", ["guided", *(f"guided:{budget}" for budget in BAD)])
def test_a_bad_budget_is_refused_by_a_sentence(spec: str) -> None:
    with pytest.raises(BotError) as refused:
        find_bot(spec)
    assert str(refused.value) == (
        "guided takes iterations, from 1 to 1000000 (guided:2000), or seconds, from 0.05 to 60 (guided:0.5s); "
        f"got {spec}."
    )


def test_a_game_without_a_network_is_refused_before_and_while_it_is_played() -> None:
    game = replace(GAMES["symphonimo"], package="quatuor.core")
    for try_it in (
        find_bot("guided:5").budget,
        lambda game: ask(find_bot("guided:5"), game, decision(DEFAULTS[0], 1).state, new_chooser(1)),
    ):
        with pytest.raises(BotError, match=r"^no network has been trained for Symphonimo yet\.$"):
            try_it(game)
