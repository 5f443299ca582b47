"""The decorator of every rule: compiled and kept on disk, or plain Python when Numba is switched off."""

import hashlib
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Self, TypeVar

import numba
import numpy as np
import platformdirs
from llvmlite.binding import get_host_cpu_name
from numba.core import config
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

from quatuor.core.sources import source_key

INTERPRETED = bool(config.DISABLE_JIT)
BOUNDS_CHECKED = bool(config.BOUNDSCHECK)

# A module with this name in it is not kept on disk: it has functions that only this process knows.
UNKEPT = "__unkept__"

# One for each module of each game: some forty for every change of the sources that all depend on.
_MOST_FOLDERS = 200

F = TypeVar("F", bound=Callable[..., Any])


@cache
def cache_folder() -> Path | None:
    """Where compiled rules are kept; None if nothing can be written there."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    folder = Path(chosen) / "quatuor" if chosen else Path(platformdirs.user_cache_dir("quatuor", appauthor=False))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError:
        return None
    _forget_least_recently_used(folder)
    return folder


@cache
def _place_of(module: str, file: str) -> Path | None:
    """The folder that keeps a module's functions; None where they may depend on what no folder's name can tell.

    Numba notices a change in the file of a function, not in the files of the functions that it calls: a folder named by
    a digest of all that the function can depend on makes a stale result impossible. Where the package lies is not in
    it: every copy of the same sources finds what another one has compiled.
    """
    folder, key = cache_folder(), source_key(file)
    if folder is None or key is None:
        return None
    place = folder / f"{module}-{key}-{_machine()}"
    with suppress(OSError):
        place.mkdir(exist_ok=True)
        os.utime(place)  # used now: others are forgotten before it
    return place


@cache
def _machine() -> str:
    """A digest of all but the sources that compiled code depends on."""
    what = f"{sys.version} {numba.__version__} {get_host_cpu_name()} {BOUNDS_CHECKED}"
    return hashlib.sha256(what.encode()).hexdigest()[:8]


def _forget_least_recently_used(folder: Path) -> None:
    for old in sorted(folder.iterdir(), key=_last_use, reverse=True)[_MOST_FOLDERS:]:
        shutil.rmtree(old, ignore_errors=True)


def _last_use(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except OSError:
        return 0.0


class _Locator(_CacheLocator):  # type: ignore[misc] # Numba has no types
    """Tells Numba in which folder a function is kept."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        self._py_file = file  # Numba names it in warnings
        self._line = function.__code__.co_firstlineno
        self._place = str(_place_of(function.__module__, file))

    def get_cache_path(self) -> str:
        return self._place

    def get_source_stamp(self) -> str:
        return ""  # the folder's name has it

    def get_disambiguator(self) -> str:
        return str(self._line)

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> Self:
        return cls(function, file)


class _KeptResult(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_Locator,)


class _Kept(FunctionCache):  # type: ignore[misc]
    _impl_class = _KeptResult


def compiled(function: F) -> F:
    """Compile a rule for the CPU, GIL released, result kept on disk; CUDA kernels compile the same source.

    Rules allocate nothing, so they do without Numba's memory management (`_nrt`): no references are counted, which
    makes every move faster, and a rule that allocated would be refused by the compiler.
    """
    return _compiled(function, function)


def inlined(function: F) -> F:
    """`compiled` as a part of whatever calls it: for functions with arguments that take long to hand over."""
    return _compiled(function, function, forceinline=True)


def interpreted_as(interpreted: F) -> Callable[[F], F]:
    """`compiled` for a function of which the interpreter runs another form: the same numbers, much sooner."""
    return lambda function: _compiled(function, interpreted)


def wrapping(function: F) -> F:
    """`compiled` for arithmetic modulo 2**64: NumPy warns of the wrap-around that interpreted code relies on."""
    return _compiled(function, np.errstate(over="ignore")(function))


def _compiled(function: F, interpreted: F, **options: bool) -> F:
    if INTERPRETED:
        return interpreted
    result: Any = numba.njit(nogil=True, _nrt=False, **options)(function)
    if UNKEPT not in function.__globals__ and _place_of(function.__module__, function.__code__.co_filename):
        result._cache = _Kept(function)  # Numba's own would name the package's place
    compile_for = result._compile_for_args

    def compile_or_interpret(*arguments: Any, **more: Any) -> Any:
        return interpreted if _interprets() else compile_for(*arguments, **more)

    # Numba asks this for whatever it calls with arguments of types that are new to it.
    result._compile_for_args = compile_or_interpret
    compiled_function: F = result
    return compiled_function


class _Compiler(threading.local):
    """Whether this thread compiles what it calls, whatever others do."""

    here = False


_compiler = _Compiler()
_meanwhile = 0


@contextmanager
def interpreting_meanwhile() -> Iterator[None]:
    """What is not compiled yet is interpreted when it is called, with the same results, and not compiled."""
    global _meanwhile
    _meanwhile += 1
    try:
        yield
    finally:
        _meanwhile -= 1


@contextmanager
def compiling_here() -> Iterator[None]:
    """In this thread functions are compiled when they are called, while other threads interpret them."""
    _compiler.here = True
    try:
        yield
    finally:
        _compiler.here = False


def _interprets() -> bool:
    return _meanwhile > 0 and not _compiler.here
