"""A table: what the deeds at it add up to. It never changes; `after` gives the next one."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Literal

from quatuor.core.game import Game
from quatuor.games import find_game
from quatuor.play.playthrough import Playthrough, Step
from quatuor.play.proof import Proof
from quatuor.server.table import deeds
from quatuor.server.table.deeds import GAME_DEEDS, Deed, Entry
from quatuor.server.table.lesson import Lesson, lesson_of
from quatuor.server.table.turn_clock import TurnClock

Status = Literal["open", "playing", "over", "closed"]

NOBODY = -1
# What happened in so many of the latest moves can be told without playing the game again from its deal.
REMEMBERED = 8
# So long do people's numbers have to arrive before the cards are dealt without those that are missing.
GATHERING_SECONDS = 3.0


@dataclass(frozen=True, slots=True)
class Plan:
    """What was settled when the table was opened. The cards follow from a seed, or, where everybody can check them,
    from a secret of 32 bytes and what people add to it. Both stay here until the end of the game.

    `daily` is the day, as 2026-11-16, whose deal everybody plays: alone against bots, once, and without help.
    """

    id: str
    game: str
    rules: int
    players: int
    options: dict[str, Any]
    seed: int | None = field(repr=False)
    first: int | None
    host: str
    public: bool
    spectators: bool
    turn_seconds: int | None
    pace_ms: int
    hints: bool
    created: float
    lesson: str | None = None  # the digest of the lesson that is given here
    daily: str | None = None
    secret: str | None = field(default=None, repr=False)  # as hexadecimal digits


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat and who holds it: nobody, a person (`person`), or a bot (`bot`).

    `plays` is the bot that `bot` or `stand_in` means, where that is a level.
    """

    name: str = ""
    person: str | None = None
    bot: str | None = None
    local: bool = False
    stand_in: str | None = None
    left: bool = False
    plays: str | None = None
    face: str | None = None

    @property
    def kind(self) -> Literal["open", "person", "bot"]:
        return "person" if self.person else "bot" if self.bot else "open"

    @property
    def player(self) -> str | None:
        """The bot that plays here now, if one does."""
        return self.plays or self.stand_in or self.bot


