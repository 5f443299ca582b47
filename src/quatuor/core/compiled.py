"""The decorator of every rule: compiled and kept on disk, or plain Python when Numba is switched off."""

import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
import platformdirs
from llvmlite.binding import get_host_cpu_name
from numba.core import config

from quatuor.core.sources import PACKAGE, compiled_sources, digest, source_key

INTERPRETED = bool(config.DISABLE_JIT)
BOUNDS_CHECKED = bool(config.BOUNDSCHECK)

# A module with this name in it is not kept on disk: it has functions that only this process knows.
UNKEPT = "__unkept__"

_KEPT_GENERATIONS = 4

F = TypeVar("F", bound=Callable[..., Any])


@cache
def cache_folder() -> Path | None:
    """Where compiled rules are kept, a folder for these sources, this Numba and this machine; None if unwritable.

    Numba notices a change in the file of a function, not in the files of the functions that it calls: a folder
    named by a hash of all sources that compiled code depends on makes a stale result impossible.
    """
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    base = Path(chosen) / "quatuor" if chosen else Path(platformdirs.user_cache_dir("quatuor", appauthor=False))
    folder = base / f"rules-{_source_hash()}{'-bounds' if BOUNDS_CHECKED else ''}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError:
        return None
    _forget_old_generations(base, folder)
    return folder


def _source_hash() -> str:
    return digest(compiled_sources(), PACKAGE, f"{sys.version} {numba.__version__} {get_host_cpu_name()}")


def _place_of(function: Callable[..., Any]) -> Path | None:
    """The folder that keeps a function; None where it may depend on what no folder's name can tell."""
    folder, key = cache_folder(), source_key(function.__code__.co_filename)
    if folder is None or key is None or UNKEPT in function.__globals__:
        return None
    return folder / f"{function.__module__}{key}"


def _forget_old_generations(base: Path, current: Path) -> None:
    others = sorted((p for p in base.glob("rules-*") if p != current), key=_age, reverse=True)
    for old in others[_KEPT_GENERATIONS:]:
        shutil.rmtree(old, ignore_errors=True)


def _age(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except OSError:
        return 0.0


def compiled(function: F) -> F:
    """Compile a rule for the CPU, GIL released, result kept on disk; CUDA kernels compile the same source.

    Rules allocate nothing, so they do without Numba's memory management (`_nrt`): no references are counted, which
    makes every move faster, and a rule that allocated would be refused by the compiler.
    """
    result: F
    place = None if INTERPRETED else _place_of(function)
    if place is None:
        result = numba.njit(nogil=True, _nrt=False)(function)
        return result
    # A function's cache place is settled while it is decorated; other packages' settings are put back at once.
    before = config.CACHE_DIR
    config.CACHE_DIR = str(place)
    try:
        result = numba.njit(nogil=True, _nrt=False, cache=True)(function)
    finally:
        config.CACHE_DIR = before
    return result


def wrapping(function: F) -> F:
    """`compiled` for arithmetic modulo 2**64: NumPy warns of the wrap-around that interpreted code relies on."""
    if INTERPRETED:
        return np.errstate(over="ignore")(function)
    return compiled(function)
