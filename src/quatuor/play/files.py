"""Where records come from: files or standard input, one record or one per line, each found even after a bad one."""

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from quatuor.core.errors import QuatuorError, RecordError
from quatuor.core.texts import Language, Sentence
from quatuor.play import record_format
from quatuor.play.texts import TEXTS


class Found(NamedTuple):
    """A record, or why there is none; where it stands, and how many bytes were read up to its end."""

    record: dict[str, Any] | RecordError
    source: Sentence
    line: int | None
    read: int

    def where(self, language: Language) -> str:
        """The file, and the line where there are several."""
        return self.source.say(language) if self.line is None else f"{self.source.say(language)}:{self.line}"

    def located(self, error: QuatuorError) -> RecordError:
        """An error about this record, saying where it stands."""
        reason = RecordError(*error.sentence)
        if self.line is not None:
            reason = record_format.located(reason, "where.line", n=self.line)
        return record_format.located(reason, "where.file", file=self.source) if self.source.en else reason


def read_file(path: str | Path) -> Iterator[dict[str, Any]]:
    """The records of a file; the first that cannot be read raises RecordError, saying where."""
    for found in records_of(str(path)):
        yield _record_of(found)


def read_text(text: str) -> Iterator[dict[str, Any]]:
    """The records of a text; the first that cannot be read raises RecordError, saying where."""
    for found in _records(BytesIO(text.encode()), Sentence("", "")):
        yield _record_of(found)


def _record_of(found: Found) -> dict[str, Any]:
    if isinstance(found.record, RecordError):
        raise found.located(found.record)
    return found.record


def size_of(name: str) -> int | None:
    """The bytes of a file; None where that is not known before it is read."""
    path = Path(name)
    return path.stat().st_size if name != "-" and path.is_file() else None


def records_of(name: str) -> Iterator[Found]:
    """The records of a file, or of standard input (`-`), read as they are asked for."""
    source = TEXTS.sentence("source.stdin") if name == "-" else Sentence(name, name)
    try:
        with _opened(name) as stream:
            yield from _records(stream, source)
    except OSError as error:
        reason = TEXTS.sentence("file.unreadable", reason=error.strerror or str(error))
        yield Found(RecordError(*reason), source, None, 0)


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    if name == "-":
        yield sys.stdin.buffer
    else:
        with Path(name).open("rb") as stream:
            yield stream


class _Line(NamedTuple):
    number: int
    raw: bytes
    read: int

    @property
    def blank(self) -> bool:
        return not self.raw.strip()


def _lines(stream: BinaryIO) -> Iterator[_Line]:
    read = 0
    for number, raw in enumerate(stream, 1):
        read += len(raw)
        yield _Line(number, raw, read)


def _records(stream: BinaryIO, source: Sentence) -> Iterator[Found]:
    """By lines where the first one is a JSON value of its own and another follows; else the whole is one record."""
    lines = _lines(stream)
    head = []
    for line in lines:
        head.append(line)
        if sum(not line.blank for line in head) == 2:
            break
    start = [line for line in head if not line.blank]
    if len(start) == 2 and _is_json(start[0].raw):
        yield from _by_lines(chain(start, lines), source)
        return
    head.extend(lines)
    whole = Found(_parsed(b"".join(line.raw for line in head)), source, None, head[-1].read if head else 0)
    # A first line that is broken must not hide the records after it.
    if isinstance(whole.record, RecordError) and any(_is_record(line.raw) for line in head):
        yield from _by_lines(head, source)
    else:
        yield whole


def _by_lines(lines: Iterable[_Line], source: Sentence) -> Iterator[Found]:
    for line in lines:
        if not line.blank:
            yield Found(_parsed(line.raw), source, line.number, line.read)


def _parsed(raw: bytes) -> dict[str, Any] | RecordError:
    try:
        if not raw.strip():
            record_format.refuse("record.empty")
        return record_format.parse(raw.decode())
    except UnicodeDecodeError:
        return RecordError(*TEXTS.sentence("file.unreadable", reason="UTF-8"))
    except QuatuorError as error:
        return RecordError(*error.sentence)


def _is_json(raw: bytes) -> bool:
    return _loaded(raw) is not None


def _is_record(raw: bytes) -> bool:
    found = _loaded(raw)
    return isinstance(found, dict) and "game" in found


def _loaded(raw: bytes) -> Any:
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        return None
