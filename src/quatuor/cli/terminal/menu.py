"""The legal moves as a numbered list, and what a typed answer means."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

# Up to FEW moves are listed one below the other with their notation, up to MANY in columns; of more, those that differ
# only in their last number share a line, and the number is asked next.
FEW, MANY = 9, 24
# In a terminal with fewer lines, even a few moves take two columns, to leave room for the table.
LOW = 40
_GAP = 3


class MenuLine(NamedTuple):
    """A line of the menu: its label, its notation, and the move or moves it stands for."""

    label: str
    notation: str
    moves: list[str]


def entries(moves: Sequence[str], label: Callable[[str], str]) -> list[MenuLine]:
    """The lines of the menu, shortened if there are many; `label` names a move, or a family such as `swap 3 …`."""
    groups: dict[str, list[str]] = {}
    for move in moves:
        groups.setdefault(_family(move) if len(moves) > MANY else move, []).append(move)
    if len(groups) == 1:
        groups = {move: [move] for move in moves}
    names = {group[0] if len(group) == 1 else key: group for key, group in groups.items()}
    return [MenuLine(label(name), name, group) for name, group in names.items()]


def _family(move: str) -> str:
    """`swap 3 …` for `swap 3 5`; a shorter move, or one without a last number, is its own family."""
    start, _, last = move.rpartition(" ")
    return f"{start} …" if " " in start and last.isdecimal() else move


def listing(lines: Sequence[MenuLine], width: int, height: int) -> RenderableType:
    """The numbered menu, for a terminal of this size."""
    digits = len(str(len(lines)))
    numbered = [
        Text(f"{number:>{digits}}", "bold cyan").append("  ").append(Text(line.label, "default not bold"))
        for number, line in enumerate(lines, 1)
    ]
    widest = max(cell.cell_len for cell in numbered)
    if len(lines) > FEW:
        return _columns(numbered, min(width, widest))
    noted = [_noted(cell, line, widest) for cell, line in zip(numbered, lines, strict=True)]
    if height < LOW and len(lines) > 2:
        half = width // 2 - _GAP
        for cells in (noted, numbered):
            if max(cell.cell_len for cell in cells) <= half:
                return _columns(cells, half)
    return Group(*noted)


def _noted(cell: Text, line: MenuLine, width: int) -> Text:
    """A line of the menu followed by its notation, all notations aligned."""
    return cell.copy().append(" " * (width - cell.cell_len + _GAP)).append(line.notation, "dim not bold")


def _columns(cells: Sequence[Text], width: int) -> Columns:
    return Columns(cells, padding=(0, _GAP), column_first=True, width=width)


def meant(typed: str, lines: Sequence[MenuLine], moves: Sequence[str]) -> list[str]:
    """The move or moves that an answer names: by number, by notation (with or without its verb) or by label."""
    if not typed:
        return []
    if typed.isdecimal():
        number = int(typed) if len(typed) < 6 else 0
        return lines[number - 1].moves if 1 <= number <= len(lines) else []
    if typed in moves:
        return [typed]
    for wanted in (
        [move for move in moves if move.lower() == typed.lower()],
        [move for move in moves if move.partition(" ")[2].lower() == typed.lower()],
        [move for line in lines if line.label.lower() == typed.lower() for move in line.moves],
    ):
        if len(wanted) == 1:
            return wanted
    return []
