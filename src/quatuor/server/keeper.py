"""What was found out and may be asked for again: the last things are kept."""

from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Keeper(Generic[T]):
    """So many things at most; those that nobody has asked for the longest go first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[Any, T] = {}

    def get(self, key: Any) -> T | None:
        found = self._kept.pop(key, None)
        if found is not None:
            self._kept[key] = found
        return found

    def put(self, key: Any, found: T) -> None:
        self._kept.pop(key, None)
        self._kept[key] = found
        if len(self._kept) > self._most:
            del self._kept[next(iter(self._kept))]
