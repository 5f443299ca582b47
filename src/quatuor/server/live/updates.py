"""What a viewer is sent, as JSON: each part is made once for all who may see the same."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Any

import numpy as np
import orjson
from cachetools import LRUCache

from quatuor.core.game import SPECTATOR, Game
from quatuor.core.state import readable
from quatuor.core.texts import Language
from quatuor.play.playthrough import Playthrough
from quatuor.server import clock
from quatuor.server.live.live_table import LiveTable, Viewer
from quatuor.server.live.registry import Tables
from quatuor.server.rate_limits import Charge, no_charge
from quatuor.server.table import views
from quatuor.server.table.table import REMEMBERED, Table
from quatuor.server.table.views import Json, Viewpoint

# The whole histories of tables, from whichever viewpoint: some hundred games.
_HISTORY_BYTES = 16_000_000
# So many entries are told at once; more would keep everybody waiting for too long.
_AT_ONCE = 200
# What an entry costs to tell once its move is no longer remembered, in milliseconds.
_ENTRY_MS = 0.05
# What a drawing and an observation cost to make, in milliseconds.
DRAWING_MS, OBSERVATION_MS = 25, 1

# The parts of a Position of which only what has changed is sent; all else is sent whole.
_PARTS = ("view", "aids")

_histories: LRUCache[tuple[object, ...], bytes] = LRUCache(_HISTORY_BYTES, getsizeof=len)


async def update_in_turn(
    tables: Tables,
    live: LiveTable,
    after: int,
    viewpoint: Viewpoint,
    answered: Sequence[int] = (),
    charge: Charge = no_charge,
) -> bytes:
    """The same as `update`; what is long in it is made beside the loop."""
    history = await long_history(tables, live, after, viewpoint, charge)
    return update(live, after, viewpoint, answered, charge, history)


def update(
    live: LiveTable,
    after: int,
    viewpoint: Viewpoint,
    answered: Sequence[int] = (),
    charge: Charge = no_charge,
    history: bytes = b"",
) -> bytes:
    """An Update: what happened since the entry that the viewer has seen, and how things stand now.

    `answered` are the viewer's own requests that it answers, by the numbers they gave them. What must be told again
    from the beginning of the game is paid for. `history` is what `long_history` has made of it.
    """
    items = _items(live, after, viewpoint, charge, history)
    return b'{"items":%b,"snapshot":%b,"answers":%b}' % (items, snapshot(live, viewpoint), _json(answered))


def news(
    live: LiveTable, viewer: Viewer, viewpoint: Viewpoint, charge: Charge = no_charge, history: bytes = b""
) -> bytes:
    """What a viewer is sent on their socket: an Update, or only the Changes since what they were told before."""
    items = _items(live, viewer.seen, viewpoint, charge, history)
    changes = _changes(live, viewer, viewpoint) if viewer.changes else None
    answers = _json(viewer.answered) if viewer.answered else b"[]"
    viewer.needs_update, viewer.answered, viewer.seen = False, [], live.table.index
    if changes is not None:
        return b'{"items":%b,"changes":%b,"answers":%b}' % (items, changes, answers)
    if viewer.changes:
        viewer.told_game, viewer.told_info = _game(live, viewpoint), _stable_info(live, viewpoint)
    return b'{"items":%b,"snapshot":%b,"answers":%b}' % (items, snapshot(live, viewpoint), answers)


def _items(live: LiveTable, after: int, viewpoint: Viewpoint, charge: Charge, history: bytes) -> bytes:
    table = live.table
    if after >= table.index:
        return b"[]"
    if table.index - after <= REMEMBERED:
        return live.cached(
            ("items", after, viewpoint.seat, viewpoint.language),
            lambda: _json(list(views.items_after(table, after, viewpoint))),
        )
    return b"[%b]" % _history(live, viewpoint, charge, history).split(b"\n", after + 1)[-1].removesuffix(b",\n")


def _history(live: LiveTable, viewpoint: Viewpoint, charge: Charge, known: bytes) -> bytes:
    """All Items of a table, one per line: cached, so that each is made once, whichever entry a viewer begins after."""
    table = live.table
    history = known or _histories.get(_key(live, viewpoint)) or b""
    told = history.count(b"\n")
    if told <= table.index:
        if table.index - told >= REMEMBERED:
            charge(_cost(table))
        items = views.items_after(table, told - 1, viewpoint)
        while piece := _lines(items):
            history += piece
        _remember(live, viewpoint, history)
    return history


def is_long(live: LiveTable, after: int, viewpoint: Viewpoint) -> bool:
    """Whether so much is to be told since an entry that `long_history` has to make it."""
    if live.table.index - after <= REMEMBERED:
        return False
    return live.table.index - (_histories.get(_key(live, viewpoint)) or b"").count(b"\n") >= _AT_ONCE


async def long_history(
    tables: Tables, live: LiveTable, after: int, viewpoint: Viewpoint, charge: Charge = no_charge
) -> bytes:
    """The history of a table up to now, where it would stop the loop for long: made in pieces, in another thread."""
    if not is_long(live, after, viewpoint):
        return b""
    history = b""
    async with live.history_lock:
        while is_long(live, after, viewpoint) and not history:
            table, key = live.table, _key(live, viewpoint)
            charge(_cost(table))
            items, pieces = views.items_after(table, -1, viewpoint), []
            while piece := await tables.in_turn(partial(_lines, items)):
                pieces.append(piece)
            # Somebody else may have taken a seat meanwhile: then it is told anew.
            if key == _key(live, viewpoint):
                _remember(live, viewpoint, history := b"".join(pieces))
    return history


def _key(live: LiveTable, viewpoint: Viewpoint) -> tuple[object, ...]:
    """What a history depends on. Nothing else changes what was told: entries stay, also of moves taken back."""
    you = views.reader(live.table, viewpoint.seat)
    return live.number, viewpoint.seat, you, viewpoint.language, *live.table.names.items()


def _cost(table: Table) -> int:
    return 1 + int(len(table.entries) * _ENTRY_MS)


def _lines(items: Iterator[Json]) -> bytes:
    """Some more items, one per line."""
    return b"".join(_json(item) + b",\n" for item in islice(items, _AT_ONCE))


def _remember(live: LiveTable, viewpoint: Viewpoint, history: bytes) -> None:
    with suppress(ValueError):  # it alone is larger than the cache
        _histories[_key(live, viewpoint)] = history


def drawing(game: Game, state: Any, seat: int, language: Language, names: Mapping[int, str]) -> bytes:
    """What a seat sees of a state, drawn as text."""
    return _json(views.drawing(game, game.view(state, seat), game.aids(state, seat), language, names))


def observation(table: Table, play: Playthrough, seat: int) -> bytes:
    """An Observation: what a seat knows of the table's game now, as numbers."""
    game = table.game
    numbers = np.zeros(game.observation.size, np.int8)
    game.observe(readable(play.state).record, seat, numbers)
    to_play = seat != SPECTATOR and table.turn == seat
    legal = play.legal_actions if to_play else []
    return _json(
        {
            "index": table.index,
            "seat": seat,
            "turn": table.turn,
            "version": game.observation.version,
            "numbers": numbers,
            "legal": [{"action": action, "move": game.text(action)} for action in legal],
        }
    )


