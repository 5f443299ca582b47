"""One position: what each legal move is worth, by what a seat knows."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from math import inf
from threading import Event
from typing import Any

from quatuor.analysis.chances import (
    USUAL_ITERATIONS,
    Chance,
    chance_after,
    chance_of,
    check,
    mean_of,
    read_iterations,
    seed_for,
)
from quatuor.bots.search import Finding, look_into
from quatuor.core.game import Game, read_seed

# Every action is tried at least about three times.
_LEAST_EACH = 10


@dataclass(frozen=True)
class Rated:
    """A legal move with the chance to win by it, the points it should end ahead, and how sure that is."""

    action: int
    move: str
    visits: int
    win: float
    win_error: float
    margin: float
    margin_error: float


@dataclass(frozen=True)
class Position:
    """The legal moves of the seat to play, for `seat`; the one that the search would play comes first."""

    seat: int
    turn: int
    iterations: int
    moves: tuple[Rated, ...]

    @property
    def best(self) -> Rated:
        return self.moves[0]

    def chance(self, action: int) -> Chance:
        """The chance to win by one of the moves."""
        found = next(rated for rated in self.moves if rated.action == action)
        return Chance(found.win, found.win_error)


def position(
    game: Game,
    state: Any,
    seat: int | None = None,
    iterations: int = USUAL_ITERATIONS,
    seed: int = 0,
    *,
    seconds: float = inf,
    cancel: Event | None = None,
) -> Position:
    """What each legal move means for a seat (by default the one to play), by what that seat knows.

    With `seconds` the search ends in time, and every move is tried all the same.
    """
    turn = int(state.turn)
    seat = turn if seat is None else seat
    legal = len(game.legal_actions(state))
    least, seed = _LEAST_EACH * legal, read_seed(seed)
    found = look_into(game, state, seat, max(read_iterations(iterations), least), seconds, seed=seed, cancel=cancel)
    check(cancel)
    if turn == seat and len(found.actions) < legal:
        found = look_into(game, state, seat, least, seed=seed, cancel=cancel)
        check(cancel)
    return Position(seat, turn, found.iterations, tuple(_rated(game, finding) for finding in found.actions))


def looked_closer(
    game: Game,
    state: Any,
    found: Position,
    moves: Collection[str],
    iterations: int,
    searches: int,
    seed: int,
    cancel: Event | None,
) -> Position:
    """The same position, for whose seat to play some moves were each given several searches of their own."""

    def closer(rated: Rated) -> Rated:
        looks = [
            chance_after(game, state, found.seat, rated.action, iterations, seed_for(seed, k), cancel)
            for k in range(searches)
        ]
        chance = mean_of([look for look in looks if look is not None])
        return rated if chance is None else replace(rated, win=chance.win, win_error=chance.error)

    return replace(found, moves=tuple(closer(rated) if rated.move in moves else rated for rated in found.moves))


def _rated(game: Game, finding: Finding) -> Rated:
    chance = chance_of(finding)
    return Rated(
        finding.action,
        game.text(finding.action),
        finding.visits,
        chance.win,
        chance.error,
        finding.margin,
        finding.margin_error,
    )
