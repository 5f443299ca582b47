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
from quatuor.core.shared_parts import WithShared
from quatuor.core.state import readable
from quatuor.core.texts import Language
from quatuor.play.playthrough import Playthrough
from quatuor.server import clock
from quatuor.server.live.live_table import LiveTable, Viewer
from quatuor.server.live.registry import Tables
from quatuor.server.rate_limits import Charge, no_charge
from quatuor.server.table import views
from quatuor.server.table.seats import check_view_seat
from quatuor.server.table.table import REMEMBERED, Table
from quatuor.server.table.views import Json, Viewpoint

# The whole histories of tables, from whichever viewpoint: some hundred games.
_HISTORY_BYTES = 16_000_000
# So many entries are told at once, and games of fewer are played once more for what is not remembered: more would keep
# everybody waiting for too long.
_AT_ONCE = 200
# How often a long history is made for somebody while the game goes on.
_MOST_TRIES = 3
# What an entry costs to tell once its move is no longer remembered, in milliseconds.
_ENTRY_MS = 0.05
# What a drawing and an observation cost to make, in milliseconds.
DRAWING_MS, OBSERVATION_MS = 25, 1

# The fields of a Position beside `view` and `aids`, of which only the fields that have changed are sent.
_REST = ("seat", "turn", "legal", "prompt")

_histories: LRUCache[tuple[object, ...], bytes] = LRUCache(_HISTORY_BYTES, getsizeof=len)


class _Common:
    """What everybody is shown of a table as it is now."""

    __slots__ = ("info", "shared")

    def __init__(self, table: Table) -> None:
        self.info = _json(views.changing_info(table))[1:-1]  # the rest of a TableInfo
        # What has changed of a view or of aids, by the id of what was told before, which is kept with it: so no other
        # object can have its id.
        self.shared: dict[int, tuple[Mapping[str, Any], Json | None]] = {}


class _Shown:
    """What a viewpoint is shown of a table as it is now: each part is made when somebody needs it first."""

    __slots__ = ("changes", "common", "game", "items", "whole")

    def __init__(self, game: Json, common: _Common) -> None:
        self.game = game  # the part of a Snapshot that depends on the seat and the language alone
        self.common = common
        self.whole: bytes | None = None  # the same as JSON, without its braces
        self.items: dict[int, bytes] = {}  # by the entry that they follow
        self.changes: dict[int, tuple[Json, bytes | None]] = {}  # by the id of what was told before, kept with them


def _shown(live: LiveTable, viewpoint: Viewpoint) -> _Shown:
    key = viewpoint[1:]
    shown: _Shown | None = live.cache.get(key)
    if shown is None:
        shown = live.cache[key] = _Shown(views.game_now(live.table, viewpoint), _common(live))
    return shown


def _common(live: LiveTable) -> _Common:
    common: _Common | None = live.cache.get(())
    if common is None:
        common = live.cache[()] = _Common(live.table)
    return common


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
    check_view_seat(live.table, viewpoint.person, viewpoint.seat)  # it may have gone to another device meanwhile
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
    answers = b"[]"
    if viewer.answered:
        answers, viewer.answered = _json(viewer.answered), []
    viewer.needs_update, viewer.seen = False, live.table.index
    if changes is not None:
        return b'{"items":%b,"changes":%b,"answers":%b}' % (items, changes, answers)
    if viewer.changes:
        viewer.told_game, viewer.told_info = _shown(live, viewpoint).game, live.seating
    return b'{"items":%b,"snapshot":%b,"answers":%b}' % (items, snapshot(live, viewpoint), answers)


def _items(live: LiveTable, after: int, viewpoint: Viewpoint, charge: Charge, history: bytes) -> bytes:
    table = live.table
    missed = table.index - after
    if missed <= 0:
        return b"[]"
    if missed > REMEMBERED:
        return b"[%b]" % _history(live, viewpoint, charge, history).split(b"\n", after + 1)[-1].removesuffix(b",\n")
    items = _shown(live, viewpoint).items
    found = items.get(after)
    if found is None:
        found = items[after] = _json(list(views.items_after(table, after, viewpoint)))
    return found


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