def snapshot(live: LiveTable, viewpoint: Viewpoint) -> bytes:
    """A Snapshot: all that the viewer may know now."""
    game = live.cached(("snapshot", viewpoint.seat, viewpoint.language), lambda: _json(_game(live, viewpoint))[1:-1])
    return b'{"table":%b,%b,%b}' % (table_info(live, viewpoint), _now(live), game)


def table_info(live: LiveTable, viewpoint: Viewpoint) -> bytes:
    """A TableInfo."""
    return b"%b,%b}" % (_stable_info(live, viewpoint), _changing_info(live))


def _changes(live: LiveTable, viewer: Viewer, viewpoint: Viewpoint) -> bytes | None:
    """Changes since what a viewer was told last; None where they must be told everything."""
    told, now = viewer.told_game, _game(live, viewpoint)
    if told is None:
        return None
    # All who were told the same share this. What they were told is kept with it: no other object can have its id.
    _, game = live.cached(
        ("changes", viewpoint.seat, viewpoint.language, id(told)), lambda: (told, _changed_game(told, now))
    )
    if game is None:
        return None
    info = _stable_info(live, viewpoint)
    table = b"{%b}" % _changing_info(live) if info is viewer.told_info else b"%b,%b}" % (info, _changing_info(live))
    viewer.told_game, viewer.told_info = now, info
    return b'{"table":%b,%b,%b}' % (table, _now(live), game)


def _changed_game(told: Json, now: Json) -> bytes | None:
    """What is new in the part of a Snapshot that depends on the seat and the language; None if that is all of it."""
    before, after = told["position"], now["position"]
    changed = {key: value for key, value in now.items() if key != "position"}
    if after is not before:
        if before is None or after is None:
            return None
        parts = {key: value for key, value in after.items() if key not in _PARTS and value != before[key]}
        for name in _PARTS:
            old, new = before[name], after[name]
            # The fields of a game come in one order: to compare them as lists is quicker than as sets.
            if [*old] != [*new]:
                return None
            parts[name] = {key: value for key, value in new.items() if value is not old[key] and value != old[key]}
        changed["position"] = parts
    return _json(changed)[1:-1]


def _game(live: LiveTable, viewpoint: Viewpoint) -> Json:
    """The part of a Snapshot that depends on the seat and the language alone."""
    key = ("game", viewpoint.seat, viewpoint.language)
    return live.cached(key, lambda: views.game_now(live.table, viewpoint))


def _now(live: LiveTable) -> bytes:
    """The part of a Snapshot that says where the game is, and until when: the same for everybody."""
    deadline = live.table.deadline
    # As the time of day is set now: that may change between two messages.
    moment = b"null" if deadline is None else _json(clock.time_of(deadline))
    return b'"index":%d,"deadline":%b' % (live.table.index, moment)


def _stable_info(live: LiveTable, viewpoint: Viewpoint) -> bytes:
    """The beginning of a TableInfo, which moves do not change."""
    viewer = viewpoint.person if viewpoint.person in live.insiders else None  # all others see the same
    return live.cached_through_moves(
        (viewer, viewpoint.language), lambda: _json(views.stable_info(live.table, viewpoint))[:-1]
    )


def _changing_info(live: LiveTable) -> bytes:
    """The rest of a TableInfo: the same for everybody."""
    changing = live.cached(("info",), lambda: _json(views.changing_info(live.table))[1:-1])
    return b'%b,"presence":%b' % (changing, live.presence)


def _json(value: Any) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_SERIALIZE_NUMPY | orjson.OPT_NON_STR_KEYS)
