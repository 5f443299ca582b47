"""When bots move: where seats see different things, at a moment that tells nothing of what a bot holds."""

import asyncio
import random
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from itertools import pairwise
from typing import Any

import pytest

from quatuor.bots import Bot, ask, find_bot
from quatuor.bots.search import Search
from quatuor.core.game import Game
from quatuor.games import GAMES
from quatuor.server import warmup
from quatuor.server.homes import LastHomes
from quatuor.server.live import bots as bots_module
from quatuor.server.live.bot_timing import STEP_SECONDS, BotTiming, nominal_cost
from quatuor.server.live.bots import Bots, Timer
from quatuor.server.live.live_table import LiveTable
from quatuor.server.pool import Timed
from quatuor.server.processes import Processes
from quatuor.server.table import deeds
from quatuor.server.table.deeds import Deed
from quatuor.server.table.table import Plan, Table
from quatuor.server.warmup import Warmup
from server.inside import run_alone


class FakeTimer(Timer):
    """A clock that goes on when somebody waits for it, or thinks."""

    def __init__(self) -> None:
        self.time = 0.0

    def now(self) -> float:
        return self.time

    async def wait(self, event: asyncio.Event, seconds: float) -> None:
        self.time += seconds


class FakePool:
    """Thinks at once; `thinking` says how long that is to have taken where a bot had a choice.

    Before that each piece of work has waited for a thread as long as `queueing` says.
    """

    def __init__(
        self, timer: FakeTimer, thinking: Callable[[int], float], queueing: Callable[[int], float] = lambda work: 0.0
    ) -> None:
        self._timer, self._thinking, self._queueing = timer, thinking, queueing
        self._choices = self._works = 0

    def stop_signal(self) -> threading.Event:
        return threading.Event()

    def seconds_until_budget(self, payer: Any) -> float:
        return 0.0

    async def run_timed(self, urgency: int, work: Callable[[], bots_module.BotMoves], payer: Any, cost: float) -> Any:
        self._works += 1
        self._timer.time += self._queueing(self._works)
        began = self._timer.time
        thought = work()
        play = work.args[1].copy()  # type: ignore[attr-defined]
        for move in thought.made:
            if len(play.legal_actions) > 1:
                self._choices += 1
                self._timer.time += self._thinking(self._choices)
            play.follow(move.action)
        return Timed(thought, began, self._timer.time - began)


class FakeTables:
    """Takes entries in, and notes when."""

    def __init__(self, timer: FakeTimer, warming: Warmup | None = None) -> None:
        self.warmup = warming or Warmup(search=False)
        self.processes = Processes()
        self.watchers: list[Callable[[LiveTable], None]] = []
        self.live_tables: dict[str, LiveTable] = {}
        self.written: list[tuple[float, int, bool]] = []  # when, how many moves, whether the first one was forced
        self._timer = timer

    async def change(self, live: LiveTable, command: Callable[..., Sequence[Deed]], *args: Any) -> None:
        new = command(live.table, *args)
        assert live.table.play is not None and new
        forced = len(live.table.play.legal_actions) == 1
        live.table = live.table.after(new, at=1.0, moment=time.monotonic())
        self.written.append((self._timer.time, len(new), forced))
        for watcher in self.watchers:
            watcher(live)


def opened(game: str, bot: str, pace_ms: int, options: dict[str, Any] | None = None) -> LiveTable:
    """A table of two bots that somebody looks at, dealt."""
    plan = Plan(
        id="ABCDEFGH",
        game=game,
        rules=GAMES[game].version,
        players=2,
        options=GAMES[game].read_options(2, options or {}),
        seed=7,
        first=0,
        host="host",
        public=False,
        spectators=True,
        turn_seconds=None,
        pace_ms=pace_ms,
        hints=False,
        created=1.0,
    )
    seated = [deeds.Seated(k, f"Bot {k}", bot=bot) for k in range(2)]
    live = LiveTable(Table.of(plan).after([deeds.Created(), *seated, deeds.Started(0)], at=1.0, moment=1.0))
    live.looked = float("inf")
    return live


