"""Draw terminal.svg: a game of Symphonimo in the terminal, as `quatuor play` shows it.

python docs/images/make_terminal.py
"""

import re
from io import StringIO
from pathlib import Path

from rich.console import Console

from quatuor import Playthrough
from quatuor.bots import ask, find_bot, find_bots, new_chooser
from quatuor.cli.terminal import menu, session
from quatuor.cli.terminal.console import Terminal
from quatuor.cli.terminal.seat import PersonSeat

WIDTH, HEIGHT = 80, 40
SEED = 7
MOVES = 64


def mid_game() -> tuple[PersonSeat, int]:
    """A game well under way, at a choice of the person's; and the move since which there is news."""
    person = PersonSeat(Playthrough("symphonimo", 3, seed=SEED, first=0), 0, find_bots("greedy", 2))
    told = 0
    person.advance()
    while len(person.play.moves) < MOVES:
        told = len(person.play.moves)
        person.play.play_action(ask(find_bot("greedy"), person.play.game, person.play.state, new_chooser(told)))
        person.advance()
    return person, told


def print_choice(terminal: Terminal, person: PersonSeat, told: int) -> None:
    """What the person sees at this choice."""
    terminal.rule(session.legend(person, terminal))
    terminal.show(session.bullets(session.news(person, terminal, told)), 1)
    terminal.show()
    terminal.show(session.picture(person, terminal))
    terminal.show(session.question(person, terminal))
    texts = person.play.game.texts
    lines = menu.entries(person.choices, lambda move: texts.move("en", move))
    terminal.show(menu.listing(lines, WIDTH, HEIGHT), 2)
    terminal.show(terminal.text("play.ask"))


def without_hosts(svg: str) -> str:
    """The picture without the fonts and the notice that name other hosts: the reader's own fonts serve."""
    return re.sub(r"@font-face \{.*?\}\s*|<!--.*?-->\s*", "", svg, flags=re.DOTALL)


def main() -> None:
    terminal = Terminal("en")
    terminal.console = Console(
        record=True, width=WIDTH, file=StringIO(), force_terminal=True, color_system="truecolor", highlight=False
    )
    print_choice(terminal, *mid_game())
    svg = without_hosts(terminal.console.export_svg(title="quatuor play symphonimo", unique_id="quatuor"))
    assert "url(http" not in svg and "@font-face" not in svg
    Path(__file__).with_name("terminal.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
