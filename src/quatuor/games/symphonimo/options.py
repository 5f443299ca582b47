"""Symphonimo's options: SY-12 and SY-20."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np

from quatuor.core.options import Flag, Group, Items, Kind, Option, Preset
from quatuor.core.texts import Sentence
from quatuor.games.symphonimo import state as S
from quatuor.games.symphonimo.rules import CONFIG_FACES, CONFIG_FIRST, CONFIG_PLAYERS, CONFIG_POWERS, CONFIG_UNUSED
from quatuor.games.symphonimo.texts import TEXTS

Face = Literal["classic", "max_two", "pass_left", "discard_one", "discard_own", "draw_one", "take_now"]
FACES: tuple[Face, ...] = get_args(Face)
FAUSSE_NOTE_CARDS = 5


@dataclass(frozen=True)
class Maestro(Kind):
    """SY-12: `none`, `random`, `random:k`, or a list of n faces without a power twice."""

    control = "choice"

    def values(self, players: int) -> tuple[Any, ...]:
        return ("none", "random", *(f"random:{k}" for k in range(1, players + 1)))

    def groups(self, players: int) -> tuple[Group, ...]:
        counts = tuple((f"random:{k}", str(k)) for k in range(1, players + 1))
        return (Group(TEXTS.sentence("option.maestro.some"), TEXTS.sentence("option.maestro.count"), counts),)

    def items(self, players: int) -> Items:
        conductors = tuple(TEXTS.sentence("option.maestro.conductor", n=n) for n in range(1, players + 1))
        return Items(
            TEXTS.sentence("option.maestro.list"),
            conductors,
            values=FACES,
            repeatable=("classic",),
            fewest=players,
            most=players,
            start=["classic"] * players,
        )

    def meaning(self, value: Any) -> Sentence | None:
        if not isinstance(value, str) or not value.startswith("random:"):
            return None
        count = value.removeprefix("random:")
        return TEXTS.sentence("option.maestro.random.one" if count == "1" else "option.maestro.random.many", n=count)

    def accepts(self, players: int) -> Sentence:
        return TEXTS.sentence("option.maestro.accepts", players=players, faces=", ".join(FACES))

    def read(self, value: Any, players: int) -> Any:
        if isinstance(value, str):
            if value not in self.values(players):
                raise ValueError
            return value
        if not isinstance(value, list | tuple) or len(value) != players:
            raise ValueError
        powers = [face for face in value if face != "classic"]
        if any(not isinstance(face, str) or face not in FACES for face in value) or len(set(powers)) < len(powers):
            raise ValueError
        return list(value)


OPTIONS = (
    Option(
        "maestro",
        Maestro(),
        lambda players: "none",
        TEXTS.sentence("option.maestro"),
        {face: TEXTS.sentence(f"option.maestro.{face}") for face in ("none", "random", "random:k", *FACES)},
    ),
    Option("fausse_note", Flag(), lambda players: False, TEXTS.sentence("option.fausse_note"), {}),
)


def _preset(name: str, **chosen: Any) -> Preset:
    """A preset that is the same for any number of players."""
    title, meaning = TEXTS.sentence(f"preset.{name}"), TEXTS.sentence(f"preset.{name}.meaning")
    return Preset(name, title, meaning, lambda players: chosen)


PRESETS = (
    _preset("family"),
    _preset("maestro", maestro="random"),
    _preset("experts", maestro="random", fausse_note=True),
)


def encode(players: int, first: int, options: Mapping[str, Any]) -> np.ndarray[Any, Any]:
    """The options as the numbers that `setup` reads; `first` is -1 where the seed draws it."""
    config = np.zeros(CONFIG_FACES + S.MAX_PLAYERS, np.int16)
    config[CONFIG_PLAYERS] = players
    config[CONFIG_FIRST] = first
    config[CONFIG_UNUSED] = FAUSSE_NOTE_CARDS if options["fausse_note"] else 0
    maestro = options["maestro"]
    if isinstance(maestro, list):
        config[CONFIG_POWERS] = -1
        config[CONFIG_FACES : CONFIG_FACES + players] = [FACES.index(face) for face in maestro]
    elif maestro == "random":
        config[CONFIG_POWERS] = players
    elif maestro != "none":
        config[CONFIG_POWERS] = int(maestro.removeprefix("random:"))
    return config
