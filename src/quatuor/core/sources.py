"""Which source files compiled code is made of, and digests of them for the names of the folders that keep it."""

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
def compiled_sources() -> frozenset[Path]:
    """The files of this package with compiled functions, and all that they import from it.

    Files without compiled code are left out: editing them makes nothing compile again.
    """
    contents = {path: path.read_bytes() for path in PACKAGE.rglob("*.py")}
    left = [path for path, content in contents.items() if any(mark in content for mark in _DECORATORS)]
    found: set[Path] = set()
    while left:
        path = left.pop()
        if path in contents and path not in found:
            found.add(path)
            left += _imported(contents[path].decode())
    return frozenset(found)


def digest(sources: Iterable[Path], below: Path, more: str = "") -> str:
    """A digest of files, by their names below a folder and what is in them."""
    total = hashlib.sha256(more.encode())
    for source in sorted(sources):
        total.update(source.relative_to(below).as_posix().encode())
        total.update(source.read_bytes())
    return total.hexdigest()[:16]


@cache
def source_key(file: str | None) -> str | None:
    """What the compiled functions of a file depend on, beside the sources of this package; None if nobody knows.

    What lies in another package depends on all of it; a file by itself may import anything.
    """
    if file is None:
        return None
    path = Path(file)
    if path.is_relative_to(PACKAGE):
        return "" if path in compiled_sources() else None
    root, folder = None, path.parent
    while (folder / "__init__.py").is_file():
        root, folder = folder, folder.parent
    return None if root is None else f"-{digest(root.rglob('*.py'), root)}"


def _imported(text: str) -> Iterator[Path]:
    """The files of this package that a source may import at its top level."""
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
