"""What a viewer is sent: made from the game's own functions for his seat, in his language, as JSON."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

import orjson

from quatuor.core.game import SPECTATOR, Event, Game
from quatuor.core.log import sentence
from quatuor.core.texts import Language, player
from quatuor.play.outcome import capitalised, outcome
from quatuor.play.playthrough import plain_text
from quatuor.server import clock
from quatuor.server.byte_cache import ByteCache
from quatuor.server.http.payment import Pay, free
from quatuor.server.live.live_table import LiveTable
from quatuor.server.table import deeds
from quatuor.server.table.deeds import Entry
from quatuor.server.table.moves import may_undo
from quatuor.server.table.standing import Standing, Told, legal_actions
from quatuor.server.table.table import REMEMBERED, Table
from quatuor.server.texts import TEXTS

Names = Mapping[int, str]
Json = dict[str, Any]

# What was told of tables from their beginning, for whichever viewpoint: some hundred games.
_STORY_BYTES = 16_000_000
# What a drawing costs to make, in milliseconds, and how wide it is: as wide as the terminal that the games draw for.
DRAWING_MS = 25
_COLUMNS = 80
# What an entry costs to tell once its move is no longer remembered, in milliseconds.
_ENTRY_MS = 0.05

_stories: ByteCache[tuple[object, ...]] = ByteCache(_STORY_BYTES)


class Viewpoint(NamedTuple):
    """Who looks on: as whom, from which seat, in which language."""

    person: str | None
    seat: int
    language: Language


def update(live: LiveTable, after: int, viewpoint: Viewpoint, answered: Sequence[int] = (), pay: Pay = free) -> bytes:
    """An Update: what happened since the entry that the viewer has seen, and how things stand now.

    `answered` are the viewer's own requests that it answers, by the numbers he gave them. What must be told again
    from the beginning of the game is paid for.
    """
    table = live.table
    if after >= table.index:
        items = b"[]"
    elif table.index - after <= REMEMBERED:
        items = live.made_once(
            ("items", after, viewpoint.seat, viewpoint.language), lambda: _json(items_after(table, after, viewpoint))
        )
    else:
        items = b"[%b]" % _story(live, viewpoint, pay).split(b"\n", after + 1)[-1].removesuffix(b",\n")
    return b'{"items":%b,"snapshot":%b,"answers":%b}' % (items, snapshot(live, viewpoint), _json(answered))


def _story(live: LiveTable, viewpoint: Viewpoint, pay: Pay) -> bytes:
    """All Items of a table, a line for each: what was told once is not told again for each entry to begin after."""
    table = live.table
    # Nothing else changes what was told: entries stay, also those of moves that were taken back.
    key = (live.number, viewpoint.seat, viewpoint.language, *table.names.items())
    story = _stories.get(key) or b""
    told = story.count(b"\n")
    if told <= table.index:
        if table.index - told >= REMEMBERED:
            pay(1 + int(len(table.entries) * _ENTRY_MS))
        story += b"".join(_json(item) + b",\n" for item in items_after(table, told - 1, viewpoint))
        _stories.put(key, story)
    return story


def snapshot(live: LiveTable, viewpoint: Viewpoint) -> bytes:
    """A Snapshot: all that the viewer may know now."""
    table = live.table
    info = table_info(live, viewpoint)
    stand = live.made_once(("position", viewpoint.seat, viewpoint.language), lambda: _standing_now(table, viewpoint))
    return b'{"table":%b,"index":%d,"deadline":%b,%b}' % (info, table.index, _deadline(table), stand)


def _standing_now(table: Table, viewpoint: Viewpoint) -> bytes:
    """The part of a snapshot that depends on the seat and the language alone."""
    seen: Json | None = None
    result: Json | None = None
    if table.standing is not None:
        state, names = table.standing.state, table.names
        seen = position(table.game, state, viewpoint.seat, viewpoint.language, names, table.plan.options)
        result = outcome_of(table.game, seen["view"], viewpoint.seat, viewpoint.language, names, table.plan.options)
        if table.status == "closed":
            seen["legal"] = []
            seen["prompt"] = TEXTS.say(viewpoint.language, "prompt.closed")
    rest = {
        "position": seen,
        "outcome": result,
        "undo": viewpoint.seat != SPECTATOR and may_undo(table, viewpoint.seat),
    }
    return _json(rest)[1:-1]


def _deadline(table: Table) -> bytes:
    """When a bot takes the seat to play, by the time of day as it is now: between two messages that may be set anew."""
    moment = table.deadline
    return b"null" if moment is None else _json(clock.time_of(moment))


def table_info(live: LiveTable, viewpoint: Viewpoint) -> bytes:
    """A TableInfo."""
    table = live.table
    viewer = viewpoint.person if viewpoint.person in live.insiders else None  # all others see the same
    lasting = live.made_for_long((viewer, viewpoint.language), lambda: _json(_lasting_info(table, viewpoint))[:-1])
    rematch = b"null" if table.rematch is None else b'"%b"' % table.rematch.encode()
    winners = _json(table.winners)
    moving = (table.status.encode(), table.turn, winners, table.moves, _json(table.touched), rematch, live.presence)
    moved = b',"status":"%b","turn":%d,"winners":%b,"moves":%d,"touched":%b,"rematch":%b,"presence":%b}' % moving
    return lasting + moved


def _lasting_info(table: Table, viewpoint: Viewpoint) -> Json:
    """The part of a TableInfo that neither a move changes nor who comes and goes."""
    plan, person = table.plan, viewpoint.person
    return {
        "id": plan.id,
        "game": plan.game,
        "title": table.game.texts.say(viewpoint.language, "title"),
        "players": plan.players,
        "options": plan.options,
        "public": plan.public,
        "spectators": plan.spectators,
        "turn_seconds": plan.turn_seconds,
        "pace_ms": plan.pace_ms,
        "hints": plan.hints,
        "private_choices": table.game.choices_are_private(plan.options),
        "first": table.first,
        "seats": [
            {
                "seat": seat,
                "kind": chair.kind,
                "name": chair.name,
                "bot": chair.bot,
                "you": person is not None and chair.person == person,
                "local": chair.local,
                "stand_in": chair.stand_in is not None,
            }
            for seat, chair in enumerate(table.chairs)
        ],
        "host": table.is_host(person),
        "yours": table.seats_of(person),
        "created": plan.created,
    }


def position(
    game: Game, state: Any, seat: int, language: Language, names: Names, options: Mapping[str, Any], legal: bool = True
) -> Json:
    """A Position: the game as a seat sees it; in a replay nothing is to be done."""
    view = game.view(state, seat)
    return {
        "seat": seat,
        "turn": view["turn"],
        "view": view,
        "aids": game.aids(state, seat),
        "legal": legal_moves(game, state, seat, language) if legal and view["turn"] == seat else [],
        "prompt": _prompt(game, view, seat, language, names, options),
    }


def drawing(game: Game, view: Json, aids: Json, language: Language, names: Names) -> bytes:
    """What a seat sees, drawn as text as in a terminal."""
    return _json(plain_text(game.draw(view | {"names": names}, aids, language), _COLUMNS))


def preview(table: Table, standings: Sequence[Standing], moves: Sequence[str], viewpoint: Viewpoint) -> Json:
    """A Preview: the game as a seat would see it after moves that nothing is written of.

    `standings` is how it would stand before the first of them and after each.
    """
    game, names = table.game, table.names
    events: list[Json] = []
    for (before, after), move in zip(pairwise(standings), moves, strict=True):
        seen = game.tell(before.state, game.parse(move), after.state, viewpoint.seat)
        events += told_events(game, seen, after.state, viewpoint.seat, viewpoint.language, names)
    return position(game, standings[-1].state, viewpoint.seat, viewpoint.language, names, table.plan.options) | {
        "events": events
    }


def legal_moves(game: Game, state: Any, seat: int, language: Language) -> list[Json]:
    """The legal moves in the game's own order, each with its label."""
    if seat == SPECTATOR:
        return []
    moves = [game.text(action) for action in legal_actions(game, state)]
    if game.describe_move is None:
        return [{"move": move, "label": _label(game, language, move)} for move in moves]
    return [{"move": move, "label": game.describe_move(state, seat, move, language)} for move in moves]


