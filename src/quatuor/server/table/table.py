"""A table: what its entries add up to. No clock, no store, no network."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from quatuor.core.game import Game
from quatuor.core.results import winners_of
from quatuor.core.state import forget_reading
from quatuor.games import find_game
from quatuor.server.table import deeds
from quatuor.server.table.deeds import GAME_DEEDS, Deed, Entry
from quatuor.server.table.standing import NOBODY, Standing, Told, after_move, dealt

Status = Literal["open", "playing", "over", "closed"]

# So many of the latest moves can be told without playing the game again from its deal.
REMEMBERED = 8
# What was read of so many of the latest states is kept: everybody is told of a move, and shown what it led to.
_READ = 2


@dataclass(frozen=True, slots=True)
class Plan:
    """What was settled when the table was opened. The seed stays here until the end of the game."""

    id: str
    game: str
    rules: int
    players: int
    options: dict[str, Any]
    seed: int
    first: int | None
    host: str
    public: bool
    spectators: bool
    turn_seconds: int | None
    pace_ms: int
    hints: bool
    created: float


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat and who holds it: nobody, a person (`person`), or a bot (`bot`)."""

    name: str = ""
    person: str | None = None
    bot: str | None = None
    local: bool = False
    stand_in: str | None = None
    left: bool = False

    @property
    def kind(self) -> Literal["open", "person", "bot"]:
        return "person" if self.person else "bot" if self.bot else "open"

    @property
    def player(self) -> str | None:
        """The bot that plays here now, if one does."""
        return self.stand_in or self.bot


