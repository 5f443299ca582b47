"""A person's game in the terminal, from sitting down to the result."""

import contextlib
import shlex
from pathlib import Path

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quatuor.bots import LEVELS, Bot
from quatuor.cli.arguments import own_command, typed_language
from quatuor.cli.terminal import menu
from quatuor.cli.terminal.console import Terminal
from quatuor.cli.terminal.keywords import COMMANDS
from quatuor.cli.terminal.narration import outcome, score_table, turns
from quatuor.cli.terminal.save_file import Keeper, interrupted_by_closing
from quatuor.cli.terminal.seat import Sitting
from quatuor.cli.texts import TEXTS
from quatuor.core.errors import QuatuorError
from quatuor.core.texts import listed
from quatuor.play.outcome import capitalised


def sit_down(terminal: Terminal, sitting: Sitting, keeper: Keeper) -> None:
    """Play the game to its end, or until the person leaves; whatever stops it, the game is kept."""
    table = _Table(terminal, sitting, keeper)
    try:
        with interrupted_by_closing():
            table.play()
    except BaseException as reason:
        # Kept before anything is printed: the window may be gone.
        path = keeper.rescue()
        with contextlib.suppress(OSError):
            terminal.show()
            table.say_where(path)
        if not isinstance(reason, EOFError | KeyboardInterrupt):
            raise


class _Table:
    """What the person sees and does, decision by decision."""

    def __init__(self, terminal: Terminal, sitting: Sitting, keeper: Keeper) -> None:
        self.terminal = terminal
        self.sitting = sitting
        self.keeper = keeper
        self.game = sitting.play.game
        self.told = sitting.last_choice or 0
        self.left = False

    def play(self) -> None:
        self.terminal.show(Text(welcome(self.sitting, self.terminal), "dim"))
        while not self.left:
            self.sitting.advance()
            self.keep()
            self.terminal.rule(legend(self.sitting, self.terminal))
            self.tell_news()
            self.show_table()
            if self.sitting.play.over:
                self.end()
                return
            move = self.decide()
            if move:
                self.sitting.play.play(move)

    def keep(self) -> None:
        """Write the game if it is to be kept after every move; where that fails, say so once and play on."""
        if self.keeper.always:
            try:
                self.keeper.save()
            except QuatuorError as error:
                self.keeper.always = False
                self.terminal.complain(error.say(self.terminal.language))

    def tell_news(self) -> None:
        """What happened since the person was last told."""
        lines = news(self.sitting, self.terminal, self.told)
        self.told = len(self.sitting.play.moves)
        if lines:
            self.terminal.show(bullets(lines), 1)
            self.terminal.show()

    def show_table(self) -> None:
        self.terminal.show(picture(self.sitting, self.terminal))

    def decide(self) -> str | None:
        """The move that the person chooses; None where the table is to be shown anew."""
        moves = self.sitting.choices
        offered, key = moves, "play.ask"
        self.terminal.show(question(self.sitting, self.terminal))
        while True:
            chosen = self.choose(offered, moves, key)
            if chosen is None or len(chosen) == 1:
                return chosen[0] if chosen else None
            offered, key = (chosen, "play.ask_inner") if chosen else (moves, "play.ask")

    def choose(self, offered: list[str], moves: list[str], key: str) -> list[str] | None:
        """The moves that an answer names; none to go back from an inner list; None to show the table anew."""
        lines = menu.entries(offered, self.label)
        width, height = self.terminal.console.size
        self.terminal.show(menu.listing(lines, width - 2, height), 2)
        while True:
            typed = self.terminal.ask(key)
            chosen = menu.meant(typed, lines, moves)
            word, _, rest = typed.partition(" ")
            command = COMMANDS.get(word.lower())
            if chosen or (not typed and offered is not moves):
                return chosen
            elif command:
                if self.obey(command, rest):
                    return None
            elif typed:
                self.terminal.complain(self.refusal(typed, len(lines)))

    def label(self, move: str) -> str:
        """A move for a person, with what lies where it points if the game can say so."""
        language = self.terminal.language
        if self.game.describe_move is None:
            return self.game.texts.move(language, move)
        return self.game.describe_move(self.sitting.play.state, self.sitting.seat, move, language)

    def refusal(self, typed: str, count: int) -> str:
        """Why what was typed is no move here."""
        refusal = None if typed.isdecimal() else self.sitting.play.explain(self.spelt(typed))
        if refusal is None:
            return self.terminal.text("number.refused", low=1, high=count)
        return capitalised(refusal.say(self.terminal.language))

    def spelt(self, typed: str) -> str:
        """The move that was typed in other capitals, else what was typed."""
        moves = (self.game.text(action) for action in range(self.game.n_actions))
        return next((move for move in moves if move.lower() == typed.lower()), typed)

    def obey(self, command: str, rest: str) -> bool:
        """Do what a command says; whether the table is to be shown anew."""
        if command == "quit":
            self.quit()
        elif command == "save":
            self.save(Path(rest).expanduser() if rest else None)
        elif command == "undo":
            return self.undo()
        elif command == "help":
            self.terminal.show(help_text(self.sitting, self.terminal), 1)
        elif command == "rules":
            self.terminal.show(rules_text(self.sitting, self.terminal), 1)
        return command in ("table", "quit")

    def undo(self) -> bool:
        if not self.sitting.take_back():
            self.terminal.complain(self.terminal.text("undo.nothing"))
            return False
        self.told = len(self.sitting.play.moves)
        self.terminal.say("play.undone", "italic")
        return True

    def save(self, path: Path | None) -> None:
        try:
            self.terminal.say("save.done", file=str(self.keeper.save(path)))
        except QuatuorError as error:
            self.terminal.complain(error.say(self.terminal.language))

    def quit(self) -> None:
        """Get up, with the game kept if wished; nothing is asked where it is kept already."""
        if not self.keeper.up_to_date and self.terminal.confirm("save.ask_leaving", default=True):
            self.say_where(self.keeper.rescue())
        elif self.keeper.up_to_date:
            self.say_where(self.keeper.path)
        self.left = True

    def say_where(self, path: Path | None) -> None:
        if path is None:
            self.terminal.say("save.nothing")
            return
        self.terminal.say("save.done", file=str(path))
        if not self.sitting.play.over:
            self.terminal.say("save.resume", command=resume_command(self.sitting, path))

    def end(self) -> None:
        """The result, and the record for who wants it."""
        play, language = self.sitting.play, self.terminal.language
        self.terminal.rule(self.terminal.text("end.title"))
        self.terminal.show(score_table(play, language, self.sitting.names, self.sitting.seat))
        for sentence in outcome(play, language, self.sitting.names, self.sitting.seat):
            self.terminal.show(Text(sentence, "bold"), 1)
        self.terminal.show(Text(self.terminal.text("end.seed", seed=play.seed), "dim"), 1)
        self.terminal.show()
        if self.keeper.up_to_date:
            self.say_where(self.keeper.path)
        elif self.terminal.confirm("save.ask_end", default=False):
            self.say_where(self.keeper.rescue())


