"""The file of a network: its weights in half precision, under the names they were trained by, and what it is for."""

import json
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from quatuor.core.errors import QuatuorError
from quatuor.core.game import Game
from quatuor.networks.shape import Shape
from quatuor.networks.texts import TEXTS

FILE = "network.npz"
FORMAT = 1
_ABOUT = "about"

Arrays = dict[str, np.ndarray[Any, Any]]


class Content(NamedTuple):
    """What is in a network's file, checked against its game; the arrays in single precision."""

    shape: Shape
    decisions: float
    arrays: Arrays


def write_network(
    file: Path, game: Game, shape: Shape, arrays: Mapping[str, np.ndarray[Any, Any]], decisions: float
) -> None:
    """Write a network that was trained by so many decisions; QuatuorError if its arrays do not fit its shape."""
    with np.errstate(over="ignore"):  # refused as not finite
        stored = {name: np.asarray(array).astype(np.float16) for name, array in arrays.items()}
    _check_fit(game, str(file), shape, stored)
    about = {
        "format": FORMAT,
        "game": game.name,
        "observation": game.observation.version,
        "seats": game.max_players,
        "shape": shape.as_json(),
        "decisions": decisions,
    }
    with file.open("wb") as out:
        np.savez_compressed(out, **{_ABOUT: np.array(json.dumps(about))}, **stored)


def read_content(game: Game, name: str, data: bytes) -> Content:
    """What is in the file of this name; QuatuorError, in one sentence, if it is not a network for this game."""
    try:
        about, arrays = _unpacked(BytesIO(data))
        found = about["format"]
        if found == FORMAT:
            shape, decisions = Shape.from_json(about["shape"]), float(about["decisions"])
            of_game, observation, seats = str(about["game"]), about["observation"], about["seats"]
    except Exception as error:  # a file can be broken in any way
        reason = (str(error).splitlines() or [""])[0].rstrip(".") or type(error).__name__
        raise QuatuorError(*TEXTS.sentence("network.unreadable", file=name, reason=reason)) from None
    if found != FORMAT:
        raise QuatuorError(*TEXTS.sentence("network.format", file=name, found=found, wanted=FORMAT))
    if of_game != game.name:
        raise QuatuorError(*TEXTS.sentence("network.game", file=name, found=of_game, game=game.title))
    if observation != game.observation.version:
        values = {"found": observation, "wanted": game.observation.version}
        raise QuatuorError(*TEXTS.sentence("network.observation", file=name, game=game.title, **values))
    if seats != game.max_players:
        raise _misfit(game, name, "seats")
    _check_fit(game, name, shape, arrays)
    return Content(shape, decisions, {key: array.astype(np.float32) for key, array in arrays.items()})


def _unpacked(file: BinaryIO) -> tuple[Any, Arrays]:
    with np.load(file, allow_pickle=False) as packed:
        arrays = {key: packed[key] for key in packed.files}
    return json.loads(str(arrays.pop(_ABOUT))), arrays


def _check_fit(game: Game, file: str, shape: Shape, arrays: Arrays) -> None:
    if not shape.fits(game):
        raise _misfit(game, file, "shape")
    wanted = shape.arrays(game)
    for name in sorted(wanted.keys() | arrays.keys()):
        array = arrays.get(name)
        if (
            array is None
            or array.shape != wanted.get(name)
            or array.dtype != np.float16
            or not np.isfinite(array).all()
        ):
            raise _misfit(game, file, name)


def _misfit(game: Game, file: str, name: str) -> QuatuorError:
    return QuatuorError(*TEXTS.sentence("network.fit", file=file, game=game.title, name=name))
