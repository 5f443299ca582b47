"""Opening a table: what a person asked for, checked, as a plan and the first deeds."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from quatuor.core.game import Game
from quatuor.core.levels import DEFAULT_LEVEL
from quatuor.core.texts import Language, player
from quatuor.games import find_game
from quatuor.server.table import deeds
from quatuor.server.table.deeds import Deed
from quatuor.server.table.faces import any_face
from quatuor.server.table.names import bot_names, clean_name, name_for_seat, new_id
from quatuor.server.table.refusals import refuse
from quatuor.server.table.seats import waits_for_numbers
from quatuor.server.table.table import Plan, Table

# Whose names stay as they are where two are alike.
_NAMED_FIRST = {"me": 0, "local": 1, "bot": 2, "open": 2}


@dataclass(frozen=True, slots=True)
class WantedSeat:
    """Who is to sit on a seat: the host, whoever comes, a bot, or another person on the host's device."""

    kind: Literal["me", "open", "bot", "local"]
    name: str | None = None
    bot: str = DEFAULT_LEVEL
    face: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedTable:
    """A table as somebody wants it; `start` deals at once, with bots on the seats left open."""

    game: str
    players: int
    seats: Sequence[WantedSeat]
    options: Mapping[str, Any] = field(default_factory=dict)
    first: int | None = None
    public: bool = False
    spectators: bool = True
    turn_seconds: int | None = None
    pace_ms: int = 900
    hints: bool = False
    start: bool = False
    gather: bool = False  # before the deal, wait a moment for the numbers that people add to it


def plan_of(wanted: WantedTable, host: str, at: float, *, secret: str | None = None, seed: int | None = None) -> Plan:
    """The plan of a new table, opened by a person at a time of day; refused where the game does not take it so.

    The cards follow from a secret or from a seed.
    """
    game = find_game(wanted.game)
    players = game.read_players(wanted.players)
    if len(wanted.seats) != players:
        refuse("bad_request", "seats.count", players=players, count=len(wanted.seats))
    if wanted.first is not None and wanted.first >= players:
        refuse("bad_request", "seats.first", players=players)
    return Plan(
        id=new_id(),
        game=game.name,
        rules=game.version,
        players=players,
        options=checked_options(game, players, wanted.options),
        seed=seed,
        first=wanted.first,
        host=host,
        public=wanted.public,
        spectators=wanted.spectators,
        turn_seconds=wanted.turn_seconds,
        pace_ms=wanted.pace_ms,
        hints=wanted.hints,
        created=at,
        secret=secret,
    )


def checked_options(game: Game, players: int, given: Mapping[str, Any]) -> dict[str, Any]:
    """The options, checked. What comes in a file is sent as its content: a text would name a file of the server."""
    for option in game.options:
        value = given.get(option.name)
        if option.kind.control == "file" and not (value is None or isinstance(value, list | dict)):
            refuse("bad_request", "file.refused", name=option.name, accepts=option.kind.accepts_sent(players))
    return game.read_options(players, given)


def first_deeds(
    wanted: WantedTable,
    plan: Plan,
    host_name: str,
    host_face: str | None,
    language: Language,
    read_bot: Callable[[str, Game], str],
) -> list[Deed]:
    """What happens as the table opens: who sits down at once and, if so wished, the deal.

    `read_bot` gives the name under which a wanted bot is known, or refuses it.
    """
    if sum(seat.kind == "me" for seat in wanted.seats) > 1:
        refuse("bad_request", "seats.me_twice")
    game = find_game(plan.game)
    taken = {k: seat for k, seat in enumerate(wanted.seats) if seat.kind != "open" or wanted.start}
    names = _seat_names(taken, host_name, language)
    faces = _seat_faces(taken, host_face)
    seated: list[Deed] = []
    for k, seat in taken.items():
        if seat.kind in ("me", "local"):
            seated.append(deeds.Seated(k, names[k], plan.host, local=seat.kind == "local", face=faces[k]))
        else:
            seated.append(deeds.bot_seated(game, plan.players, k, names[k], read_bot(seat.bot, game)))
    return [deeds.Created(), *seated, *(_deal(plan, seated, wanted.gather) if wanted.start else [])]


def _seat_names(seats: Mapping[int, WantedSeat], host: str, language: Language) -> dict[int, str]:
    """A name for each seat, no two alike: people keep theirs before bots do, and bots without one take what is left."""
    names: dict[int, str] = {}
    for k, seat in sorted(seats.items(), key=lambda item: (_NAMED_FIRST[item[1].kind], item[1].name is None)):
        if seat.kind == "me":
            wanted = host
        elif seat.name:
            wanted = clean_name(seat.name)
        else:
            wanted = player(language, k) if seat.kind == "local" else next(bot_names({host, *names.values()}))
        names[k] = name_for_seat(wanted, names.values())
    return names


def _seat_faces(seats: Mapping[int, WantedSeat], host: str | None) -> dict[int, str | None]:
    """The host's own face, and one for each person beside them: the one wanted, or one that nobody else has."""
    faces = {k: host if seat.kind == "me" else seat.face for k, seat in seats.items()}
    for k, seat in seats.items():
        if seat.kind == "local" and faces[k] is None:
            faces[k] = any_face(faces.values())
    return faces


def _deal(plan: Plan, seated: Sequence[Deed], gather: bool) -> list[Deed]:
    """The deal, or the moment before it in which people add their numbers, for a table where these sit."""
    table = Table.of(plan).after(seated, at=plan.created, moment=0.0)
    return [deeds.Gathering() if gather and waits_for_numbers(table) else deeds.Started(table.dealt().first)]


def rematch_of(table: Table, at: float, secret: str, gather: bool = False) -> tuple[Plan, list[Deed]]:
    """The same people and settings once more; the next seat starts. Bots still play for those who were away.

    A level means what it means today.
    """
    assert table.first is not None
    first = (table.first + 1) % table.plan.players
    plan = replace(table.plan, id=new_id(), seed=None, secret=secret, first=first, created=at)
    names: list[str] = []
    for chair in table.chairs:
        names.append(name_for_seat(chair.name, names))
    game, players = table.game, plan.players
    seated = [
        deeds.bot_seated(game, players, seat, names[seat], chair.bot)
        if chair.bot
        else deeds.Seated(seat, names[seat], chair.person, local=chair.local, face=chair.face)
        for seat, chair in enumerate(table.chairs)
    ]
    away = [
        deeds.bot_standing_in(game, players, seat, chair.stand_in, chair.left)
        for seat, chair in enumerate(table.chairs)
        if chair.stand_in
    ]
    return plan, [deeds.Created(), *seated, *away, *_deal(plan, [*seated, *away], gather)]