def is_long(live: LiveTable, after: int, viewpoint: Viewpoint, known: bytes = b"") -> bool:
    """Whether a long game has to be played once more for what is to be told since an entry: see `long_history`."""
    index = live.table.index
    if index < _AT_ONCE or index - after <= REMEMBERED:
        return False
    return index - (known or _histories.get(_key(live, viewpoint)) or b"").count(b"\n") >= REMEMBERED


async def long_history(
    tables: Tables, live: LiveTable, after: int, viewpoint: Viewpoint, charge: Charge = no_charge
) -> bytes:
    """The history of a table up to now, where it would stop the loop for long: made in pieces, in another thread."""
    if not is_long(live, after, viewpoint):
        return b""
    history = b""
    async with live.history_lock:
        for _ in range(_MOST_TRIES):
            if not is_long(live, after, viewpoint, history):
                break
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
    shown = _shown(live, viewpoint)
    if shown.whole is None:
        shown.whole = _json(shown.game)[1:-1]
    return b'{"table":%b,%b,%b}' % (table_info(live, viewpoint), _now(live), shown.whole)


def table_info(live: LiveTable, viewpoint: Viewpoint) -> bytes:
    """A TableInfo."""
    return b'%b,%b,"presence":%b}' % (_stable_info(live, viewpoint), _common(live).info, live.presence)


def _changes(live: LiveTable, viewer: Viewer, viewpoint: Viewpoint) -> bytes | None:
    """Changes since what a viewer was told last; None where they must be told everything."""
    told, shown = viewer.told_game, _shown(live, viewpoint)
    if told is None:
        return None
    found = shown.changes.get(id(told))
    if found is None:
        found = shown.changes[id(told)] = told, _changed_game(told, shown.game, shown.common)
    if found[1] is None:
        return None
    opening = b"{" if viewer.told_info is live.seating else b"%b," % _stable_info(live, viewpoint)
    viewer.told_game, viewer.told_info = shown.game, live.seating
    return b'{"table":%b%b,"presence":%b},%b,%b}' % (opening, shown.common.info, live.presence, _now(live), found[1])


def _changed_game(told: Json, now: Json, common: _Common) -> bytes | None:
    """What is new in the part of a Snapshot that depends on the seat and the language; None if that is all of it."""
    before, after = told["position"], now["position"]
    changed = now.copy()
    if after is before:
        del changed["position"]
    elif before is None or after is None:
        return None
    else:
        view = _changed_part(before["view"], after["view"], common)
        aids = _changed_part(before["aids"], after["aids"], common)
        if view is None or aids is None:
            return None
        parts = changed["position"] = {"view": view, "aids": aids}
        for name in _REST:
            if after[name] != before[name]:
                parts[name] = after[name]
    return _json(changed)[1:-1]


def _changed_part(before: Json, after: Json, common: _Common) -> Json | None:
    """The fields of a view or of aids that have changed; None where there are others than before.

    What everybody sees is compared once for all who were told the same.
    """
    if not (isinstance(before, WithShared) and isinstance(after, WithShared)):
        return _changed_fields(before, after)
    told = before.shared
    found = common.shared.get(id(told))
    if found is None:
        found = common.shared[id(told)] = told, _changed_fields(told, after.shared)
    own = _changed_fields(before.own, after.own)
    return None if found[1] is None or own is None else {**found[1], **own}


def _changed_fields(before: Mapping[str, Any], after: Mapping[str, Any]) -> Json | None:
    """The fields that have changed; None where there are others than before."""
    # The fields of a game come in one order: to compare them as lists is quicker than as sets.
    if [*before] != [*after]:
        return None
    return {key: value for key, value in after.items() if value is not before[key] and value != before[key]}


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


def _json(value: Any) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_SERIALIZE_NUMPY)
