"""Which source files compiled code is made of, and digests of them: the keys by which it is kept on disk."""

import hashlib
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]

_DECORATORS = (b"\n@compiled", b"\n@wrapping")
_FROM = re.compile(r"^from (quatuor[\w.]*) import (\([^)]*\)|.*)", re.MULTILINE)
_IMPORT = re.compile(r"^import (quatuor[\w.]*)", re.MULTILINE)


@cache
def source_key(file: str | None) -> str | None:
    """A digest of all that the compiled functions of a file can depend on; None if nobody knows.

    What lies in another package depends on all of it, and on all compiled code of this one, which it may reach by the
    registry; a file by itself may import anything.
    """
    if file is None:
        return None
    path = Path(file)
    if path.is_relative_to(PACKAGE):
        return digest(sources_of(path), PACKAGE) if path in compiled_sources() else None
    root, folder = None, path.parent
    while (folder / "__init__.py").is_file():
        root, folder = folder, folder.parent
    return None if root is None else digest(root.rglob("*.py"), root, digest(compiled_sources(), PACKAGE))


@cache
def compiled_sources() -> frozenset[Path]:
    """The files of this package with compiled functions, and all that they import from it.

    Files without compiled code are left out: editing them makes nothing compile again.
    """
    sources = {path: path.read_bytes() for path in PACKAGE.rglob("*.py")}
    return _with_imports(path for path, content in sources.items() if any(mark in content for mark in _DECORATORS))


def sources_of(path: Path) -> frozenset[Path]:
    """The files that the compiled functions of a file of this package depend on.

    They are those with compiled code in its folder, such as a game's, and all that they import: a type of arguments may
    be known to one of them only.
    """
    return _with_imports(source for source in compiled_sources() if source.parent == path.parent)


def _with_imports(sources: Iterable[Path]) -> frozenset[Path]:
    left, found = list(sources), set[Path]()
    while left:
        path = left.pop()
        if path not in found:
            found.add(path)
            left += _imported(path)
    return frozenset(found)


def digest(sources: Iterable[Path], below: Path, more: str = "") -> str:
    """A digest of files, by their names below a folder and what is in them: the same wherever that folder lies."""
    total = hashlib.sha256(more.encode())
    for source in sorted(sources):
        total.update(source.relative_to(below).as_posix().encode())
        total.update(source.read_bytes())
    return total.hexdigest()[:16]


@cache
def _imported(source: Path) -> tuple[Path, ...]:
    """The files of this package that one of them may import at its top level."""
    return tuple(path for path in _named(source.read_text(encoding="utf-8")) if path.is_file())


def _named(text: str) -> Iterator[Path]:
    for name in _IMPORT.findall(text):
        yield _place(name).with_suffix(".py")
    for name, what in _FROM.findall(text):
        place = _place(name)
        for part in re.findall(r"\w+", re.sub(r"\bas \w+", "", what)) if place.is_dir() else ():
            inside = place / f"{part}.py"
            yield inside if inside.is_file() else place / "__init__.py"
        yield place.with_suffix(".py")


def _place(name: str) -> Path:
    return PACKAGE.parent.joinpath(*name.split("."))
