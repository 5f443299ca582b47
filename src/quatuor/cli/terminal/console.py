"""The terminal: what is printed and what may be typed, in the player's language."""

import contextlib
import sys

import click
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn
from rich.text import Text

from quatuor.cli.texts import TEXTS
from quatuor.core.errors import QuatuorError
from quatuor.core.texts import Language

_COMMANDS = {
    "help": ("?", "h", "help", "aide"),
    "undo": ("undo", "reprendre"),
    "save": ("save", "enregistrer"),
    "table": ("table",),
    "rules": ("rules", "règles", "regles"),
    "quit": ("q", "quit", "quitter", "exit"),
}
# What may be typed instead of a move or a number, in either language.
COMMANDS = {word: command for command, words in _COMMANDS.items() for word in words}
_YES = ("y", "yes", "o", "oui")
_NO = ("n", "no", "non")


class Terminal:
    """Where a person reads and types; also by lines, without a real terminal."""

    def __init__(self, language: Language) -> None:
        if sys.stdin is None:
            raise QuatuorError(*TEXTS.sentence("play.closed"))
        self.language = language
        self.console = Console(highlight=False)
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")
        if sys.stdin.isatty():
            # Makes the arrow keys work in `input`, on systems that have it.
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401

    def text(self, key: str, **values: object) -> str:
        return TEXTS.say(self.language, key, **values)

    def show(self, what: RenderableType = "", indent: int = 0) -> None:
        self.console.print(Padding(what, (0, 0, 0, indent)) if indent else what)

    def say(self, key: str, style: str = "", **values: object) -> None:
        """Print one text without wrapping, so that a path or a command in it can be copied."""
        self.console.print(Text(self.text(key, **values), style), soft_wrap=True)

    def complain(self, reason: str, article: str = "") -> None:
        """Say why something was not done, with the article of the rules that forbids it in small print."""
        self.show(Text(f"✗ {reason}", "red").append(f" ({article})" if article else "", "dim"), 1)

    def rule(self, title: str) -> None:
        self.show()
        self.console.rule(Text(title, "bold"), style="dim")

    def ask(self, key: str, **values: object) -> str:
        """What the person types, with single spaces; EOFError at the end of the input."""
        typed = input(self.text(key, **values))
        if not sys.stdin.isatty():
            print(typed)  # so that the output of a game played by lines reads like a terminal's
        return " ".join(typed.split())

    def ask_number(self, key: str, low: int, high: int, default: int) -> int:
        """A number, `default` on Enter; help prints the text `<key>.help`, quit ends the command."""
        while True:
            typed = self.ask(key, low=low, high=high, default=default)
            command = COMMANDS.get(typed.lower())
            if not typed:
                return default
            if command == "quit":
                raise click.exceptions.Exit(0)
            if command == "help":
                self.say(f"{key}.help")
                continue
            if typed.isdecimal() and low <= int(typed) <= high:
                return int(typed)
            self.complain(self.text("number.refused", low=low, high=high))

    def confirm(self, key: str, default: bool) -> bool:
        while True:
            typed = self.ask(key).lower()
            if not typed:
                return default
            if typed in _YES + _NO:
                return typed in _YES
            self.complain(self.text("confirm.refused"))


def progress_bar(*columns: ProgressColumn) -> Progress:
    """A bar on standard error, shown if that is a terminal; by default it ends with the count and the time left."""
    first = (TextColumn("{task.description}"), BarColumn())
    last = columns or (MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*first, *last, console=Console(file=sys.stderr), transient=True, disable=not sys.stderr.isatty())
