"""Metrics for Prometheus, made of what the server tells its observer. Needs the extra `quatuor[metrics]`.

All are the library's own counters, histograms and gauges, and gauges are set, not computed while they are read: so they
also work where several processes share one folder of values (the library's multiprocess mode), and whoever reads the
metrics of one process reads those of all.
"""

import asyncio
import gc
import os
import time
from bisect import bisect_left
from collections import Counter as Tally
from collections import deque
from collections.abc import Sequence
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from quatuor import __version__
from quatuor.games import GAMES
from quatuor.server import clock
from quatuor.server.observer import Observer
from quatuor.server.pool import KINDS

# In seconds. Between two of them nothing is known: where a figure usually lies they are close together.
_REQUEST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
_MOVE = (0.002, 0.003, 0.004, 0.006, 0.008, 0.012, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5, 1.0, 2.5)
_WRITE = (0.001, 0.002, 0.003, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)
_THOUGHT = (0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0)
_ANALYSIS = (1.0, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0, 300.0, 600.0)
_PAUSE = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)
_TOGETHER = (1, 2, 4, 8, 16, 32, 64, 128, 256)

# How often what has happened is counted, and it is measured by how much the server's loop is late.
_LOOK_SECONDS = 0.25
# So many collections of garbage are remembered until they are counted.
_MOST_PAUSES = 10_000

# Names the folder that several processes share; the library looks for it when it is imported.
FOLDER = "PROMETHEUS_MULTIPROC_DIR"

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

# Since when each figure is counted is of no interest, and would make twice as many lines.
disable_created_metrics()  # type: ignore[no-untyped-call]


class _Moments(Histogram):
    """A histogram of what happens with every move: the library would take microseconds over each value."""

    def observe_all(self, seconds: Sequence[float]) -> None:
        """The same as to observe them one by one."""
        for bucket, count in Tally(bisect_left(self._upper_bounds, one) for one in seconds).items():
            self._buckets[bucket].inc(count)
        self._sum.inc(sum(seconds))


