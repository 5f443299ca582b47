"""Several processes on one machine that share a listening socket; one that ends is started again.

SIGHUP starts all of them anew, one after the other: each only goes once another one answers in its place.
"""

import logging
import multiprocessing
import os
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from types import FrameType

from quatuor.server import logs
from quatuor.server.run import server
from quatuor.server.settings import Settings
from quatuor.server.warmup import exit_now_if_compiling

# One that ends before it answers is not started again at once, and after so many times not at all.
_PAUSE_SECONDS = 1.0
_MOST_FAILURES = 5
# A process that is told to stop has so long; then it is ended.
_GRACE_SECONDS = 20.0
_LOOK_SECONDS = 0.5

_spawn = multiprocessing.get_context("spawn")
_log = logging.getLogger(__name__)


class WorkersFailedError(Exception):
    """The processes end as soon as they are started: the log says why."""


class _Worker:
    """One process, and whether it answers already."""

    def __init__(self, settings: Settings, listener: socket.socket, level: int) -> None:
        self.ready = False
        self.line, theirs = _spawn.Pipe(duplex=False)
        self.process = _spawn.Process(target=_work, args=(settings, listener, level, theirs), daemon=False)
        self.process.start()
        theirs.close()

    def stop(self) -> None:
        if self.process.is_alive():
            self.process.terminate()

    def end(self) -> None:
        """Wait until it has stopped, and no longer than it may take."""
        self.process.join(_GRACE_SECONDS)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.line.close()
        _forget_metrics_of(self.process.pid)


class Workers:
    """The parent of all of them: it serves nothing itself."""

    def __init__(self, settings: Settings, listener: socket.socket, level: int, ready: Callable[[], None]) -> None:
        self._settings = settings
        self._listener = listener
        self._level = level
        self._ready: Callable[[], None] | None = ready
        self._workers: list[_Worker] = []
        self._stopping = self._renewing = False
        self._failures = 0

    def run(self) -> None:
        """Serve until told to stop."""
        before = {number: signal.signal(number, self._stop) for number in (signal.SIGINT, signal.SIGTERM)}
        if hasattr(signal, "SIGHUP"):
            before[signal.SIGHUP] = signal.signal(signal.SIGHUP, self._renew)
        try:
            with _shared_metrics(self._settings):
                self._serve()
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _serve(self) -> None:
        try:
            self._workers = [self._started() for _ in range(self._settings.workers)]
            while not self._stopping:
                self._look()
                if self._renewing:
                    self._renewing = False
                    self._replace_all()
        finally:
            for worker in self._workers:
                worker.stop()
            for worker in self._workers:
                worker.end()

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        self._stopping = True

    def _renew(self, _number: int, _frame: FrameType | None) -> None:
        self._renewing = True

    def _started(self) -> _Worker:
        return _Worker(self._settings, self._listener, self._level)

    def _look(self) -> None:
        """Wait for news of the processes for a while: who answers, and who has ended."""
        signs = [worker.line for worker in self._workers if not worker.ready]
        wait([*signs, *(worker.process.sentinel for worker in self._workers)], _LOOK_SECONDS)
        for place, worker in enumerate(self._workers):
            self._note(worker)
            if not worker.process.is_alive() and not self._stopping:
                self._workers[place] = self._restarted(worker)

    def _note(self, worker: _Worker) -> None:
        if not worker.ready and worker.line.poll():
            try:
                worker.line.recv_bytes()
            except (EOFError, OSError):
                return
            worker.ready, self._failures = True, 0
            if self._ready is not None:
                ready, self._ready = self._ready, None
                ready()

    def _restarted(self, worker: _Worker) -> _Worker:
        _log.error("a process has ended with code %s and is started again", worker.process.exitcode)
        worker.end()
        if not worker.ready:
            self._failures += 1
            if self._failures >= _MOST_FAILURES:
                raise WorkersFailedError
            time.sleep(_PAUSE_SECONDS)
        return self._started()

    def _replace_all(self) -> None:
        for place, old in enumerate(self._workers):
            new = self._started()
            while not new.ready and not self._stopping and new.process.is_alive():
                wait([new.line, new.process.sentinel], _LOOK_SECONDS)
                self._note(new)
            self._workers[place] = new
            old.stop()
            old.end()
            if self._stopping:
                return


@contextmanager
def _shared_metrics(settings: Settings) -> Iterator[None]:
    """A folder in which the processes share their metrics, so that any of them can tell those of all."""
    if settings.metrics is None:
        yield
        return
    from quatuor.server.metrics import FOLDER

    with tempfile.TemporaryDirectory(prefix="quatuor-metrics-") as folder:
        os.environ[FOLDER] = folder  # for the processes, which have our environment
        try:
            yield
        finally:
            del os.environ[FOLDER]


def _forget_metrics_of(process: int | None) -> None:
    """A process that has ended no longer has sockets, tables or memory; what it has counted stays."""
    with suppress(ImportError):
        from prometheus_client.multiprocess import mark_process_dead

        from quatuor.server.metrics import FOLDER

        if FOLDER in os.environ:
            mark_process_dead(process)  # type: ignore[no-untyped-call]


def _work(settings: Settings, listener: socket.socket, level: int, line: Connection) -> None:
    """What each process does."""
    logs.configure(level)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    server(settings, lambda: line.send_bytes(b"ready")).run(sockets=[listener])
    exit_now_if_compiling()


def _end_with_parent() -> None:
    """Stop in order when the parent is gone, however it ended."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
