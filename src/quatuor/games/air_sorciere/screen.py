"""Air Sorcière's table in the terminal, drawn from a view."""

from collections.abc import Iterable, Sequence
from textwrap import fill
from typing import Any, NamedTuple

from rich import box
from rich.align import Align
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from quatuor.core.texts import Language, player
from quatuor.games.air_sorciere.texts import TEXTS

# A colour is a style, a sign and a letter: never a style alone.
_STYLES = {"K": "grey62", "G": "green3", "W": "bright_white", "V": "medium_orchid", "O": "dark_orange"}
_SIGNS = {"K": "▲", "G": "◆", "W": "○", "V": "■", "O": "✦"}
_NIGHT, _MOON = "slate_blue3", "khaki1"
# Two of the narrowest panels stand side by side in 80 columns; a panel from _NAMED on has room for colours in words.
_NARROWEST, _NAMED, _WIDEST = 39, 50, 58
_SIGN, _NAME, _BOOKS = 3, 10, 9


def draw(view: dict[str, Any], aids: dict[str, Any], language: Language) -> RenderableType:
    """The middle of the table, then a panel for each player, the viewer's last."""
    return Group(_middle(view, aids, language), _Panels(view, aids, language))


def _colour(colour: str) -> Text:
    return Text(f"{_SIGNS[colour]} {colour}", style=f"bold {_STYLES[colour]}")


def _named(colour: str, language: Language) -> Text:
    """A colour in words beside the letter that moves are typed with."""
    return _colour(colour).append(f" {TEXTS.say(language, f'colour.{colour}')}", style="not bold")


def _values(cards: Sequence[str], joint: str, width: int) -> Text:
    """Cards of one colour by their values, on as many lines as they need."""
    if not cards:
        return Text("·", style="dim")
    lines = fill(" ".join(card[1:] for card in cards), width - len(joint))
    return Text(lines.replace(" ", joint).replace("\n", joint + "\n"), style=f"bold {_STYLES[cards[0][0]]}")


def _cards(cards: Iterable[str]) -> Text:
    return Text(" ").join(Text(card, style=f"bold {_STYLES[card[0]]}") for card in cards)


def _of(colour: str, cards: Iterable[str]) -> list[str]:
    return [card for card in cards if card[0] == colour]


def _middle(view: dict[str, Any], aids: dict[str, Any], language: Language) -> RenderableType:
    table = Table(box=box.ROUNDED, border_style=_NIGHT, padding=(0, 1))
    table.add_column("")
    table.add_column(_title("common", language), min_width=20)
    for key in ("shelf", "unseen"):
        table.add_column(_title(key, language), justify="center")
    for colour, left in view["stock"].items():
        table.add_row(
            _named(colour, language),
            _sky(view, colour),
            Text(str(left), style="bold" if left else "dim"),
            Text(str(aids["unseen"][colour]), style="dim"),
        )
    return Group(Align.center(table), *(Align.center(line) for line in _lines(view, aids, language)), "")


def _title(key: str, language: Language) -> Text:
    return Text(TEXTS.say(language, f"screen.{key}"), style=f"bold {_MOON}")


def _sky(view: dict[str, Any], colour: str) -> Text:
    """The common cards of a colour; the one put there this turn, which cannot be taken, in brackets."""
    cells = [
        Text(f"({card[1:]})", style="dim")
        if card == view["shared"]
        else Text(card[1:], style=f"bold {_STYLES[colour]}")
        for card in _of(colour, view["common"])
    ]
    return Text(" ").join(cells) if cells else Text("·", style="dim")


