"""How a game stands: the state, and the way back where a move may be taken back."""

import secrets
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from quatuor.core.game import Event, Game
from quatuor.core.state import copy_of, new_state, readable, settled

NOBODY = -1


class Standing(NamedTuple):
    """A game after some moves.

    `back` is how it stood before the last move, where that may be taken back: chance showed nothing because of it, and
    the game goes on.
    Only the mover's own run of moves is kept: nobody takes back what others have answered.
    """

    state: Any
    turn: int  # the seat to play, NOBODY when the game is over
    moves: int
    since: float
    mover: int
    back: "Standing | None"


class Told:
    """A move that was made, and what each seat saw of it."""

    __slots__ = ("_seen", "action", "after", "before", "game")

    def __init__(self, game: Game, before: Any, action: int, after: Any) -> None:
        self.game = game
        self.before = before
        self.action = action
        self.after = after
        self._seen: dict[int, list[Event]] = {}

    def seen(self, seat: int) -> list[Event]:
        """What a seat saw happen."""
        events = self._seen.get(seat)
        if events is None:
            events = self._seen[seat] = self.game.tell(self.before, self.action, self.after, seat)
        return events


def dealt(game: Game, players: int, first: int | None, options: Any, seed: int, at: float) -> Standing:
    """A game before its first move."""
    state = new_state(settled(game.STATE))
    config = game.encode(players, NOBODY if first is None else first, options)
    game.setup(state, config, np.uint64(seed))
    return Standing(state, int(state.turn), 0, at, NOBODY, None)


def after_move(game: Game, standing: Standing, action: int, at: float) -> Standing:
    """The game after one more legal move."""
    state = copy_of(standing.state)
    game.apply(state, action)
    mover, turn = standing.turn, int(state.turn)
    if turn == NOBODY or state.n_shown:
        back = None
    else:
        back = standing if standing.mover == mover else standing._replace(back=None)
    return Standing(state, turn, standing.moves + 1, at, mover, back)


def redealt(game: Game, standing: Standing, seat: int) -> Standing:
    """The same as far as a seat has seen it; all else is dealt anew, by chance that nobody can repeat."""
    state = copy_of(standing.state)
    game.redeal(state, seat, np.uint64(secrets.randbits(64)))
    return standing._replace(state=state)


def legal_actions(game: Game, state: Any) -> list[int]:
    """The legal actions of the seat to play, rising; only in the server's own thread, which has one buffer for all."""
    found: list[int] = readable(state).once(_finder(game))
    return found


@cache
def _finder(game: Game) -> Callable[[Any], list[int]]:
    actions = np.zeros(game.max_legal + 1, np.int16)

    def find(s: Any) -> list[int]:
        found: list[int] = actions[: game.legal(s.record, actions)].tolist()
        return found

    return find
