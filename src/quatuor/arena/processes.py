"""Python work on all cores of this machine, with a process for each."""

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from threading import current_thread, main_thread

from quatuor.arena.texts import TEXTS
from quatuor.arena.workers import Result, Task
from quatuor.core.errors import QuatuorError
from quatuor.core.runners.cpu import cores


def on_processes(work: Callable[[Task], Result], tasks: Sequence[Task]) -> Iterator[Result]:
    """The result of each task, in any order: `Workers`; all in this process where there is but one core."""
    # The first task is done in this process: it compiles whatever must be, once for all processes.
    here = len(tasks) if cores() < 2 else 1
    yield from map(work, tasks[:here])
    tasks = tasks[here:]
    if not tasks:
        return
    # Not forked: the copy of a process with threads may wait forever for a lock that one of them held.
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
    """Processes started meanwhile ignore Ctrl-C: this one answers it for them."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
