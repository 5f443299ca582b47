"""Work for all cores whose pieces are Python: a process each."""

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import TypeVar

from quatuor.core.runners.cpu import cores

Task = TypeVar("Task")
Result = TypeVar("Result")


def on_processes(work: Callable[[Task], Result], tasks: Sequence[Task]) -> Iterator[Result]:
    """What a function makes of each task, in any order; here, where there is one task or one core."""
    if len(tasks) < 2 or cores() < 2:
        yield from map(work, tasks)
        return
    # Not forked: a copy of a process that has threads may wait forever for a lock that one of them held.
    pool = ProcessPoolExecutor(min(cores(), len(tasks)), get_context("spawn"), _ignore_interrupt)
    try:
        for future in as_completed([pool.submit(work, task) for task in tasks]):
            yield future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _ignore_interrupt() -> None:
    """Ctrl-C is answered by the process that started us."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
