"""What a viewer is sent, as JSON: each part is made once for all who may see the same."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import numpy as np
import orjson
from cachetools import LRUCache

from quatuor.core.game import SPECTATOR, Game
from quatuor.core.state import readable
from quatuor.core.texts import Language
from quatuor.play.playthrough import Playthrough
from quatuor.server import clock
from quatuor.server.live.live_table import LiveTable
from quatuor.server.rate_limits import Charge, no_charge
from quatuor.server.table import views
from quatuor.server.table.table import REMEMBERED, Table
from quatuor.server.table.views import Viewpoint

# The whole histories of tables, from whichever viewpoint: some hundred games.
_HISTORY_BYTES = 16_000_000
# What an entry costs to tell once its move is no longer remembered, in milliseconds.
_ENTRY_MS = 0.05
# What a drawing and an observation cost to make, in milliseconds.
DRAWING_MS, OBSERVATION_MS = 25, 1

_histories: LRUCache[tuple[object, ...], bytes] = LRUCache(_HISTORY_BYTES, getsizeof=len)


def update(
    live: LiveTable, after: int, viewpoint: Viewpoint, answered: Sequence[int] = (), charge: Charge = no_charge
) -> bytes:
    """An Update: what happened since the entry that the viewer has seen, and how things stand now.

    `answered` are the viewer's own requests that it answers, by the numbers they gave them. What must be told again
    from the beginning of the game is paid for.
    """
    table = live.table
    if after >= table.index:
        items = b"[]"
    elif table.index - after <= REMEMBERED:
        items = live.cached(
            ("items", after, viewpoint.seat, viewpoint.language),
            lambda: _json(views.items_after(table, after, viewpoint)),
        )
    else:
        items = b"[%b]" % _history(live, viewpoint, charge).split(b"\n", after + 1)[-1].removesuffix(b",\n")
    return b'{"items":%b,"snapshot":%b,"answers":%b}' % (items, snapshot(live, viewpoint), _json(answered))


def _history(live: LiveTable, viewpoint: Viewpoint, charge: Charge) -> bytes:
    """All Items of a table, one per line: cached, so that each is made once, whichever entry a viewer begins after."""
    table = live.table
    # Nothing else changes what was told: entries stay, also those of moves that were taken back.
    you = views.reader(table, viewpoint.seat)
    key = (live.number, viewpoint.seat, you, viewpoint.language, *table.names.items())
    history = _histories.get(key) or b""
    told = history.count(b"\n")
    if told <= table.index:
        if table.index - told >= REMEMBERED:
            charge(1 + int(len(table.entries) * _ENTRY_MS))
        history += b"".join(_json(item) + b",\n" for item in views.items_after(table, told - 1, viewpoint))
        with suppress(ValueError):  # it alone is larger than the cache
            _histories[key] = history
    return history


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
    table = live.table
    info = table_info(live, viewpoint)
    game = live.cached(
        ("game", viewpoint.seat, viewpoint.language), lambda: _json(views.game_now(table, viewpoint))[1:-1]
    )
    # As the time of day is set now: that may change between two messages.
    deadline = b"null" if table.deadline is None else _json(clock.time_of(table.deadline))
    return b'{"table":%b,"index":%d,"deadline":%b,%b}' % (info, table.index, deadline, game)


def table_info(live: LiveTable, viewpoint: Viewpoint) -> bytes:
    """A TableInfo."""
    table = live.table
    viewer = viewpoint.person if viewpoint.person in live.insiders else None  # all others see the same
    stable = live.cached_through_moves(
        (viewer, viewpoint.language), lambda: _json(views.stable_info(table, viewpoint))[:-1]
    )
    return b'%b,%b,"presence":%b}' % (stable, _json(views.changing_info(table))[1:-1], live.presence)


def _json(value: Any) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_SERIALIZE_NUMPY | orjson.OPT_NON_STR_KEYS)