def legend(sitting: Sitting, terminal: Terminal) -> str:
    """The game and who sits where."""
    names = sitting.names | {sitting.seat: terminal.text("player.you")}
    return f"{sitting.play.game.title} — " + " · ".join(f"{seat + 1} {name}" for seat, name in sorted(names.items()))


def welcome(sitting: Sitting, terminal: Terminal) -> str:
    """Against whom one plays, and what can be typed."""
    bots = [f"{sitting.names[seat]} ({_kind(bot, terminal)})" for seat, bot in sitting.bots.items()]
    return terminal.text("play.welcome", bots=listed(terminal.language, bots))


def _kind(bot: Bot, terminal: Terminal) -> str:
    """How a bot plays, in a word or two."""
    if bot.name in LEVELS:
        return LEVELS[bot.name].title.say(terminal.language)
    return terminal.text(f"bot.{bot.name}") if f"bot.{bot.name}" in TEXTS else bot.name


def news(sitting: Sitting, terminal: Terminal, start: int) -> list[str]:
    """What happened since a move, a line a turn; the person's moves without alternative say so."""

    def remark(number: int) -> str:
        own = sitting.play.moves[number].seat == sitting.seat
        return terminal.text("play.forced") if own and sitting.forced(number) else ""

    told = turns(sitting.play, terminal.language, sitting.names, sitting.seat, start, remark)
    return [" ".join(turn.sentences) for turn in told]


def picture(sitting: Sitting, terminal: Terminal) -> RenderableType:
    """The table as the person sees it, with the names that screens may use."""
    play = sitting.play
    names = sitting.names | {sitting.seat: terminal.text("player.you")}
    view = play.view(sitting.seat) | {"names": names}
    return play.game.draw(view, play.game.aids(play.state, sitting.seat), terminal.language)  # type: ignore[no-any-return]


def question(sitting: Sitting, terminal: Terminal) -> RenderableType:
    """What is expected now, in one sentence."""
    view = sitting.play.view(sitting.seat)
    expected = sitting.play.game.texts.say(terminal.language, f"prompt.{view['phase']}", **view["prompt"])
    return Text(f"\n▶ {expected}", "bold")


def help_text(sitting: Sitting, terminal: Terminal) -> RenderableType:
    examples = ", ".join(sitting.play.game.examples)
    table = Table.grid(padding=(0, 3))
    for key in ("undo", "table", "rules", "save", "quit"):
        table.add_row(Text(terminal.text(f"help.{key}.word"), "bold"), Text(terminal.text(f"help.{key}")))
    return Group(Text(terminal.text("help.moves", examples=examples)), table, "")


def rules_text(sitting: Sitting, terminal: Terminal) -> RenderableType:
    game = sitting.play.game
    said = game.texts.say(terminal.language, "summary")
    pointer = terminal.text("rules.pointer", name=game.name)
    return Group(Text(said), Text(pointer, "dim"), "")


def resume_command(sitting: Sitting, path: Path) -> str:
    """The command that goes on with a kept game."""
    words = [*own_command(), "play", *typed_language(), "--resume", str(path)]
    if sitting.play.turn != sitting.seat:
        words += ["--seat", str(sitting.seat + 1)]
    kinds = [bot.name for bot in sitting.bots.values()]
    if set(kinds) != {"greedy"}:
        words += ["--bots", ",".join(kinds if len(set(kinds)) > 1 else kinds[:1])]
    return shlex.join(words)


def bullets(lines: list[str]) -> Table:
    table = Table.grid(padding=(0, 1))
    for line in lines:
        table.add_row(Text("·", "dim"), Text(line))
    return table
