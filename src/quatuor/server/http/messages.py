"""Every message of the API, both ways. The client's types are generated from these; seats count from 0.

What a viewer gets is made for their seat: `view`, `aids` and the events of a move come from the game's own functions
for that seat, and every sentence is in the language that they asked for.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from quatuor.bots.levels import LEVELS
from quatuor.core.levels import DEFAULT_LEVEL
from quatuor.games import GAMES
from quatuor.server.http.deal_messages import ProofInfo
from quatuor.server.table.faces import FACES
from quatuor.server.table.names import LONGEST_NAME, TABLE_ID

FEWEST_PLAYERS = min(game.min_players for game in GAMES.values())
MOST_PLAYERS = max(game.max_players for game in GAMES.values())


def _list_games(schema: dict[str, Any]) -> None:
    """The games there are when the API is described; a name is checked where the game is looked up."""
    schema["enum"] = list(GAMES)


Lang = Literal["en", "fr"]
GameName = Annotated[str, Field(max_length=64, json_schema_extra=_list_games)]
Status = Literal["open", "playing", "over", "closed"]
TableId = Annotated[str, Field(pattern=f"^{TABLE_ID}$")]
Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
BotName = Annotated[str, Field(max_length=32, examples=list(LEVELS))]
MoveText = Annotated[str, Field(min_length=1, max_length=64)]
Face = Literal[*FACES]  # type: ignore[valid-type]
Seat = Annotated[int, Field(ge=0, le=MOST_PLAYERS - 1)]
Request = Annotated[int, Field(ge=0, le=2**53 - 1)]
ViewSeat = Annotated[
    int, Field(ge=-1, le=MOST_PLAYERS - 1, description="the seat to look from: one of yours, or -1 to watch")
]


class Message(BaseModel):
    """A message: nothing that is not described here is accepted or sent."""

    model_config = ConfigDict(extra="forbid", strict=True)


# What a client sends.


class NameRequest(Message):
    """What the others call you, and the animal that they see beside your name."""

    name: Name
    face: Face | None = Field(None, description="null: the one you have, else one at random")


class SeatPlan(Message):
    """Who is to sit on a seat: me, whoever comes, a bot, or another person on my device."""

    kind: Literal["me", "open", "bot", "local"]
    name: Name | None = Field(None, description="of the other person on this device; for a bot, one is found")
    bot: BotName = Field(DEFAULT_LEVEL, description="which bot: a level, or a bot's name as on a command line")
    face: Face | None = Field(None, description="of the other person on this device; null: one is found")


class NewTable(Message):
    """A table to open; `start` deals at once, with bots on the seats left open."""

    game: GameName
    players: Annotated[int, Field(ge=FEWEST_PLAYERS, le=MOST_PLAYERS)]
    options: dict[Annotated[str, Field(max_length=32)], Any] = Field(default_factory=dict, max_length=16)
    seats: list[SeatPlan] = Field(min_length=FEWEST_PLAYERS, max_length=MOST_PLAYERS, description="one per player")
    first: Seat | None = Field(None, description="who starts; null: drawn")
    public: bool = Field(False, description="shown in the public list")
    spectators: bool = Field(True, description="whether people without a seat may watch")
    turn_seconds: Annotated[int, Field(ge=10, le=86_400)] | None = Field(None, description="then a bot takes over")
    pace_ms: Annotated[int, Field(ge=0, le=5_000)] = Field(900, description="how long a bot waits before it moves")
    hints: bool = Field(False, description="whether players may ask which move is best")
    start: bool = False
    gather: bool = Field(False, description="with `start`: wait a moment for people's numbers before the deal")


class SitRequest(Message):
    """Take an open seat; null: the first one."""

    seat: Seat | None = None


class SeatChange(Message):
    """The host makes a seat open or gives it to a bot, before the start."""

    kind: Literal["open", "bot"]
    bot: BotName = DEFAULT_LEVEL


class MovesRequest(Message):
    """One or several moves of a seat, all or none, in answer to the entry `after`; also the body of a preview.

    Posted, or sent on the table's WebSocket, where the answer comes among other messages: it names the `request`.
    """

    seat: Seat
    after: Annotated[int, Field(ge=0)]
    moves: list[MoveText] = Field(min_length=1, max_length=16)
    request: Request | None = Field(None, description="a number of yours, by which the answer names this request")


class HintRequest(Message):
    """Which move is best for a seat that is to play, after the entry `after` and moves that are not sent yet."""

    seat: Seat
    after: Annotated[int, Field(ge=0)]
    moves: list[MoveText] = Field(default_factory=list, max_length=16)
    look: int = Field(0, ge=0, le=2, description="0: quick, at most half a second; 1, 2: the same thought over longer")


class UndoRequest(Message):
    """Take back the last move, in answer to the entry `after`."""

    seat: Seat
    after: Annotated[int, Field(ge=0)]


class LessonRequest(Message):
    """The game whose lesson to begin, or to take up again."""

    game: GameName


class SceneRequest(Message):
    """Go on to a scene of a lesson, numbered from 0, after the entry `after`."""

    scene: Annotated[int, Field(ge=0, le=100)]
    after: Annotated[int, Field(ge=0)]


class ReturnRequest(Message):
    """The token of a return link: the seat moves to whoever sends it."""

    token: Annotated[str, Field(min_length=1, max_length=128)]


# What the server answers.


class Me(Message):
    """Who you are here; no name yet: null. Without a face you were given your name, and have chosen nothing yet."""

    name: str | None
    face: str | None


class Player(Message):
    """A person or program that brings its token in `Authorization: Bearer …` instead of a cookie."""

    name: str
    token: str


class SeatInfo(Message):
    """A seat as everybody sees it."""

    seat: int
    kind: Literal["open", "person", "bot"]
    name: str
    face: str | None = Field(description="the animal of a person; null for bots, and for who has chosen none")
    bot: str | None
    you: bool
    who: str | None = Field(
        description="tells another person from all others, at every table and under every name, and only to you; "
        "null for bots, and for who does not sit at the table"
    )
    local: bool = Field(description="another person on the device from which the table was opened")
    stand_in: bool = Field(description="a bot plays for the person until they return")


class Presence(Message):
    """Who is there now: in every TableInfo, and alone on the table's WebSocket when only that has changed."""

    online: list[bool] = Field(description="for each seat whether its player is there; bots are")
    watching: int = Field(description="how many people watch")


