"""Tables at which random moves are made, and their twins: what a seat has not seen is dealt anew.

Whatever a viewer is sent, or answered, must be the same to the byte in both.
"""

import random
from dataclasses import replace
from typing import Any

import numpy as np

from quatuor.core.state import copy_of
from quatuor.games import GAMES
from quatuor.server.table import deeds
from quatuor.server.table.table import Plan, Table
from setups import ALL, Setup

PEOPLE = [f"{n:032x}" for n in range(0xABCDEF0123456789, 0xABCDEF0123456789 + 6)]
SEED = 0xFEDCBA9876543210
# Every option that decides what is hidden, with few and with many players.
SETUPS = [
    *(setup for setup in ALL if not setup.options and setup.players in (2, setup.game.max_players)),
    Setup(GAMES["air_sorciere"], 3, {"open_hands": False, "stall_limit": 10}),
    Setup(GAMES["symbiose"], 4, {"mode": "team"}),
    Setup(GAMES["symbiose"], 2, {"mode": "normal"}),
    Setup(GAMES["rythm_n_play"], 3, {"last_staff": True}),
    Setup(GAMES["symphonimo"], 4, {"maestro": "random", "fausse_note": True}),
]


def opened(setup: Setup, seed: int) -> Table:
    """A table where everybody sits and the cards are dealt."""
    options = setup.game.read_options(setup.players, setup.options)
    if "stall_limit" in options:
        options["stall_limit"] = 10
    plan = Plan(
        id="ABCDEFGH",
        game=setup.game.name,
        rules=setup.game.version,
        players=setup.players,
        options=options,
        seed=seed,
        first=None,
        host=PEOPLE[0],
        public=False,
        spectators=True,
        turn_seconds=60,
        pace_ms=0,
        hints=False,
        created=1.0,
    )
    empty = Table.of(plan)
    seated = [deeds.Seated(k, f"Player {k}", PEOPLE[k]) for k in range(setup.players)]
    return empty.after([deeds.Created(), *seated, deeds.Started(empty.dealt().first)], at=1.0, moment=1.0)


class RandomTable:
    """A table of the server at which random moves are made, and some taken back."""

    def __init__(self, setup: Setup, seed: int) -> None:
        self.table = opened(setup, seed)
        self.game = self.table.game
        self.rng = random.Random(seed)
        self.actions = np.zeros(self.game.max_legal + 1, np.int16)

    def legal(self, state: Any) -> list[int]:
        return [int(action) for action in self.actions[: self.game.legal(state, self.actions)]]

    @property
    def state(self) -> Any:
        assert self.table.play is not None
        return self.table.play.state

    def move(self, action: int) -> deeds.Moved:
        """A move of the seat to play."""
        return deeds.Moved(self.table.turn, self.game.text(action), action)

    def step(self) -> None:
        """One more entry: a move, or now and then its undoing."""
        play = self.table.play
        assert play is not None
        if play.undoable and self.rng.random() < 0.1:
            deed: deeds.Deed = deeds.Undone(play.mover)
        else:
            deed = self.move(self.rng.choice(self.legal(play.state)))
        self.table = self.table.after([deed], at=2.0, moment=2.0)


def with_state(table: Table, state: Any) -> Table:
    """The same table, where the game begins in a state."""
    assert table.play is not None
    return replace(table, play=table.play.begun_in(state))


def redealt(game: RandomTable, state: Any, seat: int) -> Any:
    twin = copy_of(state)
    game.game.redeal(twin, seat, np.uint64(game.rng.getrandbits(63)))
    return twin
