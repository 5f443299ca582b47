"""What is kept of a training: a checkpoint to go on from, its course, and the network that plays without PyTorch."""

import json
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch

from quatuor.bots.file_bot import is_network
from quatuor.bots.policy import NAME as POLICY
from quatuor.core.errors import QuatuorError
from quatuor.core.game import Game
from quatuor.core.texts import shortened
from quatuor.learning.network import LearningNetwork
from quatuor.learning.texts import TEXTS
from quatuor.networks import Shape, write_network
from quatuor.networks.network_file import FILE as NETWORK
from quatuor.networks.network_file import Content, read_content

CHECKPOINT, COURSE = "checkpoint.pt", "course.jsonl"
_FORMAT = 1


class Kept(NamedTuple):
    """What a checkpoint holds."""

    network: Mapping[str, Any]
    average: Mapping[str, Any]
    optimiser: Mapping[str, Any] | None  # None: it begins anew
    decisions: float
    seconds: float


def write_checkpoint(file: Path, game: Game, kept: Kept) -> None:
    """All of it or nothing: what was there before stays until the new one is complete."""
    new = file.with_suffix(".new")
    about = {"format": _FORMAT, "game": game.name, "observation": game.observation.version}
    torch.save(about | kept._asdict(), new)
    new.replace(file)


def read_checkpoint(file: Path, game: Game) -> Kept:
    """What a checkpoint of this game holds; QuatuorError, in one sentence, if it is none."""
    try:
        found = torch.load(file, map_location="cpu", weights_only=True)
        if found["format"] != _FORMAT or found["game"] != game.name:
            raise QuatuorError(*TEXTS.sentence("checkpoint.other", file=file, game=game.title))
        if found["observation"] != game.observation.version:
            raise QuatuorError(*TEXTS.sentence("checkpoint.version", file=file, game=game.title))
        return Kept(*(found[name] for name in Kept._fields))
    except QuatuorError:
        raise
    except Exception as error:  # a file can be broken in any way
        reason = (str(error).splitlines() or [""])[0].rstrip(".") or type(error).__name__
        raise QuatuorError(*TEXTS.sentence("checkpoint.unreadable", file=file, reason=reason)) from None


def read_network_file(file: Path, game: Game, shape: Shape) -> Kept:
    """The weights of a network's file, to begin with."""
    content = _content(file, game)
    if content.shape != shape:
        raise QuatuorError(*TEXTS.sentence("checkpoint.shape", file=file, game=game.title))
    weights = _tensors(content)
    return Kept(weights, weights, None, content.decisions, 0.0)


def read_player(name: str, game: Game) -> LearningNetwork:
    """The network of a file, of any shape, or of `policy`: that of the game."""
    if name != POLICY and not is_network(name):
        raise QuatuorError(*TEXTS.sentence("checkpoint.player", name=shortened(name)))
    content = _content(files(game.package).joinpath(NETWORK) if name == POLICY else Path(name), game)
    network = LearningNetwork(game, content.shape)
    network.load_state_dict(_tensors(content))
    network.eval()
    return network


def _content(file: Any, game: Game) -> Content:
    try:
        data = file.read_bytes()
    except OSError as error:
        raise QuatuorError(
            *TEXTS.sentence("checkpoint.unreadable", file=file, reason=error.strerror or type(error).__name__)
        ) from None
    return read_content(game, str(file), data)


def _tensors(content: Content) -> dict[str, torch.Tensor]:
    return {name: torch.from_numpy(array) for name, array in content.arrays.items()}


def write_network_file(file: Path, game: Game, network: LearningNetwork, decisions: float) -> None:
    """The network as `policy` plays it."""
    arrays = {name: tensor.detach().float().cpu().numpy() for name, tensor in network.state_dict().items()}
    write_network(file, game, network.shape, arrays, decisions)


class Moment(NamedTuple):
    """How a training stood at some time."""

    decisions: float
    seconds: float
    wins: dict[str, float]  # by kind of table
    value_error: float
    entropy: float
    clipped: float


def add_moment(file: Path, moment: Moment) -> None:
    with file.open("a", encoding="utf-8") as course:
        course.write(json.dumps(moment._asdict()) + "\n")


def read_course(file: Path) -> list[Moment]:
    """The moments of a course; what was cut off while it was written is left out."""
    moments = []
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        try:
            moments.append(Moment(**json.loads(line)))
        except (ValueError, TypeError):
            continue
    return moments


def finite(network: LearningNetwork) -> bool:
    """Whether all weights are still numbers that the file of a network can hold."""
    most = float(np.finfo(np.float16).max)
    return all(bool((tensor.abs() < most).all()) for tensor in network.state_dict().values())
