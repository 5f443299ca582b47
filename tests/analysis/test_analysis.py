"""The analysis: its sums are the result, its grades are stable, and it knows only what the player knew."""

import json
from math import hypot, inf
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from quatuor import GAMES, Game, Playthrough, QuatuorError
from quatuor.analysis import THRESHOLDS, Account, analyse, position
from quatuor.analysis.account import result_for
from quatuor.analysis.chance import Chance, Mixture, chance_at
from quatuor.analysis.decision import Decision, grade
from quatuor.bots import find_bot, play_on
from quatuor.bots.playouts import expect
from quatuor.cli.commands.analyse import analyse as command
from quatuor.core.state import copy_of
from setups import DEFAULTS, SHORT, Setup

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


def played(game: str | Game, players: int, seed: int, *bots: str, **options: Any) -> Playthrough:
    """A finished game; without bots, one of random moves."""
    play = Playthrough(game, players, seed=seed, options=options)
    play_on(play, [find_bot(name) for name in bots or ["random"] * players])
    return play


def check_the_account(account: Account, play: Playthrough) -> None:
    """Start + luck + others - loss = result, in all and move by move; every number is what it says."""
    total = account.start.win + account.luck.win + account.others.win - account.loss.win
    assert abs(total - account.result) <= min(1e-9, account.error)
    assert account.result == result_for(play.game, play.state, account.seat)
    assert len(account.curve) == len(account.steps) + 1 == len(play.moves) + 1
    for at, step in enumerate(account.steps):
        change = step.luck + step.others - step.loss
        assert account.curve[at + 1] - account.curve[at] == pytest.approx(change, abs=1e-9)
        assert step.loss >= 0
        mover = play.moves[at].seat
        assert step.others == 0 or mover != account.seat
        assert step.loss == 0 or mover == account.seat
        # There is luck only where chance showed something; the end shows all that was hidden.
        assert step.luck == 0 or play.moves[at].reveals or at == len(play.moves) - 1
    assert all(-1e-9 <= chance <= 1 + 1e-9 for chance in account.curve)
    assert account.curve[-1] == account.result and account.curve[0] == account.start.win
    for term in (account.start, account.luck, account.others, account.loss):
        assert 0 <= term.error < inf
    several = [
        at for at, move in enumerate(play.moves) if move.seat == account.seat and len(play.legal_moves_before(at)) > 1
    ]
    assert [decision.number for decision in account.decisions] == several


@each_game
def test_the_parts_of_a_random_game_make_its_result(game: Game) -> None:
    """For the first seat; the last one is looked at below."""
    play = played(game, game.min_players, 82, **SHORT.get(game.name, {}))
    (account,) = analyse(play, [0], iterations=20, seed=1).accounts
    check_the_account(account, play)
    # The start was reached backwards from the result; forwards, from the deal, it is the same.
    deal = chance_at(game, play.state_after(0), account.seat, 200, 3)
    assert abs(account.start.win - deal.win) < 4 * hypot(account.start.error, deal.error)


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("symbiose", 4, {"mode": "team"}),
        ("symphonimo", 6, {}),
        ("rythm_n_play", 6, {}),
        ("air_sorciere", 3, {"stall_limit": 10}),
    ],
)
def test_the_parts_make_the_result_at_larger_tables(game: str, players: int, options: dict[str, Any]) -> None:
    play = played(game, players, 82, **options)
    check_the_account(analyse(play, [players - 1], iterations=20, seed=1).accounts[0], play)


@pytest.mark.slow
@each_game
def test_the_parts_of_a_hundred_random_games_make_their_results(game: Game) -> None:
    setups = [setup for setup in DEFAULTS if setup.game is game]
    lucks = []
    for seed in range(100):
        setup = setups[seed % len(setups)]
        play = setup.play(seed)
        account = analyse(play, [seed % setup.players], iterations=30, seed=seed).accounts[0]
        check_the_account(account, play)
        lucks.append(account.luck.win)
    # On average nobody is lucky.
    assert abs(np.mean(lucks)) < 4 * np.std(lucks) / 10


def test_another_seed_changes_the_parts_by_no_more_than_their_errors_say() -> None:
    play = played("symbiose", 2, 83, "greedy", "random")
    (one,), (two,) = (analyse(play, [0], iterations=40, seed=seed).accounts for seed in (1, 2))
    for part in ("start", "luck", "others", "loss"):
        a, b = getattr(one, part), getattr(two, part)
        assert abs(a.win - b.win) < 4 * hypot(a.error, b.error), part


