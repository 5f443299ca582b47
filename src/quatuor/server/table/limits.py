"""How much may happen at a table: all of it is kept, and read again. Nobody who plays comes near."""

from quatuor.server.table import deeds
from quatuor.server.table.deeds import Deed
from quatuor.server.table.refusals import refuse
from quatuor.server.table.table import Table

# Of all games, the longest that anybody plays have some hundred.
MOST_MOVES = 5_000
# Changes other than moves.
MOST_CHANGES = 1_000


def check_changes(table: Table) -> None:
    """Refuse one more change beside moves at a table that has seen too many."""
    if table.changes >= MOST_CHANGES:
        refuse("conflict", "table.changes", most=MOST_CHANGES)


def end_of_long_game(table: Table) -> list[Deed]:
    """What closes a table at which too many moves were made, also such as were taken back; nothing at any other."""
    moves = len(table.entries) - table.changes
    return [deeds.Closed(too_long=True)] if table.status == "playing" and moves >= MOST_MOVES else []
