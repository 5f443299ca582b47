"""What a server tells those who measure it: each thing that it has done, and since when.

Nothing that is told names a person, a table or an address. Moments are those of the steady clock.
"""

from collections.abc import Sequence

from quatuor.server import clock


class Observer:
    """Is told what has happened, and does nothing about it: those who measure override what they want to know.

    A server that nobody measures has no observer at all: it reads no clock for one.
    """

    def request_began(self) -> None:
        """A request has come; all that is told until its end may belong to it."""

    def request_ended(self, kind: str, status: int, began: float) -> None:
        """A request was answered; of a socket, that it has ended."""

    def moved(self, game: str, by_people: int, by_bots: int, began: float) -> None:
        """Moves were made and are on disk."""

    def answered(self, began: float) -> None:
        """Who sent moves on a socket was sent the answer."""

    def shown(self, began: float) -> None:
        """The last move at a table was sent to one of its viewers."""

    def written(self, began: float) -> None:
        """A change that was to be written is on disk."""

    def committed(self, changes: int, began: float) -> None:
        """So many changes went to disk together; told in the thread that writes."""

    def merged(self, began: float) -> None:
        """The write-ahead log was copied into the database; told in the thread that writes."""

    def thought(self, urgency: int, asked: float, began: float, seconds: float) -> None:
        """Some thinking is done that was asked for at one moment and began at another."""

    def analysed(self, asked: float) -> None:
        """An analysis of a game is done."""


class Observers(Observer):
    """Tells several observers."""

    def __init__(self, observers: Sequence[Observer]) -> None:
        self._observers = observers

    def request_began(self) -> None:
        for observer in self._observers:
            observer.request_began()

    def request_ended(self, kind: str, status: int, began: float) -> None:
        for observer in self._observers:
            observer.request_ended(kind, status, began)

    def moved(self, game: str, by_people: int, by_bots: int, began: float) -> None:
        for observer in self._observers:
            observer.moved(game, by_people, by_bots, began)

    def answered(self, began: float) -> None:
        for observer in self._observers:
            observer.answered(began)

    def shown(self, began: float) -> None:
        for observer in self._observers:
            observer.shown(began)

    def written(self, began: float) -> None:
        for observer in self._observers:
            observer.written(began)

    def committed(self, changes: int, began: float) -> None:
        for observer in self._observers:
            observer.committed(changes, began)

    def merged(self, began: float) -> None:
        for observer in self._observers:
            observer.merged(began)

    def thought(self, urgency: int, asked: float, began: float, seconds: float) -> None:
        for observer in self._observers:
            observer.thought(urgency, asked, began, seconds)

    def analysed(self, asked: float) -> None:
        for observer in self._observers:
            observer.analysed(asked)


def now_for(observer: Observer | None) -> float:
    """The present moment, for somebody who measures; without anybody no clock is read."""
    return 0.0 if observer is None else clock.steady()
