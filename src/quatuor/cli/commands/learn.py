"""`quatuor learn`: a player that learns a game by playing against itself."""

import signal
import sys
import time
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from quatuor.arena.plots import canvas
from quatuor.cli.arguments import game_argument, lang_option, seed_option
from quatuor.cli.terminal.console import progress_bar
from quatuor.core.errors import QuatuorError
from quatuor.core.game import Game, read_seed
from quatuor.core.texts import Language
from quatuor.envs.extras import missing
from quatuor.learning.settings import settings_of
from quatuor.learning.texts import TEXTS


@click.command()
@game_argument
@click.option(
    "--folder", type=click.Path(path_type=Path), help="Where it is kept, and gone on with.  [default: learning/GAME]"
)
@click.option(
    "--minutes", type=click.FloatRange(min=0, min_open=True), default=60.0, show_default=True, help="How long."
)
@click.option("--device", type=click.Choice(["cpu", "cuda"]), help="Where it plays and learns; a GPU if there is one.")
@click.option("--settings", type=click.Path(path_type=Path), metavar="FILE", help="Other settings than the game's own.")
@click.option("--from", "beginning", type=click.Path(path_type=Path), metavar="NETWORK", help="Begin with a network.")
@seed_option
@click.option(
    "--report", type=click.FloatRange(min=1), default=60.0, show_default=True, help="Seconds between reports."
)
@click.option("--report-games", type=click.IntRange(min=1), default=4096, show_default=True, help="Games of a report.")
@click.option("--plot", type=click.Path(path_type=Path), metavar="FILE", help="Draw its course: a .png, .svg or .pdf.")
@lang_option
@click.pass_obj
def learn(
    language: Language,
    game: Game,
    folder: Path | None,
    minutes: float,
    device: str | None,
    settings: Path | None,
    beginning: Path | None,
    seed: int | None,
    report: float,
    report_games: int,
    plot: Path | None,
) -> None:
    """Learn a game by playing it against oneself; stop at any moment (Ctrl+C), and go on with the same command.

    The folder gets a checkpoint, the course of the training and network.npz, which plays as a bot.
    """
    where = _device(device)
    folder = _folder(folder or Path("learning") / game.name)
    if plot is not None:
        canvas.check(plot)
    chosen = settings_of(game, settings)

    from quatuor.learning.checkpoint import COURSE, read_course
    from quatuor.learning.evaluation import Evaluation
    from quatuor.learning.training import Training

    training = Training(game, chosen, folder, where, read_seed(1 if seed is None else seed), beginning)
    evaluation = Evaluation(game, list(chosen.tables), max(report_games, len(chosen.tables)), where)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        _train(training, evaluation, 60 * minutes, report, language)
    finally:
        training.save()
    course = read_course(folder / COURSE)
    if plot is not None and course:
        from quatuor.learning.plot import draw

        draw(game, course, plot, language)
    print(TEXTS.say(language, "learn.kept", folder=folder))


def _train(training: Any, evaluation: Any, seconds: float, report: float, language: Language) -> None:
    end, next_report = time.monotonic() + seconds, time.monotonic() + report
    console = Console(highlight=False)
    with progress_bar() as bar:
        task = bar.add_task(training.game.title, total=round(training.settings.decisions / 1e6))
        try:
            while True:
                training.advance()
                bar.update(task, completed=round(training.decisions / 1e6))
                over = time.monotonic() >= end or training.done >= 1
                if over or time.monotonic() >= next_report:
                    console.print(_line(training.look_back(evaluation), language))
                    training.save()
                    next_report = time.monotonic() + report
                if over:
                    return
        except KeyboardInterrupt:
            return


def _line(moment: Any, language: Language) -> str:
    wins = "  ".join(f"{name}: {share:.3f}" for name, share in moment.wins.items())
    numbers = {"millions": f"{moment.decisions / 1e6:,.0f}", "seconds": f"{moment.seconds:,.0f}"}
    return TEXTS.say(language, "learn.report", **numbers, error=f"{moment.value_error:.4f}", wins=wins)


def _device(wanted: str | None) -> Any:
    """Where to learn; QuatuorError without PyTorch, or without the GPU that was asked for."""
    try:
        import torch
    except ImportError:
        raise missing("PyTorch", "learn") from None
    found = torch.cuda.is_available()
    if wanted == "cuda" and not found:
        raise QuatuorError(*TEXTS.sentence("learn.no_gpu"))
    return wanted or ("cuda" if found else "cpu")


def _folder(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise QuatuorError(*TEXTS.sentence("learn.folder", folder=folder, reason=error.strerror)) from None
    return folder