def test_the_same_blunders_with_other_seeds() -> None:
    """A random player's last choices, each of which throws the game away."""
    play = played("symbiose", 2, 1, "random", "greedy")
    for number in (18, 21):
        state, action = play.state_after(number), play.moves[number].action
        grades = [grade(play.game, state, action, number, 200, seed) for seed in (1, 2, 3)]
        assert {found.mark for found in grades} == {"blunder"}


@pytest.mark.parametrize("seed", [1, 2, 5])
def test_a_blunder_that_a_short_search_likes_is_found_with_every_seed(seed: int) -> None:
    play = played("symphonimo", 2, 105, "random", "greedy")
    assert grade(play.game, play.state_after(91), play.moves[91].action, 91, 400, seed).mark == "blunder"


@pytest.mark.slow
@each_game
def test_whole_games_have_the_same_blunders_with_other_seeds(game: Game) -> None:
    for deal in range(20, 23):
        play = played(game, 2, deal, "beginner", "amateur")
        one, two = (
            {
                decision.number
                for account in analyse(play, iterations=game.search_settings.analysis, seed=seed).accounts
                for decision in account.marked
                if decision.mark == "blunder"
            }
            for seed in (1, 2)
        )
        assert one == two


@each_game
def test_what_a_search_would_play_is_no_blunder(game: Game) -> None:
    play = Setup(game, 2, {}).play(84, 15)
    while len(play.legal_actions) < 2:
        play.play_action(play.legal_actions[0])
    best = position(play.game, play.state, iterations=300, seed=5).best.action
    found = grade(play.game, play.state, best, 0, 100, 7)
    assert found.mark != "blunder"
    if found.best == best:
        assert found.loss == found.difference == found.error == 0 and found.mark is None


@pytest.mark.parametrize(
    ("chosen", "best", "error", "mark"),
    [
        (0.50, 0.54, 0.001, None),
        (0.50, 0.56, 0.001, "inaccuracy"),
        (0.50, 0.62, 0.001, "mistake"),
        (0.50, 0.75, 0.001, "blunder"),
        (0.50, 0.75, 0.1, None),  # noise is not called a mistake
        (0.50, 0.45, 0.001, None),
    ],
)
def test_marks_have_thresholds_and_need_certainty(chosen: float, best: float, error: float, mark: str | None) -> None:
    found = Decision(0, 0, 1, 2, None, Chance(chosen, error), Chance(best, error))  # type: ignore[arg-type]
    assert found.mark == mark
    assert found.loss == (best - chosen if best - chosen > hypot(error, error) else 0)
    assert list(THRESHOLDS.values()) == sorted(THRESHOLDS.values())


@pytest.mark.parametrize("setup", DEFAULTS[::3], ids=str)
def test_an_analysis_knows_only_what_the_seat_knew(setup: Setup) -> None:
    """Redealing what the seat has not seen changes nothing, also when another seat is to play."""
    differed = 0
    for state in setup.positions(85, 5):
        if state.turn < 0:
            continue
        for seat in range(setup.players):
            other = copy_of(state)
            setup.game.redeal(other, seat, np.uint64(3))
            differed += other.tobytes() != state.tobytes()
            said = [expect(setup.game, one, seat, 20, seed=4) for one in (state, other)]
            assert said[0] == said[1]
        other = copy_of(state)
        setup.game.redeal(other, int(state.turn), np.uint64(3))
        assert position(setup.game, state, iterations=30, seed=4) == position(setup.game, other, iterations=30, seed=4)
        action = position(setup.game, state, iterations=30, seed=4).moves[-1].action
        assert grade(setup.game, state, action, 0, 20, 4) == grade(setup.game, other, action, 0, 20, 4)
    assert differed


@each_game
def test_a_position_rates_every_legal_move(game: Game) -> None:
    play = Setup(game, 2, {}).play(86, 9)
    found = position(game, play.state, iterations=60, seed=1)
    assert sorted(move.action for move in found.moves) == play.legal_actions
    for move in found.moves:
        assert 0 <= move.win <= 1 and 0 < move.win_error < inf


@each_game
def test_a_card_changes_nothing_on_average(game: Game) -> None:
    """The chance before a card is the mean of the chances after it: otherwise luck would hide something else."""
    setup = Setup(game, 2, {})
    play = setup.play(87, 12)
    seat, action = play.turn, play.legal_actions[0]
    before = expect(game, play.state, seat, 1500, seed=1, first=action)
    after = []
    for seed in range(100):
        state = copy_of(play.state)
        game.redeal(state, seat, np.uint64(seed))
        game.apply(state, action)
        found = expect(game, state, seat, 30, seed=1000 * seed)
        after.append(found.wins / found.futures)
    assert abs(before.wins / before.futures - np.mean(after)) < 4 * hypot(0.013, float(np.std(after)) / 10)


