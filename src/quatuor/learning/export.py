"""From a training to the file that plays without PyTorch."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

from quatuor.core.game import Game
from quatuor.games import find_game
from quatuor.learning.settings import Settings
from quatuor.networks import Pairs, Rows, Shape, write_network


def export_network(file: Path, game: Game, settings: Settings, average: Mapping[str, Any], decisions: float) -> None:
    """Write a network of these settings, by the tensors of its `state_dict`."""
    shape = _shape(game, settings.width, settings.blocks, settings.rows, settings.row_width, settings.pairs)
    _write(file, game, shape, average, decisions)


def export_checkpoint(checkpoint: Path, file: Path) -> None:
    """Write the network that plays in a checkpoint."""
    kept = torch.load(checkpoint, map_location="cpu", weights_only=True)
    game, read = find_game(kept["game"]), json.loads(kept["settings"])
    pairs = (
        Pairs(**{name: tuple(v) if isinstance(v, list) else v for name, v in read["pairs"].items()})
        if read["pairs"]
        else None
    )
    shape = _shape(game, read["width"], read["blocks"], read["rows"], read["row_width"], pairs)
    _write(file, game, shape, kept["average"], kept["decisions"])


def _shape(game: Game, width: int, blocks: int, rows: str, row_width: int, pairs: Any) -> Shape:
    if not rows:
        return Shape(width, blocks)
    layout = game.observation
    part = next(part for part in layout.parts if part.name == rows)
    count = part.axes[0][0]
    found = Rows(layout.start(rows), count, part.size // count, row_width)
    return Shape(width, blocks, found, Pairs(pairs.first, pairs.keys, pairs.queries) if pairs else None)


def _write(file: Path, game: Game, shape: Shape, average: Mapping[str, Any], decisions: float) -> None:
    arrays = {name: tensor.detach().float().cpu().numpy() for name, tensor in average.items()}
    write_network(file, game, shape, arrays, decisions)
