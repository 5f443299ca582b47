"""`quatuor analyse`: how good the moves of a finished game were, and how much was luck."""

import json
from pathlib import Path

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from quatuor.analysis import USUAL_ITERATIONS, Account, Analysis, Decision
from quatuor.analysis import analyse as analyse_game
from quatuor.analysis.as_json import analysis_json
from quatuor.analysis.chance import Chance, read_iterations
from quatuor.analysis.figures import whole_percent
from quatuor.analysis.summary import bounds, thresholds
from quatuor.analysis.texts import TEXTS, percent, signed
from quatuor.arena.plots import analysis as analysis_plot
from quatuor.arena.plots import canvas
from quatuor.cli.arguments import lang_option
from quatuor.cli.terminal.console import progress_bar
from quatuor.cli.texts import TEXTS as CLI_TEXTS
from quatuor.core.errors import OptionError, RecordError
from quatuor.core.game import read_seed
from quatuor.core.log import move_label
from quatuor.core.texts import Language, player
from quatuor.play.playthrough import Playthrough
from quatuor.play.replay import load

_COLOURS = {"inaccuracy": "yellow", "mistake": "dark_orange", "blunder": "red"}


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--seat", type=int, metavar="K", help="One seat, from 1 (default: all).")
@click.option(
    "--iterations",
    type=int,
    default=USUAL_ITERATIONS,
    show_default=True,
    metavar="N",
    help="Of each search: more are surer, and take longer.",
)
@click.option("--seed", type=int, default=0, show_default=True, metavar="S", help="Fixes the whole analysis.")
@click.option("--plot", "picture", type=click.Path(path_type=Path), metavar="FILE", help="Draw it: .png, .svg, .pdf.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@lang_option
@click.pass_obj
def analyse(
    language: Language,
    file: str,
    seat: int | None,
    iterations: int,
    seed: int,
    picture: Path | None,
    as_json: bool,
) -> None:
    """Say how good each choice in a finished game was, by what its player knew then.

    FILE holds one record. Every choice is compared with the best move; the result is split into the chance at the
    start, luck, what the others did and what the player's own choices lost.
    """
    # Refused now rather than after the searches.
    read_iterations(iterations)
    read_seed(seed)
    if picture is not None:
        canvas.check(picture)
    play = load(file)
    if not play.over:
        raise RecordError(*TEXTS.sentence("analyse.unfinished"))
    if seat is not None and not 1 <= seat <= play.players:
        raise OptionError(*CLI_TEXTS.sentence("seat.refused_here", players=play.players, value=seat))
    found = _analyse(play, None if seat is None else [seat - 1], iterations, seed)
    if picture is not None:
        analysis_plot.draw(found, picture, language)
    if as_json:
        print(json.dumps(analysis_json(found), ensure_ascii=False, indent=2))
    else:
        Console(highlight=False).print(report(found, language))


def _analyse(play: Playthrough, seats: list[int] | None, iterations: int, seed: int) -> Analysis:
    """Analyse, with a progress bar on standard error if that is a terminal."""
    with progress_bar() as bar:
        task = bar.add_task(play.game.title, total=None)

        def progress(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        return analyse_game(play, seats, iterations, seed, progress)


def report(found: Analysis, language: Language) -> Group:
    """An analysis as a person reads it."""

    def say(key: str, **values: object) -> str:
        return TEXTS.say(language, f"analyse.{key}", **values)

    play = found.play
    parts: list[RenderableType] = [
        Text(say("title", game=play.game.title, players=play.players, moves=len(play.moves)), style="bold"),
        Text(say("subtitle", iterations=found.iterations, seed=found.seed), style="dim"),
        "",
        _accounts(found.accounts, language),
        "",
        Text(say("identity")),
        Text(say("meaning")),
        "",
        *_marked_moves(found, language),
        "",
        Text(thresholds(language), style="dim"),
    ]
    return Group(*parts)


def _accounts(accounts: tuple[Account, ...], language: Language) -> Table:
    table = Table(box=SIMPLE_HEAD, show_edge=False, padding=(0, 1), pad_edge=False)
    table.add_column("", no_wrap=True)
    for key in ("start", "luck", "others", "loss", "result", "error", "decisions"):
        table.add_column(TEXTS.say(language, f"analyse.{key}"), justify="right", no_wrap=True)
    for account in accounts:
        start, luck, others, loss = account.percentages
        table.add_row(
            player(language, account.seat),
            _with_error(str(start), account.start),
            _with_error(signed(luck), account.luck),
            _with_error(signed(others), account.others),
            _with_error(str(loss), account.loss),
            percent(language, account.result),
            str(whole_percent(account.error)),
            str(len(account.decisions)),
        )
    return table


def _with_error(value: str, chance: Chance) -> str:
    return f"{value} ± {whole_percent(chance.error)}"


def _marked_moves(found: Analysis, language: Language) -> list[RenderableType]:
    """The marked decisions of all seats, in the order of the game."""
    marked = sorted((d for account in found.accounts for d in account.marked), key=lambda decision: decision.number)
    if not marked:
        return [TEXTS.say(language, "analyse.none", least=bounds()["inaccuracy"])]
    parts: list[RenderableType] = []
    for decision in marked:
        heading, played, better = _marked_move(found.play, decision, language)
        parts.append(Text(heading, style=_COLOURS[decision.mark or "inaccuracy"]))
        parts += [Padding(Text(line), (0, 0, 0, 2), expand=False) for line in (played, better)]
    return parts


def _marked_move(play: Playthrough, decision: Decision, language: Language) -> tuple[str, str, str]:
    """A marked decision in words: its mark, what was played, and what was better."""
    game, state = play.game, play.state_after(decision.number)

    def said(key: str, action: int, chance: float) -> str:
        words = move_label(game, state, decision.seat, game.text(action), language)
        return TEXTS.say(language, key, move=words, chance=percent(language, chance))

    heading = TEXTS.say(
        language,
        "analyse.marked",
        number=decision.number + 1,
        player=player(language, decision.seat),
        mark=TEXTS.say(language, f"mark.{decision.mark}"),
        loss=decision.loss_percent,
        error=whole_percent(decision.error),
    )
    played = said("analyse.played", decision.action, decision.chosen_chance.win)
    return heading, played, said("analyse.better", decision.best, decision.best_chance.win)
