"""Work for all cores whose pieces are Python: a process each."""

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from threading import current_thread, main_thread
from typing import TypeVar

from quatuor.arena.texts import TEXTS
from quatuor.core.errors import QuatuorError
from quatuor.core.runners.cpu import cores

Task = TypeVar("Task")
Result = TypeVar("Result")


def on_processes(work: Callable[[Task], Result], tasks: Sequence[Task]) -> Iterator[Result]:
    """What a function makes of each task, in any order; here, where there is one task or one core.

    Who does not want the rest any more, or stops it by Ctrl-C, does not wait for it.
    """
    if len(tasks) < 2 or cores() < 2:
        yield from map(work, tasks)
        return
    # Not forked: a copy of a process that has threads may wait forever for a lock that one of them held.
    pool = ProcessPoolExecutor(min(cores(), len(tasks)), get_context("spawn"))
    try:
        with _no_interrupts():
            futures = [pool.submit(work, task) for task in tasks]
        for future in as_completed(futures):
            yield future.result()
    except BaseException as error:
        for process in active_children():
            process.terminate()
        if isinstance(error, BrokenProcessPool):
            raise QuatuorError(*TEXTS.sentence("processes.broken")) from None
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Processes started here ignore Ctrl-C: it is answered by the one that started them."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
