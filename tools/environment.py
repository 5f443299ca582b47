"""Virtual environments: made on first use, brought up to date when a lock file or the web client changes.

`.venv` is for the app and the tests, `.venv-slow` for the longer tests, which need libraries of gigabytes.

Needs nothing but Python: `./play` and `./check` start here.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tools import client

ROOT = client.ROOT
SLOW_LOCK = "slow.lock"
OLDEST = (3, 11)


def ready(lock: str) -> Path:
    """The folder of the environment's commands, once it has everything that this lock file names."""
    if sys.version_info < OLDEST:
        sys.exit(f"Quatuor needs Python {'.'.join(map(str, OLDEST))} or newer; this is {sys.version.split()[0]}.")
    folder = ROOT / (".venv-slow" if lock == SLOW_LOCK else ".venv")
    commands = folder / ("Scripts" if os.name == "nt" else "bin")
    python = commands / ("python.exe" if os.name == "nt" else "python")
    stamp = folder / f"{lock}.stamp"
    wanted = _fingerprint(lock)
    installed = python.exists() and stamp.exists() and stamp.read_text() == wanted
    # One of the lock files of .venv holds all that the other does: what is installed for it must not be taken away.
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    steps: list[tuple[str, Callable[[], None]]] = []
    if not python.exists():
        steps.append((f"a place for Quatuor in {folder.name} (once)", lambda: _make(folder)))
    if not installed:
        # A lock file names all that is needed, except what PyTorch's CPU build does without.
        locked = [*pip, "--no-deps", "--require-hashes", "--requirement", str(ROOT / "requirements" / lock)]
        steps.append(("libraries (once, about a minute)", lambda: _run(locked)))
    if client.stale():
        # Built here, where it can say so; the build hook of the package then finds it done.
        steps.append(("the pages", lambda: _client(python)))
    if not installed:
        editable = [*pip, "--no-deps", "--no-build-isolation", "--editable", str(ROOT)]
        steps.append(("Quatuor itself", lambda: _run(editable)))
    for number, (what, step) in enumerate(steps, 1):
        print(f"[{'#' * number}{'.' * (len(steps) - number)}] {number} of {len(steps)}: {what}…", flush=True)
        step()
    if not installed:
        stamp.write_text(wanted)
    return commands


def _fingerprint(lock: str) -> str:
    content = (ROOT / "requirements" / lock).read_bytes() + (ROOT / "pyproject.toml").read_bytes()
    return hashlib.sha256(content + str(ROOT).encode()).hexdigest()


def _client(python: Path) -> None:
    """Build the web client with the environment's Python, where the wheel that carries Node is."""
    if subprocess.run([str(python), client.__file__], check=False).returncode:
        sys.exit(1)


def _make(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    if subprocess.run([sys.executable, "-m", "venv", str(folder)], capture_output=True, check=False).returncode == 0:
        return
    # Debian keeps what a virtual environment needs in a package of its own.
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        _run(["apt-get", "update", "-qq"])
        _run(["apt-get", "install", "-y", "-qq", "python3-venv"])
        shutil.rmtree(folder, ignore_errors=True)
        _run([sys.executable, "-m", "venv", str(folder)])
        return
    sys.exit("Python cannot make a virtual environment here; on Debian or Ubuntu: sudo apt-get install python3-venv")


def _run(command: list[str]) -> None:
    done = subprocess.run(command, check=False)
    if done.returncode:
        sys.exit(f"This step failed, see above: {' '.join(command)}")
