"""Air Sorcière's options: AS-11, AS-16, AS-20, AS-21, and whether hands lie open."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from quatuor.core.options import Flag, Number, OneOf, Option, Preset
from quatuor.games.air_sorciere.rules import (
    CONFIG_FIRST,
    CONFIG_MANY,
    CONFIG_OPEN_HANDS,
    CONFIG_PER_SET,
    CONFIG_PLAYERS,
    CONFIG_SOFT_REQUIRED,
    CONFIG_STALL_LIMIT,
)
from quatuor.games.air_sorciere.texts import TEXTS


def _choice(name: str, *choices: str) -> Option:
    """An option of which the first choice is the default."""
    meanings = {choice: TEXTS.sentence(f"option.{name}.{choice}") for choice in choices}
    return Option(name, OneOf(choices), lambda players: choices[0], TEXTS.sentence(f"option.{name}"), meanings)


OPTIONS = (
    _choice("soft_landing", "optional", "required"),
    _choice("diplomas", "one", "many"),
    _choice("five_colour_bonus", "once", "per_set"),
    Option("stall_limit", Number(10, 1000), lambda players: 200, TEXTS.sentence("option.stall_limit"), {}),
    Option("open_hands", Flag(), lambda players: True, TEXTS.sentence("option.open_hands"), {}),
)


PRESETS = (
    Preset("family", TEXTS.sentence("preset.family"), TEXTS.sentence("preset.family.meaning"), lambda players: {}),
    Preset(
        "experts",
        TEXTS.sentence("preset.experts"),
        TEXTS.sentence("preset.experts.meaning"),
        lambda players: {"soft_landing": "required", "open_hands": False},
    ),
)


def encode(players: int, first: int, options: Mapping[str, Any]) -> np.ndarray[Any, Any]:
    """The options as the numbers that `setup` reads; `first` is -1 where the seed draws it."""
    config = np.zeros(7, np.int16)
    config[CONFIG_PLAYERS] = players
    config[CONFIG_FIRST] = first
    config[CONFIG_SOFT_REQUIRED] = options["soft_landing"] == "required"
    config[CONFIG_MANY] = options["diplomas"] == "many"
    config[CONFIG_PER_SET] = options["five_colour_bonus"] == "per_set"
    config[CONFIG_STALL_LIMIT] = options["stall_limit"]
    config[CONFIG_OPEN_HANDS] = options["open_hands"]
    return config
