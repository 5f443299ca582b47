"""Networks: what they think is what their layers say, bit by bit the same everywhere; what is no network is refused."""

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from networks.samples import SHAPES, Arrays, digests, observations, random_arrays, written
from quatuor import GAMES, Game, QuatuorError
from quatuor.networks import Pairs, Rows, Shape, network_of, read_network, write_network

HERE = Path(__file__).parent
GAME, SMALL = GAMES["symphonimo"], Shape(4, 1)

each_shape = pytest.mark.parametrize(("game", "shape"), SHAPES, ids=lambda value: getattr(value, "name", ""))


def reference(game: Game, shape: Shape, arrays: Arrays, observation: Any) -> tuple[Any, Any, Any]:
    """What the layers say, in double precision, by NumPy."""
    w = {name: array.astype(np.float64) for name, array in arrays.items()}
    x = observation * game.observation.scales.astype(np.float64)

    def layer(name: str, numbers: Any) -> Any:
        return numbers @ w[f"{name}.weight"].T + w[f"{name}.bias"]

    h, tokens = layer("enter", x), np.zeros(0)
    if rows := shape.rows:
        seen = x[rows.start : rows.start + rows.count * rows.features].reshape(rows.count, rows.features)
        tokens = np.maximum(layer("row", seen) + w["place"], 0) * (seen != 0).any(axis=1, keepdims=True)
        h = h + w["rows_enter.weight"] @ tokens.ravel()
    h = np.maximum(h, 0)
    for block in range(shape.blocks):
        h = h + np.maximum(layer(f"blocks.{block}", h), 0)
    logits = layer("act", h) + w["direct.weight"] @ x
    if rows and (pairs := shape.pairs):
        keys, queries = tokens[slice(*pairs.keys)], tokens[slice(*pairs.queries)]
        keys = np.maximum(keys @ w["key.weight"].T + layer("key_context", h).reshape(keys.shape), 0)
        asked = w["query.weight"] @ queries.ravel() + layer("query_context", h) + w["query_direct.weight"] @ x
        queries = np.maximum(asked, 0).reshape(queries.shape)
        logits[pairs.first :] += (keys @ queries.T / rows.width**0.5).ravel()
    return logits, *np.split(layer("value", h), 2)


@each_shape
def test_what_a_network_thinks_is_what_its_layers_say(game: Game, shape: Shape, tmp_path: Path) -> None:
    arrays = random_arrays(game, shape)
    network = read_network(game, written(tmp_path, game, shape, arrays))
    assert (network.shape, network.decisions) == (shape, 1000)
    logits = []
    for observation in observations(game):
        found = network.judge(observation)
        assert (len(found.logits), len(found.wins)) == (game.n_actions, game.max_players)
        for numbers, wanted in zip(found, reference(game, shape, arrays, observation), strict=True):
            assert numbers.dtype == np.float32
            assert numbers == pytest.approx(wanted, abs=1e-4)
        logits.append(found.logits.copy())
    assert np.ptp(logits, axis=0).max() > 0.1, "the same everywhere"


@pytest.mark.parametrize("setting", ["NUMBA_DISABLE_JIT", pytest.param("NUMBA_BOUNDSCHECK", marks=pytest.mark.slow)])
def test_the_bits_are_the_same_interpreted_and_bounds_checked(setting: str, tmp_path: Path) -> None:
    for game, shape in SHAPES:
        written(tmp_path, game, shape)
    environment = os.environ | {setting: "1", "PYTHONPATH": os.pathsep.join([str(HERE.parent), *sys.path])}
    command = [sys.executable, str(HERE / "samples.py"), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    assert json.loads(done.stdout) == digests(tmp_path)


def test_threads_do_not_disturb_each_other(tmp_path: Path) -> None:
    game, shape = SHAPES[0]
    network, seen = read_network(game, written(tmp_path, game, shape)), observations(game) * 20

    def think(observation: Any) -> bytes:
        return b"".join(numbers.tobytes() for numbers in network.judge(observation))

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(think, seen)) == [think(observation) for observation in seen]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_it_thinks_what_the_trained_network_does(game: Game, tmp_path: Path) -> None:
    import torch

    from quatuor.learning.checkpoint import write_network_file
    from quatuor.learning.network import LearningNetwork
    from quatuor.learning.settings import settings_of

    trained = LearningNetwork(game, settings_of(game).shape(game))
    chance = torch.Generator().manual_seed(1)
    with torch.no_grad():
        for weights in trained.parameters():
            # Some begin as zeros. Half precision is what the file has.
            weights += 0.05 * torch.randn(weights.shape, generator=chance)
            weights.copy_(weights.half().float())
    file = tmp_path / "network.npz"
    write_network_file(file, game, trained, 1.0)
    network = read_network(game, str(file))
    for observation in observations(game):
        with torch.no_grad():
            judged = trained(torch.from_numpy(observation)[None])
        for numbers, wanted in zip(network.judge(observation), judged, strict=True):
            assert numbers == pytest.approx(wanted[0].numpy(), rel=1e-5, abs=1e-4)


def test_a_game_without_a_network_says_so() -> None:
    with pytest.raises(QuatuorError, match=r"^no network has been trained for Symphonimo yet\.$"):
        network_of(replace(GAME, package="quatuor.core"))


def test_the_same_network_is_the_same_file(tmp_path: Path) -> None:
    found = []
    for name in ("one.npz", "other.npz"):
        write_network(tmp_path / name, GAME, SMALL, random_arrays(GAME, SMALL), 1.0)
        found.append((tmp_path / name).read_bytes())
    assert found[0] == found[1]


