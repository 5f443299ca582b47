"""Who may sit, leave, start, close, stand in and come back: each command answers with its deeds, or refuses."""

from collections.abc import Collection

from quatuor.core.game import SPECTATOR
from quatuor.core.levels import DEFAULT_LEVEL
from quatuor.server.table import deeds
from quatuor.server.table.deeds import Deed
from quatuor.server.table.limits import check_changes
from quatuor.server.table.names import bot_names, name_for_seat
from quatuor.server.table.refusals import refuse
from quatuor.server.table.table import Status, Table


def check_view_seat(table: Table, person: str | None, seat: int) -> None:
    """Refuse a seat that is not the asker's to look from; anybody may look while nothing is dealt."""
    if seat != SPECTATOR:
        check_own(table, person, seat)
    elif table.plan.daily is not None:
        refuse("forbidden", "daily.spectators")
    elif not (table.plan.spectators or table.status == "open" or table.seats_of(person) or table.is_host(person)):
        refuse("forbidden", "spectators.none")


def default_view_seat(table: Table, person: str | None) -> int:
    """The seat to look from by default: the seat to play if it is the person's, else their first seat, else none."""
    own = table.seats_of(person)
    return table.turn if table.turn in own else own[0] if own else SPECTATOR


def check_own(table: Table, person: str | None, seat: int) -> None:
    """Refuse anybody who does not hold this seat."""
    _check_seat(table, seat)
    if person is None or table.chairs[seat].person != person:
        refuse("forbidden", "seat.not_yours")


def check_player(table: Table, person: str | None) -> None:
    """Refuse anybody who neither sits here nor is the host."""
    if not (table.seats_of(person) or table.is_host(person)):
        refuse("forbidden", "seat.none")


def check_return_link(table: Table, person: str | None, seat: int) -> None:
    """Refuse a way for somebody else to a seat that is not the asker's, or must stay theirs."""
    check_own(table, person, seat)
    _check_not_daily(table, "daily.return")


def check_status(table: Table, wanted: Status) -> None:
    """Refuse what is too early or too late."""
    if table.status != wanted:
        refuse("conflict", f"table.{table.status}")


def sit(table: Table, person: str, name: str, face: str | None, seat: int | None) -> list[Deed]:
    """Take an open seat, or the first one; whoever sits at the table already stays where they are."""
    check_status(table, "open")
    check_changes(table)
    if seat is not None:
        _check_seat(table, seat)
    if table.seats_of(person):
        return []
    free = [k for k, chair in enumerate(table.chairs) if chair.kind == "open"]
    if not free or (seat is not None and seat not in free):
        refuse("conflict", "seat.taken" if free else "seat.full")
    name = name_for_seat(name, table.names.values())
    return [deeds.Seated(free[0] if seat is None else seat, name, person, face=face)]


def move_seat(table: Table, seat: int, person: str) -> list[Deed]:
    """A seat goes on from another device, with its own name and face."""
    _check_not_daily(table, "daily.return")
    chair = table.chairs[seat]
    name = name_for_seat(chair.name, [name for k, name in table.names.items() if k != seat])
    return [deeds.Seated(seat, name, person, local=chair.local, moved=True, face=chair.face)]


def leave(table: Table, person: str | None, seat: int) -> list[Deed]:
    """Get up, or be removed by the host. During the game a bot plays on; for good if the host wants it."""
    _check_seat(table, seat)
    check_changes(table)
    chair = table.chairs[seat]
    own = seat in table.seats_of(person)
    if not own:
        _check_host(table, person)
    if table.status == "playing":
        _check_not_daily(table, "daily.stand_in")
        if not own:
            return [] if chair.bot else [_seated_bot(table, seat, DEFAULT_LEVEL)]
        return [] if chair.left else [_standing_in(table, seat, left=True)]
    check_status(table, "open")
    return _opened(table, seat)


def change(table: Table, person: str | None, seat: int, bot: str | None) -> list[Deed]:
    """The host opens a seat, or gives it to a bot."""
    _check_seat(table, seat)
    check_changes(table)
    _check_host(table, person)
    check_status(table, "open")
    if bot is None:
        return _opened(table, seat)
    _check_not_dealing(table)
    return [] if table.chairs[seat].bot == bot else [_seated_bot(table, seat, bot)]


def _seated_bot(table: Table, seat: int, bot: str, name: str | None = None) -> Deed:
    name = name or next(bot_names(table.names.values()))
    return deeds.bot_seated(table.game, table.plan.players, seat, name, bot)


def _standing_in(table: Table, seat: int, left: bool = False) -> Deed:
    return deeds.bot_standing_in(table.game, table.plan.players, seat, left=left)


def _opened(table: Table, seat: int) -> list[Deed]:
    chair = table.chairs[seat]
    _check_not_dealing(table)
    return [] if chair.kind == "open" else [deeds.Vacated(seat, chair.name)]


def start(table: Table, person: str | None, gather: bool = False) -> list[Deed]:
    """Deal, with bots on the seats that are still open; with `gather` wait a moment for the numbers of people first."""
    _check_host(table, person)
    if table.status == "playing" or (gather and table.dealing is not None):
        return []
    check_status(table, "open")
    free = [seat for seat, chair in enumerate(table.chairs) if chair.kind == "open"]
    bots = zip(free, bot_names(table.names.values()), strict=False)
    seated = [_seated_bot(table, seat, DEFAULT_LEVEL, name) for seat, name in bots]
    begins = deeds.Gathering() if gather and waits_for_numbers(table) else _started(table)
    return [*seated, begins]


