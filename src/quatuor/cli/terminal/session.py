"""A person's game in the terminal, from the welcome to the result."""

import contextlib
import shlex
from pathlib import Path

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quatuor.bots import LEVELS, Bot
from quatuor.cli.arguments import own_command, typed_language
from quatuor.cli.terminal import menu
from quatuor.cli.terminal.console import COMMANDS, Terminal
from quatuor.cli.terminal.narration import outcome, score_table, turns
from quatuor.cli.terminal.save_file import SaveFile, interrupted_by_closing
from quatuor.cli.terminal.seat import PersonSeat
from quatuor.cli.texts import TEXTS
from quatuor.core.errors import QuatuorError
from quatuor.core.log import move_label
from quatuor.core.texts import listed
from quatuor.play.outcome import capitalised
from quatuor.play.prompt import prompt


def run_session(terminal: Terminal, person: PersonSeat, save_file: SaveFile) -> None:
    """Play the game to its end or until the person leaves; whatever stops it, the game is saved."""
    session = Session(terminal, person, save_file)
    try:
        with interrupted_by_closing():
            session.play()
    except BaseException as reason:
        # Saved before anything is printed: the window may be gone.
        path = save_file.rescue()
        with contextlib.suppress(OSError):
            terminal.show()
            session.say_where(path)
        if not isinstance(reason, EOFError | KeyboardInterrupt):
            raise


class Session:
    """What the person sees and does, decision by decision."""

    def __init__(self, terminal: Terminal, person: PersonSeat, save_file: SaveFile) -> None:
        self.terminal = terminal
        self.person = person
        self.save_file = save_file
        self.game = person.play.game
        self.told_moves = person.last_choice or 0
        self.left = False

    def play(self) -> None:
        self.terminal.show(Text(welcome(self.person, self.terminal), "dim"))
        while not self.left:
            self.person.advance()
            self.autosave()
            self.terminal.rule(legend(self.person, self.terminal))
            self.tell_news()
            self.show_table()
            if self.person.play.over:
                self.end()
                return
            move = self.decide()
            if move:
                self.person.play.play(move)

    def autosave(self) -> None:
        """Save the game if that is wanted after every move; if it fails, say so once and play on."""
        if self.save_file.always:
            try:
                self.save_file.save()
            except QuatuorError as error:
                self.save_file.always = False
                self.terminal.complain(error.say(self.terminal.language))

    def tell_news(self) -> None:
        """Tell what happened since the person was last told."""
        lines = news(self.person, self.terminal, self.told_moves)
        self.told_moves = len(self.person.play.moves)
        if lines:
            self.terminal.show(bullets(lines), 1)
            self.terminal.show()

    def show_table(self) -> None:
        self.terminal.show(picture(self.person, self.terminal))

    def decide(self) -> str | None:
        """The move that the person chooses; None if the table is to be shown again."""
        moves = self.person.choices
        offered, key = moves, "play.ask"
        self.terminal.show(question(self.person, self.terminal))
        while True:
            chosen = self.choose(offered, moves, key)
            if chosen is None or len(chosen) == 1:
                return chosen[0] if chosen else None
            offered, key = (chosen, "play.ask_inner") if chosen else (moves, "play.ask")

    def choose(self, offered: list[str], moves: list[str], key: str) -> list[str] | None:
        """The moves that an answer names; empty to leave an inner list; None to show the table again."""
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
                self.terminal.complain(*self.refusal(typed, len(lines)))

    def label(self, move: str) -> str:
        """A move in words, with the cards it concerns if the game can say so."""
        return move_label(self.game, self.person.play.state, self.person.seat, move, self.terminal.language)

    def refusal(self, typed: str, count: int) -> tuple[str, str]:
        """Why what was typed is not a legal move, and the article that says so."""
        refusal = None if typed.isdecimal() else self.person.play.explain(self.spelt(typed))
        if refusal is None:
            return self.terminal.text("number.refused", low=1, high=count), ""
        return capitalised(refusal.reason.say(self.terminal.language)), refusal.article

    def spelt(self, typed: str) -> str:
        """The move that was typed, whatever its capitals; if there is none, what was typed."""
        moves = (self.game.text(action) for action in range(self.game.n_actions))
        return next((move for move in moves if move.lower() == typed.lower()), typed)

    def obey(self, command: str, rest: str) -> bool:
        """Carry out a command; whether the table is to be shown again."""
        if command == "quit":
            self.quit()
        elif command == "save":
            self.save(Path(rest).expanduser() if rest else None)
        elif command == "undo":
            return self.undo()
        elif command == "help":
            self.terminal.show(help_text(self.person, self.terminal), 1)
        elif command == "rules":
            self.terminal.show(rules_text(self.person, self.terminal), 1)
        return command in ("table", "quit")

    def undo(self) -> bool:
        if not self.person.take_back():
            self.terminal.complain(self.terminal.text("undo.nothing"))
            return False
        self.told_moves = len(self.person.play.moves)
        self.terminal.say("play.undone", "italic")
        return True

    def save(self, path: Path | None) -> None:
        try:
            self.terminal.say("save.done", file=str(self.save_file.save(path)))
        except QuatuorError as error:
            self.terminal.complain(error.say(self.terminal.language))

    def quit(self) -> None:
        """Leave, and save the game if the person wants that; nothing is asked if it is saved already."""
        if not self.save_file.up_to_date and self.terminal.confirm("save.ask_leaving", default=True):
            self.say_where(self.save_file.rescue())
        elif self.save_file.up_to_date:
            self.say_where(self.save_file.path)
        self.left = True

    def say_where(self, path: Path | None) -> None:
        if path is None:
            self.terminal.say("save.nothing")
            return
        self.terminal.say("save.done", file=str(path))
        if not self.person.play.over:
            self.terminal.say("save.resume", command=resume_command(self.person, path))

    def end(self) -> None:
        """Show the result, and offer to save the record."""
        play, language = self.person.play, self.terminal.language
        self.terminal.rule(self.terminal.text("end.title"))
        self.terminal.show(score_table(play, language, self.person.names, self.person.seat))
        for sentence in outcome(play, language, self.person.names, self.person.seat):
            self.terminal.show(sentence, 1)
        self.terminal.show(Text(self.terminal.text("end.seed", seed=play.seed), "dim"), 1)
        self.terminal.show()
        if self.save_file.up_to_date:
            self.say_where(self.save_file.path)
        elif self.terminal.confirm("save.ask_end", default=False):
            self.say_where(self.save_file.rescue())


