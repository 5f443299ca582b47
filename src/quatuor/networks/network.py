"""A trained network of a game, ready to think."""

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from math import sqrt
from pathlib import Path
from threading import get_ident
from typing import Any, NamedTuple

import numpy as np

from quatuor.core.errors import QuatuorError
from quatuor.core.game import Game
from quatuor.networks.judgement import Memory, Weights, judge, new_memory
from quatuor.networks.network_file import FILE, Arrays, read_content
from quatuor.networks.shape import Shape
from quatuor.networks.texts import TEXTS


class Judgement(NamedTuple):
    """What a network thinks of a position; seats go from the observer's on. The next judgement overwrites it."""

    logits: Any  # of all actions, legal or not
    wins: Any  # the share of the win that each seat can expect
    margins: Any


@dataclass(frozen=True, eq=False)
class Network:
    """A network, and by how many decisions it was trained."""

    weights: Weights
    shape: Shape
    decisions: float

    def judge(self, observation: Any) -> Judgement:
        """What it thinks of what `observe` of its game writes."""
        memory = _memory_of(self, get_ident())
        judge(self.weights, observation, memory)
        seats = len(memory.values) // 2
        return Judgement(memory.logits, memory.values[:seats], memory.values[seats:])


@lru_cache(maxsize=64)
def _memory_of(network: Network, thread: int) -> Memory:
    return new_memory(network.weights)


@lru_cache(maxsize=16)
def network_of(game: Game) -> Network:
    """The network that comes with a game; QuatuorError if there is none."""
    file = files(game.package).joinpath(FILE)
    if not file.is_file():
        raise QuatuorError(*TEXTS.sentence("network.missing", game=game.title))
    return read_network(game, str(file), file.read_bytes())


def read_network(game: Game, name: str, data: bytes | None = None) -> Network:
    """The network of a file, or of what was read from one; QuatuorError if it is none for this game."""
    try:
        read = Path(name).read_bytes() if data is None else data
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise QuatuorError(*TEXTS.sentence("network.unreadable", file=name, reason=reason)) from None
    content = read_content(game, name, read)
    return Network(_weights(game, content.shape, content.arrays), content.shape, content.decisions)


def _weights(game: Game, shape: Shape, arrays: Arrays) -> Weights:
    """The weights as they are computed with: the scales of the observation are put on those that read it."""
    width, rows, pairs = shape.width, shape.rows, shape.pairs
    scales = game.observation.scales[:, None]
    wide = rows.width if rows else 0
    if not rows:
        arrays = arrays | dict.fromkeys(("row.weight", "place"), _blank(0, 0)) | {"row.bias": _blank(0)}
        arrays |= {"rows_enter.weight": _blank(width, 0)}
    if not pairs:
        arrays = arrays | {"key.weight": _blank(wide, wide), "query.weight": _blank(0, 0)}
        arrays |= {"query_direct.weight": _blank(0, game.observation.size)}
        arrays |= dict.fromkeys(("key_context.weight", "query_context.weight"), _blank(0, width))
        arrays |= dict.fromkeys(("key_context.bias", "query_context.bias"), _blank(0))
    columns = {name: np.ascontiguousarray(array.T) for name, array in arrays.items()}
    blocks = [f"blocks.{block}" for block in range(shape.blocks)]
    # What a pair is worth is divided by the root of the width: the keys are, once.
    share = np.float32(1 / sqrt(wide)) if pairs else np.float32(1)
    return Weights(
        enter=columns["enter.weight"] * scales,
        enter_bias=arrays["enter.bias"],
        blocks=np.array([columns[f"{name}.weight"] for name in blocks], np.float32).reshape(-1, width, width),
        blocks_bias=np.array([arrays[f"{name}.bias"] for name in blocks], np.float32).reshape(-1, width),
        act=columns["act.weight"],
        act_bias=arrays["act.bias"],
        direct=columns["direct.weight"] * scales,
        value=columns["value.weight"],
        value_bias=arrays["value.bias"],
        row=columns["row.weight"] * (scales[rows.start : rows.start + rows.features] if rows else scales[:0]),
        row_bias=arrays["row.bias"] + arrays["place"],
        rows_enter=columns["rows_enter.weight"],
        key=columns["key.weight"] * share,
        key_context=columns["key_context.weight"] * share,
        key_bias=arrays["key_context.bias"] * share,
        query=columns["query.weight"],
        query_context=columns["query_context.weight"],
        query_bias=arrays["query_context.bias"],
        query_direct=columns["query_direct.weight"] * scales,
        rows_start=rows.start if rows else 0,
        first_key=pairs.keys[0] if pairs else 0,
        first_query=pairs.queries[0] if pairs else 0,
        first_pair=pairs.first if pairs else 0,
    )


def _blank(*shape: int) -> Any:
    return np.zeros(shape, np.float32)
