"""From a training to the file that plays without PyTorch."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch

from quatuor.core.game import Game
from quatuor.games import find_game
from quatuor.learning.settings import Settings
from quatuor.networks import Shape, write_network


def export_network(file: Path, game: Game, settings: Settings, average: Mapping[str, Any], decisions: float) -> None:
    """Write a network of these settings, by the tensors of its `state_dict`."""
    _write(file, game, asdict(settings), average, decisions)


def export_checkpoint(checkpoint: Path, file: Path) -> None:
    """Write the network that plays for a checkpoint."""
    kept = torch.load(checkpoint, map_location="cpu", weights_only=True)
    _write(file, find_game(kept["game"]), json.loads(kept["settings"]), kept["average"], kept["decisions"])


def _write(file: Path, game: Game, settings: Mapping[str, Any], average: Mapping[str, Any], decisions: float) -> None:
    arrays = {name: tensor.detach().float().cpu().numpy() for name, tensor in average.items()}
    shape = {name: settings[name] for name in ("width", "blocks", "pairs")} | {"rows": _rows(game, settings)}
    write_network(file, game, Shape.from_json(shape), arrays, decisions)


def _rows(game: Game, settings: Mapping[str, Any]) -> dict[str, int] | None:
    name = settings["rows"]
    if not name:
        return None
    part = next(part for part in game.observation.parts if part.name == name)
    count, start = part.axes[0][0], game.observation.start(name)
    return {"start": start, "count": count, "features": part.size // count, "width": settings["row_width"]}
