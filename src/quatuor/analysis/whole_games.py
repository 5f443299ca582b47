"""A finished game for some of its seats, searched on all cores."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event

from quatuor.analysis.accounts import Account
from quatuor.analysis.chances import USUAL_ITERATIONS
from quatuor.analysis.courses import Course
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
    progress: Callable[[int, int], None] = lambda done, all_of_them: None,
) -> Analysis:
    """Grade every decision of some seats (by default all) of a finished game, and account for its result.

    The same seed gives the same analysis. `progress` is told how many searches are done, and of how many.
    """
    stopped = Event()
    chosen = range(play.players) if seats is None else seats
    courses = [Course(play, seat, iterations, seed, stopped) for seat in chosen]
    looks = [look for course in courses for look in course.looks]
    _look_at_all(looks, progress, stopped)
    return Analysis(play, iterations, seed, tuple(course.account() for course in courses))


def _look_at_all(looks: list[Callable[[], None]], progress: Callable[[int, int], None], stopped: Event) -> None:
    """Search on all cores; the first search goes alone, so that the others find the code compiled.

    Who is interrupted sets `stopped`, so that nobody waits for the searches under way.
    """
    progress(0, len(looks))
    if looks:
        looks[0]()
    with ThreadPoolExecutor(cores()) as pool:
        try:
            for done, _ in enumerate(pool.map(lambda look: look(), looks[1:]), 2):
                progress(done, len(looks))
        except BaseException:
            stopped.set()
            pool.shutdown(cancel_futures=True)
            raise
