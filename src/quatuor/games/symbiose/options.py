"""Symbiose's options: SB-1, SB-3, SB-9 and SB-10."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np

from quatuor.core.errors import RecordError
from quatuor.core.options import File, Kind, OneOf, Option, Preset
from quatuor.core.texts import Sentence
from quatuor.games.symbiose import state as S
from quatuor.games.symbiose.deck import MAX_BYTES, PUBLISHED, pack, read_deck
from quatuor.games.symbiose.rules import (
    CONFIG_DECK,
    CONFIG_FIRST,
    CONFIG_MODE,
    CONFIG_ORDER,
    CONFIG_PLAYERS,
    CONFIG_SIDES,
)
from quatuor.games.symbiose.texts import TEXTS

Mode = Literal["normal", "duel", "team"]
Sides = Literal["halves", "neighbours"]
MODES: tuple[Mode, ...] = get_args(Mode)
SIDES: tuple[Sides, ...] = get_args(Sides)
_PLAYERS = {"duel": 2, "team": 4}  # the modes for exactly so many


@dataclass(frozen=True)
class ModeKind(Kind):
    """SB-3: a duel is for two players, teams are for four."""

    control = "choice"

    def values(self, players: int) -> tuple[Any, ...]:
        return tuple(mode for mode in MODES if _PLAYERS.get(mode, players) == players)

    def accepts(self, players: int) -> Sentence:
        return TEXTS.sentence("option.mode.accepts", players=players, values=", ".join(self.values(players)))

    def read(self, value: Any, players: int) -> Any:
        if not isinstance(value, str) or value not in self.values(players):
            raise ValueError
        return value


@dataclass(frozen=True)
class Deck(Kind):
    """SB-1: the cards of another deck, or None for the published one.

    A text is read as the path of a file, so a server must not pass on a text that it was sent.
    """

    control = "file"

    def file(self) -> File:
        default, given, reset = (TEXTS.sentence(f"option.deck.{key}") for key in ("published", "own", "reset"))
        return File(default, given, reset, MAX_BYTES)

    def accepts(self, players: int) -> Sentence:
        return TEXTS.sentence("option.deck.accepts", cards=S.N_CARDS, high=S.HIGHEST_VALUE)

    def accepts_sent(self, players: int) -> Sentence:
        return TEXTS.sentence("option.deck.accepts_sent", cards=S.N_CARDS)

    def read(self, value: Any, players: int) -> Any:
        if value is None:
            return None
        deck = read_deck(value)
        return None if deck == PUBLISHED else deck


OPTIONS = (
    Option(
        "mode",
        ModeKind(),
        lambda players: "duel" if players == 2 else "normal",
        TEXTS.sentence("option.mode"),
        {mode: TEXTS.sentence(f"option.mode.{mode}") for mode in MODES},
    ),
    Option(
        "sides",
        OneOf(SIDES),
        lambda players: "halves",
        TEXTS.sentence("option.sides"),
        {sides: TEXTS.sentence(f"option.sides.{sides}") for sides in SIDES},
        overridden_by={"mode": ("team",)},  # SB-12
    ),
    Option("deck", Deck(), lambda players: None, TEXTS.sentence("option.deck"), {}, stored=False),
)


PRESETS = (
    Preset("family", TEXTS.sentence("preset.family"), TEXTS.sentence("preset.family.meaning"), lambda players: {}),
    Preset(
        "team",
        TEXTS.sentence("preset.team"),
        TEXTS.sentence("preset.team.meaning"),
        lambda players: {"mode": "team"} if players == _PLAYERS["team"] else None,
    ),
    Preset(
        "experts",
        TEXTS.sentence("preset.experts"),
        TEXTS.sentence("preset.experts.meaning"),
        lambda players: {"sides": "neighbours"},
    ),
)


def encode(players: int, first: int, options: Mapping[str, Any]) -> np.ndarray[Any, Any]:
    """The options as the numbers that `setup` reads; `first` is -1 where the seed draws it."""
    config = np.zeros(CONFIG_ORDER + S.N_CARDS, np.int16)
    config[CONFIG_PLAYERS] = players
    config[CONFIG_FIRST] = first
    config[CONFIG_MODE] = MODES.index(options["mode"])
    config[CONFIG_SIDES] = SIDES.index(options["sides"])
    for i, card in enumerate(options.get("deck") or PUBLISHED):
        number = card["number"] - 1
        config[CONFIG_DECK + number] = pack(card)
        config[CONFIG_ORDER + i] = number
    return config


def options_of_deal(deal: Any) -> dict[str, Any]:
    """The deck of a record, which is in its deal; never a path there."""
    if not isinstance(deal, dict) or not isinstance(deal.get("deck"), list):
        raise RecordError(*TEXTS.sentence("refuse.deal_deck", cards=S.N_CARDS))
    return {"deck": deal["deck"]}
