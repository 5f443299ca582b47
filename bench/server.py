"""A server of ours in a process of its own, for what is measured at one."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tables import free_port, wait_for, wait_until_warm

_STOP_SECONDS = 60


class Server(NamedTuple):
    """A server that answers, and has compiled what it plays with."""

    process: "subprocess.Popen[bytes]"
    port: int


@contextmanager
def serving(
    *words: str, db: Path | None = None, core: int | None = None, source: Path | None = None
) -> Iterator[Server]:
    """A server on a free port, started with these words and stopped in order at the end.

    Its store is `db`, or a passing one; `core` is the only core that it runs on, and `source` where its code is.
    """
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        store = str(db or Path(folder) / "bench.db")
        command = [sys.executable, "-m", "quatuor", "serve", "--no-browser", "--port", str(port), "--db", store, *words]
        environment = os.environ | ({"PYTHONPATH": str(source)} if source else {})
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if core is not None:
            os.sched_setaffinity(process.pid, {core})
        try:
            health = f"http://127.0.0.1:{port}/api/health"
            wait_for(health, process)
            wait_until_warm(health)
            yield Server(process, port)
        finally:
            process.terminate()
            try:
                process.wait(_STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