class TableInfo(Message):
    """A table: what it is, who sits there."""

    id: TableId
    game: GameName
    title: str
    players: int
    options: dict[str, Any]
    status: Status
    public: bool
    spectators: bool
    turn_seconds: int | None
    pace_ms: int
    hints: bool
    lesson: bool = Field(description="a lesson is given here; its table is in no list")
    daily: str | None = Field(description="the day whose deal is played here, as 2026-11-16")
    proof: ProofInfo | None = Field(description="null where the deal comes from a seed")
    dealing: bool = Field(description="the cards are dealt in a moment, once people's numbers have come")
    private_choices: bool = Field(description="hidden cards decide what a seat may do: a move's time must not tell it")
    first: int | None
    seats: list[SeatInfo]
    host: bool = Field(description="you are the host")
    yours: list[int] = Field(description="your seats")
    turn: int = Field(description="the seat to play, -1 for none")
    winners: list[int] = Field(description="the seats that have won; none before the end")
    moves: int
    presence: Presence
    created: float = Field(description="seconds since 1970")
    touched: float
    rematch: TableId | None
    secret: str | None = Field(description="of the deal that can be checked, once the game is over or the table closed")


class TableEvent(Message):
    """Something that happened on the table: who (-1: nobody) did what with which cards (null: a back), from, to."""

    verb: str
    seat: int
    cards: list[str | None]
    source: str
    target: str
    log: str = Field(description="the same as a sentence; empty where the event before it says both")


class _Item(Message):
    index: int
    at: float
    log: list[str] = Field(description="what happened, in sentences; steps of something larger have none")


class Created(_Item):
    kind: Literal["created"] = "created"


class Seated(_Item):
    kind: Literal["seated"] = "seated"
    seat: int


class Vacated(_Item):
    kind: Literal["vacated"] = "vacated"
    seat: int


class Contributed(_Item):
    kind: Literal["contributed"] = "contributed"
    seat: int


class Gathering(_Item):
    kind: Literal["gathering"] = "gathering"


class Started(_Item):
    kind: Literal["started"] = "started"
    first: int


class Moved(_Item):
    kind: Literal["move"] = "move"
    seat: int
    move: str | None = Field(description="null where this viewer may not know it")
    events: list[TableEvent]


class Undone(_Item):
    kind: Literal["undo"] = "undo"
    seat: int


class StandIn(_Item):
    kind: Literal["stand_in"] = "stand_in"
    seat: int


class HandedBack(_Item):
    kind: Literal["handed_back"] = "handed_back"
    seat: int


class Closed(_Item):
    kind: Literal["closed"] = "closed"


class Rematch(_Item):
    kind: Literal["rematch"] = "rematch"
    table: TableId


Item = Annotated[
    Created
    | Seated
    | Vacated
    | Contributed
    | Gathering
    | Started
    | Moved
    | Undone
    | StandIn
    | HandedBack
    | Closed
    | Rematch,
    Field(discriminator="kind"),
]


