"""A finished game as its record needs it, played once more from the deal without checking what was checked before."""

from collections.abc import Sequence
from typing import Any

from quatuor.core.results import points_of, winners_of
from quatuor.core.state import copy_of
from quatuor.play.playthrough import Move
from quatuor.play.record_format import record_of
from quatuor.server.table.table import Table


class Finished:
    """What `record_of` asks of a game."""

    over = True

    def __init__(self, table: Table, moves: Sequence[str]) -> None:
        """`moves` are the last ones, which the table has not taken in yet."""
        self.game = table.game
        self.players = table.plan.players
        self.options = table.plan.options
        self.seed: int | None = table.plan.seed
        self.initial_state = table.deal().state
        self.first = int(self.initial_state.first)
        state = copy_of(self.initial_state)
        self.moves = [self._made(state, move) for move in (*table.standing_moves(), *moves)]
        self.scores = points_of(state, self.game.scores)
        self.winners = winners_of(state, self.game.winners)

    def _made(self, state: Any, move: str) -> Move:
        seat, action = int(state.turn), self.game.parse(move)
        self.game.apply(state, action)
        shown = tuple(self.game.card_text(card) for card in state.shown[: state.n_shown])
        return Move(seat, move, action, shown)


def record_at_the_end(table: Table, moves: Sequence[str]) -> dict[str, Any]:
    """The record of a table's game, which these moves end."""
    return record_of(Finished(table, moves))
