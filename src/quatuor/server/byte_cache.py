"""A cache of what is already encoded, bounded by its size: what was asked for longest ago goes first."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)


class ByteCache(Generic[K]):
    """Keeps bytes by key, so many in all."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._size = 0
        self._kept: OrderedDict[K, bytes] = OrderedDict()

    @property
    def size(self) -> int:
        """How many bytes are kept."""
        return self._size

    def get(self, key: K) -> bytes | None:
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def put(self, key: K, value: bytes) -> None:
        self._size += len(value) - len(self._kept.pop(key, b""))
        self._kept[key] = value
        while self._size > self._most:
            _, gone = self._kept.popitem(last=False)
            self._size -= len(gone)
