"""Networks of random weights; as a process: what those of some files think of some positions, as digests."""

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from quatuor import GAMES, Game
from quatuor.networks import Pairs, Rows, Shape, read_network, write_network
from setups import Setup

Arrays = dict[str, np.ndarray[Any, Any]]


def shapes_of(game: Game) -> list[Shape]:
    """A plain shape; where rows of the observation are alike, also one that reads them as such, and one with pairs."""
    plain = Shape(24, 2)
    if game.name != "symbiose":
        return [plain]
    part = next(part for part in game.observation.parts if part.name == "places")
    count = part.axes[0][0]
    rows = Rows(game.observation.start(part.name), count, part.size // count, 8)
    return [plain, Shape(16, 0, rows), Shape(20, 1, rows, Pairs(8, (count - 8, count), (0, 8)))]


SHAPES = [(game, shape) for game in GAMES.values() for shape in shapes_of(game)]


def random_arrays(game: Game, shape: Shape, seed: int = 0) -> Arrays:
    chance = np.random.default_rng(seed)
    return {
        name: (chance.normal(size=size) / size[-1] ** 0.5).astype(np.float16).astype(np.float32)
        for name, size in shape.arrays(game).items()
    }


def blank_arrays(game: Game, shape: Shape) -> Arrays:
    return {name: np.zeros(size, np.float32) for name, size in shape.arrays(game).items()}


def written(folder: Path, game: Game, shape: Shape, arrays: Arrays | None = None) -> str:
    """The name of a network's file; its weights are random if none are given."""
    file = folder / f"{game.name}{SHAPES.index((game, shape)) if (game, shape) in SHAPES else ''}.npz"
    write_network(file, game, shape, random_arrays(game, shape) if arrays is None else arrays, 1000.0)
    return str(file)


def observations(game: Game, count: int = 8) -> list[Any]:
    """What seats observe in a game of random moves."""
    found = []
    for state in Setup(game, game.min_players, {"stall_limit": 10} if game.name == "air_sorciere" else {}).positions(
        3, count
    ):
        found.append(np.zeros(game.observation.size, np.int8))
        game.observe(state, len(found) % game.min_players, found[-1])
    return found


def digests(folder: Path) -> list[str]:
    found = []
    for game, shape in SHAPES:
        total = hashlib.sha256()
        network = read_network(game, str(folder / f"{game.name}{SHAPES.index((game, shape))}.npz"))
        for observation in observations(game):
            for numbers in network.judge(observation):
                total.update(numbers.tobytes())
        found.append(total.hexdigest())
    return found


if __name__ == "__main__":
    print(json.dumps(digests(Path(sys.argv[1]))))
