"""A training goes on where it was stopped, repeats itself, and is not taken in by bad files; needs PyTorch."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from quatuor import GAMES, QuatuorError
from quatuor.cli import quatuor
from quatuor.learning.settings import Settings, TableKind
from quatuor.networks import Pairs, read_network

pytestmark = pytest.mark.slow

GAME = GAMES["symphonimo"]
SMALL = Settings(
    (TableKind(2, weight=2), TableKind(3)), width=16, games=48, window=4, batches=2, decisions=1e4, remember_every=500.0
)
TOML = """
width = 16
games = 48
window = 4
batches = 2
decisions = 400
[[tables]]
players = 2
"""


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """Threads that wait for each other make small matrices slow where other tests run beside."""
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


def training(folder: Path, settings: Settings = SMALL, **more: Any) -> Any:
    from quatuor.learning.training import Training

    return Training(more.pop("game", GAME), settings, folder, "cpu", 1, **more)


def test_the_same_seed_is_the_same_training(tmp_path: Path) -> None:
    import torch

    found = []
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        run = training(tmp_path / name)
        for _ in range(4):
            run.advance()
        found.append(torch.cat([weights.flatten() for weights in run.average.state_dict().values()]))
    assert torch.equal(*found)


def test_it_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    import torch

    run = training(tmp_path)
    for _ in range(3):
        run.advance()
    run.save()
    again = training(tmp_path)
    assert again.decisions == run.decisions == 3 * 48 * 4
    for name, weights in run.average.state_dict().items():
        assert torch.equal(weights, again.average.state_dict()[name])
    again.advance()
    again.save()
    assert read_network(GAME, str(tmp_path / "network.npz")).decisions == 4 * 48 * 4


def test_it_begins_with_the_network_of_a_file(tmp_path: Path) -> None:
    run = training(tmp_path)
    run.advance()
    run.save()
    (tmp_path / "next").mkdir()
    begun = training(tmp_path / "next", beginning=tmp_path / "network.npz")
    begun.save()
    one, other = (np.load(folder / "network.npz") for folder in (tmp_path, tmp_path / "next"))
    assert all((one[name] == other[name]).all() for name in one.files)


def test_the_win_of_every_seat_is_what_its_values_are_learnt_from(tmp_path: Path) -> None:
    """By a window whose games end: the targets of an ended game are its result, from the actor's seat on."""
    import torch

    from quatuor.learning.self_play import Window
    from quatuor.learning.updates import lessons_of

    settings = Settings((TableKind(3),), games=1, window=2, trace=1.0)
    values = torch.zeros(3, 1, 2, 6)
    rewards = torch.zeros(2, 1, 2, 6)
    rewards[1, 0, 0, :3] = torch.tensor([0.0, 1.0, 0.0])
    rewards[1, 0, 1, :3] = torch.tensor([-0.2, 0.3, -0.3])
    window = Window(
        observations=torch.zeros(2, 1, 4, dtype=torch.int8),
        masks=torch.ones(2, 1, 3, dtype=torch.int8),
        seats=torch.tensor([[0], [1]]),
        actions=torch.zeros(2, 1, dtype=torch.int64),
        log_chances=torch.zeros(2, 1),
        own=torch.ones(2, 1, dtype=torch.bool),
        shown=torch.zeros(2, 1, dtype=torch.bool),
        values=values,
        rewards=rewards,
        ends=torch.tensor([[False], [True]]),
    )
    lessons = lessons_of(window, torch.tensor([3]), settings)
    assert lessons.targets[0, 0, :3].tolist() == [0.0, 1.0, 0.0]  # seat 0 decides: seats 0, 1, 2
    assert lessons.targets[1, 0, :3].tolist() == [1.0, 0.0, 0.0]  # seat 1 decides: seats 1, 2, 0
    assert lessons.targets[1, 1, :3].tolist() == pytest.approx([0.3, -0.3, -0.2])
    assert lessons.advantages[1] > 0 > lessons.advantages[0]
    assert lessons.present[0, 0].tolist() == [1, 1, 1, 0, 0, 0]