@dataclass(frozen=True, eq=False)
class Table:
    """What people sit at: its plan, its seats, its status, its game and everything that has happened.

    Moments are read on the clock that measures turns, times (`at`) on the one that shows the time of day.
    """

    plan: Plan
    game: Game
    chairs: tuple[Chair, ...]
    first: int | None
    clock: TurnClock
    status: Status = "open"
    turn: int = NOBODY  # the seat to play
    play: Playthrough | None = None  # from the start on; whoever wants to go on with it makes a copy
    entries: tuple[Entry, ...] = ()
    rematch: str | None = None
    game_index: int = 0  # of the last entry that changed the game
    changes: int = 0  # how many entries are not moves
    # The last moves by their entries: also those taken back, which the playthrough forgets and viewers are told of.
    recent: tuple[tuple[int, Step], ...] = ()
    scene: int = -1  # of the lesson; -1 before the first
    # What follows from the chairs, worked out when one of them changes: every message about the table asks for it.
    names: Mapping[int, str] = field(default_factory=dict)  # the players' names by seat
    shared: frozenset[int] = frozenset()  # the seats of people who hold several, all on one device
    contributions: tuple[tuple[int, str], ...] = ()  # the numbers that people added to the secret, by seat
    dealing: float | None = None  # the moment when the cards are dealt without the numbers that are missing

    @classmethod
    def of(cls, plan: Plan) -> "Table":
        """A new table, where nothing has happened yet."""
        return cls(plan, find_game(plan.game), (Chair(),) * plan.players, plan.first, TurnClock(plan.turn_seconds))

    @property
    def lesson(self) -> Lesson | None:
        """The lesson that is given here, if one is."""
        return lesson_of(self.game) if self.plan.lesson is not None else None

    @property
    def scene_is_over(self) -> bool:
        """Whether a lesson has no more moves until the learner goes on to its next scene."""
        return self.lesson is not None and self.scene >= 0 and self.lesson.ended(self.scene, self.moves)

    @property
    def index(self) -> int:
        """The number of the last entry."""
        return len(self.entries) - 1

    @property
    def touched(self) -> float:
        """When something last happened here."""
        return self.entries[-1].at if self.entries else self.plan.created

    @property
    def winners(self) -> list[int]:
        """The seats that have won, none before the end."""
        return self.play.winners if self.play is not None and self.status == "over" else []

    @property
    def moves(self) -> int:
        """How many moves were made and not taken back."""
        return len(self.play.moves) if self.play is not None else 0

    @property
    def bot_to_play(self) -> str | None:
        """The bot whose turn it is, if it is a bot's."""
        return self.chairs[self.turn].player if self.turn != NOBODY and not self.scene_is_over else None

    @property
    def deadline(self) -> float | None:
        """The moment when a bot takes the seat to play, or when cards about to be dealt are dealt."""
        if self.status == "open":
            return self.dealing
        return None if self.turn == NOBODY or self.chairs[self.turn].player else self.clock.deadline

    @property
    def closing(self) -> deeds.Closed | None:
        """How the table was closed, if it was."""
        if self.status != "closed":
            return None
        return next(entry.deed for entry in reversed(self.entries) if isinstance(entry.deed, deeds.Closed))

    @property
    def proof(self) -> Proof | None:
        """What the cards follow from, where everybody can check them."""
        return None if self.plan.secret is None else Proof.of(self.plan.secret, self.contributions)

    @property
    def revealed_secret(self) -> str | None:
        """The secret, once it tells nobody anything that they may not know."""
        return self.plan.secret if self.status in ("over", "closed") else None

    @property
    def awaited(self) -> set[str]:
        """The people who play here themselves and have not added a number."""
        added = {self.chairs[seat].person for seat, _ in self.contributions}
        return {chair.person for chair in self.chairs if chair.person and not chair.stand_in} - added

    def with_contribution(self, seat: int, number: str) -> "Table":
        """The same table with a person's number."""
        return self._with(contributions=(*self._contributions_without(seat), (seat, number)))

    def _contributions_without(self, seat: int) -> tuple[tuple[int, str], ...]:
        return tuple(added for added in self.contributions if added[0] != seat)

    def seats_of(self, person: str | None) -> list[int]:
        """The seats of a person."""
        return [seat for seat, chair in enumerate(self.chairs) if person and chair.person == person]

    def is_host(self, person: str | None) -> bool:
        return person == self.plan.host

    def may_undo(self, seat: int) -> bool:
        """Whether a seat may take its last move back; not in a lesson, which goes one way."""
        play = self.play
        free = self.status == "playing" and self.plan.lesson is None and self.plan.daily is None
        return free and play is not None and play.undoable > 0 and play.mover == seat

    def dealt(self) -> Playthrough:
        """The game of this table before its first move; of a lesson, that of the next scene."""
        return self._dealt(self.scene + 1)

    def _dealt(self, scene: int) -> Playthrough:
        plan = self.plan
        if self.lesson is not None:
            return self.lesson.start(scene, REMEMBERED)
        return Playthrough(
            self.game,
            plan.players,
            seed=plan.seed,
            first=plan.first,
            options=plan.options,
            proof=self.proof,
            remember=REMEMBERED,
        )

    def after(self, new: Sequence[Deed], *, at: float, moment: float) -> "Table":
        """The table after some deeds that may be done, at a time of day and a moment."""
        table = self
        for deed in new:
            table = table._after(Entry(len(table.entries), at, deed), moment)
        return table

    def _after(self, entry: Entry, moment: float) -> "Table":
        deed = entry.deed
        changed: dict[str, Any]
        match deed:
            case deeds.Moved():
                changed = self._moved(entry.index, deed, moment)
            case deeds.Undone():
                assert self.play is not None
                play = self.play.copy()
                play.undo()
                changed = {"play": play, "turn": play.turn, "clock": self.clock.after_undo()}
            case deeds.Started():
                play = self.dealt()
                changed = {"play": play, "turn": play.turn, "clock": self.clock.after_move(0, moment)}
                changed |= {"status": "playing", "first": deed.first, "scene": self.scene + 1, "dealing": None}
            case deeds.Seated():
                chair = Chair(deed.name, deed.person, deed.bot, deed.local, plays=deed.plays, face=deed.face)
                changed = self._seated(deed.seat, chair)
                if self.status == "open" and not deed.moved:
                    changed["contributions"] = self._contributions_without(deed.seat)
            case deeds.Vacated():
                changed = self._seated(deed.seat, Chair())
                changed["contributions"] = self._contributions_without(deed.seat)
            case deeds.Contributed():
                changed = {"contributions": self.with_contribution(deed.seat, deed.number).contributions}
            case deeds.Gathering():
                changed = {"dealing": moment + GATHERING_SECONDS}
            case deeds.StandIn():
                chair = replace(self.chairs[deed.seat], stand_in=deed.bot, left=deed.left, plays=deed.plays)
                changed = self._seated(deed.seat, chair)
            case deeds.HandedBack():
                chair = replace(self.chairs[deed.seat], stand_in=None, left=False, plays=None)
                changed = self._seated(deed.seat, chair)
                if deed.seat == self.turn:
                    changed["clock"] = self.clock.after_return(self.moves, moment)
            case deeds.Closed():
                changed = {"status": "closed", "turn": NOBODY}
            case deeds.Rematch():
                changed = {"rematch": deed.table}
            case _:
                changed = {}
        if isinstance(deed, GAME_DEEDS):
            changed["game_index"] = entry.index
        if not isinstance(deed, deeds.Moved):
            changed["changes"] = self.changes + 1
        return self._with(entries=(*self.entries, entry), **changed)

    def _with(self, **changed: Any) -> "Table":
        """The same as `dataclasses.replace`, which takes longer: every move passes here."""
        other = object.__new__(Table)
        other.__dict__.update(self.__dict__, **changed)
        return other

    def _moved(self, index: int, deed: deeds.Moved, moment: float) -> dict[str, Any]:
        assert self.play is not None and deed.action != deeds.UNREAD
        play = self.play.copy()
        self._follow(play, self.scene, deed.action)
        turn = play.turn
        return {
            "play": play,
            "turn": turn,
            "status": "over" if turn == NOBODY else self.status,
            "clock": self.clock.after_move(play.undoable, moment),
            "recent": (*self.recent[-(REMEMBERED - 1) :], (index, play.last_step)),
        }

    def _follow(self, play: Playthrough, scene: int, action: int) -> None:
        """Make a move in a game of this table; in a lesson chance shows what the script says."""
        lesson = self.lesson
        play.follow(action, None if lesson is None else lesson.scenes[scene].script[len(play.moves)][0].reveals)

    def _seated(self, seat: int, chair: Chair) -> dict[str, Any]:
        chairs = (*self.chairs[:seat], chair, *self.chairs[seat + 1 :])
        held = Counter(chair.person for chair in chairs if chair.person)
        return {
            "chairs": chairs,
            "names": {k: chair.name for k, chair in enumerate(chairs) if chair.name},
            "shared": frozenset(k for k, chair in enumerate(chairs) if chair.person and held[chair.person] > 1),
        }

    def with_time_until(self, moment: float) -> "Table":
        """The same table, where nobody is late before a moment: after a restart people need time to come back."""
        return (
            self
            if self.turn == NOBODY or self.deadline is None
            else replace(self, clock=self.clock.with_time_until(moment))
        )

    def game_deeds(self, after: int) -> list[Deed]:
        """The deeds after an entry that changed the game."""
        return [entry.deed for entry in self.entries[after + 1 :] if isinstance(entry.deed, GAME_DEEDS)]

    def history(self, after: int) -> Iterator[tuple[Entry, Step | None]]:
        """The entries after one, each move with the states before and after it."""
        since = self.entries[after + 1 :]
        if len(since) == 1 and self.recent and self.recent[-1][0] == since[0].index:
            return iter(((since[0], self.recent[-1][1]),))  # by far the most frequent case
        steps = dict(self.recent)
        moves = [entry.index for entry in since if isinstance(entry.deed, deeds.Moved)]
        if moves and moves[0] not in steps:
            return islice(self._replayed(), after + 1, None)
        return ((entry, steps.get(entry.index)) for entry in since)

    def _replayed(self) -> Iterator[tuple[Entry, Step | None]]:
        """Every entry, moves with their steps, also those that were taken back: the game is played once more."""
        assert self.play is not None
        play = self.play.restarted()
        scene = -1
        for entry in self.entries:
            step = None
            if isinstance(entry.deed, deeds.Started):
                scene += 1
                play = self._dealt(scene)
            elif isinstance(entry.deed, deeds.Moved):
                self._follow(play, scene, entry.deed.action)
                step = play.last_step
            elif isinstance(entry.deed, deeds.Undone):
                play.undo()
            yield entry, step
