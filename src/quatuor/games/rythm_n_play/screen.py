"""Rythm'n'Play's table in the terminal, drawn from a view."""

from collections.abc import Mapping
from typing import Any

from rich import box
from rich.align import Align
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from quatuor.core.texts import Language, number, player
from quatuor.games.rythm_n_play import state as S
from quatuor.games.rythm_n_play.notation import PLAY, RYTHM
from quatuor.games.rythm_n_play.texts import TEXTS

_NOTES = PLAY[: S.N_NOTES]
_LINES = ("mi", "sol", "si")  # the rows that are lines of the staff; the others lie between them
_SIGNS = {"sharp": "♯", "flat": "♭"}
_WAYS = {"sharp": ("↗", "screen.rising"), "flat": ("↘", "screen.falling")}
_SHOWN = 16  # of a long staff the last cards are drawn
_NARROW = 11  # columns that even a short staff has
_CORAL, _CYAN, _PAPER = "salmon1", "turquoise2", "cornsilk1"


def draw(view: dict[str, Any], aids: dict[str, Any], language: Language) -> RenderableType:
    parts = [_staff(view, aids, language), _middle(view, aids, language)]
    if view["seat"] >= 0:
        parts.append(_hand(view, aids, language))
    return Group(*parts, _players(view, aids, language))


def _name(card: str, language: Language) -> str:
    return TEXTS.say(language, f"name.{card}")


def _player(view: dict[str, Any], seat: int, language: Language) -> str:
    """A player's name, where the view that is drawn was given names."""
    return player(language, seat, view.get("names"))


def _style(card: str) -> str:
    return f"bold {_CYAN if card in RYTHM else _CORAL if card in _SIGNS else _PAPER}"


def _cards(counts: Mapping[str, int], language: Language) -> Text:
    return Text("  ").join(
        Text(_name(card, language), style=_style(card)).append(f"×{count}", style="dim")
        for card, count in counts.items()
        if count
    )


def _staff(view: dict[str, Any], aids: dict[str, Any], language: Language) -> RenderableType:
    """One row per note, one column per card; an accidental stands in the row of the note that it follows."""
    staff = view["staff"]
    body: list[RenderableType] = []
    if staff:
        places = range(max(len(staff) - _SHOWN, 0), len(staff))
        body = [_row(staff, places, note, language) for note in reversed(_NOTES)]
        names = Text(" " * 6)
        for card in staff[places.start :]:
            names.append(f"{_SIGNS.get(card) or _name(card, language):<4}", style=_style(card))
        body.append(names)
    else:
        body.append(Text(TEXTS.say(language, "screen.empty"), style="dim"))
    below = [_key(view, language)]
    if staff:
        below.append(TEXTS.say(language, "screen.last", player=_player(view, view["last"], language)))
    if aids["closed"]:
        below.append(TEXTS.say(language, "screen.closed"))
    title = f"{TEXTS.say(language, 'screen.staff')} ({len(staff)})"
    width = 14 + 4 * max(_NARROW, min(len(staff), _SHOWN))
    return Align.center(
        Panel(Group(*body), title=title, subtitle=" · ".join(below), border_style=_CORAL, width=width, padding=(0, 2))
    )


def _row(staff: list[str], places: range, note: str, language: Language) -> Text:
    blank = "─" if note in _LINES else " "
    row = Text(f"{_name(note, language):>3} ", style="dim")
    row.append("… " if places.start and blank == " " else blank * 2)
    for place in places:
        card = staff[place]
        if note == (staff[place - 1] if card in _SIGNS else card):
            row.append(_SIGNS.get(card, "●"), style=_style(card)).append(blank * 3)
        else:
            row.append(blank * 4)
    return row.append(blank * 4 * (_NARROW - len(places)))


def _key(view: dict[str, Any], language: Language) -> str:
    name = TEXTS.say(language, "screen.key")
    if view["key"] is None:
        return f"{name} ({TEXTS.say(language, 'screen.no_key')})"
    arrow, way = _WAYS[view["key"]]
    return f"{name} {_SIGNS[view['key']]} {arrow} {TEXTS.say(language, way)}"


def _middle(view: dict[str, Any], aids: dict[str, Any], language: Language) -> RenderableType:
    piles = TEXTS.say(language, "screen.piles", play=view["play_pile"], rythm=view["rythm_pile"])
    lines = [Text(piles, style="bold")]
    known = (
        ("screen.discard", view["rythm_discard"]),
        ("screen.unseen", {card: aids["unseen"][card] for card in PLAY}),
        ("screen.unseen", {card: aids["unseen"][card] for card in RYTHM}),
        ("screen.sure", view["memory"]["surely_held_by_others"]),
    )
    for key, counts in known:
        if any(counts.values()):
            lines.append(Text(f"{TEXTS.say(language, key)}  ", style="dim").append_text(_cards(counts, language)))
    return Align.center(Group(*(Align.center(line) for line in lines)))


def _hand(view: dict[str, Any], aids: dict[str, Any], language: Language) -> RenderableType:
    hand = Text("  ").join(
        Text(("▲" if card in aids["playable"] else "") + _name(card, language), style=_style(card))
        for card in view["seats"][view["seat"]]["hand"]
    )
    below = []
    if aids["playable"]:
        below.append(TEXTS.say(language, "screen.fits"))
    if view["seats"][view["seat"]]["rythm"]:
        beats = number(language, -aids["points"][view["seat"]]["rythm"])
        below.append(TEXTS.say(language, "screen.beats", beats=beats))
    title = TEXTS.say(language, "screen.hand")
    return Align.center(Panel(hand, title=title, subtitle=" · ".join(below) or None, border_style=_CYAN, width=78))


def _players(view: dict[str, Any], aids: dict[str, Any], language: Language) -> RenderableType:
    table = Table(box=box.ROUNDED, border_style=_CYAN)
    for column in ("player", "play", "rythm", "collected", "face_up", "points"):
        table.add_column(TEXTS.say(language, f"screen.{column}"), justify="left" if column == "player" else "right")
    for seat, held in enumerate(view["seats"]):
        # RYTHM cards that are not seen can only take points away.
        total = ("≤ " if aids["points"][seat]["rythm"] is None else "") + number(language, aids["scores"][seat])
        table.add_row(
            _player(view, seat, language) + (" ◀" if seat == view["turn"] else ""),
            "▮" * held["play"] + f" {held['play']}",
            "▯" * held["rythm"] + f" {held['rythm']}",
            str(held["collected"]),
            str(len(held["face_up"])),
            total,
            style="bold" if seat == view["turn"] else "",
        )
    return Align.center(table)