def played(
    game: str = "rythm_n_play",
    bot: str = "random",
    pace_ms: int = 0,
    thinking: Callable[[int], float] = lambda choice: 0.03,
    skip: bool = False,
    queueing: Callable[[int], float] = lambda work: 0.0,
    warming: Warmup | None = None,
) -> list[tuple[float, int, bool]]:
    """A whole game: after how many seconds moves were written each time, how many, and if the first was forced."""

    async def playing() -> list[tuple[float, int, bool]]:
        timer = FakeTimer()
        tables = FakeTables(timer, warming)
        bots = Bots(tables, FakePool(timer, thinking, queueing), LastHomes(), timer)  # type: ignore[arg-type]
        live = opened(game, bot, pace_ms)
        bots.consider(live)
        assert live.playing is not None
        live.hurry = skip
        await live.playing
        assert live.table.status == "over"
        times = [0.0, *(at for at, *_ in tables.written)]
        return [
            (round(at - before, 9), *rest)  # type: ignore[misc]
            for before, (at, *rest) in zip(times, tables.written, strict=False)
        ]

    return run_alone(playing())


@pytest.fixture(autouse=True)
def random_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a bot's kind is, it plays at random, by the cards alone: what counts here is when."""

    def ask(bot: Bot, game: Game, state: Any, *_: Any, **more: Any) -> int:
        return random.Random(state.tobytes()).choice(game.legal_actions(state))

    monkeypatch.setattr(bots_module, "ask", ask)


def test_a_forced_move_is_written_after_the_same_time_as_a_choice() -> None:
    written = played()
    assert {forced for _, _, forced in written} == {False, True}
    assert {waited for waited, *_ in written} == {STEP_SECONDS}


def test_how_long_a_choice_took_does_not_show() -> None:
    written = played(bot="search:2000", thinking=lambda choice: 0.25 * random.Random(choice).random())
    assert {waited for waited, *_ in written} == {0.3}


@pytest.mark.parametrize(("needed", "extra"), [(0.12, 0.1), (90.0, 2.0)])
def test_who_thinks_longer_makes_the_next_moves_slower_for_a_while(needed: float, extra: float) -> None:
    written = played(thinking=lambda choice: needed if choice == 5 else 0.01)
    waits = [waited for waited, *_ in written]
    late = next(at for at, waited in enumerate(waits) if waited > 0.05)
    assert not written[late][2] and late > 3 and waits[late] >= needed
    after = waits[late + 1 : late + 16]
    assert after == [pytest.approx(0.05 + extra)] * 15
    assert {forced for _, _, forced in written[late + 1 : late + 16]} == {False, True}
    assert len(waits) > late + 20 and set(waits[late + 16 :]) == {0.05}


@pytest.mark.parametrize("pace_ms", [0, 200])
def test_waiting_for_a_thread_makes_no_later_move_slower(pace_ms: int) -> None:
    usual = played(pace_ms=pace_ms)
    busy = played(pace_ms=pace_ms, queueing=lambda work: 5.0 if work == 5 else 0.0)
    assert busy[4][0] == 5.05 and busy[:4] + busy[5:] == usual[:4] + usual[5:]


def test_a_forced_move_that_waited_for_a_thread_is_written_as_late_as_a_choice() -> None:
    written = played(queueing=lambda work: 0.4)
    assert {forced for _, _, forced in written} == {False, True}
    assert {waited for waited, *_ in written} == {0.45}


def test_a_move_that_waited_for_its_search_to_be_compiled_makes_no_later_one_slower() -> None:
    warming = Warmup()

    def compile_once(choice: int) -> float:
        if choice > 1:
            return 0.01
        warming._left.clear()
        return 11.8

    waits = [waited for waited, *_ in played(thinking=compile_once, warming=warming)]
    assert sum(waited > 0.05 for waited in waits) == 1 and max(waits) == pytest.approx(11.8)


def test_a_search_counts_as_compiled_when_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def step(game: Game) -> None:
        found.append((game.name, warming.compiles_bots(game)))

    monkeypatch.setattr(warmup, "_BOTS", (step,))
    found: list[tuple[str, bool]] = []
    warming = Warmup()
    warming._left = [wanted for wanted in warming._left if wanted[0] is step]
    with closing(asyncio.new_event_loop()) as loop:
        warming._warm_all(loop, ExitStack())
    assert found == [(name, True) for name in GAMES]
    assert not any(warming.compiles_bots(game) for game in GAMES.values())


def test_a_tempo_is_seldom_seen_to_grow() -> None:
    timing = BotTiming()
    waits = [timing.due(0.01, k / 100) for k in range(15)]
    assert all(wait >= k / 100 for k, wait in enumerate(waits)) and waits == sorted(waits) and len(set(waits)) <= 3
    slow = BotTiming()  # on a machine where every second move takes too long
    waits = [slow.due(0.01, 0.4 * (k % 2)) for k in range(320)]
    assert all(wait >= 0.4 for wait in waits[1::2])
    assert sum(before < wait for before, wait in pairwise(waits)) <= 320 // 16


