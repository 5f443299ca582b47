"""OpenSpiel plays the games: its own tests pass, chance is right, and what a player does not know stays so."""

import copy
import pickle
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import observation
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts

from quatuor import GAMES
from quatuor.core.chance import REDEAL, seeded
from quatuor.core.state import copy_of
from quatuor.envs import open_spiel
from quatuor.envs.batch import Batch
from quatuor.envs.explicit_chance import CHANCE, OVER, Decision, Drawing, Position, Variant
from tiny import TINY

DOCS = Path(__file__).parents[2] / "docs"

# Of each game a usual setup, then others that chance deals or decides differently.
USUAL = (
    "quatuor_symphonimo(players=3)",
    "quatuor_air_sorciere(stall_limit=10)",
    "quatuor_symbiose()",
    "quatuor_rythm_n_play()",
)
OTHERS = (
    "quatuor_symphonimo(players=4,maestro=random:2,fausse_note=true,first=1)",
    "quatuor_symphonimo(maestro=draw_one+take_now)",
    "quatuor_air_sorciere(players=5,stall_limit=10,diplomas=many,open_hands=false)",
    "quatuor_symbiose(players=4,mode=team)",
    "quatuor_symbiose(players=3,sides=neighbours)",
    "quatuor_rythm_n_play(players=6,last_staff=true)",
)
# OpenSpiel writes the numbers of long observations slowly.
SLOW = (USUAL[0], *OTHERS)
HIDDEN = ("quatuor_symbiose(players=3)", "quatuor_rythm_n_play()", "quatuor_rythm_n_play(players=4)")


def random_action(state: Any, chooser: random.Random) -> int:
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        return int(chooser.choices(outcomes, chances)[0])
    return int(chooser.choice(state.legal_actions()))


def walk(name: str, seed: int) -> Iterator[Any]:
    """The states of a random game."""
    chooser = random.Random(seed)
    state = pyspiel.load_game(name).new_initial_state()
    while not state.is_terminal():
        yield state
        state.apply_action(random_action(state, chooser))
    yield state


def variant(name: str, seed: int = 0) -> Variant:
    """The variant of a registered game, set up with another seed."""
    found = pyspiel.load_game(name).variant
    return Variant(found.game, found.setup.players, found.first, found.setup.options, seed)


