"""The `-wal` file of a SQLite database, read without SQLite: whether all that was committed there can still be read.

SQLite itself takes the first frame that does not fit for the end of the log, and forgets what follows. The format is
described at https://www.sqlite.org/fileformat2.html#the_write_ahead_log and https://www.sqlite.org/walformat.html.
"""

import struct
from functools import cache
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint32]

_HEADER = struct.Struct(">8I")  # magic, format, page size, checkpoint, two salts, two checksums
_FRAME_HEADER = 24
_MAGIC = {0x377F0682: "<u4", 0x377F0683: ">u4"}  # with the byte order of the words that checksums are made of
_FORMAT = 3_007_000
_PAGE_SIZES = {1 << k for k in range(9, 17)}
_TOGETHER = 256
_MASK = 0xFFFF_FFFF

# Of the -shm file: version, unused, changes, initialised, byte order, page size, frames, pages, two checksums of the
# last frame, two salts, two checksums of all this, in the machine's own byte order; twice.
_INDEX = struct.Struct("=3I2BH4I8s2I")
_INDEX_SUM = 40


def wal_of(db: Path) -> Path:
    """The -wal file of a database."""
    return db.with_name(db.name + "-wal")


def wal_is_empty(db: Path) -> bool:
    """Whether a database has no -wal file, or one without a single frame."""
    wal = wal_of(db)
    return not wal.exists() or wal.stat().st_size <= _HEADER.size


def state_of_wal(db: Path) -> Literal["none", "sound", "damaged"]:
    """Whether a database has a -wal file with something in it, and whether that can be read to its last commit.

    A power cut may tear the commit that was being written then: nobody was told of it, so it is not damage.
    """
    if wal_is_empty(db):
        return "none"
    data = np.fromfile(wal_of(db), np.uint8)
    magic, form, size, _, salt, pepper, *sums = _HEADER.unpack(data[: _HEADER.size].tobytes())
    if magic not in _MAGIC or form != _FORMAT or size not in _PAGE_SIZES:
        return "damaged"
    order = _MAGIC[magic]
    if _checksum(data[: _HEADER.size - 8].view(order), (0, 0)) != tuple(sums):
        return "damaged"
    whole = (len(data) - _HEADER.size) // (_FRAME_HEADER + size)
    frames = data[_HEADER.size :][: whole * (_FRAME_HEADER + size)].reshape(whole, _FRAME_HEADER + size)
    heads = np.ascontiguousarray(frames[:, :_FRAME_HEADER]).view(">u4")
    ours = (heads[:, 2] == salt) & (heads[:, 3] == pepper)
    valid = _valid_frames(frames, heads, ours, order, (sums[0], sums[1]))
    commits = ours & (heads[:, 1] != 0)
    last = int(np.flatnonzero(commits[:valid])[-1]) + 1 if commits[:valid].any() else 0
    torn = int(commits[valid:].sum())
    return "damaged" if torn > 1 or _known_frames(db, data[16:24].tobytes()) > last else "sound"


def _valid_frames(frames: NDArray[np.uint8], heads: Any, ours: Any, order: str, sums: tuple[int, int]) -> int:
    """How many frames from the first on are of this log, each with the checksum that follows from those before."""
    end = len(frames) if ours.all() else int(np.argmin(ours))
    for start in range(0, end, _TOGETHER):
        some = frames[start : min(start + _TOGETHER, end)]
        words = np.concatenate((some[:, :8], some[:, _FRAME_HEADER:]), axis=1).view(order).astype(np.uint32)
        weights, power = _weights(words.shape[1])
        for k, (one, two) in enumerate((words @ weights).tolist()):
            sums = _stepped(power, sums, one, two)
            if sums != (heads[start + k, 4], heads[start + k, 5]):
                return start + k
    return end


def _known_frames(db: Path, salts: bytes) -> int:
    """How many frames of this log its readers knew as committed, by the -shm file; 0 where that is not of this log."""
    try:
        with db.with_name(db.name + "-shm").open("rb") as file:
            data = file.read(_INDEX.size * 2)
    except OSError:
        return 0
    if len(data) < _INDEX.size * 2 or data[: _INDEX.size] != data[_INDEX.size :]:
        return 0
    fields = _INDEX.unpack(data[: _INDEX.size])
    good = _checksum(np.frombuffer(data[:_INDEX_SUM], "=u4"), (0, 0)) == fields[-2:]
    return int(fields[6]) if good and fields[3] and fields[-3] == salts else 0


def _checksum(words: Any, sums: tuple[int, int]) -> tuple[int, int]:
    weights, power = _weights(len(words))
    one, two = (words.astype(np.uint32) @ weights).tolist()
    return _stepped(power, sums, one, two)


def _stepped(power: tuple[int, ...], sums: tuple[int, int], one: int, two: int) -> tuple[int, int]:
    a, b, c, d = power
    return (a * sums[0] + b * sums[1] + one) & _MASK, (c * sums[0] + d * sums[1] + two) & _MASK


@cache
def _weights(count: int) -> tuple[Words, tuple[int, ...]]:
    """SQLite's checksum of so many words as what it is, a linear function: its weights, and what the sums before weigh.

    Each pair of words does `s0 += x0 + s1; s1 += x1 + s0`: all frames at once take no longer than reading them.
    """
    weights = np.zeros((count, 2), np.uint32)
    a, b, c, d = 1, 0, 0, 1  # the matrix of the steps that follow
    for k in range(count - 2, -1, -2):
        weights[k] = (a + b) & _MASK, (c + d) & _MASK
        weights[k + 1] = b, d
        # One more step before: (s0, s1) becomes (s0 + s1, s0 + 2 s1).
        a, b, c, d = (a + b) & _MASK, (a + 2 * b) & _MASK, (c + d) & _MASK, (c + 2 * d) & _MASK
    return weights, (a, b, c, d)