def test_a_tempo_keeps_what_it_has_learnt_for_some_moves_whatever_they_need() -> None:
    def later(needs: list[float]) -> list[float]:
        timing = BotTiming()
        timing.due(0.01, 0.4)
        return [timing.due(0.01, need) for need in needs]

    forced, thought = later([0.0] * 30), later([0.04] * 30)
    assert forced == thought and forced[14] > forced[15] == pytest.approx(0.05)


def test_people_choose_the_pace_all_the_same() -> None:
    assert {waited for waited, *_ in played("symphonimo", pace_ms=900)} == {0.9, 0.54}
    hidden = {waited for waited, *_ in played("rythm_n_play", pace_ms=900)}
    assert hidden and hidden <= {0.9, 0.54}


@pytest.mark.parametrize("bot", ["random", "search:400"])
def test_when_somebody_skips_the_time_tells_nothing_either(bot: str) -> None:
    quick, slow = (played(bot=bot, skip=True, thinking=lambda choice, s=s: s) for s in (0.0, 0.0009))
    assert quick == slow != []
    if bot != "random":
        assert len(quick) > 5 and len({(waited, count) for waited, count, _ in quick[:-1]}) == 1


def test_where_all_see_the_same_a_bot_moves_as_soon_as_it_has_thought() -> None:
    written = played("symphonimo")
    assert {waited for waited, _, forced in written if not forced} == {0.03}
    assert {waited for waited, _, forced in written if forced} == {0.0}


def test_the_next_players_time_begins_when_the_move_is_written() -> None:
    moments: list[float] = []

    class Noting(FakeTimer):
        async def wait(self, event: asyncio.Event, seconds: float) -> None:
            await super().wait(event, seconds)
            moments.append(time.monotonic())

    async def playing() -> None:
        timer = Noting()
        tables = FakeTables(timer)
        bots = Bots(tables, FakePool(timer, lambda choice: 0.0), LastHomes(), timer)  # type: ignore[arg-type]
        live = opened("rythm_n_play", "random", 0)
        tables.watchers.insert(0, lambda live: since.append(live.table.clock.began[-1]))
        bots.consider(live)
        assert live.playing is not None
        await live.playing

    since: list[float] = []
    run_alone(playing())
    assert len(since) == len(moments) > 10
    assert all(moment <= begun for moment, begun in zip(moments, since, strict=True))


@pytest.mark.parametrize(
    ("bot", "seconds"),
    [("random", 0.002), ("greedy", 0.002), ("search:4000", 0.5), ("search:2s", 2.0), ("hasty:80", 0.01)],
)
def test_what_a_move_may_cost_follows_from_the_kind_of_bot(bot: str, seconds: float) -> None:
    assert nominal_cost(find_bot(bot), GAMES["rythm_n_play"]) == pytest.approx(seconds)


@pytest.mark.parametrize(("game", "searched"), [("rythm_n_play", True), ("symphonimo", False)])
@pytest.mark.parametrize("bot", ["search:5", "guided:5", "search:0.05s"])
def test_a_forced_move_keeps_the_server_as_busy_as_a_choice_where_that_would_tell(
    game: str, searched: bool, bot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who wants something thought about at the same time waits as long."""
    searches: list[Any] = []
    monkeypatch.setattr(bots_module, "ask", ask)
    monkeypatch.setattr(Search, "spend", lambda self, *_: (searches.append(self), self.run(5)))
    table = opened(game, bot, 0).table
    while table.play is not None and len(table.play.legal_actions) > 1:
        action = table.play.legal_actions[0]
        table = table.after([deeds.Moved(table.turn, table.game.text(action), action)], at=1.0, moment=1.0)
    assert table.play is not None and table.status == "playing"
    find = Warmup(search=False).ready_bot
    thought = bots_module.think(table, table.play, table.chairs, 1, threading.Event(), find)
    assert len(thought.made) == 1 and bool(searches) == searched


def test_who_comes_and_goes_elsewhere_disturbs_no_thought() -> None:
    live = opened("rythm_n_play", "random", 0)
    table = live.table
    assert table.play is not None
    turn = bots_module._Turn(live, table.play, table.chairs, threading.Event())
    live.table = table.after([deeds.Seated(1 - table.turn, "Ada", "a person")], at=1.0, moment=1.0)
    assert turn.current
    come = [deeds.Seated(table.turn, "Ada", "a person"), deeds.StandIn(table.turn, "random")]
    live.table = table.after(come, at=1.0, moment=1.0)
    assert not turn.current
