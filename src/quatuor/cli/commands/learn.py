"""`quatuor learn`: a player that learns a game by playing against itself, by imitation, or against one opponent."""

import signal
import sys
import time
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from quatuor.arena.plots import canvas
from quatuor.bots import find_bot_or_file
from quatuor.cli.arguments import game_argument, lang_option, players_option, seed_option
from quatuor.cli.terminal.console import progress_bar
from quatuor.core.errors import QuatuorError
from quatuor.core.game import Game, read_seed
from quatuor.core.texts import Language
from quatuor.envs.extras import missing
from quatuor.learning.settings import GREEDY, Settings, settings_of
from quatuor.learning.texts import TEXTS
from quatuor.networks.network_file import FILE as NETWORK


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
@click.option("--imitate", metavar="BOT", help="Let a bot play for so long, and learn to decide as it does.")
@click.option("--against", metavar="PLAYER", help="Learn to beat one player alone: greedy, policy or a network's file.")
@players_option
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
    imitate: str | None,
    against: str | None,
    players: int | None,
    seed: int | None,
    report: float,
    report_games: int,
    plot: Path | None,
) -> None:
    """Learn a game by playing it against oneself; stop at any moment (Ctrl+C), and go on with the same command.

    The folder gets a checkpoint, the course of the training and network.npz, which plays as a bot. --imitate and
    --against learn something else, in a folder of their own; --players says at which tables of --against.
    """
    if imitate and against:
        raise QuatuorError(*TEXTS.sentence("learn.both"))
    if players is not None and not against:
        raise QuatuorError(*TEXTS.sentence("learn.players"))
    where = _device(device)
    if plot is not None:
        canvas.check(plot)
    chosen = settings_of(game, settings)
    if against:
        chosen = chosen.against(against, game.read_players(game.min_players if players is None else players))
    folder = _folder(folder or Path("learning") / _name(game, imitate, against))
    first = read_seed(1 if seed is None else seed)
    if imitate:
        _imitate(game, chosen, imitate, folder, where, first, beginning, minutes, language)
    else:
        _learn(game, chosen, folder, where, first, beginning, minutes, report, report_games, plot, language)


def _name(game: Game, imitated: str | None, opponent: str | None) -> str:
    """The folder of a training by default."""
    other = imitated or opponent
    if other is None:
        return game.name
    return f"{game.name}-{'as' if imitated else 'against'}-{Path(other).stem.replace(':', '-')}"


def _imitate(
    game: Game,
    settings: Settings,
    bot: str,
    folder: Path,
    device: Any,
    seed: int,
    beginning: Path | None,
    minutes: float,
    language: Language,
) -> None:
    from quatuor.learning.checkpoint import write_network_file
    from quatuor.learning.imitation import begin, imitate, watch

    find_bot_or_file(bot).budget(game)  # refused now if it cannot play
    network = begin(game, settings, device, seed, beginning)
    decisions = watch(game, settings, bot, 60 * minutes, seed)
    console = Console(highlight=False)
    console.print(TEXTS.say(language, "imitate.watched", bot=bot, decisions=f"{len(decisions.actions):,}"))
    for progress, best in imitate(network, decisions, settings, device, seed):
        numbers = {"passes": progress.passes, "agreement": f"{progress.agreement:.3f}", "loss": f"{progress.loss:.4f}"}
        console.print(TEXTS.say(language, "imitate.report", **numbers))
        write_network_file(folder / NETWORK, game, best, len(decisions.actions))
    print(TEXTS.say(language, "imitate.kept", folder=folder))


def _learn(
    game: Game,
    settings: Settings,
    folder: Path,
    device: Any,
    seed: int,
    beginning: Path | None,
    minutes: float,
    report: float,
    report_games: int,
    plot: Path | None,
    language: Language,
) -> None:
    from quatuor.learning.checkpoint import COURSE, read_course, read_player
    from quatuor.learning.evaluation import Evaluation
    from quatuor.learning.training import Training

    training = Training(game, settings, folder, device, seed, beginning)
    opponent = settings.company[0] if settings.lone and settings.company else None
    games = max(report_games, len(settings.tables))
    frozen = read_player(opponent, game).to(device) if opponent else None
    evaluation = Evaluation(game, list(settings.tables), games, device, frozen)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        _train(training, evaluation, 60 * minutes, report, opponent or GREEDY, language)
    finally:
        training.save()
    course = read_course(folder / COURSE)
    if plot is not None and course:
        from quatuor.learning.plot import draw

        draw(game, course, opponent or GREEDY, plot, language)
    print(TEXTS.say(language, "learn.kept", folder=folder))


def _train(training: Any, evaluation: Any, seconds: float, report: float, opponent: str, language: Language) -> None:
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
                    console.print(_line(training.look_back(evaluation), opponent, language))
                    training.save()
                    next_report = time.monotonic() + report
                if over:
                    return
        except KeyboardInterrupt:
            return


def _line(moment: Any, opponent: str, language: Language) -> str:
    wins = "  ".join(f"{name}: {share:.3f}" for name, share in moment.wins.items())
    numbers = {"millions": f"{moment.decisions / 1e6:,.0f}", "seconds": f"{moment.seconds:,.0f}"}
    error = f"{moment.value_error:.4f}"
    return TEXTS.say(language, "learn.report", **numbers, error=error, opponent=opponent, wins=wins)


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
