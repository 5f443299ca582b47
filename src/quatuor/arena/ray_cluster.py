"""Work on the machines of a Ray cluster, which have this version of Quatuor. Needs the extra `quatuor[ray]`.

A chunk of our tasks is one task of Ray: where a worker or a whole machine dies, Ray has its chunk done again elsewhere.
All results of a chunk come back together, once.
"""

import logging
import os
import socket
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from quatuor import __version__
from quatuor.arena.texts import TEXTS
from quatuor.arena.workers import Result, Task, Workers
from quatuor.core.compiled import cache_folder
from quatuor.core.errors import QuatuorError
from quatuor.core.runners.cpu import cores
from quatuor.core.sources import PACKAGE, digest
from quatuor.core.texts import plain, shortened

# The address of a cluster that is started on this machine for as long as it is needed, and of that which it is part of.
LOCAL, OWN = "local", "auto"

_CLIENT_PORT = 10001
_REACH_S = 5.0
# How long a chunk should take: much longer than Ray's own work for it, short enough for a bar that moves.
_CHUNK_S = 0.5
# How often Ray looks for another worker if one dies over a chunk.
_RETRIES = 3
# How often the size of the cluster is looked up.
_LOOK_S = 2.0
# Results are small: an object store of Ray's least size, rather than three tenths of the memory.
_STORE_BYTES = 80 << 20
# Ray's own settings, left alone where somebody has set them: no messages of its own among ours, workers with what is
# installed on their machine, and an error within seconds where there is no cluster.
_SETTINGS = {
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_DEDUP_LOGS_SKIP_REGEX": ".",
    "RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0",
}
_IMPATIENCE = {
    "RAY_NUM_REDIS_GET_RETRIES": "1",
    "RAY_py_gcs_connect_timeout_s": "5",
    "RAY_gcs_rpc_server_connect_timeout_s": "2",
    "RAY_CLIENT_MAX_CONNECTION_TIMEOUT_S": "10",
}

Identity = tuple[str, str]


@contextmanager
def ray_workers(address: str | None) -> Iterator[Workers | None]:
    """The workers of the cluster at an address: `host:port`, `auto`, `ray://host:port`, or LOCAL.

    None where there is no address, and so no cluster: this machine plays, without Ray.
    """
    if address is None:
        yield None
        return
    if address not in (LOCAL, OWN):
        _check(address)
    for name, value in (_SETTINGS if address == LOCAL else _SETTINGS | _IMPATIENCE).items():
        os.environ.setdefault(name, value)
    try:
        import ray
    except ImportError:
        raise QuatuorError(*TEXTS.sentence("ray.missing")) from None
    place = _new_folder() if address == LOCAL else nullcontext("")
    with place as folder:
        try:
            with _no_messages():
                _connect(ray, address, folder)
            yield _on_ray
        finally:
            with _no_messages():
                ray.shutdown()


def _check(address: str) -> None:
    """Refuse at once what is no address, or where nobody answers: Ray would try for minutes."""
    bare = address.removeprefix("ray://")
    try:
        parts = urlsplit(f"//{bare}")
        host, port = parts.hostname, parts.port or (_CLIENT_PORT if bare != address else None)
    except ValueError:
        host = port = None
    odd = any(char in "@ " or not char.isprintable() for char in bare)
    if not host or not port or parts.netloc != bare or odd:
        raise QuatuorError(*TEXTS.sentence("ray.address", address=shortened(plain(address))))
    try:
        socket.create_connection((host, port), _REACH_S).close()
    except UnicodeError:  # no host has such a name
        raise QuatuorError(*TEXTS.sentence("ray.address", address=shortened(plain(address)))) from None
    except OSError as error:
        raise _unreachable(address, error.strerror or str(error)) from None


