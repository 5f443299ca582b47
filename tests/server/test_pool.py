"""The pool where the server thinks: what is urgent goes first, and long work makes way for it."""

import asyncio
import threading
import time
from collections.abc import Iterator
from functools import partial

import pytest

from quatuor import GAMES
from quatuor.bots import LEVELS, HastyBot, SearchBot, ask, new_chooser
from quatuor.server.bots import courteous
from quatuor.server.pool import ADVICE, ANALYSIS, HINT, PLAY, Pool
from server.inside import run_alone
from tables import Table


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pool]:
    """A pool of one thread."""
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    pool = Pool()
    yield pool
    pool.close()


def test_what_is_urgent_goes_first(pool: Pool) -> None:
    done: list[int] = []
    gate = threading.Event()

    async def ask() -> None:
        first = asyncio.create_task(pool.run(PLAY, gate.wait))
        while pool.waiting():
            await asyncio.sleep(0.001)
        order = [ANALYSIS, ADVICE, PLAY, ANALYSIS, HINT, PLAY]
        others = [asyncio.create_task(pool.run(kind, partial(done.append, kind))) for kind in order]
        await asyncio.sleep(0)
        assert pool.waiting() == 6 and pool.waiting(PLAY) == 3
        gate.set()
        await asyncio.gather(first, *others)

    run_alone(ask())
    assert done == [HINT, PLAY, PLAY, ADVICE, ANALYSIS, ANALYSIS]


def test_nobody_who_plays_waits_for_an_analysis(pool: Pool) -> None:
    courtesy = pool.courtesy(ANALYSIS)
    threads: list[str] = []

    def long_work() -> str:
        while not courtesy.is_set():
            time.sleep(0.001)
        return threading.current_thread().name

    async def ask() -> str:
        analysis = asyncio.create_task(pool.run(ANALYSIS, long_work))
        for kind in (PLAY, ADVICE, HINT):
            await pool.run(kind, lambda: threads.append(threading.current_thread().name))
        assert not analysis.done()
        courtesy.set()
        return await analysis

    assert threads.count(run_alone(ask())) == 3, "all in its one thread"


def test_what_is_no_more_urgent_waits(pool: Pool) -> None:
    courtesy = pool.courtesy(ADVICE)
    told: list[str] = []

    def advise() -> None:
        while not pool.waiting():
            time.sleep(0.001)
        assert not courtesy.is_set()
        told.append("advice")

    async def ask() -> None:
        advice = asyncio.create_task(pool.run(ADVICE, advise))
        await asyncio.sleep(0.01)
        await pool.run(ANALYSIS, lambda: told.append("analysis"))
        await advice

    run_alone(ask())
    assert told == ["advice", "analysis"]


def test_work_that_nobody_waits_for_any_more_is_not_done(pool: Pool) -> None:
    gate, done = threading.Event(), []

    async def ask() -> None:
        first = asyncio.create_task(pool.run(PLAY, gate.wait))
        second = asyncio.create_task(pool.run(PLAY, lambda: done.append(1)))
        await asyncio.sleep(0.01)
        second.cancel()
        await asyncio.sleep(0)
        gate.set()
        await first
        await pool.run(PLAY, lambda: None)

    run_alone(ask())
    assert done == []


def test_who_asked_for_work_that_fails_hears_of_it(pool: Pool) -> None:
    with pytest.raises(ZeroDivisionError):
        run_alone(pool.run(PLAY, lambda: 1 // 0))
    assert run_alone(pool.run(PLAY, lambda: 2)) == 2


def test_no_hint_waits_for_a_bot_that_thinks(pool: Pool) -> None:
    play = Table(GAMES["symbiose"], 2, {}).play(1, 4)
    hinted: list[float] = []

    def think() -> tuple[int, float]:
        bot = courteous(SearchBot(20_000), play.game, pool.courtesy(PLAY))
        return ask(bot, play.game, play.state, new_chooser(1)), time.monotonic()

    async def asking() -> tuple[int, float]:
        thinking = asyncio.create_task(pool.run(PLAY, think))
        await asyncio.sleep(0.02)
        hinted.append(await pool.run(HINT, time.monotonic))
        return await thinking

    action, ended = run_alone(asking())
    assert hinted[0] < ended, "the hint came while the bot thought"
    assert action == ask(SearchBot(20_000), play.game, play.state, new_chooser(1)), "which changes no move"


def test_a_bot_that_has_only_so_much_time_keeps_it(pool: Pool) -> None:
    timed = SearchBot(seconds=0.5)
    assert courteous(timed, GAMES["symbiose"], pool.courtesy(PLAY)) is timed
    virtuoso = courteous(LEVELS["virtuoso"], GAMES["symbiose"], pool.courtesy(PLAY))
    assert isinstance(virtuoso, SearchBot) and virtuoso.cancel is not None
    beginner = courteous(LEVELS["beginner"], GAMES["symbiose"], pool.courtesy(PLAY))
    assert isinstance(beginner, HastyBot) and beginner.search.cancel is not None
