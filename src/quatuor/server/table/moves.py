"""Which moves may be made, previewed and taken back; a repeated request is recognised as one.

Nobody learns the next cards by asking. Two rules make that impossible, whatever a game's refusals may say:

- a list of moves ends with the first one by which chance shows something: what follows is refused unread;
- whatever is answered about moves that are not made is found out in a copy of the game in which everything that the
  asker has not seen is dealt anew. The true cards are looked at only for moves that will be made.
"""

from collections.abc import Sequence

from quatuor.core.errors import InvalidMoveError
from quatuor.play.playthrough import Playthrough
from quatuor.server.table import deeds
from quatuor.server.table.deeds import Deed
from quatuor.server.table.lesson_table import check_moves
from quatuor.server.table.limits import check_changes
from quatuor.server.table.refusals import illegal, refuse, refuse_stale, refuse_turn
from quatuor.server.table.seats import check_own, check_status
from quatuor.server.table.table import Table


def make_moves(table: Table, person: str | None, seat: int, after: int, moves: Sequence[str]) -> list[Deed]:
    """Moves of a seat in answer to an entry, all or none; nothing for a repeat.

    Whoever plays where a bot stood in for them has their seat back.
    """
    play = _begun(table, person, seat)
    if table.game_index > after:
        # More may have happened since: what counts is that these moves came first.
        if table.game_deeds(after)[: len(moves)] == [deeds.Moved(seat, move) for move in moves]:
            return []
        refuse_stale(table.index)
    _check_going_on(table, after)
    actions = _allowed(table, play, seat, moves)
    check_moves(table, moves)
    made: list[Deed] = [deeds.deed_of_move(table.game, seat, action) for action in actions]
    return [deeds.HandedBack(seat), *made] if table.chairs[seat].stand_in else made


def undo(table: Table, person: str | None, seat: int, after: int) -> list[Deed]:
    """Take the last move back; nothing for a repeat."""
    play = _begun(table, person, seat)
    if table.game_index > after:
        if table.game_deeds(after)[0] == deeds.Undone(seat):
            return []
        refuse_stale(table.index)
    _check_going_on(table, after)
    check_changes(table)
    if table.lesson is not None:
        refuse("conflict", "lesson.undo")
    if table.plan.daily is not None:
        refuse("forbidden", "daily.undo")
    if not table.may_undo(seat):
        refuse("conflict", "undo.shown" if play.mover == seat else "undo.other")
    return [deeds.Undone(seat)]


def current_game(table: Table, person: str | None, seat: int, after: int) -> Playthrough:
    """The game that goes on; refused to whoever does not hold this seat, or has not seen the last move."""
    play = _begun(table, person, seat)
    if table.game_index > after:
        refuse_stale(table.index)
    _check_going_on(table, after)
    return play


def preview(table: Table, person: str | None, seat: int, after: int, moves: Sequence[str]) -> Playthrough:
    """The game after moves that nobody makes, in a deal of the seat's own; refused where chance would show anything."""
    play = _tried_out(table, current_game(table, person, seat, after), seat, moves)
    check_moves(table, moves)
    if moves and not play.undoable:
        refuse("reveals", "preview.reveals")
    return play


def _allowed(table: Table, play: Playthrough, seat: int, moves: Sequence[str]) -> list[int]:
    """The actions that these moves are, all of which may be made; refused otherwise."""
    if len(moves) == 1 and seat == play.turn:
        # By far the most frequent case needs no other deal: a player knows whether a single move is legal.
        action = _action(play, moves[0])
        if action is not None:
            return [action]
    return [move.action for move in _tried_out(table, play, seat, moves).moves]


def _tried_out(table: Table, play: Playthrough, seat: int, moves: Sequence[str]) -> Playthrough:
    """These moves, made in a deal that fits what the seat has seen; refused where one is not allowed."""
    trial = play.redealt(seat)
    for number, move in enumerate(moves):
        if number and not trial.undoable:
            refuse("reveals", "moves.reveal")
        if seat != trial.turn:
            refuse_turn(table.names[trial.turn])
        action = _action(trial, move)
        if action is None:
            refusal = trial.explain(move, seat)
            assert refusal is not None
            raise illegal(refusal)
        trial.follow(action)
    return trial


def _action(play: Playthrough, move: str) -> int | None:
    """The action that a move of the seat to play is; None where it is not legal."""
    try:
        action = play.game.parse(move)
    except InvalidMoveError:
        return None
    return action if action in play.legal_actions else None


def _begun(table: Table, person: str | None, seat: int) -> Playthrough:
    """The game, for whoever holds this seat; refused where nothing was dealt."""
    check_own(table, person, seat)
    if table.play is None:
        refuse("conflict", "table.closed" if table.status == "closed" else "table.open")
    return table.play


def _check_going_on(table: Table, after: int) -> None:
    """Refuse an entry of the future, by which a repeat could not be recognised, and a game that is over."""
    if after > table.index:
        refuse_stale(table.index)
    check_status(table, "playing")
