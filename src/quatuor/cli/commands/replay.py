"""`quatuor replay`: check records and tell their games."""

import json
import sys
from abc import ABC, abstractmethod
from typing import Any

import click
from rich.console import Console
from rich.padding import Padding
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from quatuor.cli.arguments import lang_option
from quatuor.cli.terminal.narration import outcome, score_table, turns
from quatuor.cli.texts import TEXTS
from quatuor.core.errors import OptionError, QuatuorError, RecordError
from quatuor.core.game import SPECTATOR
from quatuor.core.texts import Language, number, plain, player
from quatuor.play.files import Found, records_of, size_of
from quatuor.play.playthrough import Playthrough
from quatuor.play.record_format import result_of
from quatuor.play.replay import Verdict, verify


@click.command()
@click.argument("files", metavar="FILE…", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="One JSON object per record, one per line.")
@click.option("--quiet", is_flag=True, help="One line per record instead of the whole game.")
@click.option(
    "--seat", type=click.IntRange(min=1), metavar="K", help="As this seat saw it (default: all that movers saw)."
)
@lang_option
@click.pass_obj
def replay(language: Language, files: tuple[str, ...], as_json: bool, quiet: bool, seat: int | None) -> None:
    """Check records and tell their games.

    A FILE holds one record, or one per line; - or no FILE is standard input. The exit code is 1 if a record is bad
    or its proof does not hold.
    """
    report = _Json(language) if as_json else _Quiet(language) if quiet else _Whole(language, seat)
    files = files or ("-",)
    if "-" in files and sys.stdin is None:
        raise RecordError(*TEXTS.sentence("replay.closed"))
    if "-" in files and sys.stdin.isatty():
        print(TEXTS.say(language, "replay.stdin"), file=sys.stderr)
    # If the games are printed to a terminal, they show the progress themselves.
    console = Console(file=sys.stderr, quiet=not sys.stderr.isatty() or sys.stdout.isatty())
    with Progress(console=console, transient=True, redirect_stdout=False, redirect_stderr=False) as progress:
        for name in files:
            task = progress.add_task(name, total=size_of(name))
            for found in records_of(name):
                report.take(found)
                progress.update(task, completed=found.read)
    report.end()
    if report.bad:
        sys.exit(1)


class _Report(ABC):
    """Prints each record, and counts the good and the bad ones."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.good = self.bad = 0

    def take(self, found: Found) -> None:
        try:
            if isinstance(found.record, RecordError):
                raise found.record
            verdict = verify(found.record)
            self.print_good(found, verdict)
            if verdict.proof_holds is False:
                self.bad += 1
            else:
                self.good += 1
        except QuatuorError as error:
            self.bad += 1
            self.print_bad(_printable(found.located(error).say(self.language)))

    @abstractmethod
    def print_good(self, found: Found, verdict: Verdict) -> None:
        """Print a record that was checked."""

    def print_bad(self, sentence: str) -> None:
        sys.stdout.flush()
        print(f"quatuor: {sentence}", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Print what follows the last record: most reports have nothing to add."""
        return


class _Json(_Report):
    def print_good(self, found: Found, verdict: Verdict) -> None:
        result = result_of(verdict.play)
        self._print(
            {
                "ok": verdict.proof_holds is not False,
                "game": verdict.play.game.name,
                "seed_reproduces": verdict.seed_reproduces,
                "proof_holds": verdict.proof_holds,
                "result": result,
                **({"error": verdict.about_chance.say(self.language)} if verdict.proof_holds is False else {}),
            }
        )

    def print_bad(self, sentence: str) -> None:
        self._print({"ok": False, "error": sentence})

    def _print(self, answer: dict[str, Any]) -> None:
        print(json.dumps(answer, ensure_ascii=False))


class _Quiet(_Report):
    def print_good(self, found: Found, verdict: Verdict) -> None:
        line = {
            "where": found.where(self.language),
            "what": ", ".join([*_what(verdict.play, self.language), self._scores(verdict.play)]),
            "chance": verdict.about_chance.say(self.language),
        }
        print(TEXTS.say(self.language, "replay.line", **line))

    def _scores(self, play: Playthrough) -> str:
        if not play.over:
            return TEXTS.say(self.language, "replay.open")
        stars = ["★" if seat in play.winners else "" for seat in range(play.players)]
        return " – ".join(number(self.language, score) + star for score, star in zip(play.scores, stars, strict=True))

    def end(self) -> None:
        if self.good + self.bad > 1:
            print(TEXTS.say(self.language, "replay.total", good=self.good, bad=self.bad))


class _Whole(_Report):
    """The game told turn by turn, from its header to its result."""

    def __init__(self, language: Language, seat: int | None) -> None:
        super().__init__(language)
        self.seat = SPECTATOR if seat is None else seat - 1
        self.console = Console(highlight=False)

    def print_good(self, found: Found, verdict: Verdict) -> None:
        play, language, console = verdict.play, self.language, self.console
        if self.seat >= play.players:
            raise OptionError(*TEXTS.sentence("seat.refused_here", players=play.players, value=self.seat + 1))
        console.rule(Text(f"{play.game.title} — {found.where(language)}", "bold"), style="dim")
        for line in _header(play, language):
            console.print(Padding(Text(line), (0, 0, 0, 1)))
        console.print(Padding(Text(verdict.about_chance.say(language), "dim"), (0, 0, 0, 1)))
        console.print()
        console.print(_story(play, language, self.seat))
        console.print(play.drawing(self.seat, language))
        if play.over:
            console.print(score_table(play, language, None, self.seat))
            for sentence in outcome(play, language, None, self.seat):
                console.print(Padding(sentence, (0, 0, 0, 1)))
        else:
            console.print(Padding(Text(TEXTS.say(language, "replay.unfinished"), "bold"), (0, 0, 0, 1)))
        console.print()


def _what(play: Playthrough, language: Language) -> list[str]:
    count = len(play.moves)
    key = "replay.moves.one" if count == 1 else "replay.moves.many"
    return [play.game.title, TEXTS.say(language, "replay.players", n=play.players), TEXTS.say(language, key, n=count)]


def _header(play: Playthrough, language: Language) -> list[str]:
    """How the game was set up: players, first player, seed, options."""
    first = TEXTS.say(language, "replay.first", player=player(language, play.first))
    parts = [*_what(play, language)[1:], first]
    if play.seed is not None:
        parts.append(TEXTS.say(language, "replay.seed", seed=play.seed))
    options = [f"{name}={plain(value)}" for name, value in play.game.stored_options(play.options).items()]
    return [" · ".join(parts), " · ".join(options)]


def _story(play: Playthrough, language: Language, seat: int) -> Table:
    """The moves with their numbers, one row per turn."""
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right", style="dim", no_wrap=True)
    table.add_column()
    for turn in turns(play, language, None, seat):
        first, last = turn.numbers.start + 1, turn.numbers.stop
        table.add_row(str(first) if first == last else f"{first}–{last}", Text(" ".join(turn.sentences)))
    table.add_row()
    return table


def _printable(sentence: str) -> str:
    """A sentence without control characters: it may quote a file that somebody else wrote."""
    return "".join(letter if letter.isprintable() or letter == "\u00a0" else "�" for letter in sentence)