def waits_for_numbers(table: Table) -> bool:
    """Whether there is anybody whose number can still come before the deal."""
    return table.plan.secret is not None and bool(table.awaited)


def _started(table: Table) -> Deed:
    return deeds.Started(table.dealt().first)


def contribute(table: Table, person: str | None, number: str) -> list[Deed]:
    """Add a number of one's own to what the deal follows from; the last one that is waited for lets it begin."""
    if table.plan.secret is None:
        refuse("conflict", "deal.unchecked")
    own = table.seats_of(person)
    if not own:
        refuse("forbidden", "seat.none")
    added = [known for seat, known in table.contributions if seat in own]
    if number in added:
        return []
    check_status(table, "open")
    check_changes(table)
    if added:
        refuse("conflict", "deal.twice")
    following = table.with_contribution(own[0], number)
    begins = [_started(following)] if table.dealing is not None and not following.awaited else []
    return [deeds.Contributed(own[0], number), *begins]


def close(table: Table, person: str | None) -> list[Deed]:
    """End the table before its game has ended."""
    _check_host(table, person)
    if table.status == "over":
        refuse("conflict", "table.over")
    return [] if table.status == "closed" else [deeds.Closed()]


def close_by_server(table: Table) -> list[Deed]:
    """The host of the server ends any table before its game has ended."""
    if table.status == "over":
        refuse("conflict", "table.over")
    return [] if table.status == "closed" else [deeds.Closed(by_server=True)]


def leave_for_good(table: Table, person: str) -> list[Deed]:
    """Let nobody wait for somebody who may no longer come.

    Bots play for them; before the game they get up, and a table that only they could start is closed.
    """
    if table.plan.daily is not None or table.lesson is not None:
        return []
    own = table.seats_of(person)
    if table.status == "playing":
        return [_standing_in(table, seat, left=True) for seat in own if not table.chairs[seat].left]
    if table.status != "open":
        return []
    if table.dealing is not None:
        return [_seated_bot(table, seat, DEFAULT_LEVEL, table.chairs[seat].name) for seat in own]
    if table.is_host(person):
        return [deeds.Closed(by_server=True)]
    return [deeds.Vacated(seat, table.chairs[seat].name) for seat in own]


def stand_in(table: Table, person: str | None, seat: int, here: Collection[str | None]) -> list[Deed]:
    """Let a bot play for a person: for the asker, or, if the host asks, for somebody who is not here."""
    _check_seat(table, seat)
    check_changes(table)
    check_status(table, "playing")
    _check_not_daily(table, "daily.stand_in")
    chair = table.chairs[seat]
    if seat not in table.seats_of(person):
        _check_host(table, person)
        if chair.person and chair.person in here:
            refuse("conflict", "stand_in.here", player=chair.name)
    return [] if chair.player else [_standing_in(table, seat)]


def back(table: Table, person: str | None, seat: int) -> list[Deed]:
    """Take one's seat back from the bot that plays there."""
    check_own(table, person, seat)
    check_changes(table)
    check_status(table, "playing")
    return [deeds.HandedBack(seat)] if table.chairs[seat].stand_in else []


def return_to_seats(table: Table, person: str | None) -> list[Deed]:
    """Give a person who is back the seats that bots held meanwhile; whoever left on purpose has to ask."""
    if person is None or table.status != "playing":
        return []
    held = [seat for seat in table.seats_of(person) if table.chairs[seat].stand_in and not table.chairs[seat].left]
    return [deeds.HandedBack(seat) for seat in held]


def overdue(table: Table, moment: float) -> list[Deed]:
    """What happens once a time is up: cards are dealt, or a bot plays for whoever has not moved."""
    if table.deadline is None or moment < table.deadline:
        return []
    return [_started(table)] if table.status == "open" else [_standing_in(table, table.turn)]


def check_rematch(table: Table, person: str | None) -> None:
    """Refuse a rematch of a game that goes on, or that the asker did not play."""
    if not (table.seats_of(person) or table.is_host(person)):
        refuse("forbidden", "rematch.strangers")
    _check_not_daily(table, "daily.rematch")
    if table.status != "over":
        refuse("conflict", "rematch.early")
    if table.lesson is not None:
        refuse("conflict", "lesson.rematch")


def _check_seat(table: Table, seat: int) -> None:
    if not 0 <= seat < table.plan.players:
        refuse("unknown", "seat.unknown_here", seat=seat, high=table.plan.players - 1)


def _check_not_dealing(table: Table) -> None:
    """Refuse to open or change a seat in the moment before the deal: all must be taken then."""
    if table.dealing is not None:
        refuse("conflict", "deal.begun")


def _check_not_daily(table: Table, key: str) -> None:
    """Refuse what is not allowed at the deal of the day."""
    if table.plan.daily is not None:
        refuse("forbidden", key)


def _check_host(table: Table, person: str | None) -> None:
    if not table.is_host(person):
        refuse("forbidden", "host.only")
