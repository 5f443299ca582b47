"""Symbiose's table in the terminal, drawn from a view."""

from typing import Any

from rich import box
from rich.align import Align
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quatuor.core.texts import Language, player
from quatuor.games.symbiose import state as S
from quatuor.games.symbiose.texts import TEXTS

_COLOURS: dict[str, str] = dict(zip(S.SEASONS, ("pink1", "green3", "dark_orange", "sky_blue1"), strict=True))
_SIGNS: dict[str, str] = dict(zip(S.SEASONS, "❀☀❧❄", strict=True))
_NUMBERS = "①②③④⑤⑥⑦⑧"
_WIDTH = 16


def draw(view: dict[str, Any], aids: dict[str, Any], language: Language) -> RenderableType:
    """The others' ponds, the river, then the viewer's own pond."""
    mine = view["seat"]
    seats = [(mine + k) % view["players"] for k in range(1, view["players"])] if mine >= 0 else range(view["players"])
    parts = [_pond(view, aids, seat, language) for seat in seats]
    parts += [_river(view, language), _unseen(view, aids, language)]
    if mine >= 0:
        parts.append(_pond(view, aids, mine, language))
    return Group(*parts)


def _pond(view: dict[str, Any], aids: dict[str, Any], seat: int, language: Language) -> RenderableType:
    on_turn = seat == view["turn"]
    table = _table("gold1" if on_turn else "dark_cyan")
    headers = [""] * S.COLUMNS
    for side, column in (("left", 0), ("right", S.COLUMNS - 1)):
        joined = aids["joined"][seat][side]
        if joined:
            headers[column] = TEXTS.say(language, f"screen.joined.{side}", place=_joined(view, joined, language))
    for header in headers:
        table.add_column(Text(header, style="italic dim"), width=_WIDTH)
    table.show_header = any(headers)
    pond = view["ponds"][seat]
    cells = [
        _cell(view, slot, pond[slot], aids["ponds"][seat][slot]["points"], language)
        if pond[slot] or not (seat == view["seat"] and slot == view["chosen"])
        else _chosen(slot, language)
        for slot in range(len(pond))
    ]
    for start in range(0, len(cells), S.COLUMNS):
        table.add_row(*cells[start : start + S.COLUMNS])
    table.title = Text(_title(view, aids, seat, language), style="bold gold1" if on_turn else "bold")
    return Align.center(table)


def _title(view: dict[str, Any], aids: dict[str, Any], seat: int, language: Language) -> str:
    parts = [player(language, seat, view.get("names")) + (" ◀" if seat == view["turn"] else "")]
    if view["ready"] and view["ready"][seat]:
        parts.append(TEXTS.say(language, "screen.ready"))
    if view["mode"] == "team":
        parts.append(TEXTS.say(language, "screen.team", n=seat % 2 + 1))
    parts.append(f"{aids['points'][seat]} {TEXTS.say(language, 'screen.points')}")
    return " · ".join(parts)


def _joined(view: dict[str, Any], place: str, language: Language) -> str:
    kind, *numbers = place.split(":")
    if kind == "river":
        return TEXTS.say(language, "screen.river")
    return TEXTS.say(language, "screen.pond", player=player(language, int(numbers[0]) - 1, view.get("names")))


def _river(view: dict[str, Any], language: Language) -> RenderableType:
    table = _table("green4")
    table.title = Text(TEXTS.say(language, "screen.river"), style="bold green3")
    table.show_header = False
    for _ in range(S.COLUMNS):
        table.add_column(width=_WIDTH)
    cells = [_cell(view, place, card, None, language) for place, card in enumerate(view["river"])]
    for start in range(0, len(cells), S.COLUMNS):
        table.add_row(*cells[start : start + S.COLUMNS])
    return Align.center(table)


def _table(border: str) -> Table:
    return Table(box=box.ROUNDED, border_style=border, show_lines=True, padding=(0, 1))


def _cell(view: dict[str, Any], at: int, card: str | None, points: int | None, language: Language) -> Text:
    """A card: where it lies, its number, animal and season; then what it pays, and its points now."""
    cell = Text(f"{_NUMBERS[at]} ", style="dim")
    if card is None:
        return cell.append("░░░░░░░░\n  ░░░░░░░░", style="dim cyan")
    face = view["faces"][card]
    colour = _COLOURS[face["season"]]
    animal = TEXTS.say(language, f"sign.{face['animal']}")
    cell.append(f"{card} {_SIGNS[face['season']]}{animal}\n", style=f"bold not dim {colour}")
    if face["per"]:
        sign = TEXTS.say(language, f"sign.{face['per']}")
        cell.append(TEXTS.say(language, "face.per", points=face["points"], sign=sign), style="not dim")
        if points is not None:
            cell.append(f"={points}", style="bold not dim")
    else:
        cell.append(TEXTS.say(language, "face.fixed", points=face["points"]), style="bold not dim")
    return cell


def _chosen(slot: int, language: Language) -> Text:
    cell = Text(f"{_NUMBERS[slot]} ", style="dim")
    return cell.append(f"░░░░░░░░\n  {TEXTS.say(language, 'screen.chosen')}", style="not dim gold1")


def _unseen(view: dict[str, Any], aids: dict[str, Any], language: Language) -> RenderableType:
    """How many of each sign are still to be seen: animals, then seasons, whose signs this line names."""
    head = Text(f"{TEXTS.say(language, 'screen.unseen')} {len(aids['unseen_cards'])}", style="dim")
    if view["unused"]:
        head.append(f" ({TEXTS.say(language, 'screen.unused', n=view['unused'])})")
    head.append(f" · {TEXTS.say(language, 'screen.turns', n=view['turns_left'])}")
    signs = Text()
    for sign in S.ANIMALS + S.SEASONS:
        name = f"{_SIGNS.get(sign, '')}{TEXTS.say(language, 'sign.' + sign)}"
        signs.append(f" {name}", style=_COLOURS.get(sign, "")).append(f"×{aids['unseen'][sign]}", style="dim")
    return Align.center(Group(Align.center(head), Align.center(signs)))
