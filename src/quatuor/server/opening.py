"""Opening a table: what a person asked for, checked, as a plan and the first entries."""

import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from quatuor.core.errors import Language
from quatuor.core.game import Game
from quatuor.core.texts import player
from quatuor.games import find_game
from quatuor.server import clock
from quatuor.server import entries as deeds
from quatuor.server.entries import Deed
from quatuor.server.naming import bot_names, new_id
from quatuor.server.people import Person, clean_name
from quatuor.server.problems import refuse
from quatuor.server.protocol import NewTable
from quatuor.server.seating import seat_bot
from quatuor.server.table import Plan, Table


def plan_of(wanted: NewTable, host: Person) -> Plan:
    """The plan of a new table; refused where the game does not take it so."""
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
        seed=secrets.randbits(64),
        first=wanted.first,
        host=host.id,
        public=wanted.public,
        spectators=wanted.spectators,
        turn_seconds=wanted.turn_seconds,
        pace_ms=wanted.pace_ms,
        hints=wanted.hints,
        created=clock.wall(),
    )


def checked_options(game: Game, players: int, given: Mapping[str, Any]) -> dict[str, Any]:
    """The options, checked. A deck comes as its cards: a text would name a file of the server."""
    for option in game.options:
        value = given.get(option.name)
        if option.kind.form == "deck" and not (value is None or isinstance(value, list | dict)):
            refuse("bad_request", "deck.refused")
    return game.read_options(players, given)


def first_deeds(wanted: NewTable, plan: Plan, host: Person, language: Language) -> list[Deed]:
    """What happens as the table opens: who sits down at once and, if so wished, the deal."""
    assert host.name is not None
    if sum(seat.kind == "me" for seat in wanted.seats) > 1:
        refuse("bad_request", "seats.me_twice")
    names = bot_names({host.name, *(seat.name for seat in wanted.seats if seat.name)})
    seated: list[Deed] = []
    for k, seat in enumerate(wanted.seats):
        if seat.kind == "me":
            seated.append(deeds.Seated(k, host.name, host.id))
        elif seat.kind == "local":
            name = clean_name(seat.name) if seat.name else player(language, k)
            seated.append(deeds.Seated(k, name, host.id, local=True))
        elif seat.kind == "bot" or wanted.start:
            name = clean_name(seat.name) if seat.name else next(names)
            seated.append(deeds.Seated(k, name, bot=seat_bot(seat.bot)))
    return [deeds.Created(), *seated, *([_deal(plan)] if wanted.start else [])]


def _deal(plan: Plan) -> deeds.Started:
    return deeds.Started(int(Table(plan).deal().state.first))


def rematch_of(table: Table) -> tuple[Plan, list[Deed]]:
    """The same people and settings once more; the next seat starts. For who was away a bot still plays."""
    assert table.first is not None
    first = (table.first + 1) % table.plan.players
    plan = replace(table.plan, id=new_id(), seed=secrets.randbits(64), first=first, created=clock.wall())
    seated = [
        deeds.Seated(seat, chair.name, chair.person, chair.bot, chair.local) for seat, chair in enumerate(table.chairs)
    ]
    away = [
        deeds.StandIn(seat, chair.stand_in, chair.left) for seat, chair in enumerate(table.chairs) if chair.stand_in
    ]
    return plan, [deeds.Created(), *seated, _deal(plan), *away]
