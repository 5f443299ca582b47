"""The file of a network: its weights in half precision, under the names they were trained by, and what it is for."""

import json
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from quatuor.core.errors import QuatuorError
from quatuor.core.game import Game
from quatuor.core.texts import plain, shortened
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
    content: dict[str, Any] = {_ABOUT: np.array(json.dumps(about)), **stored}
    with file.open("wb") as out:
        np.savez_compressed(out, **content)


def read_content(game: Game, name: str, data: bytes) -> Content:
    """What is in the file of this name; QuatuorError, in one sentence, if it is not a network for this game."""
    try:
        return _checked(game, name, *_unpacked(BytesIO(data)))
    except QuatuorError:
        raise
    except Exception as error:  # a file can be broken in any way
        reason = (str(error).splitlines() or [""])[0].rstrip(".") or type(error).__name__
        raise QuatuorError(*TEXTS.sentence("network.unreadable", file=name, reason=reason)) from None


def _checked(game: Game, name: str, about: Mapping[str, Any], arrays: Arrays) -> Content:
    wanted = {"format": FORMAT, "game": game.name, "observation": game.observation.version}
    for key, value in wanted.items():
        if about[key] != value:
            found = shortened(plain(about[key]))
            raise QuatuorError(*TEXTS.sentence(f"network.{key}", file=name, game=game.title, found=found, wanted=value))
    if about["seats"] != game.max_players:
        raise _misfit(game, name, "seats")
    shape = Shape.from_json(about["shape"])
    _check_fit(game, name, shape, arrays)
    return Content(shape, float(about["decisions"]), {key: array.astype(np.float32) for key, array in arrays.items()})


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
