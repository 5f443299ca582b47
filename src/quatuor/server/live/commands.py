"""Requests that change tables: each runs a command of the pure table, writes what it answers, and gives the result."""

import secrets
from collections.abc import Sequence

from quatuor.core.texts import Language
from quatuor.games import find_game
from quatuor.server import clock
from quatuor.server.live import updates
from quatuor.server.live.bots import read_bot
from quatuor.server.live.live_table import LiveTable
from quatuor.server.live.registry import Tables
from quatuor.server.people.kept_out import KeptOut, refused
from quatuor.server.people.people import Person
from quatuor.server.rate_limits import Charge, no_charge
from quatuor.server.store import return_links, writes
from quatuor.server.store.database import ConflictError
from quatuor.server.store.queries import lessons_of
from quatuor.server.table import deeds, lesson_table, moves, seats
from quatuor.server.table.lesson_table import find_lesson
from quatuor.server.table.new_table import WantedTable, first_deeds, plan_of, rematch_of
from quatuor.server.table.table import Table
from quatuor.server.table.views import Viewpoint


async def make_moves(
    tables: Tables,
    table_id: str,
    viewpoint: Viewpoint,
    after: int,
    wanted: Sequence[str],
    request: int | None,
    charge: Charge,
) -> bytes:
    """Make moves, all or none; return the Update for the player. Only a repeated request is charged."""
    live = await tables.find(table_id)
    new = await tables.change(live, moves.make_moves, viewpoint.person, viewpoint.seat, after, wanted)
    answered, charge = () if request is None else (request,), no_charge if new else charge
    return await updates.update_in_turn(tables, live, after, viewpoint, answered, charge)


async def take_back(tables: Tables, table_id: str, viewpoint: Viewpoint, after: int, charge: Charge) -> bytes:
    """Take the last move back; return the Update for the player."""
    live = await tables.find(table_id)
    await tables.change(live, moves.undo, viewpoint.person, viewpoint.seat, after)
    return await updates.update_in_turn(tables, live, after, viewpoint, charge=charge)


async def open_table(tables: Tables, wanted: WantedTable, host: Person, language: Language) -> LiveTable:
    """A new table as somebody wants it."""
    tables.check_clocked(wanted.turn_seconds)
    plan = plan_of(wanted, host.id, clock.wall(), secret=_new_secret())
    await tables.warmup.ready(find_game(plan.game))
    return await tables.open(plan, first_deeds(wanted, plan, str(host.name), host.face, language, read_bot))


async def open_lesson(tables: Tables, game: str, host: Person) -> LiveTable:
    """The table of a person's lesson: the one that they have begun, else a new one."""
    lesson = find_lesson(game)
    await tables.warmup.ready(lesson.game)
    # One at a time: whoever asks twice at once gets one table.
    async with tables.opening_lesson:
        begun = await tables.store.read(lambda connection: connection.execute(lessons_of(host.id)).all())
        for row in begun:
            if row.game == game and row.status == "playing" and row.lesson == lesson.digest:
                live = await tables.load_or_none(row.id)
                if live is not None:
                    return live
        plan, first = lesson_table.open_lesson(lesson, host.id, str(host.name), clock.wall())
        return await tables.open(plan, first)


async def begin_scene(tables: Tables, table_id: str, viewpoint: Viewpoint, scene: int, after: int) -> bytes:
    """Go on to the next scene of a lesson; return the Update for the learner."""
    live = await tables.find(table_id)
    await tables.change(live, lesson_table.begin_scene, viewpoint.person, scene)
    return await updates.update_in_turn(tables, live, after, viewpoint)


def _new_secret() -> str:
    """32 bytes that nobody can guess: the cards of a table follow from them."""
    return secrets.token_hex(32)


async def rematch(tables: Tables, kept_out: KeptOut, live: LiveTable, person: str | None, gather: bool) -> LiveTable:
    """The table of the rematch: the one that was opened already, or a new one. Nobody waits for who is kept out."""
    seats.check_rematch(live.table, person)
    async with live.lock:
        while live.table.rematch is None:
            tables.check_clocked(live.table.plan.turn_seconds)
            plan, first = rematch_of(live.table, clock.wall(), _new_secret(), gather)
            opened = Table.of(plan).after(first, at=plan.created, moment=clock.steady())
            try:
                await tables.append(live, [deeds.Rematch(plan.id)], writes.new_table(opened))
            except ConflictError:
                if not await tables.read_on(live):
                    raise
            else:
                tables.add(opened)
    again = await tables.find(str(live.table.rematch))
    for missing in kept_out.people.intersection(chair.person or "" for chair in again.table.chairs):
        await tables.change(again, seats.leave_for_good, missing)
    return again


async def use_return_link(
    tables: Tables, kept_out: KeptOut, live: LiveTable, seat: int, person: str, token: str
) -> None:
    """Move a seat to whoever brings the token of its return link; that of somebody who is kept out has none."""
    async with live.lock:
        while True:
            # Looked for again: somebody else may have used it in the meantime.
            await return_links.find(tables.store, token)
            if live.table.chairs[seat].person in kept_out.people:
                raise refused()
            try:
                await tables.append(live, seats.move_seat(live.table, seat, person))
            except ConflictError:
                if not await tables.read_on(live):
                    raise
            else:
                return
