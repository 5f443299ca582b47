"""What a Virtuoso would have played at one point of a finished game: always the same answer."""

from functools import partial
from typing import NamedTuple

from cachetools import LRUCache

from quatuor.analysis import RatedPosition, position
from quatuor.analysis.advice import ranked
from quatuor.analysis.chance import check
from quatuor.analysis.decision import CLOSER
from quatuor.analysis.position import looked_closer
from quatuor.bots import LEVELS, ask, new_chooser
from quatuor.bots.levels import VIRTUOSO
from quatuor.core.game import SPECTATOR
from quatuor.core.texts import Language
from quatuor.play.playthrough import Playthrough
from quatuor.server.pool import ADVICE, Pool
from quatuor.server.refusals import refuse
from quatuor.server.shares import Payer
from quatuor.server.study.analyses import Analyses, effort_for
from quatuor.server.study.answers import advice_of
from quatuor.server.study.archive import Records, names_of
from quatuor.server.table.views import Json
from quatuor.server.warmup import PATIENCE, Warmup

# The moves are rated by a search of its own, which counts wins to the end of the game. What was played, what a Virtuoso
# plays and so many at most that then lead are looked at one by one, as closely as an analysis does.
_ITERATIONS, _EACH = 600, 100
_LEADERS = 5
_SEED = 0
# So long an advice takes, more or less.
_SECONDS = 2.0
_KEPT = 256


class _Answer(NamedTuple):
    found: RatedPosition
    virtuoso: int


class Advisor:
    """Every advice of the server."""

    def __init__(self, records: Records, analyses: Analyses, pool: Pool, warmup: Warmup) -> None:
        self._records = records
        self._analyses = analyses
        self._pool = pool
        self._warmup = warmup
        self._kept: LRUCache[tuple[str, int], _Answer] = LRUCache(_KEPT)

    async def advise(self, record_id: str, number: int, language: Language, payer: Payer, you: int = SPECTATOR) -> Json:
        """An Advice on the move that was chosen in a frame of a record, by what its player knew; `you` reads it."""
        kept = await self._records.find(record_id)
        count = len(kept.play.moves)
        if number >= count:
            refuse("unknown", "advice.number", count=count, high=count - 1, number=number)
        answer = self._kept.get((record_id, number))
        if answer is None:
            await self._warmup.thinking_ready(kept.play.game, PATIENCE)
            self._pool.check_room(ADVICE, payer.home)
            answer = await self._pool.run(ADVICE, partial(self._think, kept.play, number), payer, _SECONDS)
            self._kept[(record_id, number)] = answer
        marked = self._analyses.marked(record_id, answer.found.seat, number)
        names, seat = names_of(kept, language), answer.found.seat
        return advice_of(kept.play, number, *answer, marked, names, language, you=you == seat)

    def _think(self, play: Playthrough, number: int) -> _Answer:
        game, state = play.game, play.state_after(number)
        stop = self._pool.stop_signal()
        virtuoso = ask(LEVELS[VIRTUOSO], game, state, new_chooser(_SEED), stop)
        check(stop)
        enough = max(_ITERATIONS, _EACH * len(game.legal_actions(state)))
        found = position(game, state, iterations=enough, seed=_SEED, cancel=stop)
        closer = {play.moves[number].action, virtuoso}
        effort = effort_for(game)
        found = looked_closer(game, state, found, closer, effort, CLOSER, _SEED, stop)
        for _ in range(_LEADERS):
            leads = ranked(found.moves)[0].action
            if leads in closer:
                break
            closer.add(leads)
            found = looked_closer(game, state, found, {leads}, effort, CLOSER, _SEED, stop)
        return _Answer(found, virtuoso)
