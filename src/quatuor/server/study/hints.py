"""Hints: the best move for the player whose turn it is, by what they know, at tables that allow it."""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Any

from cachetools import LRUCache

from quatuor.analysis import RatedPosition, position
from quatuor.analysis.advice import ranked
from quatuor.analysis.chance import is_learned
from quatuor.bots.search import MOST_ITERATIONS
from quatuor.core.game import Game
from quatuor.core.texts import Language
from quatuor.server.pool import ADVICE, HINT, Pool
from quatuor.server.refusals import Refused, refuse
from quatuor.server.shares import Payer
from quatuor.server.study.answers import hint_of
from quatuor.server.table.moves import current_game, preview
from quatuor.server.table.refusals import not_your_turn
from quatuor.server.table.seats import check_own
from quatuor.server.table.table import Table
from quatuor.server.table.views import Json
from quatuor.server.texts import TEXTS
from quatuor.server.warmup import PATIENCE, Warmup

Key = tuple[object, ...]

# How long each look at a hint may take: people wait for the first, and read it while it is thought over. A search by a
# network settles long before: it has so many iterations, so that it finds the same whenever it is asked. Each look
# begins with what the one before has done: the same search, longer.
_SECONDS = (0.5, 1.2, 2.3)
_LEARNED_ITERATIONS = (2000, 6000, 20_000)
# Where only one move is possible there is little to say.
_FORCED_SECONDS = 0.1
_KEPT = 256
_RETRY_SECONDS = 1


class Hints:
    """Every hint of the server; the same question again gets the same answer."""

    def __init__(self, pool: Pool, warmup: Warmup) -> None:
        self._pool = pool
        self._warmup = warmup
        self._kept: LRUCache[tuple[Any, ...], RatedPosition] = LRUCache(_KEPT)
        # By person: each waits for one at most, while another one that they have seen may be thought over.
        self._going: dict[tuple[str, bool], tuple[Key, asyncio.Task[RatedPosition]]] = {}

    async def give(
        self,
        table: Table,
        person: str | None,
        seat: int,
        after: int,
        moves: Sequence[str],
        look: int,
        language: Language,
        home: str,
    ) -> Json:
        """A Hint for a seat of the asker's that is to play, after the moves that they have not sent yet."""
        state = _state(table, person, seat, after, moves)
        assert person is not None
        question = (table.plan.id, table.game_index, seat, *moves)
        found = self._kept.get((look, *question))
        if found is None:
            await self._warmup.thinking_ready(table.game, PATIENCE)
            payer = Payer(home, person, table.plan.id)
            # The search goes on if this request is cancelled: others may be waiting for the same answer.
            found = await asyncio.shield(self._find((look, *question), table.game, state, look, payer))
        more = look + 1 < len(_SECONDS)
        return hint_of(table.game, state, found, self._leading(question, look), more, language)

    def _leading(self, question: Key, look: int) -> int | None:
        """The move that led in the looks before this one, as far as they are remembered."""
        leading = None
        for before in range(look):
            found = self._kept.get((before, *question))
            leading = None if found is None else ranked(found.moves, leading)[0].action
        return leading

    def _find(self, key: Key, game: Game, state: Any, look: int, payer: Payer) -> asyncio.Task[RatedPosition]:
        """A search for a hint: the one that this person waits for if it is the same, else a new one."""
        asker = payer.person, look > 0
        asked, task = self._going.get(asker, (None, None))
        if task is not None:
            if asked != key:
                raise Refused("too_many", TEXTS.sentence("hints.one"), retry_after=_RETRY_SECONDS)
            return task
        self._pool.check_room(_urgency(look), payer.home)
        task = asyncio.create_task(self._make(key, game, state, look, payer))
        self._going[asker] = key, task
        task.add_done_callback(lambda _: self._going.pop(asker))
        return task

    async def _make(self, key: Key, game: Game, state: Any, look: int, payer: Payer) -> RatedPosition:
        found = await self._pool.run(_urgency(look), partial(self._search, game, state, look), payer, _SECONDS[look])
        self._kept[key] = found
        return found

    def _search(self, game: Game, state: Any, look: int) -> RatedPosition:
        forced = len(game.legal_actions(state)) == 1
        seconds = (_FORCED_SECONDS if forced else _SECONDS[look]) / (1 + self._pool.waiting(HINT))
        stop = self._pool.stop_signal()
        iterations = _LEARNED_ITERATIONS[look] if is_learned(game) else MOST_ITERATIONS
        return position(game, state, iterations=iterations, seconds=seconds, cancel=stop)


def _urgency(look: int) -> int:
    """Nobody waits for a longer look: bots go first."""
    return ADVICE if look else HINT


def _state(table: Table, person: str | None, seat: int, after: int, moves: Sequence[str]) -> Any:
    """The state in which the hint is wanted; refused where none may be given."""
    check_own(table, person, seat)
    if not table.plan.hints:
        refuse("forbidden", "hints.none")
    _check_turn(table, current_game(table, person, seat, after).turn, seat)
    trial = preview(table, person, seat, after, moves)
    _check_turn(table, trial.turn, seat)
    return trial.state


def _check_turn(table: Table, turn: int, seat: int) -> None:
    if turn != seat:
        raise Refused("conflict", not_your_turn(table.names[turn]))
