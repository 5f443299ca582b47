"""One position: what each legal move is worth, by what a seat knows."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import partial
from math import hypot, inf
from threading import Event
from typing import Any

from quatuor.analysis.chance import (
    USUAL_ITERATIONS,
    Chance,
    beside_others,
    chance_after,
    chance_of,
    check,
    is_learned,
    mean_of,
    read_iterations,
    seed_for,
)
from quatuor.bots.search import Finding, look_into
from quatuor.core.game import Game, read_seed

# Iterations for each legal move, so that each is tried at least about three times.
_LEAST_EACH = 10


@dataclass(frozen=True)
class RatedPosition:
    """The legal moves of the seat to play, as `seat` rates them; the one that the search would play comes first."""

    seat: int
    iterations: int
    moves: tuple[Finding, ...]

    @property
    def best(self) -> Finding:
        return self.moves[0]

    def chance(self, action: int) -> Chance:
        """The chance to win by one of the moves."""
        found = next(move for move in self.moves if move.action == action)
        return Chance(found.win, found.own_error)


def position(
    game: Game,
    state: Any,
    seat: int | None = None,
    iterations: int = USUAL_ITERATIONS,
    seed: int = 0,
    *,
    seconds: float = inf,
    cancel: Event | None = None,
) -> RatedPosition:
    """What each legal move means for a seat (by default the one to play), by what that seat knows.

    With `seconds` the search ends in time, but for the iterations that errors of some use need.
    """
    seat = int(state.turn) if seat is None else seat
    least = _LEAST_EACH * len(game.legal_actions(state))
    enough = max(read_iterations(iterations), least)
    if is_learned(game):  # so few iterations take a moment, and fewer would not settle
        least = min(enough, max(game.search_settings.analysis, least))
    likeness = partial(game.likeness, state)
    found = look_into(
        game, state, seat, enough, seconds, least=least, seed=read_seed(seed), likeness=likeness, cancel=cancel
    )
    check(cancel)
    shared = game.search_settings.analysis_error
    moves = (_rated(finding, beside_others(game, chance_of(game, finding)), shared) for finding in found.actions)
    return RatedPosition(seat, found.iterations, tuple(moves))


def _rated(move: Finding, chance: Chance, shared: float) -> Finding:
    """A move with its chance to win; all moves of a position share an error that searches as short do not show."""
    return replace(move, win=chance.win, win_error=hypot(chance.error, shared), shared_error=shared)


def looked_closer(
    game: Game,
    state: Any,
    found: RatedPosition,
    actions: Collection[int],
    iterations: int,
    searches: int,
    seed: int,
    cancel: Event | None,
) -> RatedPosition:
    """The same position after several more searches of each of some actions; its seat is the one to play."""

    def closer(action: int) -> Chance | None:
        looks = [
            chance_after(game, state, found.seat, action, iterations, seed_for(seed, k), cancel)
            for k in range(searches)
        ]
        return mean_of([look for look in looks if look is not None])

    # What is found holds for the moves that are alike too.
    kinds = {game.likeness(state, action): action for action in sorted(actions, reverse=True)}
    chances = {kind: closer(action) for kind, action in kinds.items()}

    def rated(move: Finding) -> Finding:
        chance = chances.get(game.likeness(state, move.action))
        return move if chance is None else _rated(move, beside_others(game, chance), move.shared_error)

    return replace(found, moves=tuple(rated(move) for move in found.moves))
