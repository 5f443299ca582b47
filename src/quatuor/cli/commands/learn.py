"""`quatuor learn`: a player that learns a game by playing against itself."""

import time
from pathlib import Path

import click

from quatuor.cli.arguments import game_argument, lang_option
from quatuor.cli.terminal.console import progress_bar
from quatuor.core.game import Game, read_seed
from quatuor.core.texts import Language


@click.command()
@game_argument
@click.option("--folder", type=click.Path(path_type=Path), help="Where it is kept; goes on from what is there.")
@click.option("--minutes", type=click.FloatRange(min=0.01), default=60.0, show_default=True, help="For how long.")
@click.option("--device", type=click.Choice(["cpu", "cuda"]), help="Where; by default on a GPU, if there is one.")
@click.option("--settings", "file", type=click.Path(path_type=Path), help="Another file than the game's own.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--evaluate-every", type=float, default=60.0, show_default=True, help="In seconds.")
@click.option("--evaluation-games", type=int, default=4096, show_default=True)
@lang_option
@click.pass_obj
def learn(
    language: Language,
    game: Game,
    folder: Path | None,
    minutes: float,
    device: str | None,
    file: Path | None,
    seed: int,
    evaluate_every: float,
    evaluation_games: int,
) -> None:
    """Learn a game by self-play; stop it at any moment, and go on later."""
    import torch

    from quatuor.learning.settings import settings_of
    from quatuor.learning.training import Training

    device = device or ("cuda" if torch.cuda.is_available() else "cpu")
    folder = folder or Path("learning") / game.name
    folder.mkdir(parents=True, exist_ok=True)
    settings = settings_of(game, file)
    training = Training(game, settings, device, read_seed(seed), folder, evaluation_games)
    end = time.monotonic() + 60 * minutes
    next_evaluation = 0.0
    try:
        while True:
            update = training.advance()
            now = time.monotonic()
            over = now >= end or training.done >= 1
            if now >= next_evaluation or over:
                progress = training.evaluate(update)
                training.save()
                wins = "  ".join(f"{name}: {share:.3f}" for name, share in progress.wins.items())
                print(
                    f"{progress.decisions / 1e6:7.0f} M {progress.seconds:6.0f} s  value {progress.value_loss:.4f}"
                    f" entropy {progress.entropy:.3f} clipped {progress.clipped:.3f}  {wins}",
                    flush=True,
                )
                next_evaluation = time.monotonic() + evaluate_every
            if over:
                break
    except KeyboardInterrupt:
        pass
    training.save()