class Table:
    """The entries of a table folded into what is true now."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.game: Game = find_game(plan.game)
        self.entries: list[Entry] = []
        self.chairs: list[Chair] = [Chair() for _ in range(plan.players)]
        self.status: Status = "open"
        self.standing: Standing | None = None
        self.rematch: str | None = None
        self.first: int | None = plan.first
        self.game_index = 0  # of the last entry that a move may have to answer
        self.changes = 0  # entries that are no moves
        self._renewed = -1  # after how many moves the seat to play was last given its whole time again
        self._told: deque[tuple[int, Told]] = deque(maxlen=REMEMBERED)
        self._read: deque[Any] = deque()

    @property
    def index(self) -> int:
        """The number of the last entry."""
        return len(self.entries) - 1

    @property
    def touched(self) -> float:
        """When something last happened here."""
        return self.entries[-1].at if self.entries else self.plan.created

    @property
    def turn(self) -> int:
        """The seat to play, -1 when nobody is."""
        return self.standing.turn if self.standing is not None and self.status == "playing" else NOBODY

    @property
    def winners(self) -> list[int]:
        """The seats that have won, none before the end."""
        if self.standing is None or self.status != "over":
            return []
        return winners_of(self.standing.state, self.game.winners)

    @property
    def moves(self) -> int:
        return self.standing.moves if self.standing is not None else 0

    @property
    def names(self) -> dict[int, str]:
        """The players' names by seat."""
        return {seat: chair.name for seat, chair in enumerate(self.chairs) if chair.name}

    @property
    def bot_to_play(self) -> str | None:
        """The bot whose turn it is, if it is a bot's."""
        return self.chairs[self.turn].player if self.turn != NOBODY else None

    @property
    def deadline(self) -> float | None:
        """The moment when a bot takes the seat to play, on the clock that measures turns."""
        if self.plan.turn_seconds is None or self.standing is None or self.turn == NOBODY or self.bot_to_play:
            return None
        return self.standing.since + self.plan.turn_seconds

    def give_time_until(self, moment: float) -> None:
        """Let nobody be late before then: after a restart people need a moment to come back."""
        if self.deadline is not None and self.deadline < moment:
            assert self.standing is not None and self.plan.turn_seconds is not None
            self.standing = self.standing._replace(since=moment - self.plan.turn_seconds)

    def seats_of(self, person: str | None) -> list[int]:
        """The seats of a person."""
        return [seat for seat, chair in enumerate(self.chairs) if person and chair.person == person]

    def is_host(self, person: str | None) -> bool:
        return person == self.plan.host

    def fold(self, entry: Entry, standing: Standing | None = None, moment: float | None = None) -> None:
        """Take an entry in; `standing` is how the game stands after it, where that is known already.

        `moment` is when it happened on the clock that measures turns; without one, the entry's own time is taken.
        """
        if moment is None:
            moment = entry.at
        self.entries.append(entry)
        deed = entry.deed
        if isinstance(deed, GAME_DEEDS):
            self.game_index = entry.index
        self.changes += not isinstance(deed, deeds.Moved)
        match deed:
            case deeds.Seated():
                self.chairs[deed.seat] = Chair(deed.name, deed.person, deed.bot, deed.local)
            case deeds.Vacated():
                self.chairs[deed.seat] = Chair()
            case deeds.Started():
                self._start(deed, moment)
            case deeds.Moved():
                self._move(entry, standing, moment)
            case deeds.Undone():
                assert self.standing is not None
                self.standing = self.standing.back
            case deeds.StandIn():
                self.chairs[deed.seat] = replace(self.chairs[deed.seat], stand_in=deed.bot, left=deed.left)
            case deeds.HandedBack():
                self.chairs[deed.seat] = replace(self.chairs[deed.seat], stand_in=None, left=False)
                self._renew_time(deed.seat, moment)
            case deeds.Closed():
                self.status = "closed"
            case deeds.Rematch():
                self.rematch = deed.table
        self._forget_readings()

    def _forget_readings(self) -> None:
        """Of earlier states nearly nobody asks; what was read of them would be most of a table's memory."""
        if self.standing is None or (self._read and self._read[-1] is self.standing.state):
            return
        self._read.append(self.standing.state)
        if len(self._read) > _READ:
            forget_reading(self._read.popleft())

    def _renew_time(self, seat: int, moment: float) -> None:
        """Give whoever returns too late their whole time again, but once a move: nobody holds a game up for ever."""
        standing, seconds = self.standing, self.plan.turn_seconds
        if standing is None or seconds is None or standing.turn != seat or standing.moves == self._renewed:
            return
        if moment >= standing.since + seconds:
            self.standing = standing._replace(since=moment)
            self._renewed = standing.moves

    def _start(self, deed: deeds.Started, moment: float) -> None:
        self.standing = self.deal(moment)
        self.status = "playing"
        self.first = deed.first

    def deal(self, moment: float = 0.0) -> Standing:
        """The game before its first move."""
        plan = self.plan
        return dealt(self.game, plan.players, plan.first, plan.options, plan.seed, moment)

    def _move(self, entry: Entry, standing: Standing | None, moment: float) -> None:
        assert isinstance(entry.deed, deeds.Moved) and self.standing is not None
        action = self.game.parse(entry.deed.move)
        before = self.standing.state
        self.standing = standing or after_move(self.game, self.standing, action, moment)
        self._told.append((entry.index, Told(self.game, before, action, self.standing.state)))
        if self.standing.turn == NOBODY:
            self.status = "over"

    def game_deeds(self, after: int) -> list[Deed]:
        """What happened to the game after an entry."""
        return [entry.deed for entry in self.entries[after + 1 :] if isinstance(entry.deed, GAME_DEEDS)]

    def happened(self, after: int) -> Iterator[tuple[Entry, Told | None]]:
        """The entries after one, each move with the states before and after it."""
        since = self.entries[after + 1 :]
        told = dict(self._told)
        moves = [entry.index for entry in since if isinstance(entry.deed, deeds.Moved)]
        if moves and moves[0] not in told:
            told = self._told_again()
        return ((entry, told.get(entry.index)) for entry in since)

    def _told_again(self) -> dict[int, Told]:
        """Every move with the states before and after it, also of moves that were taken back."""
        told = {}
        states: list[Any] = []
        standing = self.deal()
        for entry in self.entries:
            if isinstance(entry.deed, deeds.Moved):
                action = self.game.parse(entry.deed.move)
                following = after_move(self.game, standing, action, entry.at)
                told[entry.index] = Told(self.game, standing.state, action, following.state)
                states.append(standing)
                standing = following
            elif isinstance(entry.deed, deeds.Undone):
                standing = states.pop()
        return told

    def standing_moves(self) -> list[str]:
        """The moves that were made and not taken back."""
        moves: list[str] = []
        for entry in self.entries:
            if isinstance(entry.deed, deeds.Moved):
                moves.append(entry.deed.move)
            elif isinstance(entry.deed, deeds.Undone):
                moves.pop()
        return moves
