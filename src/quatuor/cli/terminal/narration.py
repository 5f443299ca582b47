"""A game told in words: its moves turn by turn, and how it ended."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from rich import box
from rich.table import Table
from rich.text import Text

from quatuor.cli.texts import TEXTS
from quatuor.core.game import SPECTATOR
from quatuor.core.texts import Language, number, player
from quatuor.play.outcome import capitalised
from quatuor.play.outcome import outcome as outcome_of
from quatuor.play.playthrough import Playthrough

Names = Mapping[int, str]


class Turn(NamedTuple):
    """Consecutive moves of one seat: their indices, and the sentences that tell them."""

    seat: int
    numbers: range
    sentences: list[str]


def turns(
    play: Playthrough,
    language: Language,
    names: Names | None = None,
    viewer: int = SPECTATOR,
    start: int = 0,
    remark: Callable[[int], str] = lambda at: "",
) -> list[Turn]:
    """The moves from `start` on as the viewer saw them; for a spectator, as each mover saw their own.

    `remark` may add something to a move's first sentence, at most once a turn.
    """
    told: list[Turn] = []
    for at in range(start, len(play.moves)):
        seat = play.moves[at].seat
        witness = seat if viewer == SPECTATOR else viewer
        said = [capitalised(sentence) for sentence in play.say(play.tell(at, witness), language, names, viewer)]
        goes_on = bool(told) and told[-1].seat == seat
        added = remark(at)
        if said and added and not (goes_on and any(added in before for before in told[-1].sentences)):
            said[0] = f"{said[0]} {added}"
        if goes_on:
            last = told[-1]
            told[-1] = Turn(seat, range(last.numbers.start, at + 1), last.sentences + said)
        else:
            told.append(Turn(seat, range(at, at + 1), said))
    return told


def outcome(play: Playthrough, language: Language, names: Names | None = None, viewer: int = SPECTATOR) -> list[Text]:
    """Who won, with how many points, and why if the points alone do not decide, with its article in small print."""
    won, *why = outcome_of(play.game, play.options, play.scores, play.winners, language, names, viewer)
    texts = play.game.texts
    article = f" ({texts.say(language, 'tie.article')})" if "tie.article" in texts else ""
    return [Text(won, "bold"), *(Text(reason, "bold").append(article, "not bold dim") for reason in why)]


def score_table(play: Playthrough, language: Language, names: Names | None = None, viewer: int = SPECTATOR) -> Table:
    """The points of each seat, the winners first."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 2))
    table.add_column("")
    table.add_column(TEXTS.say(language, "scores.player"))
    table.add_column(TEXTS.say(language, "scores.points"), justify="right")
    for seat in sorted(range(play.players), key=lambda seat: (seat not in play.winners, -play.scores[seat], seat)):
        name = TEXTS.say(language, "player.you") if seat == viewer else player(language, seat, names)
        won = seat in play.winners
        row = ("★" if won else "", name, number(language, play.scores[seat]))
        table.add_row(*(Text(cell) for cell in row), style="bold" if won else "")
    return table
