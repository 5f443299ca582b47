"""Air Sorcière's table in the terminal, drawn from a view."""

from collections.abc import Iterable
from typing import Any

from rich import box
from rich.align import Align
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from quatuor.core.errors import Language
from quatuor.core.texts import player
from quatuor.games.air_sorciere.texts import TEXTS

# A colour is a style, a sign and a letter: never a style alone.
_STYLES = {"K": "grey62", "G": "green3", "W": "bright_white", "V": "medium_orchid", "O": "dark_orange"}
_SIGNS = {"K": "▲", "G": "◆", "W": "○", "V": "■", "O": "✦"}
_NIGHT, _MOON = "slate_blue3", "khaki1"


def draw(view: dict[str, Any], aids: dict[str, Any], language: Language) -> RenderableType:
    """The middle of the table, then a panel for each player, the viewer's last."""
    first = view["seat"] + 1 if view["seat"] >= 0 else 0
    seats = [(first + k) % view["players"] for k in range(view["players"])]
    panels = [_player(view, aids, seat, language) for seat in seats]
    grid = Table.grid(padding=(0, 1))
    for start in range(0, len(panels), 2):
        grid.add_row(*panels[start : start + 2])
    return Group(Align.center(_middle(view, aids, language)), Align.center(grid))


def _colour(colour: str) -> Text:
    return Text(f"{_SIGNS[colour]} {colour}", style=f"bold {_STYLES[colour]}")


def _values(cards: Iterable[str], joint: str = " ") -> Text:
    """Cards of one colour by their values."""
    cards = list(cards)
    if not cards:
        return Text("·", style="dim")
    return Text(joint.join(card[1:] for card in cards), style=f"bold {_STYLES[cards[0][0]]}")


def _cards(cards: Iterable[str]) -> Text:
    return Text(" ").join(Text(card, style=f"bold {_STYLES[card[0]]}") for card in cards)


def _middle(view: dict[str, Any], aids: dict[str, Any], language: Language) -> RenderableType:
    table = Table(box=box.ROUNDED, border_style=_NIGHT, padding=(0, 2))
    for key, justify in (("", "left"), ("common", "left"), ("shelf", "center"), ("unseen", "center")):
        title = TEXTS.say(language, f"screen.{key}") if key else ""
        table.add_column(Text(title, style=f"bold {_MOON}"), justify=justify)  # type: ignore[arg-type]
    for colour, left in view["stock"].items():
        common = _values(card for card in view["common"] if card[0] == colour and card != view["shared"])
        if view["shared"] and view["shared"][0] == colour:
            common.append(f"  ({view['shared'][1:]}, {TEXTS.say(language, 'screen.shared')})", style="dim")
        table.add_row(_colour(colour), common, Text(str(left), style="bold" if left else "dim"), _unseen(aids, colour))
    return Panel(
        Group(Align.center(table), *(Align.center(line) for line in _lines(view, aids, language))),
        border_style=_NIGHT,
        box=box.SIMPLE,
    )


def _unseen(aids: dict[str, Any], colour: str) -> Text:
    return Text(str(aids["unseen"][colour]), style="dim")


def _lines(view: dict[str, Any], aids: dict[str, Any], language: Language) -> Iterable[Text]:
    """Pile and discard, the card drawn, the risk, the diploma being made and those that the hand allows."""
    line = Text(f"{TEXTS.say(language, 'screen.pile')} {view['pile']}", style="bold")
    line.append(f"   {TEXTS.say(language, 'screen.discard')} {len(view['discard'])}")
    if 2 * view["idle"] >= view["stall_limit"]:
        line.append(f"   {TEXTS.say(language, 'screen.idle', n=view['idle'])}", style="not bold dim")
    yield line
    if view["held"]:
        yield Text(f"{TEXTS.say(language, 'screen.held')} ").append_text(_cards([view["held"]]))
    elif aids["risk"] and view["phase"] in ("start", "soft", "forced"):
        misfit, fall = (
            TEXTS.say(language, "screen.percent", n=round(100 * aids["risk"][k])) for k in ("misfit", "fall")
        )
        said = TEXTS.say(language, "screen.risk", misfit=misfit, fall=fall)
        yield Text(said, style="red" if aids["risk"]["fall"] else "dim")
    if view["diploma"]:
        made = Text(f"{TEXTS.say(language, 'screen.diploma')} ").append_text(_colour(view["diploma"]["colour"]))
        yield made.append("  ").append_text(_cards(view["diploma"]["naturals"] + view["diploma"]["jokers"]))
    elif aids["diplomas"]:
        yield Text(TEXTS.say(language, "screen.ready"), style=f"italic {_MOON}")
        for diploma in aids["diplomas"]:
            yield _colour(diploma["colour"]).append(f" ×{diploma['books']}  ").append_text(_cards(diploma["cards"]))


def _player(view: dict[str, Any], aids: dict[str, Any], seat: int, language: Language) -> RenderableType:
    hand = view["hands"][seat]
    table = Table(box=None, padding=(0, 1))
    table.add_column("", width=3)
    for key, width in (("air", 18), ("hand", 16), ("books", 9)):
        title = TEXTS.say(language, f"screen.{key}")
        if key == "hand" and hand["cards"] is None:
            title = TEXTS.say(language, "screen.closed", n=hand["size"])
        table.add_column(Text(title, style="italic dim"), width=width)
    for colour, column in view["columns"][seat].items():
        held = [card for card in hand["cards"] or () if card[0] == colour]
        books = view["books"][seat][colour]
        stars = Text("✶" * books, style=f"bold {_STYLES[colour]}") if books else Text("·", style="dim")
        table.add_row(_colour(colour), _values(column, "↗"), _values(held), stars)
    on_turn = seat == view["turn"]
    return Panel(
        table,
        title=player(language, seat, view.get("names")) + (" ◀" if on_turn else ""),
        subtitle=TEXTS.say(language, "screen.points", n=aids["scores"][seat]),
        border_style=_MOON if on_turn else _NIGHT,
        width=58,
    )