@pytest.mark.parametrize("name", USUAL + OTHERS)
def test_it_passes_the_random_simulations(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", [*USUAL[1:], *(pytest.param(name, marks=pytest.mark.slow) for name in SLOW)])
def test_it_generates_playthroughs(name: str) -> None:
    assert "IsTerminal() = True" in generate_playthrough.playthrough(name, [], seed=3)


@pytest.mark.parametrize("name", USUAL + OTHERS)
def test_nothing_but_the_history_matters(name: str) -> None:
    """With another seed the same history leads to the same: chance as a player decides everything."""
    one, other = variant(name).root, variant(name, seed=99).root
    chooser = random.Random(5)
    while one.player != OVER:
        assert (one.player, list(one.choices), one.outcomes) == (other.player, list(other.choices), other.outcomes)
        action = chooser.choice(list(one.choices))
        one, other = one.after(action), other.after(action)
        mine, theirs = one.decision, other.decision
        if mine is None or theirs is None:
            continue
        game = mine.variant.game
        for seat in range(-1, mine.variant.setup.players):
            assert mine.seen_by(seat) == theirs.seen_by(seat)
            assert game.view(mine.state, seat) == game.view(theirs.state, seat)
            assert numbers(mine, seat) == numbers(theirs, seat)


def numbers(decision: Decision, seat: int) -> list[int]:
    game = decision.variant.game
    out = np.zeros(game.observation.size, np.int8)
    game.observe(decision.state, seat, out)
    return out.tolist()


def drawings(name: str, seed: int) -> Iterator[Drawing]:
    """Where chance draws a card in a random game."""
    for state in walk(name, seed):
        if isinstance(state.position, Drawing):
            yield state.position


@pytest.mark.parametrize("name", USUAL + OTHERS)
def test_chance_draws_what_the_game_would(name: str) -> None:
    """The cards that may come, and how likely each is, are those of the rules with another generator or deal."""
    found = list(drawings(name, 7))
    for drawing in found[:: max(1, len(found) // 4)]:
        before, pool = drawing.decision, drawing.outcomes
        shown: Counter[int] = Counter()
        tries = 60 * len(pool)
        for seed in range(tries):
            shown[first_shown(before, drawing, seed)] += 1
        assert shown.keys() <= pool.keys()
        for card, ways in pool.items():
            expected = tries * ways / sum(pool.values())
            assert abs(shown[card] - expected) < 6 * expected**0.5


def first_shown(before: Decision, drawing: Drawing, seed: int) -> int:
    """The next card that the rules show because of a move, if those before it are the ones drawn."""
    game, state = before.variant.game, copy_of(before.state)
    # Hands are as they are: only what nobody holds is open, which in Symbiose is any card that lies face down.
    if game.name == "symbiose":
        game.redeal(state, 0, np.uint64(seed))
    state.rng = seeded(np.uint64(seed), REDEAL)
    for card in reversed(drawing.cards):
        assert game.stack(state, card)
    game.apply(state, drawing.action)
    if len(drawing.cards) < state.n_shown:
        return int(state.shown[len(drawing.cards)])
    # The river of a duel, turned up in the end.
    river = range(8 * int(state.players), 8 * int(state.players) + int(state.river))
    late = [int(state.cards[place]) for place in river if not before.state.up[place]]
    return next(card for card in late if card not in drawing.cards)


def test_faces_are_dealt_as_the_seed_deals_them() -> None:
    """SY-12: two powers among three conductors, each of six as likely."""
    root = variant("quatuor_symphonimo(players=3,maestro=random:2,first=0)").root
    chances: dict[tuple[int, ...], float] = {}

    def spread(position: Position, faces: tuple[int, ...], chance: float) -> None:
        if position.player != CHANCE:
            chances[faces] = chance
            return
        total = sum(position.outcomes.values())
        for face, ways in position.outcomes.items():
            spread(position.after(face), (*faces, face), chance * ways / total)

    spread(root, (), 1.0)
    assert len(chances) == 3 * 6 * 5
    assert list(chances.values()) == pytest.approx([1 / 90] * 90)


@pytest.mark.parametrize("name", USUAL + OTHERS)
def test_players_get_what_the_game_says(name: str) -> None:
    *_, end = walk(name, 2)
    state, setup = end.position.decision.state, end.position.variant.setup
    won = int(setup.game.winners(state))
    returns = end.returns()
    assert sum(returns) == pytest.approx(0)
    for seat in range(setup.players):
        if not won >> seat & 1:
            assert returns[seat] == -1
        else:
            assert returns[seat] == pytest.approx(setup.side_count / len({setup.sides[k] for k in winners(won)}) - 1)


def winners(won: int) -> list[int]:
    return [seat for seat in range(6) if won >> seat & 1]


@pytest.mark.parametrize("name", HIDDEN)
def test_another_past_cannot_be_told_from_the_true_one(name: str) -> None:
    others = 0
    for number, state in enumerate(walk(name, 4)):
        if state.is_chance_node() or (number % 5 and number > 20):
            continue
        for player in range(state.num_players()):
            sampler = pyspiel.UniformProbabilitySampler(number, 0.0, 1.0)
            resampled = state.resample_from_infostate(player, sampler)
            assert resampled.current_player() == state.current_player()
            assert resampled.information_state_string(player) == state.information_state_string(player)
            assert resampled.observation_string(player) == state.observation_string(player)
            assert resampled.observation_tensor(player) == state.observation_tensor(player)
            if player == state.current_player():
                assert resampled.legal_actions() == state.legal_actions()
            # Its history is a whole one, leads to it, and looks the same all the way.
            again = resampled.get_game().new_initial_state()
            for action in resampled.history():
                again.apply_action(action)
            assert str(again) == str(resampled)
            assert again.information_state_string(player) == state.information_state_string(player)
            others += resampled.history() != state.history()
    assert others > 3


def test_resampled_hands_are_those_that_a_player_can_expect() -> None:
    """RP-2: before the first move each card of another hand is any that is unseen, as often as there are copies."""
    game = pyspiel.load_game("quatuor_rythm_n_play(first=0)")
    state = game.new_initial_state()
    chooser = random.Random(1)
    while state.is_chance_node():
        state.apply_action(random_action(state, chooser))
    hand = state.position.decision.state.hand
    held: Counter[int] = Counter()
    for seed in range(600):
        other = state.resample_from_infostate(0, pyspiel.UniformProbabilitySampler(seed, 0.0, 1.0))
        for kind, count in enumerate(other.position.decision.state.hand[1].tolist()):
            held[kind] += count
    for kind in range(9):
        expected = 600 * 4 * (6 - int(hand[0, kind])) / 50
        assert abs(held[kind] - expected) < 6 * expected**0.5


def test_in_games_without_secrets_nothing_is_resampled() -> None:
    for name in USUAL[:2]:
        for state in walk(name, 1):
            assert state.resample_from_infostate(0, lambda: 0.5).history() == state.history()


@pytest.mark.parametrize("name", USUAL)
def test_observers_show_what_a_player_or_everybody_knows(name: str) -> None:
    game = pyspiel.load_game(name)
    kind = pyspiel.IIGObservationType
    player = observation.make_observation(game)
    public = observation.make_observation(game, kind(False, True, pyspiel.PrivateInfoType.NONE))
    private = observation.make_observation(game, kind(False, False, pyspiel.PrivateInfoType.SINGLE_PLAYER))
    for state in walk(name, 6):
        if state.is_chance_node():
            continue
        player.set_from(state, 1)
        assert player.tensor.tolist() == state.observation_tensor(1) == state.information_state_tensor(1)
        assert abs(player.tensor).max() <= 1
        assert public.string_from(state, 0) == public.string_from(state, 1)
        if game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION:
            assert private.string_from(state, 1) == "{}"
    assert private.tensor is None
    with pytest.raises(open_spiel.QuatuorError, match="without parameters"):
        observation.make_observation(game, params={"x": 1})


@pytest.mark.parametrize("name", USUAL + OTHERS)
def test_games_and_states_are_copied_and_pickled(name: str) -> None:
    chooser = random.Random(2)
    for number, state in enumerate(walk(name, 2)):
        if number % 40 == 30:
            action = random_action(state, chooser)
            for other in (copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
                assert other.history() == state.history() and str(other) == str(state)
                assert str(other.child(action)) == str(state.child(action))
    game = pyspiel.load_game(name)
    for again in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert str(again) == str(game) and type(again) is type(game)
        assert again.variant is game.variant


def test_a_state_is_stored_by_its_history() -> None:
    *_, end = walk(USUAL[3], 8)
    for position in (end.position, pickle.loads(pickle.dumps(end.position))):
        assert [action for _, action in position.course] == end.history()


def test_bad_names_counts_options_and_actions_are_one_sentence() -> None:
    for name, sentence in (
        ("quatuor_symphonimo(players=9)", "Symphonimo is for 2 to 6 players; got 9."),
        ("quatuor_symphonimo(first=2)", "the first player is a seat from 0 to 1; got 2."),
        ("quatuor_symbiose(mode=chess)", "option mode takes"),
        ("quatuor_chess()", "Unknown game"),
        ("quatuor_symbiose(colour=red)", "Unknown parameter 'colour'"),
    ):
        with pytest.raises(Exception, match=sentence.replace("(", r"\(")):
            pyspiel.load_game(name)
    state = pyspiel.load_game("quatuor_symphonimo(first=0)").new_initial_state()
    with pytest.raises(pyspiel.SpielError, match="action 7 is not legal here"):
        state.apply_action(7)


@pytest.mark.parametrize("name", USUAL)
def test_numbers_that_no_action_and_no_player_has_are_one_sentence(name: str) -> None:
    state = pyspiel.load_game(name).new_initial_state()
    while True:
        for bad in (-1, 10**9):
            with pytest.raises(pyspiel.SpielError, match=f"no action here has the number {bad}"):
                state.action_to_string(bad)
        for bad in (-1, state.num_players(), 10**9, None, True, ""):
            with pytest.raises(pyspiel.SpielError, match=r"a player is a number from 0 to \d; got .+\."):
                state.resample_from_infostate(bad, lambda: 0.5)
        if not state.is_chance_node():
            break
        state.apply_action(state.legal_actions()[0])


def test_the_example_in_the_documentation_runs() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", (DOCS / "open_spiel.md").read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, Any] = {}
    exec(compile(example, "docs/open_spiel.md", "exec"), names)
    assert sum(names["returns"]) == pytest.approx(0) and len(names["numbers"]) == GAMES["symphonimo"].observation.size


@pytest.mark.parametrize("name", HIDDEN[:2])
def test_its_search_for_hidden_cards_plays(name: str) -> None:
    game = pyspiel.load_game(name)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), 1.4, 4)
    for number, state in enumerate(walk(name, 3)):
        if not state.is_chance_node() and not state.is_terminal() and number % 12 == 0:
            assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", TINY)
def test_its_solver_solves_the_end_of_a_game(name: str) -> None:
    """What the best opponent wins against the solver's players falls towards nothing."""
    game = pyspiel.load_game(f"{open_spiel.register(TINY[name])}(first=0)")
    assert pyspiel.exploitability(game, pyspiel.UniformRandomPolicy(game)) > 0.5
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    assert pyspiel.exploitability(game, solver.tabular_average_policy()) < 0.01


@pytest.mark.parametrize("name", TINY)
def test_the_end_of_a_game_is_played_in_batches(name: str) -> None:
    batch = Batch(TINY[name], players=2, size=50)
    batch.reset(1)
    ended = 0
    for _ in range(40):
        batch.step(batch.sample())
        ended += int(batch.ends.sum())
    assert ended > 100
    assert GAMES.keys().isdisjoint(TINY)


@pytest.mark.parametrize("player", [-1, 2, 10**9, None, "0", True])
def test_an_observer_refuses_a_player_that_there_is_not(player: Any) -> None:
    game = pyspiel.load_game("quatuor_symphonimo(first=0)")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    observer = game.make_py_observer()
    for ask in (observer.set_from, observer.string_from):
        with pytest.raises(pyspiel.SpielError, match="a player is a number from 0 to 1"):
            ask(state, player)
