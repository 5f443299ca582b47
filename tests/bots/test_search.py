"""The search: the same move everywhere, in bounded time and memory, for every game, number of players and mode."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from math import inf
from pathlib import Path
from threading import Event, Timer

import numpy as np
import pytest

from quatuor import GAMES, BotError, Playthrough
from quatuor.bots import SearchBot, ask, find_bot, find_bots, look_into, new_chooser, play_on
from quatuor.bots.kernels.memory import MOST_EDGES, MOST_NODES
from quatuor.bots.search import Search
from quatuor.core.search_settings import SearchSettings
from quatuor.core.state import copy_of
from setups import ALL, DEFAULTS, Setup

each_default = pytest.mark.parametrize("setup", DEFAULTS, ids=str)
each_smallest = pytest.mark.parametrize("setup", DEFAULTS[::3], ids=str)


def decision(setup: Setup, seed: int, after: int = 6) -> Playthrough:
    """A game some random moves on, where there is something to choose."""
    play = setup.play(seed, after)
    while len(play.legal_actions) < 2:
        play.play_action(play.legal_actions[0])
    return play


@pytest.mark.parametrize("setup", ALL[::4], ids=str)
def test_it_plays_legal_moves_to_the_end(setup: Setup) -> None:
    play = setup.start(61)
    # `play_action` refuses what is not legal.
    play_on(play, [SearchBot(4, settings=SearchSettings(horizon=1))] * setup.players)
    assert play.over


@each_smallest
def test_the_same_seed_gives_the_same_move_in_every_thread(setup: Setup) -> None:
    play = decision(setup, 62)
    alone = [ask(SearchBot(60), setup.game, play.state, new_chooser(k)) for k in range(6)]
    with ThreadPoolExecutor(3) as pool:
        chosen = pool.map(lambda k: ask(SearchBot(60), setup.game, play.state, new_chooser(k)), range(6))
        assert list(chosen) == alone


@each_smallest
def test_the_same_seed_gives_the_same_findings_in_another_process(setup: Setup) -> None:
    play = decision(setup, 63)
    found = look_into(setup.game, play.state, play.turn, 40, seed=5)
    code = (
        "import sys; from quatuor.bots import look_into; from setups import DEFAULTS; from test_search import decision;"
        f"play = decision(DEFAULTS[{DEFAULTS.index(setup)}], 63);"
        "sys.stdout.write(repr(look_into(play.game, play.state, play.turn, 40, seed=5)))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=_with_tests())
    assert said.stdout == repr(found)


def _with_tests() -> dict[str, str]:
    return os.environ | {"PYTHONPATH": os.pathsep.join([*sys.path, str(Path(__file__).parent)])}


@each_smallest
def test_how_a_search_is_cut_into_runs_changes_nothing(setup: Setup) -> None:
    play = decision(setup, 64)
    whole, pieces = (Search(setup.game, play.state, play.turn, 7) for _ in range(2))
    whole.run(50)
    for count in (1, 2, 17, 30):
        pieces.run(count)
    assert whole.findings() == pieces.findings()


@each_default
def test_what_is_found_is_about_all_legal_actions_and_adds_up(setup: Setup) -> None:
    play = decision(setup, 65)
    found = look_into(setup.game, play.state, play.turn, 300, seed=1)
    assert sorted(finding.action for finding in found.actions) == play.legal_actions
    assert sum(finding.visits for finding in found.actions) == found.iterations == 300
    assert found.best.visits == max(finding.visits for finding in found.actions)
    for finding in found.actions:
        assert finding.visits >= 0.3 * 300 / len(found.actions) - 1
        assert 0 <= finding.win <= 1 and 0 <= finding.value <= 1
        assert finding.visits < 2 or finding.win_error < inf


# Where each seat knows something of its own, each may be hopeful at once.
@pytest.mark.parametrize("setup", [setup for setup in DEFAULTS if not setup.choices_are_private], ids=str)
def test_the_win_chances_of_all_seats_make_one_win(setup: Setup) -> None:
    play = decision(setup, 66)
    chances = 0.0
    for seat in range(setup.players):
        found = look_into(setup.game, play.state, seat, 300, seed=seat)
        chances += sum(finding.visits * finding.win for finding in found.actions) / found.iterations
    # Standard errors are below 0.03 each.
    assert abs(chances - 1) < 0.15


def test_a_seat_may_look_into_the_turn_of_another() -> None:
    play = decision(Setup(GAMES["rythm_n_play"], 3, {}), 67)
    found = look_into(play.game, play.state, (play.turn + 1) % 3, 200, seed=1)
    assert found.seat != play.turn and found.iterations == 200


def test_partners_share_what_they_win() -> None:
    setup = Setup(GAMES["symbiose"], 4, {"mode": "team"})
    play = decision(setup, 68, 40)
    for seat in range(4):
        mine, partners = (look_into(setup.game, play.state, k, 100, seed=3) for k in (seat, (seat + 2) % 4))
        one, other = ({found.action: (found.win, found.margin) for found in each.actions} for each in (mine, partners))
        assert one.keys() == other.keys()
        for action, (win, margin) in one.items():
            # A network has learned that, but not exactly.
            assert other[action] == (pytest.approx(win, abs=0.1), pytest.approx(margin, abs=2))


def test_a_game_that_is_as_good_as_won_is_seen_to_be() -> None:
    play = decision(Setup(GAMES["symphonimo"], 2, {}), 69, 60)
    state = copy_of(play.state)
    state.owned[play.turn] = 4
    state.owned[1 - play.turn] = 2
    # By playouts: no network has ever seen such a position.
    settings = replace(play.game.search_settings, analysis_playouts=1.0)
    found = look_into(replace(play.game, search_settings=settings), state, play.turn, 200, seed=1)
    assert found.best.win > 0.95 and found.best.margin > 10


@each_smallest
def test_a_time_is_kept_and_a_cancelled_search_answers_at_once(setup: Setup) -> None:
    play = decision(setup, 70)
    ask(SearchBot(1), setup.game, play.state, new_chooser(1))  # compiled now
    start, worked = time.perf_counter(), time.process_time()
    action = ask(SearchBot(seconds=0.1), setup.game, play.state, new_chooser(1))
    # By the processor's time: on a busy machine others work in between.
    assert time.perf_counter() - start >= 0.1 and time.process_time() - worked < 1
    assert action in play.legal_actions
    cancel = Event()
    Timer(0.1, cancel.set).start()
    worked = time.process_time()
    action = ask(SearchBot(seconds=30), setup.game, play.state, new_chooser(1), cancel)
    assert time.process_time() - worked < 5
    assert action in play.legal_actions


@each_smallest
def test_a_full_tree_goes_on_with_what_it_has(setup: Setup) -> None:
    play = decision(setup, 71)
    search = Search(setup.game, play.state, play.turn, 3)
    search._memory["used_nodes"] = MOST_NODES - 40
    search._memory["used_edges"] = MOST_EDGES - len(play.legal_actions) - 20
    search.run(500)
    assert search._memory["used_nodes"] == MOST_NODES and search._memory["used_edges"] == MOST_EDGES
    assert sum(finding.visits for finding in search.findings().actions) == 500


def test_memory_is_bounded() -> None:
    for setup in DEFAULTS:
        play = setup.start(72)
        assert Search(setup.game, play.state, play.turn, 3).bytes < 20_000_000


BAD = ["", "0", "-5", "1000001", "2k", "0.01s", "61s", "nans", "1e3", "٣", "2000:3", "99999999999999999999"]


@pytest.mark.parametrize("spec", ["search", *(f"search:{budget}" for budget in BAD)])
def test_a_bad_budget_is_refused_by_a_sentence(spec: str) -> None:
    with pytest.raises(BotError) as refused:
        find_bot(spec)
    assert str(refused.value) == (
        "search takes iterations, from 1 to 1000000 (search:2000), or seconds, from 0.05 to 60 (search:0.5s); "
        f"got {spec}."
    )


def test_a_budget_names_its_bot() -> None:
    names = ("search:2000", "search:0.5s", "search:1", "search:60s")
    assert [find_bot(name).name for name in names] == list(names)
    assert find_bot("search:007").name == "search:7"
    assert [bot.name for bot in find_bots("search:10,greedy", 2)] == ["search:10", "greedy"]


def test_a_search_does_not_disturb_the_chance_of_the_game() -> None:
    play = decision(DEFAULTS[0], 73)
    before = copy_of(play.state)
    ask(SearchBot(20), play.game, play.state, new_chooser(1))
    assert play.state.tobytes() == before.tobytes()
    assert np.array_equal(play.state, before)