def test_company_never_takes_all_seats_and_changes_with_the_game(tmp_path: Path) -> None:
    run = training(tmp_path, replace(SMALL, with_earlier=0.5, with_greedy=0.5, window=64))
    window = run._play.play(run.network)
    assert 0.2 < window.own.float().mean() < 0.8
    assert window.ends.any()
    chances = window.log_chances[window.own]
    assert (chances <= 0).all() and (chances > -10).all()


def test_against_one_player_it_has_one_seat_and_they_play_what_their_network_likes_best(tmp_path: Path) -> None:
    from quatuor.learning.checkpoint import read_player

    training(tmp_path).save()
    other = str(tmp_path / "network.npz")
    settings = replace(SMALL, games=24, window=48).against(other, 3)
    run = training(tmp_path / "none", settings, beginning=tmp_path / "network.npz")
    window = run._play.play(run.network)
    games = window.ends.cumsum(0) - window.ends.long()  # which game of its table each decision is of
    for table in range(24):
        for number in range(int(games[:, table].max()) + 1):
            now = games[:, table] == number
            mine, theirs = (
                set(window.seats[now & who, table].tolist()) for who in (window.own[:, table], window.shown[:, table])
            )
            assert len(mine) <= 1 and not mine & theirs
    assert 0.1 < window.own.float().mean() < 0.5 and (window.shown == ~window.own).all()
    logits = read_player(other, GAME)(window.observations[window.shown]).logits
    best = logits.masked_fill(window.masks[window.shown] == 0, -1e9).argmax(-1)
    assert (best == window.actions[window.shown]).all()


def test_earlier_selves_show_nothing_and_the_others_do(tmp_path: Path) -> None:
    settings = replace(SMALL, with_earlier=0.25, with_company=0.25, with_greedy=0.25, company=("policy",))
    window = training(tmp_path, settings)._play.play(training(tmp_path, settings).network)
    assert window.own[:, :12].all() and not window.shown[:, :24].any()
    assert (window.shown[:, 24:] == ~window.own[:, 24:]).all() and not window.own[:, 12:24].all()


def test_it_learns_from_what_others_show(tmp_path: Path) -> None:
    import torch

    settings = replace(SMALL, with_earlier=0.0, with_greedy=1.0, imitation=(1.0, 1.0), rate=(2e-3, 2e-3), warm_up=0)
    run = training(tmp_path, settings)
    window = run._play.play(run.network)

    def chance() -> float:
        with torch.no_grad():
            logits = run.network(window.observations[window.shown]).logits
        logits = logits.masked_fill(window.masks[window.shown] == 0, -1e9)
        return float(torch.nn.functional.cross_entropy(logits, window.actions[window.shown]))

    before = chance()
    for _ in range(20):
        run.advance()
    assert chance() < before - 0.1


def test_a_network_is_measured_against_another(tmp_path: Path) -> None:
    from quatuor.learning.checkpoint import read_player
    from quatuor.learning.evaluation import Evaluation

    policy, new = read_player("policy", GAME), training(tmp_path).network
    evaluation = Evaluation(GAME, [TableKind(2)], 64, "cpu", new)
    assert evaluation.win_shares(policy)["2"] > 0.8 > 0.65 > evaluation.win_shares(new)["2"] > 0.35


