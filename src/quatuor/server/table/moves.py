"""Which moves may be made, looked at beforehand, and taken back; a repeat is known as one.

Nobody learns the next cards by asking. Two rules make that impossible, whatever a game's refusals may say:

- a list of moves ends with the first one by which chance shows something: what follows is refused unread;
- whatever is answered about moves that are not made is found out in a copy of the game in which everything that the
  asker has not seen is dealt anew. The true cards are looked at only for moves that will be made.
"""

from collections.abc import Sequence
from typing import NamedTuple

from quatuor.core.errors import InvalidMoveError
from quatuor.core.game import Game
from quatuor.server.refusals import illegal, refuse, refuse_stale, refuse_turn
from quatuor.server.table import deeds
from quatuor.server.table.deeds import Deed
from quatuor.server.table.seats import check_changes, check_own, check_status
from quatuor.server.table.standing import Standing, after_move, legal_actions, redealt
from quatuor.server.table.table import Table


class Moves(NamedTuple):
    """Moves that are allowed: what to write down, and how the game stands after each; nothing for a repeat."""

    deeds: list[Deed]
    standings: list[Standing]


def try_moves(table: Table, person: str | None, seat: int, after: int, moves: Sequence[str], at: float) -> Moves:
    """Moves of a seat in answer to an entry, all or none. Who plays where a bot stood in has his seat back."""
    check_own(table, person, seat)
    _check_begun(table)
    if table.game_index > after:
        # More may have happened since: what counts is that these moves came first.
        if table.game_deeds(after)[: len(moves)] == [deeds.Moved(seat, move) for move in moves]:
            return Moves([], [])
        refuse_stale(table.index)
    _check_known(table, after)
    check_status(table, "playing")
    standings = _follow(table, seat, moves, at)
    returned: list[Deed] = [deeds.HandedBack(seat)] if table.chairs[seat].stand_in else []
    return Moves([*returned, *(deeds.Moved(seat, move) for move in moves)], standings)


def check_current(table: Table, person: str | None, seat: int, after: int) -> None:
    """Refuse who does not hold this seat of a game that goes on, or has not seen its last move."""
    check_own(table, person, seat)
    _check_begun(table)
    if table.game_index > after:
        refuse_stale(table.index)
    _check_known(table, after)
    check_status(table, "playing")


def preview(table: Table, person: str | None, seat: int, after: int, moves: Sequence[str]) -> list[Standing]:
    """How the game would stand after each move, in a deal of the seat's own; refused where chance would show anything.

    The first standing is the one before these moves.
    """
    check_current(table, person, seat, after)
    standings = _rehearse(table, seat, moves)
    if moves and standings[-1].back is None:
        refuse("reveals", "preview.reveals")
    return standings


def _follow(table: Table, seat: int, moves: Sequence[str], at: float) -> list[Standing]:
    """How the game stands after each of these moves of one seat, which will be made."""
    assert table.standing is not None
    standing, standings = table.standing, []
    for action in _allowed(table, seat, moves):
        standing = after_move(table.game, standing, action, at)
        standings.append(standing)
    return standings


def _allowed(table: Table, seat: int, moves: Sequence[str]) -> list[int]:
    """The actions that these moves are, all of which may be made; refused otherwise."""
    assert table.standing is not None
    if len(moves) == 1 and seat == table.standing.turn:
        # By far the most frequent case needs no rehearsal: a player knows whether a single move is legal.
        action = _action(table.game, table.standing, moves[0])
        if action is not None:
            return [action]
    _rehearse(table, seat, moves)
    return [table.game.parse(move) for move in moves]


def _rehearse(table: Table, seat: int, moves: Sequence[str]) -> list[Standing]:
    """How the game would stand before and after each of these moves, in a deal that fits what the seat has seen."""
    assert table.standing is not None
    standings = [redealt(table.game, table.standing, seat)]
    for number, move in enumerate(moves):
        if number and standings[-1].back is None:
            refuse("reveals", "moves.reveal")
        action = _legal(table, standings[-1], seat, move)
        standings.append(after_move(table.game, standings[-1], action, 0.0))
    return standings


def _legal(table: Table, standing: Standing, seat: int, move: str) -> int:
    """The action that a move is; refused with the article where it is not allowed."""
    if seat != standing.turn:
        refuse_turn(table.names[standing.turn])
    action = _action(table.game, standing, move)
    if action is not None:
        return action
    refusal = table.game.explain(standing.state, move, seat)
    assert refusal is not None
    raise illegal(refusal)


def _action(game: Game, standing: Standing, move: str) -> int | None:
    """The action that a move of the seat to play is; None where it is not legal."""
    try:
        action = game.parse(move)
    except InvalidMoveError:
        return None
    return action if action in legal_actions(game, standing.state) else None


def undo(table: Table, person: str | None, seat: int, after: int) -> list[Deed]:
    """Take the last move back; nothing for a repeat."""
    check_own(table, person, seat)
    _check_begun(table)
    if table.game_index > after:
        if table.game_deeds(after)[0] == deeds.Undone(seat):
            return []
        refuse_stale(table.index)
    _check_known(table, after)
    check_status(table, "playing")
    check_changes(table)
    if not may_undo(table, seat):
        own = table.standing is not None and table.standing.mover == seat
        refuse("conflict", "undo.shown" if own else "undo.other")
    return [deeds.Undone(seat)]


def may_undo(table: Table, seat: int) -> bool:
    """Whether a seat may take its last move back: nobody has moved since, and chance has shown nothing."""
    standing = table.standing
    return table.status == "playing" and standing is not None and standing.back is not None and standing.mover == seat


def _check_known(table: Table, after: int) -> None:
    """Nobody answers an entry that there is not: a repeat would not be known as one."""
    if after > table.index:
        refuse_stale(table.index)


def _check_begun(table: Table) -> None:
    if table.standing is None:
        refuse("conflict", "table.closed" if table.status == "closed" else "table.open")