class Metrics(Observer):
    """The metrics of one server."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()

        def counter(name: str, meaning: str, *labels: str) -> Counter:
            return Counter(f"quatuor_{name}", meaning, labels, registry=registry)

        def histogram(name: str, meaning: str, buckets: tuple[float, ...], *labels: str) -> Histogram:
            return Histogram(f"quatuor_{name}", meaning, labels, buckets=buckets, registry=registry)

        def gauge(name: str, meaning: str, *labels: str, of_all: bool = False) -> Gauge:
            """Of several processes each has a part of it; `of_all`: each knows the whole."""
            mode = "mostrecent" if of_all else "livesum"
            return Gauge(f"quatuor_{name}", meaning, labels, registry=registry, multiprocess_mode=mode)  # type: ignore[arg-type]

        # What happens with every move waits in a list until it is counted.
        self._waiting: list[tuple[_Moments, list[float]]] = []

        def moments(name: str, meaning: str, buckets: tuple[float, ...]) -> list[float]:
            seconds: list[float] = []
            self._waiting.append((_Moments(f"quatuor_{name}", meaning, buckets=buckets, registry=registry), seconds))
            return seconds

        gauge("info", "Which version runs.", "version", of_all=True).labels(__version__).set(1)

        moves = counter("moves_total", "Moves that were made, and are on disk.", "game", "by")
        self._moves = {(game, by): moves.labels(game, by) for game in GAMES for by in ("person", "bot")}
        self._answer = moments("move_answer_seconds", "From a move on a socket to its answer.", _MOVE)
        self._shown = moments("move_shown_seconds", "From a move to each viewer's socket.", _MOVE)

        self._requests = counter("requests_total", "Requests, by kind and status.", "kind", "status")
        self._request = histogram("request_seconds", "From a request to the end of its answer.", _REQUEST, "kind")
        self._known_requests: dict[tuple[str, int], tuple[Counter, Histogram]] = {}

        self._write = moments("store_write_seconds", "How long a change waited until it was on disk.", _WRITE)
        self._commit = histogram("store_commit_seconds", "How long a commit to the disk took.", _WRITE)
        self._together = histogram("store_commit_changes", "Changes that went to disk in one commit.", _TOGETHER)
        self._merge = histogram("store_merge_seconds", "Copying the write-ahead log into the database.", _WRITE)
        self.store_bytes = gauge("store_bytes", "Size of the database's main file.", of_all=True)
        self.wal_bytes = gauge("store_wal_bytes", "Size of the write-ahead log.", of_all=True)

        waits = histogram("thinking_wait_seconds", "How long thinking waited for a thread.", _THOUGHT, "kind")
        thoughts = histogram("thinking_seconds", "How long thinking took, without interruptions.", _THOUGHT, "kind")
        queue = gauge("thinking_waiting", "Thinking that waits for a thread.", "kind")
        self._waits = [waits.labels(kind) for kind in KINDS]
        self._thoughts = [thoughts.labels(kind) for kind in KINDS]
        self.thinking_waiting = [queue.labels(kind) for kind in KINDS]
        self.thinking_threads = gauge("thinking_threads", "Threads for thinking.")
        self._analysis = histogram("analysis_seconds", "From the request of an analysis to its end.", _ANALYSIS)
        self.analyses_waiting = gauge("analyses_waiting", "Analyses that wait or are being made.")

        self.sockets = gauge("sockets", "Open sockets at tables.")
        self.live_tables = gauge("live_tables", "Tables in memory, by status.", "status")
        self.tables = gauge("tables", "Tables in the store, by status.", "status", of_all=True)

        self._memory = gauge("memory_bytes", "Memory of the server's process.")
        self._processor = counter("processor_seconds_total", "Processor time of the server's process.")
        self._processor_counted = 0.0
        self._late = histogram("loop_late_seconds", "By how much the server's loop was late.", _PAUSE)
        pause = histogram("garbage_seconds", "How long collecting garbage stopped everything.", _PAUSE, "generation")
        self._pause = [pause.labels(str(generation)) for generation in range(3)]
        # Counted later: a collection may begin where the library holds a lock of its own.
        self._pauses: deque[tuple[int, float]] = deque(maxlen=_MOST_PAUSES)
        self._pause_began = 0.0
        self._watching: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin to watch the loop and the garbage collector."""
        gc.callbacks.append(self._collecting)
        self._watching = asyncio.create_task(self._watch())

    async def close(self) -> None:
        if self._watching is not None:
            gc.callbacks.remove(self._collecting)
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
        self.count_moments()

    def text(self) -> bytes:
        """All metrics as Prometheus reads them; whoever asks has set the gauges."""
        if FOLDER not in os.environ:
            return generate_latest(self.registry)
        of_all = CollectorRegistry()
        MultiProcessCollector(of_all)  # type: ignore[no-untyped-call]
        return generate_latest(of_all)

    def note_process(self) -> None:
        """Set what the process itself uses, and count what waits."""
        self.count_moments()
        used = time.process_time()
        self._processor.inc(used - self._processor_counted)
        self._processor_counted = used
        self._memory.set(_resident())

    # What the server tells.

    def request_ended(self, kind: str, status: int, began: float) -> None:
        found = self._known_requests.get((kind, status))
        if found is None:
            labelled = self._requests.labels(kind, str(status)), self._request.labels(kind)
            found = self._known_requests[kind, status] = labelled
        requests, request = found
        requests.inc()
        if kind != "socket":  # which lasts as long as somebody looks on
            request.observe(clock.steady() - began)

    def moved(self, game: str, by_people: int, by_bots: int, began: float) -> None:
        if by_people:
            self._moves[game, "person"].inc(by_people)
        if by_bots:
            self._moves[game, "bot"].inc(by_bots)

    def answered(self, began: float) -> None:
        self._answer.append(clock.steady() - began)

    def shown(self, began: float) -> None:
        self._shown.append(clock.steady() - began)

    def written(self, began: float) -> None:
        self._write.append(clock.steady() - began)

    def committed(self, changes: int, began: float) -> None:
        self._commit.observe(clock.steady() - began)
        self._together.observe(changes)

    def merged(self, began: float) -> None:
        self._merge.observe(clock.steady() - began)

    def thought(self, urgency: int, asked: float, began: float, seconds: float) -> None:
        self._waits[urgency].observe(began - asked)
        self._thoughts[urgency].observe(seconds)

    def analysed(self, asked: float) -> None:
        self._analysis.observe(clock.steady() - asked)

    # What is watched.

    async def _watch(self) -> None:
        while True:
            due = clock.steady() + _LOOK_SECONDS
            await asyncio.sleep(_LOOK_SECONDS)
            self._late.observe(max(0.0, clock.steady() - due))
            self._count_pauses()
            self.count_moments()

    def count_moments(self) -> None:
        """Count what waits; done several times a second, and before anybody reads."""
        for histogram, seconds in self._waiting:
            if waiting := seconds[:]:
                del seconds[: len(waiting)]  # threads may have added more
                histogram.observe_all(waiting)

    def _collecting(self, phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            self._pause_began = clock.steady()
        else:
            self._pauses.append((info["generation"], clock.steady() - self._pause_began))

    def _count_pauses(self) -> None:
        while self._pauses:
            generation, seconds = self._pauses.popleft()
            self._pause[generation].observe(seconds)


def _resident() -> float:
    """The memory of this process in bytes; NaN where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_bytes().split()[1])
    except (OSError, ValueError, IndexError):
        return float("nan")
    import resource

    return float(pages * resource.getpagesize())
