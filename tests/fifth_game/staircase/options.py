"""Staircase's only option."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from quatuor.core.options import Flag, Option
from quatuor.games.staircase import state as S
from quatuor.games.staircase.texts import TEXTS

OPTIONS = (Option("short", Flag(), lambda players: False, TEXTS.sentence("option.short"), {}),)


def encode(players: int, first: int, options: Mapping[str, Any]) -> np.ndarray[Any, Any]:
    """The options as the numbers that `setup` reads; `first` is -1 where the seed draws it."""
    return np.array([players, first, S.SHORT_DECK if options["short"] else S.N_CARDS], np.int16)
