"""Symphonimo's table in the terminal, drawn from a view."""

from typing import Any

from rich import box
from rich.align import Align
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from quatuor.core.texts import Language, player
from quatuor.games.symphonimo.texts import TEXTS

# One colour a family, beside its number and animal.
_COLOURS = dict(
    zip(
        map(str, range(3, 14)),
        ("grey70", "light_salmon3", "gold3", "dark_orange", "medium_purple", "green3", "pink3", "yellow3",
         "steel_blue1", "grey66", "bright_yellow"),
        strict=True,
    )
)  # fmt: skip
_A_ROW = 3
_BADGES = {"soloist": "◆", "quartet": "★", "silent": " "}


def draw(view: dict[str, Any], aids: dict[str, Any], language: Language) -> RenderableType:
    parts: list[RenderableType] = [_conductors(view, language), _middle(view, aids, language)]
    return Group(*parts, _orchestras(view, aids, language))


def _card(card: str, language: Language) -> Text:
    return Text(TEXTS.say(language, f"name.{card}"), style=f"bold {_COLOURS[card]}")


def _conductors(view: dict[str, Any], language: Language) -> RenderableType:
    """Three conductors a row, so that six of them fit in 80 columns."""
    numbers = range(len(view["conductors"]))
    rows = [numbers[start : start + _A_ROW] for start in range(0, len(numbers), _A_ROW)]
    return Group(*(Align.center(_conductor_row(view, row, language)) for row in rows))


def _conductor_row(view: dict[str, Any], numbers: range, language: Language) -> Table:
    table = Table(box=box.ROUNDED, border_style="indian_red", expand=False, padding=(0, 1))
    conductors = [view["conductors"][number] for number in numbers]
    for number, conductor in zip(numbers, conductors, strict=True):
        header = Text(f"♪ {number + 1}  ", style="bold gold1")
        header.append(TEXTS.say(language, f"face.{conductor['face']}"), style="italic gold3")
        table.add_column(header, justify="left", min_width=20)
    for row in range(max(conductor["capacity"] for conductor in conductors)):
        cells: list[RenderableType] = []
        for conductor in conductors:
            if conductor["taker"] is not None and not conductor["cards"]:
                taker = TEXTS.say(language, "screen.taken", player=_name(view, conductor["taker"], language))
                cells.append(Text(taker if row == 0 else "", style="dim"))
            elif row < len(conductor["cards"]):
                cells.append(_card(conductor["cards"][row], language))
            else:
                cells.append(Text("·" if row < conductor["capacity"] else "", style="dim"))
        table.add_row(*cells)
    return table


def _name(view: dict[str, Any], seat: int, language: Language) -> str:
    """A player's name, where the view that is drawn was given names."""
    return player(language, seat, view.get("names"))


def _middle(view: dict[str, Any], aids: dict[str, Any], language: Language) -> RenderableType:
    line = Text(f"{TEXTS.say(language, 'screen.pile')} {view['pile']}", style="bold")
    if view["unused"]:
        line.append(f" ({TEXTS.say(language, 'screen.unused', n=view['unused'])})", style="dim")
    if view["held"]:
        line.append(f"   {TEXTS.say(language, 'screen.held')} ").append_text(_card(view["held"], language))
    if view["discarded"]:
        line.append(f"   {TEXTS.say(language, 'screen.discarded')} ")
        line.append(", ".join(f"{count}×{card}" for card, count in view["discarded"].items()), style="dim")
    unseen = Text(f"{TEXTS.say(language, 'screen.unseen')} ", style="dim")
    for card, count in aids["unseen"].items():
        unseen.append(f" {card}", style=_COLOURS[card]).append(f"×{count} ", style="dim")
    return Align.center(Group(Align.center(line), Align.center(unseen)))


def _orchestras(view: dict[str, Any], aids: dict[str, Any], language: Language) -> RenderableType:
    panels = []
    for seat, orchestra in enumerate(view["orchestras"]):
        body = Text()
        for card, count in orchestra["cards"].items():
            badge = aids["families"][seat][card]["badge"]
            body.append(f"{_BADGES[badge]} {count}× ", style="bold" if badge != "silent" else "dim")
            name = _card(card, language)
            if badge == "silent":
                name.stylize("dim strike")
            body.append_text(name).append("\n")
        if not orchestra["cards"]:
            body.append(TEXTS.say(language, "screen.empty"), style="dim")
        title = _name(view, seat, language) + (" ◀" if seat == view["turn"] else "")
        state = TEXTS.say(language, "screen.in" if orchestra["in"] else "screen.out")
        points = TEXTS.say(language, "screen.points", n=aids["scores"][seat])
        panels.append(
            Panel(
                Text(body.plain.rstrip("\n"), spans=body.spans),
                title=Text(title, "bold gold1" if seat == view["turn"] else "bold default"),
                subtitle=Text(f"{points} · {state}", "default"),
                border_style="gold1" if seat == view["turn"] else "indian_red",
                width=25,
            )
        )
    grid = Table.grid(padding=(0, 1))
    for start in range(0, len(panels), 3):
        grid.add_row(*panels[start : start + 3])
    return Align.center(grid)
