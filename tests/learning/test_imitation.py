"""A network learns to decide as a bot does, from games that the bot plays with itself; needs PyTorch."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from quatuor import GAMES
from quatuor.cli import quatuor
from quatuor.learning.settings import Settings, TableKind
from quatuor.networks import read_network
from quatuor.play.setup import Setup

pytestmark = pytest.mark.slow

GAME = GAMES["symbiose"]
SETTINGS = Settings((TableKind(2), TableKind(4, {"mode": "team"})), width=32, passes=6, imitated=64, average=0.9)


def here(work: Callable[[Any], Any], tasks: Sequence[Any]) -> Iterator[Any]:
    """The first two tasks, in this process."""
    yield from map(work, tasks[:2])


def watched(bot: str, seconds: float, settings: Settings = SETTINGS) -> Any:
    from quatuor.learning.imitation import watch

    return watch(GAME, settings, bot, seconds, 1, here)


def test_decisions_with_a_choice_are_kept_with_how_the_game_ended() -> None:
    seen = watched("random", 0.5)
    legal = seen.masks.astype(bool)
    assert (legal.sum(1) > 1).all() and legal[np.arange(len(seen.actions)), seen.actions].all()
    assert set(seen.present.sum(1)) == {2.0, 4.0}
    wins, margins = seen.results[:, 0], seen.results[:, 1]
    duels = seen.present.sum(1) == 2
    assert (wins[duels].sum(1) == 1).all() and (margins[duels, 0] == -margins[duels, 1]).all()
    assert (wins[~duels, 0] == wins[~duels, 2]).all() and (margins[~duels, 1] == margins[~duels, 3]).all()
    assert ((margins[:, 0] > 0) <= (wins[:, 0] == 1)).all()
    seats = GAME.observation.part(seen.observations, "turn")
    assert (seats[:, 0] == 1).all()  # seats are counted from the one that decides


def test_without_time_two_games_are_watched() -> None:
    seen = watched("random", 0.0)
    first = GAME.observation.part(seen.observations, "phase")[:, 0] == 1
    assert first.sum() == 2 + 4  # everybody's first decision: of a game of two, and of one of four


def test_it_comes_to_decide_as_the_bot_does() -> None:
    import torch

    from quatuor.learning import imitation

    torch.set_num_threads(1)
    settings = replace(SETTINGS, tables=(TableKind(2),), rate=(3e-3, 1e-3))
    setup = Setup(GAME, 2, GAME.read_options(2, {}))
    seen = imitation._together([imitation._play(setup, "greedy", seed) for seed in range(60)])
    network = imitation.begin(GAME, settings, "cpu", 1, None)
    course = list(imitation.imitate(network, seen, settings, "cpu", 1))
    progress, networks = zip(*course, strict=True)
    assert [moment.passes for moment in progress] == [1, 2, 3, 4, 5, 6]
    best = min(progress, key=lambda moment: moment.loss)
    assert best.loss < np.log(seen.masks.sum(1)).mean() - 0.3 and best.agreement > 0.1  # of up to 64 actions
    assert networks[-1] is networks[best.passes - 1]  # what is kept


def test_the_command_imitates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("settings.toml").write_text("width = 16\npasses = 2\n[[tables]]\nplayers = 2\n")
    words = ["learn", "symbiose", "--settings", "settings.toml", "--minutes", "0.01", "--device", "cpu"]
    done = CliRunner().invoke(quatuor, [*words, "--imitate", "random"])
    assert done.exit_code == 0, done.output
    assert "random made " in done.output and "After 2 passes it agrees with " in done.output
    assert read_network(GAME, "learning/symbiose-as-random/network.npz").shape.width == 16
