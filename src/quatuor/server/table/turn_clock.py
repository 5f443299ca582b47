"""The clock of a table's turns: when the present turn began, and when its time is up."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class TurnClock:
    """Moments on the clock that measures turns.

    `began` has the moment when the present turn began last; before it, those of the moves that may be taken back.
    """

    seconds: int | None  # that a turn may take; None: as long as people like
    began: tuple[float, ...] = ()
    renewed: int = -1  # after how many moves the present turn was last given its whole time again

    @property
    def deadline(self) -> float | None:
        """When the time of the present turn is up."""
        return None if self.seconds is None else self.began[-1] + self.seconds

    def after_move(self, undoable: int, moment: float) -> "TurnClock":
        """The clock after a move, since which so many moves may be taken back."""
        return TurnClock(self.seconds, (*self.began[len(self.began) - undoable :], moment), self.renewed)

    def after_undo(self) -> "TurnClock":
        return replace(self, began=self.began[:-1])

    def after_return(self, moves: int, moment: float) -> "TurnClock":
        """The clock after the player to move has come back, with so many moves made.

        Whoever comes back too late gets their whole time again, once per move: otherwise they could hold a game up.
        """
        if self.deadline is None or moment < self.deadline or moves == self.renewed:
            return self
        return TurnClock(self.seconds, (*self.began[:-1], moment), moves)

    def with_time_until(self, moment: float) -> "TurnClock":
        """The same clock, by which nobody is late before a moment."""
        if self.seconds is None or self.deadline is None or self.deadline >= moment:
            return self
        return replace(self, began=(*self.began[:-1], moment - self.seconds))