def content(**changes: Any) -> dict[str, Any]:
    """What is in a good file, with these changes of what it says about itself."""
    about = {"format": 1, "game": GAME.name, "observation": GAME.observation.version, "seats": GAME.max_players}
    about |= {"shape": {"width": 4, "blocks": 1, "rows": None, "pairs": None}, "decisions": 1.0} | changes
    arrays = {name: array.astype(np.float16) for name, array in random_arrays(GAME, SMALL).items()}
    return {"about": np.array(json.dumps(about)), **arrays}


def without(name: str) -> dict[str, Any]:
    return {key: value for key, value in content().items() if key != name}


FITS_NOT = "FILE is a network that does not fit Symphonimo: {} is not what it should be."
SHAPE = {"width": 4, "blocks": 1, "rows": None, "pairs": None}
ROWS = {"start": 0, "count": 4, "features": 2, "width": 3}
PAIRS = {"first": 41, "keys": [0, 3], "queries": [0, 3]}


@pytest.mark.parametrize(
    ("packed", "sentence"),
    [
        (content(format=2), "FILE is a network in format 2; this version of Quatuor reads format 1."),
        (content(game="symbiose"), "FILE is a network for symbiose, not for symphonimo."),
        (
            content(observation=0),
            "FILE was trained on version 0 of the observations of Symphonimo; they are now at version 1.",
        ),
        (content(seats=5), FITS_NOT.format("seats")),
        (content(shape=SHAPE | {"width": 5}), FITS_NOT.format("act.weight")),
        (content(shape=SHAPE | {"width": 0}), FITS_NOT.format("shape")),
        (content(shape=SHAPE | {"blocks": -1}), FITS_NOT.format("shape")),
        (content(shape=SHAPE | {"blocks": 2}), FITS_NOT.format("blocks.1.bias")),
        (content(shape=SHAPE | {"pairs": PAIRS}), FITS_NOT.format("shape")),
        (content(shape=SHAPE | {"rows": ROWS | {"start": 846}}), FITS_NOT.format("shape")),
        (content(shape=SHAPE | {"rows": ROWS | {"start": -1}}), FITS_NOT.format("shape")),
        (content(shape=SHAPE | {"rows": ROWS, "pairs": PAIRS | {"first": 40}}), FITS_NOT.format("shape")),
        (content(shape=SHAPE | {"rows": ROWS, "pairs": PAIRS | {"keys": [2, 5]}}), FITS_NOT.format("shape")),
        (without("value.bias"), FITS_NOT.format("value.bias")),
        (content() | {"more": np.zeros(3, np.float16)}, FITS_NOT.format("more")),
        (content() | {"value.bias": np.zeros(12, np.float32)}, FITS_NOT.format("value.bias")),
        (content() | {"value.bias": np.full(12, np.nan, np.float16)}, FITS_NOT.format("value.bias")),
        (without("about"), "FILE cannot be read as a network: "),
        (content() | {"about": np.array("[]")}, "FILE cannot be read as a network: "),
        (content() | {"about": np.array("{}")}, "FILE cannot be read as a network: 'format'."),
        (content() | {"place": np.array([{}])}, "FILE cannot be read as a network: Object arrays cannot be loaded"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_sentence(packed: dict[str, Any], sentence: str, tmp_path: Path) -> None:
    file = tmp_path / "network.npz"
    np.savez(file, **packed)
    assert refusal(file).replace(str(file), "FILE").startswith(sentence)


def refusal(file: Path) -> str:
    with pytest.raises(QuatuorError) as error:
        read_network(GAME, str(file))
    said = error.value.say("en"), error.value.say("fr")
    assert all(sentence.endswith(".") and "\n" not in sentence for sentence in said)
    return said[0]


def test_the_content_that_is_changed_above_is_good(tmp_path: Path) -> None:
    np.savez(tmp_path / "network.npz", **content())
    assert read_network(GAME, str(tmp_path / "network.npz")).shape == SMALL


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: b"",
        lambda data: b"what is this?",
        lambda data: data[: len(data) // 2],
        lambda data: data[:200] + b"x" + data[201:],
        lambda data: pickle.dumps("network"),
    ],
)
def test_a_broken_file_is_refused_in_one_sentence(spoil: Callable[[bytes], bytes], tmp_path: Path) -> None:
    file = tmp_path / "network.npz"
    write_network(file, GAME, SMALL, random_arrays(GAME, SMALL), 1.0)
    file.write_bytes(spoil(file.read_bytes()))
    assert refusal(file).startswith(f"{file} cannot be read as a network: ")


def test_a_file_that_is_not_there_is_refused_in_one_sentence(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none.npz").endswith("none.npz cannot be read as a network: No such file or directory.")


def test_weights_that_half_precision_cannot_hold_are_not_written(tmp_path: Path) -> None:
    arrays = random_arrays(GAME, SMALL)
    arrays["act.bias"][3] = 1e6
    with pytest.raises(QuatuorError, match=r"does not fit Symphonimo: act.bias is not what it should be"):
        write_network(tmp_path / "network.npz", GAME, SMALL, arrays, 1.0)
    assert not list(tmp_path.iterdir())


def test_a_shape_is_the_same_after_it_was_written() -> None:
    for shape in (SMALL, Shape(4, 1, Rows(**ROWS)), Shape(4, 1, Rows(**ROWS), Pairs(41, (0, 3), (0, 3)))):
        assert Shape.from_json(json.loads(json.dumps(shape.as_json()))) == shape