def legend(person: PersonSeat, terminal: Terminal) -> str:
    """The game, and who sits at which seat."""
    names = person.names | {person.seat: terminal.text("player.you")}
    return f"{person.play.game.title} — " + " · ".join(f"{seat + 1} {name}" for seat, name in sorted(names.items()))


def welcome(person: PersonSeat, terminal: Terminal) -> str:
    """Who the opponents are, and what can be typed."""
    bots = [f"{person.names[seat]} ({_kind(bot, terminal)})" for seat, bot in person.bots.items()]
    return terminal.text("play.welcome", bots=listed(terminal.language, bots))


def _kind(bot: Bot, terminal: Terminal) -> str:
    """How a bot plays, in a word or two."""
    if bot.name in LEVELS:
        return LEVELS[bot.name].title.say(terminal.language)
    return terminal.text(f"bot.{bot.name}") if f"bot.{bot.name}" in TEXTS else bot.name


def news(person: PersonSeat, terminal: Terminal, start: int) -> list[str]:
    """What happened since a move, a line a turn, with a remark on the person's forced moves."""

    def remark(number: int) -> str:
        own = person.play.moves[number].seat == person.seat
        return terminal.text("play.forced") if own and person.forced(number) else ""

    told = turns(person.play, terminal.language, person.names, person.seat, start, remark)
    return [" ".join(turn.sentences) for turn in told]


def picture(person: PersonSeat, terminal: Terminal) -> RenderableType:
    """The table as the person sees it, with the players' names."""
    play = person.play
    names = person.names | {person.seat: terminal.text("player.you")}
    view = play.view(person.seat) | {"names": names}
    return play.game.draw(view, play.game.aids(play.state, person.seat), terminal.language)  # type: ignore[no-any-return]


def question(person: PersonSeat, terminal: Terminal) -> RenderableType:
    """What is expected now, in one sentence."""
    play = person.play
    expected = prompt(play.game, play.view(person.seat), play.legal_actions, terminal.language)
    return Text(f"\n▶ {expected}", "bold")


def help_text(person: PersonSeat, terminal: Terminal) -> RenderableType:
    examples = ", ".join(person.play.game.examples)
    table = Table.grid(padding=(0, 3))
    for key in ("undo", "table", "rules", "save", "quit"):
        table.add_row(Text(terminal.text(f"help.{key}.word"), "bold"), Text(terminal.text(f"help.{key}")))
    return Group(Text(terminal.text("help.moves", examples=examples)), table, "")


def rules_text(person: PersonSeat, terminal: Terminal) -> RenderableType:
    game = person.play.game
    said = game.texts.say(terminal.language, "summary")
    pointer = terminal.text("rules.pointer", name=game.name)
    return Group(Text(said), Text(pointer, "dim"), "")


def resume_command(person: PersonSeat, path: Path) -> str:
    """The command that continues a saved game."""
    words = [*own_command(), "play", *typed_language(), "--resume", str(path)]
    if person.play.turn != person.seat:
        words += ["--seat", str(person.seat + 1)]
    kinds = [bot.name for bot in person.bots.values()]
    if set(kinds) != {"greedy"}:
        words += ["--bots", ",".join(kinds if len(set(kinds)) > 1 else kinds[:1])]
    return shlex.join(words)


def bullets(lines: list[str]) -> Table:
    table = Table.grid(padding=(0, 1))
    for line in lines:
        table.add_row(Text("·", "dim"), Text(line))
    return table