@lru_cache(10_000)
def _label(game: Game, language: Language, move: str) -> str:
    return game.texts.move(language, move)


def _prompt(game: Game, view: Json, seat: int, language: Language, names: Names, options: Mapping[str, Any]) -> str:
    """What is expected now, in one sentence; at the end, who won."""
    if view["result"] is not None:
        result = view["result"]
        return " ".join(outcome(game, options, result["scores"], result["winners"], language, names, seat))
    if view["turn"] == seat:
        return game.texts.say(language, f"prompt.{view['phase']}", **view["prompt"])
    return TEXTS.say(language, "prompt.wait", player=player(language, view["turn"], names))


def outcome_of(
    game: Game, view: Json, seat: int, language: Language, names: Names, options: Mapping[str, Any]
) -> Json | None:
    """An Outcome, None before the end."""
    result = view["result"]
    if result is None:
        return None
    said = outcome(game, options, result["scores"], result["winners"], language, names, seat)
    return {key: result[key] for key in ("scores", "winners", "places")} | {"sentence": " ".join(said)}


def items_after(table: Table, after: int, viewpoint: Viewpoint) -> list[Json]:
    """The Items after an entry."""
    names = table.names
    return [_item(table, entry, told, viewpoint, names) for entry, told in table.happened(after)]