def test_what_cancels_is_no_error() -> None:
    a, b = Mixture.of("a", Chance(0.5, 0.03)), Mixture.of("b", Chance(0.4, 0.04))
    assert (a - b).chance == pytest.approx((0.1, 0.05))
    assert (a + b - a).chance == pytest.approx((0.4, 0.04))


def run(*args: str, language: str = "en") -> Any:
    return CliRunner().invoke(command, list(args), obj=language, env={"COLUMNS": "100"})


@pytest.fixture
def finished(tmp_path: Path) -> str:
    played("symbiose", 2, 1, "random", "greedy").save(tmp_path / "game.json")
    return str(tmp_path / "game.json")


def test_the_command_tells_it_in_both_languages(finished: str) -> None:
    english = run(finished, "--seat", "1", "--iterations", "40", "--seed", "1").stdout
    assert "start" in english and "luck" in english and "Player 1" in english and "Player 2" not in english
    assert "blunder" in english and "played: " in english and "better: River" in english
    french = run(finished, "--seat", "1", "--iterations", "40", "--seed", "1", language="fr").stdout
    assert "départ" in french and "gaffe" in french and "mieux\u00a0: Rivière" in french


def test_the_command_prints_all_as_json_and_draws(finished: str, tmp_path: Path) -> None:
    picture = tmp_path / "curve.svg"
    words = (finished, "--iterations", "20", "--seed", "3", "--json")
    told = run(*words, "--plot", str(picture))
    assert told.exit_code == 0, told.exception
    numbers = json.loads(told.stdout)
    assert "<svg" in picture.read_text()
    assert [seat["seat"] for seat in numbers["seats"]] == [1, 2]
    for seat in numbers["seats"]:
        parts = [seat[part]["win"] for part in ("start", "luck", "others", "loss")]
        assert parts[0] + parts[1] + parts[2] - parts[3] == pytest.approx(seat["result"])
        assert len(seat["curve"]) == len(numbers["moves"]) + 1
        assert all(decision["moves"] for decision in seat["decisions"])
    assert run(*words).stdout == told.stdout, "the same seed gives the same analysis"


@pytest.mark.parametrize(
    ("args", "english", "french"),
    [
        (("--seat", "3"), "--seat: this game has seats 1 to 2; got 3.", "places"),
        (("--seat", "0"), "--seat: this game has seats 1 to 2; got 0.", "places"),
        (("--iterations", "0"), "iterations go from 20 to 1000000; got 0.", "itérations"),
        (("--iterations", "1000001"), "iterations go from 20 to 1000000; got 1000001.", "itérations"),
        (("--seed", "-1"), "got -1", "reçu"),
        (("--plot", "no/such/folder.png"), "there is no such folder", "dossier"),
        (("--plot", "curve.txt"), "a plot is a .png, .svg or .pdf file", "graphique"),
    ],
)
def test_bad_arguments_get_one_sentence(finished: str, args: tuple[str, ...], english: str, french: str) -> None:
    refused = run(finished, *args).exception
    assert isinstance(refused, QuatuorError)
    assert english in refused.say("en") and french in refused.say("fr") and "\n" not in refused.say("en")


def test_a_bad_record_gets_one_sentence(tmp_path: Path, finished: str) -> None:
    record = json.loads(Path(finished).read_text())
    Setup(GAMES["symbiose"], 2, {}).play(1, 4).save(tmp_path / "open.json")
    (tmp_path / "damaged.json").write_text(json.dumps(record | {"result": None}))
    (tmp_path / "broken.json").write_text("{")
    for name, said in [
        ("open.json", "the game is not finished; only a finished game can be analysed."),
        ("damaged.json", "damaged.json"),
        ("broken.json", "broken.json"),
        ("none.json", "none.json"),
    ]:
        refused = run(str(tmp_path / name)).exception
        assert isinstance(refused, QuatuorError), name
        assert said in refused.say("en") and "\n" not in refused.say("fr")


def test_code_is_refused_seats_that_are_not_there() -> None:
    play = played("symbiose", 2, 1)
    for seat in (-1, 2):
        with pytest.raises(QuatuorError):
            analyse(play, [seat])
