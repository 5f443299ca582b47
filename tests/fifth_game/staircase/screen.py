"""Staircase's table in the terminal, drawn from a view."""

from typing import Any

from rich import box
from rich.console import RenderableType
from rich.table import Table

from quatuor.core.texts import Language, number, player
from quatuor.games.staircase.texts import TEXTS


def draw(view: dict[str, Any], aids: dict[str, Any], language: Language) -> RenderableType:
    """One line a seat: its staircase, its chance to climb, its points; below, the pile and one's own card."""
    caption = TEXTS.say(language, "screen.pile", n=view["pile"])
    if view["hand"]:
        caption += " · " + TEXTS.say(language, "screen.hand", card=view["hand"][0])
    table = Table(box=box.SIMPLE_HEAD, caption=caption)
    for key in ("player", "stairs", "climb", "points"):
        table.add_column(
            TEXTS.say(language, f"screen.{key}"), justify="right" if key in ("climb", "points") else "left"
        )
    for seat, held in enumerate(view["seats"]):
        name = TEXTS.say(language, "player.you") if seat == view["seat"] else player(language, seat, view.get("names"))
        table.add_row(
            name + (" ◀" if seat == view["turn"] else ""),
            " ".join(held["stairs"]) or "—",
            f"{aids['climb'][seat]:.0%}",
            number(language, aids["scores"][seat]),
        )
    return table
