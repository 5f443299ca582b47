"""Who plays many games at once: processes of this machine (`processes`), or those of a Ray cluster (`ray_cluster`)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Generic, Protocol, TypeVar

from quatuor.bots.file_bot import receive, sources_of

Task = TypeVar("Task")
Result = TypeVar("Result")


class Workers(Protocol):
    """Something that does many tasks at once.

    The result of each task comes once, in any order: it must depend on the task alone, and whoever adds results up must
    do so in a way that no order changes. Whatever has to be compiled is compiled by one worker of a machine while the
    others wait. An error of a task is raised here; a caller that stops early waits for nothing.
    """

    def __call__(self, work: Callable[[Task], Result], tasks: Sequence[Task]) -> Iterator[Result]: ...


class WithFiles(Generic[Task, Result]):
    """Work that takes the files of its bots along: another process, or machine, plays what was read here."""

    def __init__(self, work: Callable[[Task], Result], bots: Iterable[str]) -> None:
        self._work, self._sources = work, sources_of(bots)

    def __call__(self, task: Task) -> Result:
        return self._work(task)

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpacked, (self._work, self._sources)


def _unpacked(work: Callable[[Task], Result], sources: dict[str, bytes]) -> Callable[[Task], Result]:
    receive(sources)
    return work
