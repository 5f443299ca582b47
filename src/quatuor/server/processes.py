"""The processes that serve the same tables: what they tell each other, and who of them does what.

A process that is alone tells nobody anything, and does everything itself; `store/shared_processes.py` is for several.
"""

from collections.abc import Callable
from typing import Any

Message = dict[str, Any]
Listener = Callable[[Message], None]


class Processes:
    """A process that has its store for itself."""

    shared = False

    def __init__(self) -> None:
        self.listeners: dict[str, Listener] = {}  # by the kind of what is told
        self.on_entries: Callable[[list[list[Any]]], None] = lambda _: None  # told of entries that others have written
        self.on_reunion: Callable[[], None] = lambda: None  # after a time in which others may not have been heard
        self.on_silence: Callable[[str], None] = lambda _: None  # told of a process that is gone
        self.on_leases_lost: Callable[[], None] = lambda: None  # others may do now what we do

    def open(self) -> None:
        """Begin to listen."""

    def close(self) -> None:
        """Leave the others."""

    def tell(self, kind: str, **what: Any) -> None:
        """Tell all other processes something."""

    async def take(self, task: str) -> bool:
        """Whether a task is ours from now on, and nobody else's until we give it back or end."""
        return True

    def give_back(self, task: str) -> None:
        """Let others have a task."""

    def is_ours(self, table_id: str) -> bool:
        """Whether it falls to this process to look after a table that nobody looks at."""
        return True
