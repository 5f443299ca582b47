"""The legal moves as a numbered list, and what a typed answer means."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.columns import Columns
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from quatuor.core.errors import Language
from quatuor.core.game import Game

# Up to so many moves are listed one under the other with their notation, up to so many in columns; moves beyond
# that which differ only in their last number become one line, and the number is asked next.
FEW, MANY = 9, 24


class Entry(NamedTuple):
    """A line of the list: its label, its notation, and the move or moves that it stands for."""

    label: str
    notation: str
    moves: list[str]


def entries(game: Game, moves: Sequence[str], language: Language) -> list[Entry]:
    """The list of moves, shortened where it would be long."""
    groups: dict[str, list[str]] = {}
    for move in moves:
        groups.setdefault(_family(move) if len(moves) > MANY else move, []).append(move)
    if len(groups) == 1:
        groups = {move: [move] for move in moves}
    return [_entry(game, group[0] if len(group) == 1 else key, group, language) for key, group in groups.items()]


def _entry(game: Game, notation: str, moves: list[str], language: Language) -> Entry:
    return Entry(game.texts.move(language, notation), notation, moves)


def _family(move: str) -> str:
    """`swap 3 …` for `swap 3 5`; a move with fewer words, or that ends with no number, is its own family."""
    start, _, last = move.rpartition(" ")
    return f"{start} …" if " " in start and last.isdecimal() else move


def listing(lines: Sequence[Entry], width: int) -> RenderableType:
    """The numbered list, to print."""
    digits = len(str(len(lines)))
    numbered = [
        Text(f"{number:>{digits}}", "bold cyan").append("  ").append(Text(entry.label, "default not bold"))
        for number, entry in enumerate(lines, 1)
    ]
    if len(lines) > FEW:
        return Columns(numbered, padding=(0, 3), column_first=True, width=_column_width(numbered, width))
    table = Table.grid(padding=(0, 4))
    for label, entry in zip(numbered, lines, strict=True):
        table.add_row(label, Text(entry.notation, "dim"))
    return table


def _column_width(cells: Sequence[Text], width: int) -> int:
    return min(width, max(cell.cell_len for cell in cells))


def meant(typed: str, lines: Sequence[Entry], moves: Sequence[str]) -> list[str]:
    """The move or moves that an answer stands for: by number, by notation (its verb may be left out) or by label."""
    if typed.isdecimal():
        number = int(typed) if len(typed) < 6 else 0
        return lines[number - 1].moves if 1 <= number <= len(lines) else []
    if typed in moves:
        return [typed]
    for wanted in (
        [move for move in moves if move.lower() == typed.lower()],
        [move for move in moves if move.partition(" ")[2].lower() == typed.lower()],
        [move for entry in lines if entry.label.lower() == typed.lower() for move in entry.moves],
    ):
        if len(wanted) == 1:
            return wanted
    return []