def _item(table: Table, entry: Entry, told: Told | None, viewpoint: Viewpoint, names: Names) -> Json:
    deed = entry.deed
    item: Json = {"index": entry.index, "at": entry.at, "kind": deed.kind}
    match deed:
        case deeds.Moved():
            assert told is not None
            events = told_events(
                table.game, told.seen(viewpoint.seat), told.after, viewpoint.seat, viewpoint.language, names
            )
            item["log"] = [event["log"] for event in events]
            item |= {
                "seat": deed.seat,
                "move": deed.move if _known(deed, told, viewpoint.seat) else None,
                "events": events,
            }
        case deeds.Created() | deeds.Closed():
            item["log"] = [TEXTS.say(viewpoint.language, f"log.{deed.kind}")]
        case deeds.Rematch():
            item |= {"log": [TEXTS.say(viewpoint.language, "log.rematch")], "table": deed.table}
        case deeds.Started():
            item |= {"log": [_said("started", deed.first, names, viewpoint)], "first": deed.first}
        case deeds.Seated() | deeds.Vacated():
            key = "moved" if isinstance(deed, deeds.Seated) and deed.moved else deed.kind
            item |= {"log": [_said(key, deed.seat, {deed.seat: deed.name}, viewpoint)], "seat": deed.seat}
        case _:
            item |= {"log": [_said(deed.kind, deed.seat, names, viewpoint)], "seat": deed.seat}
    return item


def _said(key: str, seat: int, names: Names, viewpoint: Viewpoint) -> str:
    """What a seat did, said to the viewer: `log.undo.you` where it is his own."""
    key = f"log.{key}"
    if seat == viewpoint.seat and f"{key}.you" in TEXTS:
        return TEXTS.say(viewpoint.language, f"{key}.you")
    return TEXTS.say(viewpoint.language, key, player=player(viewpoint.language, seat, names))


def _known(deed: deeds.Moved, told: Told, seat: int) -> bool:
    """Whether a viewer may know a move: it says no more than its verb, or he saw all that its mover saw."""
    return seat == deed.seat or " " not in deed.move or told.seen(deed.seat) == told.seen(seat)


def told_events(
    game: Game, events: Sequence[Event], state: Any, seat: int, language: Language, names: Names
) -> list[Json]:
    """What a seat saw happen, each event with its sentence."""
    by_seat = tuple(names.items())
    return [
        {
            "verb": event.verb,
            "seat": event.seat,
            "cards": event.cards,
            "source": event.source,
            "target": event.target,
            "log": _said_once(game, event, language, by_seat, seat)
            if game.name_card is None
            else capitalised(sentence(game, event, state, language, names, seat)),
        }
        for event in events
    ]


@lru_cache(20_000)
def _said_once(game: Game, event: Event, language: Language, names: tuple[tuple[int, str], ...], seat: int) -> str:
    """The sentence of an event, which in most games depends on the event alone: much happens again and again."""
    return capitalised(sentence(game, event, None, language, dict(names), seat))


def _json(value: Any) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_SERIALIZE_NUMPY | orjson.OPT_NON_STR_KEYS)
