"""Rythm'n'Play's options: RP-10."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from quatuor.core.options import Flag, Option
from quatuor.games.rythm_n_play.rules import CONFIG_FIRST, CONFIG_LAST_STAFF, CONFIG_PLAYERS
from quatuor.games.rythm_n_play.texts import TEXTS

OPTIONS = (Option("last_staff", Flag(), lambda players: False, TEXTS.sentence("option.last_staff"), {}),)


def encode(players: int, first: int, options: Mapping[str, Any]) -> np.ndarray[Any, Any]:
    """The options as the numbers that `setup` reads; `first` is -1 where the seed draws it."""
    config = np.zeros(CONFIG_LAST_STAFF + 1, np.int16)
    config[CONFIG_PLAYERS] = players
    config[CONFIG_FIRST] = first
    config[CONFIG_LAST_STAFF] = options["last_staff"]
    return config
