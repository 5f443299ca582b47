"""The analysis of a finished game for some of its seats, searched on all cores."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event

from quatuor.analysis.account import Account, AccountBuilder
from quatuor.analysis.chance import USUAL_ITERATIONS
from quatuor.core.runners.cpu import cores
from quatuor.play.playthrough import Playthrough


@dataclass(frozen=True)
class Analysis:
    """A finished game, analysed for some of its seats."""

    play: Playthrough
    iterations: int
    seed: int
    accounts: tuple[Account, ...]


def analyse(
    play: Playthrough,
    seats: Sequence[int] | None = None,
    iterations: int = USUAL_ITERATIONS,
    seed: int = 0,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Analysis:
    """Grade every decision of some seats (by default all) of a finished game, and account for its result.

    The same seed gives the same analysis. `progress` is called with the number of searches done and the total.
    """
    stopped = Event()
    chosen = range(play.players) if seats is None else seats
    builders = [AccountBuilder(play, seat, iterations, seed, stopped) for seat in chosen]
    _search_all([search for builder in builders for search in builder.searches], progress, stopped)
    return Analysis(play, iterations, seed, tuple(builder.account() for builder in builders))


def _search_all(searches: list[Callable[[], None]], progress: Callable[[int, int], None], stopped: Event) -> None:
    """Search on all cores; the first search runs alone, so that the others find the code compiled.

    An interruption sets `stopped`, which ends the searches that are running.
    """
    progress(0, len(searches))
    if searches:
        searches[0]()
    with ThreadPoolExecutor(cores()) as pool:
        try:
            for done, _ in enumerate(pool.map(lambda search: search(), searches[1:]), 2):
                progress(done, len(searches))
        except BaseException:
            stopped.set()
            pool.shutdown(cancel_futures=True)
            raise