def _connect(ray: Any, address: str, folder: str) -> None:
    own: dict[str, Any] = {
        "num_cpus": cores(),
        "object_store_memory": _STORE_BYTES,
        "include_dashboard": False,
        "_temp_dir": folder,
    }
    try:
        ray.init(address, log_to_driver=False, logging_level=logging.CRITICAL, **(own if address == LOCAL else {}))
    except (OSError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
        if address == OWN:
            raise QuatuorError(*TEXTS.sentence("ray.none")) from None
        raise _unreachable(address, _first_line(error)) from None


def _unreachable(address: str, reason: str) -> QuatuorError:
    key = "ray.not_started" if address == LOCAL else "ray.unreachable"
    return QuatuorError(*TEXTS.sentence(key, address=shortened(address), reason=reason.rstrip(".")))


def _first_line(error: BaseException) -> str:
    return shortened(next(iter(str(error).strip().splitlines()), type(error).__name__), 200)


def _new_folder() -> Any:
    """Where a local cluster keeps its sockets and logs: short, since the names of sockets may not be long."""
    short = "/tmp" if Path("/tmp").is_dir() else None
    return tempfile.TemporaryDirectory(prefix="quatuor-", dir=short, ignore_cleanup_errors=True)


@contextmanager
def _no_messages() -> Iterator[None]:
    """Whatever Ray's own code writes on standard error meanwhile is thrown away: errors come as exceptions too."""
    kept = os.dup(2)
    with Path(os.devnull).open("w") as nowhere:
        os.dup2(nowhere.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(kept, 2)
            os.close(kept)


def _on_ray(work: Callable[[Task], Result], tasks: Sequence[Task]) -> Iterator[Result]:
    """The result of each task, in any order: `Workers`, on the cluster that this process is connected to."""
    import ray
    from ray import cloudpickle

    def chunk(*words: Any) -> tuple[Identity | None, str, float, Any]:
        # A function within another is sent as it is, not by its name: a machine without Quatuor can say so.
        from ray.util import get_node_ip_address

        try:
            from quatuor.arena.ray_cluster import do_chunk
        except ImportError:
            return None, get_node_ip_address(), 0.0, []
        return do_chunk(get_node_ip_address(), *words)

    remote = ray.remote(chunk).options(max_retries=_RETRIES)
    run, packed = uuid4().hex, ray.put(cloudpickle.dumps(work))
    begun: list[Any] = []
    at, size, cpus, looked = 0, 1, 1, 0.0
    # Chunks that nobody waits for any more end with the connection: to cancel them one by one can crash Ray.
    while begun or at < len(tasks):
        if time.monotonic() > looked + _LOOK_S:
            cpus, looked = max(1, int(ray.cluster_resources().get("CPU", 1))), time.monotonic()
        # As many again as can be done at once wait at the workers, so that nobody waits for this process.
        while at < len(tasks) and len(begun) < 2 * cpus:
            # Towards the end chunks get smaller, so that all workers finish at about the same time.
            size = max(1, min(size, (len(tasks) - at) // (4 * cpus)))
            begun.append(remote.remote(identity(), run, packed, cloudpickle.dumps(tasks[at : at + size])))
            at += size
        (done,), begun = ray.wait(begun)
        seconds, results = _answer_of(ray, done)
        yield from results
        size = max(1, round(_CHUNK_S * len(results) / max(seconds, 1e-6)))


def _answer_of(ray: Any, done: Any) -> tuple[float, list[Any]]:
    """The seconds that a chunk took and its results; an error of its work is raised."""
    errors = ray.exceptions
    try:
        theirs, node, seconds, results = ray.get(done)
    except errors.RayTaskError as error:
        raise (error.cause or error) from None
    except (errors.WorkerCrashedError, errors.OutOfMemoryError):
        raise QuatuorError(*TEXTS.sentence("processes.broken")) from None
    except errors.RayError as error:
        raise QuatuorError(*TEXTS.sentence("ray.failed", reason=_first_line(error).rstrip("."))) from None
    if theirs is None:
        raise QuatuorError(*TEXTS.sentence("ray.no_version", node=node, ours=__version__))
    if theirs != identity():
        raise _other_version(node, theirs)
    if isinstance(results, QuatuorError):
        raise results
    return seconds, results


def _other_version(node: str, theirs: Identity) -> QuatuorError:
    versions = (theirs, identity())
    # The digest tells apart what has the same number.
    found, ours = (f"{number} ({mark})" if theirs[0] == identity()[0] else number for number, mark in versions)
    return QuatuorError(*TEXTS.sentence("ray.version", node=node, theirs=found, ours=ours))


@cache
def identity() -> Identity:
    """The version of this Quatuor, and a digest of its sources: those who work together have the same."""
    return __version__, digest(PACKAGE.rglob("*.py"), PACKAGE)


def do_chunk(node: str, expected: Identity, run: str, packed: bytes, tasks: bytes) -> tuple[Identity, str, float, Any]:
    """On a worker: its version, its machine, how long the work took, and the results or the error of it.

    Work and tasks come as bytes: those of another version might not even be readable.
    """
    from ray import cloudpickle

    if identity() != expected:
        return identity(), node, 0.0, []
    start = time.perf_counter()
    try:
        with _alone_at_first(run):
            start = time.perf_counter()
            work = cloudpickle.loads(packed)
            results: Any = [work(task) for task in cloudpickle.loads(tasks)]
    except QuatuorError as error:
        results = error
    return identity(), node, time.perf_counter() - start, results


@contextmanager
def _alone_at_first(run: str) -> Iterator[None]:
    """The first chunk of a run on a machine is done alone: it compiles whatever must be, once for all workers there."""
    from filelock import FileLock  # Ray needs it too

    folder = cache_folder()
    if folder is None or run in _begun:
        yield
        return
    _begun.add(run)
    lock, latest = FileLock(folder / "ray.lock"), folder / "ray.run"
    with suppress(OSError, NotImplementedError):  # a file system without locks: workers compile side by side
        lock.acquire()
    try:
        first = not latest.exists() or latest.read_text() != run
        if first:
            yield
            latest.write_text(run)
    finally:
        lock.release()
    if not first:
        yield


# The runs that this worker has done chunks of.
_begun: set[str] = set()