def _lines(view: dict[str, Any], aids: dict[str, Any], language: Language) -> Iterable[Text]:
    """Pile and discard, the card just shared, the card drawn or the risk, the diploma being made or possible ones."""
    line = Text(f"{TEXTS.say(language, 'screen.pile')} {view['pile']}", style="bold")
    line.append(f"   {TEXTS.say(language, 'screen.discard')} {len(view['discard'])}")
    if 2 * view["idle"] >= view["stall_limit"]:
        line.append(f"   {TEXTS.say(language, 'screen.idle', n=view['idle'])}", style="not bold dim")
    yield line
    if view["shared"]:
        yield Text(TEXTS.say(language, "screen.shared", value=view["shared"][1:]), style="dim")
    if view["held"]:
        card = view["held"]
        said = TEXTS.say(language, "screen.held", card=TEXTS.card(language, card), code=card)
        yield Text(f"{_SIGNS[card[0]]} {said}", style=f"bold {_STYLES[card[0]]}")
    elif aids["risk"] and aids["risk"]["misfit"] and view["phase"] in ("start", "soft", "forced"):
        kind = "fall" if view["phase"] == "forced" else "misfit"
        said = TEXTS.say(language, f"screen.{kind}", n=round(100 * aids["risk"][kind]))
        yield Text(said, style="red" if aids["risk"]["fall"] else "dim")
    if view["diploma"]:
        made = Text(f"{TEXTS.say(language, 'screen.diploma')} ").append_text(
            _named(view["diploma"]["colour"], language)
        )
        yield made.append("  ").append_text(_cards(view["diploma"]["naturals"] + view["diploma"]["jokers"]))
    elif aids["diplomas"]:
        yield Text(TEXTS.say(language, "screen.ready"), style=f"italic {_MOON}")
        for diploma in aids["diplomas"]:
            books = _named(diploma["colour"], language).append(f" {'✶' * diploma['books']}  ")
            yield books.append_text(_cards(diploma["cards"]))


class _Panels(NamedTuple):
    """The players' panels, as many a row as the terminal has room for; a shorter last row has wider panels."""

    view: dict[str, Any]
    aids: dict[str, Any]
    language: Language

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterable[RenderableType]:
        n, room = self.view["players"], options.max_width + 1
        most = max(room // (_NARROWEST + 1), 1)
        a_row = -(-n // -(-n // most))  # rows as equal as can be
        seats = [(self.view["seat"] + 1 + k) % n for k in range(n)]
        for row in (seats[start : start + a_row] for start in range(0, n, a_row)):
            width = min(max(room // len(row) - 1, _NARROWEST), _WIDEST)
            grid = Table.grid(padding=(0, 1, 0, 0), pad_edge=False)
            grid.add_row(*(_player(self.view, self.aids, seat, self.language, width) for seat in row))
            yield Align.center(grid)


def _player(view: dict[str, Any], aids: dict[str, Any], seat: int, language: Language, width: int) -> RenderableType:
    hand = view["hands"][seat]
    name = _NAME if width >= _NAMED else _SIGN
    room = width - 4 - name - _BOOKS - 3  # less the border, its padding and a space between columns
    in_hand = (room - 1) // 2 if hand["cards"] is not None else 0
    widths = {"air": room - in_hand, "hand": in_hand, "books": _BOOKS}
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column("", width=name)
    for key, wide in widths.items():
        table.add_column(Text(TEXTS.say(language, f"screen.{key}") if wide else "", style="italic dim"), width=wide)
    for colour, column in view["columns"][seat].items():
        books = view["books"][seat][colour]
        table.add_row(
            _named(colour, language) if name == _NAME else _colour(colour),
            _values(column, "↗", widths["air"]),
            _values(_of(colour, hand["cards"]), " ", in_hand) if in_hand else "",
            Text("✶" * books, style=f"bold {_STYLES[colour]}") if books else Text("·", style="dim"),
        )
    on_turn = seat == view["turn"]
    return Panel(
        table,
        title=Text(player(language, seat, view.get("names")) + (" ◀" if on_turn else ""), style="bold"),
        subtitle=TEXTS.say(language, "screen.points", n=aids["scores"][seat], cards=hand["size"]),
        border_style=_MOON if on_turn else _NIGHT,
        width=width,
    )