class LegalMove(Message):
    """A legal move, and its label for a person."""

    move: str
    label: str


class Outcome(Message):
    """How the game ended."""

    scores: list[float]
    winners: list[int]
    places: list[int] = Field(description="of each seat, from 1; the same for partners and where nothing decides")
    sentence: str


class Position(Message):
    """The game as a seat sees it: what it shows, what it counts, what may be done now and what is expected."""

    seat: int = Field(description="the seat that sees it, -1 for a spectator")
    turn: int
    view: dict[str, Any] = Field(description="what `view` of the game gives")
    aids: dict[str, Any] = Field(description="what `aids` of the game gives")
    legal: list[LegalMove] = Field(description="empty unless this seat is to play")
    prompt: str


class NumberedMove(Message):
    """A legal move, and the number of the action that it is for a program that learns."""

    action: int
    move: str


class Observation(Message):
    """What a seat knows after the entry `index`, as the numbers that programs learn from."""

    index: int
    seat: int = Field(description="the seat that observes, -1 for a spectator")
    turn: int
    version: int = Field(description="of the meaning of the numbers, in this game")
    numbers: list[int] = Field(description="what `observe` of the game writes")
    legal: list[NumberedMove] = Field(description="empty unless this seat is to play")


class Preview(Position):
    """The game as a seat would see it after some moves, and what would happen on the way."""

    events: list[TableEvent]


class LessonTarget(Message):
    """Something on the board to point at, named as in events: a place, or a card that lies in it."""

    place: str
    card: str | None


class LessonBubble(Message):
    """One thing that a lesson says, and what on the board it is about, if not the move that is asked for."""

    number: int = Field(description="of all bubbles of the lesson, from 1")
    text: str
    targets: list[LessonTarget]


class LessonNow(Message):
    """What a lesson says now, one bubble after the other, and what it then waits for.

    `move`: the learner's move, `bots`: nothing, as the others move by themselves, `scene`: that the learner goes on to
    the next scene, `end`: nothing more.
    """

    total: int = Field(description="how many bubbles there are in the whole lesson")
    scene: int = Field(description="from 0")
    wants: Literal["move", "bots", "scene", "end"]
    moves: list[str] = Field(description="that the learner is asked for, one after the other")
    bubbles: list[LessonBubble]


class LessonInfo(Message):
    """How far you are with the lesson of a game."""

    game: GameName
    begun: bool = Field(description="a lesson waits to be taken up again")
    done: bool = Field(description="you have finished it before")


class Snapshot(Message):
    """All that a viewer may know of a table after the entry `index`."""

    table: TableInfo
    index: int
    position: Position | None = Field(description="null before the start")
    outcome: Outcome | None
    undo: bool = Field(description="the viewer's seat may take its last move back")
    deadline: float | None = Field(description="seconds since 1970 when a bot takes the seat to play")
    lesson: LessonNow | None


class Update(Message):
    """What happened since the entry that a client has seen, and how things stand now.

    The answer of `GET …/events?after=N` and of every move; on the table's WebSocket also whatever happens.
    """

    items: list[Item]
    snapshot: Snapshot
    answers: list[int] = Field(description="the numbers of the requests that it answers")


class Invitation(Message):
    """Whoever opens it comes to the table; `only_here`: no other device can, as the server is open to its own alone."""

    url: str
    only_here: bool


class ReturnLink(Message):
    """Whoever opens it has the seat."""

    url: str


class ReturnedSeat(Message):
    table: TableId
    seat: int


class Frame(Message):
    """One step of a finished game; frame 0 is the deal."""

    number: int
    events: list[TableEvent]
    position: Position


class Portrait(Message):
    """Who played on a seat, as a picture: a person's animal or a bot's level; of an uploaded game neither is known."""

    face: str | None
    bot: str | None


class Frames(Message):
    """Some frames of a record from a seat's viewpoint; `total` of them in all."""

    id: str
    game: GameName
    names: list[str]
    portraits: list[Portrait]
    you: int = Field(description="the seat on which you played this game, -1 for none or several")
    total: int
    frames: list[Frame]
    outcome: Outcome | None


class RecordId(Message):
    id: str


class Problem(Message):
    """Why a request was refused: one sentence; for a move, the article; for a stale one, the current index."""

    error: Literal[
        "bad_request",
        "unknown",
        "forbidden",
        "illegal",
        "lesson",
        "stale",
        "reveals",
        "conflict",
        "too_large",
        "too_many",
        "unavailable",
    ]
    message: str
    article: str | None = None
    index: int | None = None
    retry_after: int | None = None
    answers: list[int] = Field([], description="the number of the request on a WebSocket that is refused")