def test_it_learns(tmp_path: Path) -> None:
    """A minute or two on a CPU are enough to beat what it began as, by far."""
    from quatuor.learning.evaluation import Evaluation

    settings = replace(
        SMALL, tables=(TableKind(2),), width=64, games=512, window=16, batches=8, decisions=4e5, with_greedy=0.0
    )
    run = training(tmp_path, settings)
    evaluation = Evaluation(GAME, list(settings.tables), 256, "cpu")
    before = evaluation.win_shares(run.average)["2"]
    while run.done < 1:
        run.advance()
    after = evaluation.win_shares(run.average)["2"]
    assert after > before + 0.15, (before, after)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda file: file.write_bytes(b"nothing"), "cannot be read"),
        (lambda file: file.write_bytes(file.read_bytes()[:500]), "cannot be read"),
        (lambda file: _change(file, game="symbiose"), "is not a checkpoint of Symphonimo"),
        (lambda file: _change(file, format=99), "is not a checkpoint of Symphonimo"),
        (lambda file: _change(file, observation=99), "another version of the observations"),
        (lambda file: _change(file, network={}), "another shape"),
    ],
)
def test_bad_checkpoints_get_one_sentence(tmp_path: Path, spoil: Any, said: str) -> None:
    run = training(tmp_path)
    run.save()
    spoil(tmp_path / "checkpoint.pt")
    with pytest.raises(QuatuorError) as caught:
        training(tmp_path)
    assert said in str(caught.value) and "\n" not in str(caught.value)


def _change(file: Path, **changes: Any) -> None:
    import torch

    torch.save(torch.load(file, weights_only=True) | changes, file)


def test_another_shape_is_refused(tmp_path: Path) -> None:
    training(tmp_path).save()
    with pytest.raises(QuatuorError, match="another shape than the settings of Symphonimo say"):
        training(tmp_path, replace(SMALL, width=17))


def test_symbiose_learns_pairs(tmp_path: Path) -> None:
    settings = replace(
        SMALL, tables=(TableKind(2), TableKind(4)), rows="places", row_width=4, pairs=Pairs(8, (32, 40), (0, 8))
    )
    run = training(tmp_path, settings, game=GAMES["symbiose"])
    run.advance()
    run.save()
    assert read_network(GAMES["symbiose"], str(tmp_path / "network.npz")).shape.pairs == settings.pairs


def test_the_command_learns_draws_and_goes_on(tmp_path: Path) -> None:
    settings, picture, folder = tmp_path / "settings.toml", tmp_path / "course.svg", tmp_path / "kept"
    settings.write_text(TOML)
    words = ["learn", "symphonimo", "--folder", str(folder), "--settings", str(settings), "--report-games", "4"]
    done = CliRunner().invoke(quatuor, [*words, "--plot", str(picture), "--device", "cpu"])
    assert done.exit_code == 0, done.output
    assert "wins against greedy: 2: " in done.output and (folder / "network.npz").exists()
    assert "<svg" in picture.read_text()
    again = CliRunner().invoke(quatuor, words)
    assert again.exit_code == 0 and len((folder / "course.jsonl").read_text().splitlines()) == 2


def test_the_command_looks_for_a_best_response(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("settings.toml").write_text(TOML)
    words = ["learn", "symphonimo", "--settings", "settings.toml", "--report-games", "4", "--device", "cpu"]
    done = CliRunner().invoke(quatuor, [*words, "--against", "policy", "--players", "3"])
    assert done.exit_code == 0, done.output
    assert "wins against policy: 3: " in done.output
    assert Path("learning/symphonimo-against-policy/network.npz").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--imitate", "expert", "--against", "policy"], "choose one"),
        (["--players", "3"], "--players goes with --against"),
        (["--against", "nowhere.npz"], "nowhere.npz cannot be read: No such file"),
        (["--against", "expert"], "expert cannot sit at a learner's tables: greedy, policy and"),
        (["--against", "policy", "--players", "9"], "2 to 6 players; got 9"),
        (["--imitate", "nobody"], "nobody"),
        (["--imitate", "greedy", "--from", "nowhere.npz"], "nowhere.npz cannot be read: No such file"),
    ],
)
def test_what_cannot_be_learnt_gets_one_sentence(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(quatuor, ["learn", "symphonimo", *words, "--device", "cpu"])
    assert isinstance(done.exception, QuatuorError)
    assert said in str(done.exception) and "\n" not in str(done.exception)


def test_without_a_gpu_the_command_says_so() -> None:
    done = CliRunner().invoke(quatuor, ["learn", "symphonimo", "--device", "cuda"])
    assert isinstance(done.exception, QuatuorError) and "finds no CUDA GPU here" in str(done.exception)
