"""Symphonimo's table in the terminal, drawn from a view."""

from typing import Any

from rich import box
from rich.align import Align
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from quatuor.core.errors import Language
from quatuor.core.texts import player
from quatuor.games.symphonimo.texts import TEXTS

# One colour a family, beside its number and animal.
_COLOURS = dict(
    zip(
        map(str, range(3, 14)),
        ("grey70", "orange4", "gold3", "dark_orange", "medium_purple", "green3", "pink3", "yellow3", "steel_blue1",
         "grey54", "bright_yellow"),
        strict=True,
    )
)  # fmt: skip
_BADGES = {"soloist": "◆", "quartet": "★", "silent": " "}


def draw(view: dict[str, Any], aids: dict[str, Any], language: Language) -> RenderableType:
    parts: list[RenderableType] = [_conductors(view, language), _middle(view, aids, language)]
    return Group(*parts, _orchestras(view, aids, language))


def _card(card: str, language: Language) -> Text:
    return Text(TEXTS.say(language, f"name.{card}"), style=f"bold {_COLOURS[card]}")


def _conductors(view: dict[str, Any], language: Language) -> RenderableType:
    table = Table(box=box.ROUNDED, border_style="dark_red", expand=False, padding=(0, 2))
    for number, conductor in enumerate(view["conductors"], 1):
        header = Text(f"♪ {number}  ", style="bold gold1")
        header.append(TEXTS.say(language, f"face.{conductor['face']}"), style="italic gold3")
        table.add_column(header, justify="left", min_width=16)
    for row in range(4):
        cells: list[RenderableType] = []
        for conductor in view["conductors"]:
            if conductor["taker"] is not None and not conductor["cards"]:
                taker = TEXTS.say(language, "screen.taken", player=player(language, conductor["taker"]))
                cells.append(Text(taker if row == 0 else "", style="dim"))
            elif row < len(conductor["cards"]):
                cells.append(_card(conductor["cards"][row], language))
            else:
                cells.append(Text("·" if row < conductor["capacity"] else "", style="dim"))
        table.add_row(*cells)
    return Align.center(table)


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
        title = player(language, seat) + (" ◀" if seat == view["turn"] else "")
        state = TEXTS.say(language, "screen.in" if orchestra["in"] else "screen.out")
        points = f"{aids['scores'][seat]} {TEXTS.say(language, 'screen.points')}"
        panels.append(
            Panel(
                body,
                title=title,
                subtitle=f"{points} · {state}",
                border_style="gold1" if seat == view["turn"] else "dark_red",
                width=30,
            )
        )
    grid = Table.grid(padding=(0, 1))
    for start in range(0, len(panels), 3):
        grid.add_row(*panels[start : start + 3])
    return Align.center(grid)
