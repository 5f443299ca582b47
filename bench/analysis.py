"""What an analysis costs, and whether other seeds find the same blunders.

    python bench/analysis.py cost
    python bench/analysis.py blunders [--deals 10] [--seeds 3] [--game symbiose]

The iterations are those of the browser. Whether the chances are true: `bench/calibration.py`.
"""

import time

import click
from rich.progress import track

from quatuor.analysis import analyse
from quatuor.analysis.decision import grade
from quatuor.arena.processes import on_processes
from quatuor.bots import find_bot, play_on
from quatuor.games import GAMES
from quatuor.play.playthrough import Playthrough

_CARELESS = ("beginner", "random")
_PAIRS = (("random", "greedy"), ("beginner", "amateur"))

one_game = click.option("--game", type=click.Choice(list(GAMES)), help="One of them (default: all).")


@click.group(help=__doc__)
def main() -> None:
    pass


@main.command()
def cost() -> None:
    """Seconds of one core for the analysis of a careless seat against Amateurs, twice; and the errors of its parts."""
    for game in GAMES.values():
        analyse(_played(game.name, 2, 0, ("random", "random")), [0], iterations=20)  # whatever must be compiled is
        for players in (2, game.max_players):
            for careless in _CARELESS if players == 2 else _CARELESS[:1]:
                play = _played(game.name, players, 1, (careless, *["amateur"] * (players - 1)))
                spent = []
                for seed in (1, 2):
                    start = time.process_time()
                    account = analyse(play, [0], iterations=game.search_settings.analysis, seed=seed).accounts[0]
                    spent.append(time.process_time() - start)
                errors = (getattr(account, part).error for part in ("start", "luck", "others", "loss"))
                sizes = f"{len(play.moves):4} moves{len(account.decisions):4} choices"
                times = " and ".join(f"{seconds:.1f}" for seconds in spent)
                said = " ".join(f"{error:.2f}" for error in errors)
                print(f"{game.title:14}{players} p.  {careless:10}{sizes}  {times} s, errors {said}", flush=True)


@main.command()
@click.option("--deals", type=click.IntRange(min=1), default=10, show_default=True)
@click.option("--seeds", type=click.IntRange(min=2), default=3, show_default=True)
@one_game
def blunders(deals: int, seeds: int, game: str | None) -> None:
    """Every choice of games with two players, graded with several seeds: which blunders do all of them find?"""
    for name in [game] if game else GAMES:
        tasks = [(name, bots, deal, seeds) for deal in range(20, 20 + deals) for bots in _PAIRS]
        found = list(track(on_processes(_graded, tasks), name, len(tasks), transient=True))
        choices, every, some = (sum(one[k] for one in found) for k in range(3))
        print(f"{name:14}{choices:6} choices, blunders with all seeds {every}, with some of them {some}", flush=True)


def _graded(task: tuple[str, tuple[str, str], int, int]) -> tuple[int, int, int]:
    """The choices of a game, the blunders that all seeds find, and those that only some do."""
    name, bots, deal, seeds = task
    play, choices, every, some = _played(name, 2, deal, bots), 0, 0, 0
    iterations = play.game.search_settings.analysis
    for at, move in enumerate(play.moves):
        if len(play.legal_moves_before(at)) < 2:
            continue
        state = play.state_after(at)
        marks = [grade(play.game, state, move.action, at, iterations, seed).mark for seed in range(1, seeds + 1)]
        found = marks.count("blunder")
        choices, every, some = choices + 1, every + (found == seeds), some + (0 < found < seeds)
    return choices, every, some


def _played(name: str, players: int, deal: int, bots: tuple[str, ...]) -> Playthrough:
    play = Playthrough(name, players, seed=deal)
    play_on(play, [find_bot(bot) for bot in bots])
    return play


if __name__ == "__main__":
    main()
