"""The pool: people who are waiting go first, then those who have had least; long work is interrupted for them."""

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from quatuor import GAMES
from quatuor.bots import SearchBot, ask, find_bot, new_chooser, position_for, search
from quatuor.bots.search import MOST_ITERATIONS, Search
from quatuor.server import pool as pools
from quatuor.server.pool import ADVICE, ANALYSIS, HINT, PLAY, WATCH, Pool
from quatuor.server.refusals import Refused
from quatuor.server.shares import HALF_LIFE, HOME_BUDGET, PERSON_BUDGET, Payer
from server.inside import run_alone
from server.waits import LONGEST, until, wait_until
from setups import Setup

pytestmark = pytest.mark.sqlite

ANA, LEO = Payer("192.0.2.1", "ana", "A"), Payer("192.0.2.2", "leo", "L")


class Time:
    """A clock that only moves while work is done."""

    def __init__(self) -> None:
        self.now = 0.0

    def work(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock() -> Time:
    return Time()


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch, clock: Time) -> Iterator[Pool]:
    """A pool of one thread with that clock."""
    monkeypatch.setattr(pools, "cores", lambda: 2)
    pool = Pool(lambda: clock.now)
    assert pool.workers == 1
    yield pool
    pool.close()


def order(pool: Pool, jobs: list[tuple[str, int, Payer]], cost: float = 0.0) -> list[str]:
    """The order in which jobs are done that all wait at the same moment, given in the order of their requests."""
    done: list[str] = []

    async def asking() -> None:
        gate, first = await occupied(pool)
        rest = [
            asyncio.create_task(pool.run(urgency, partial(done.append, name), payer, cost))
            for name, urgency, payer in jobs
        ]
        await until(lambda: pool.waiting() == len(jobs))
        gate.set()
        await asyncio.gather(first, *rest)

    run_alone(asking())
    return done


async def occupied(pool: Pool) -> tuple[threading.Event, "asyncio.Task[bool]"]:
    """Block the only thread until a gate is opened."""
    begun, gate = threading.Event(), threading.Event()

    def wait() -> bool:
        begun.set()
        return gate.wait(LONGEST)

    waiting = asyncio.create_task(pool.run(HINT, wait, Payer("", "", ""), 0.0))
    await until(begun.is_set)
    return gate, waiting


def wait_for_somebody(pool: Pool) -> None:
    """Block a thread of the pool until a job is waiting."""
    wait_until(lambda: bool(pool.waiting()))


def use(pool: Pool, clock: Time, payer: Payer, seconds: float) -> None:
    """Let a payer use so many seconds of thinking."""
    run_alone(pool.run(PLAY, partial(clock.work, seconds), payer, seconds))


def test_people_who_are_waiting_go_first(pool: Pool) -> None:
    kinds = {"analysis": ANALYSIS, "advice": ADVICE, "watch": WATCH, "play": PLAY, "hint": HINT}
    done = order(pool, [(name, kind, ANA) for name, kind in kinds.items()] * 2)
    assert done == [name for name in reversed(kinds) for _ in range(2)]


def test_waiting_jobs_are_counted_by_kind(pool: Pool) -> None:
    gate = threading.Event()

    async def asking() -> None:
        tasks = [
            asyncio.create_task(pool.run(kind, partial(gate.wait, LONGEST), ANA, 0.0))
            for kind in (PLAY, HINT, PLAY, ANALYSIS)
        ]
        await until(lambda: pool.waiting() == 3)
        assert pool.waiting(HINT) == 1 and pool.waiting(PLAY, ANALYSIS) == 2
        gate.set()
        await asyncio.gather(*tasks)

    run_alone(asking())


def test_the_payer_with_less_thinking_time_goes_first(pool: Pool, clock: Time) -> None:
    use(pool, clock, ANA, 5.0)
    assert order(pool, [("ana", PLAY, ANA)] * 40 + [("leo", PLAY, LEO)]) == ["leo", *["ana"] * 40]


def test_homes_count_first_then_people_then_tables(pool: Pool, clock: Time) -> None:
    home = "192.0.2.1"
    for person, table, seconds in (("ana", "A1", 1.0), ("ana", "A2", 3.0), ("bea", "B1", 6.0)):
        use(pool, clock, Payer(home, person, table), seconds)
    use(pool, clock, Payer("192.0.2.2", "leo", "L1"), 5.0)
    asked = [
        ("new person at home", Payer(home, "new", "N1")),
        ("bea", Payer(home, "bea", "B1")),
        ("ana at A2", Payer(home, "ana", "A2")),
        ("ana at A1", Payer(home, "ana", "A1")),
        ("leo", Payer("192.0.2.2", "leo", "L1")),
        ("from elsewhere", Payer("192.0.2.3", "max", "M1")),
    ]
    done = order(pool, [(name, PLAY, payer) for name, payer in asked])
    assert done == ["from elsewhere", "leo", "new person at home", "ana at A1", "ana at A2", "bea"]


def test_old_thinking_time_counts_little(pool: Pool, clock: Time) -> None:
    use(pool, clock, ANA, 10.0)
    clock.now += 300
    use(pool, clock, LEO, 0.1)
    assert order(pool, [("leo", PLAY, LEO), ("ana", PLAY, ANA)]) == ["ana", "leo"]


@pytest.mark.parametrize("by_home", [False, True])
def test_a_payer_without_budget_is_last_among_those_who_wait(pool: Pool, clock: Time, by_home: bool) -> None:
    if by_home:
        for k in range(4):
            use(pool, clock, ANA._replace(person=f"{k}"), HOME_BUDGET / 2)
    else:
        use(pool, clock, ANA, 1.1 * PERSON_BUDGET)
    assert pool.seconds_until_budget(ANA) > 0 == pool.seconds_until_budget(LEO)
    asked = [("watch", WATCH, LEO), ("her hint", HINT, ANA), ("her bot", PLAY, ANA), ("his bot", PLAY, LEO)]
    assert order(pool, asked) == ["his bot", "her hint", "her bot", "watch"]
    clock.now += pool.seconds_until_budget(ANA) + 0.1
    assert pool.seconds_until_budget(ANA) == 0
    clock.now += 3 * HALF_LIFE
    assert order(pool, asked) == ["her hint", "his bot", "her bot", "watch"]


@pytest.mark.parametrize("people", [1, 5])
def test_a_flood_of_hints_does_not_keep_bots_waiting(pool: Pool, clock: Time, people: int) -> None:
    for k in range(30):
        payer = ANA._replace(person=f"{k % people}")
        run_alone(pool.run(HINT, partial(clock.work, 0.5), payer, 0.5))
    one_more = ANA._replace(person="0")
    assert order(pool, [("hint", HINT, one_more), ("bot", PLAY, LEO)]) == ["bot", "hint"]
    assert order(pool, [("bot", PLAY, one_more), ("hint", HINT, LEO)]) == ["hint", "bot"]


def test_reading_about_finished_games_uses_up_no_budget(pool: Pool, clock: Time) -> None:
    run_alone(pool.run(ANALYSIS, partial(clock.work, 1000.0), ANA, 0.0))
    assert pool.seconds_until_budget(ANA) == 0


def beside(pool: Pool, kind: int, payer: Payer, work: Callable[[threading.Event], Any], others: Any) -> Any:
    """Run long work, which checks its stop signal until that is set, and other work meanwhile."""
    stop = pool.stop_signal()
    begun = threading.Event()

    def working() -> Any:
        begun.set()
        return work(stop)

    async def asking() -> Any:
        long = asyncio.create_task(pool.run(kind, working, payer, 10.0))
        await until(begun.is_set)
        try:
            await asyncio.wait_for(others(), LONGEST)
            assert not long.done()
        finally:
            stop.set()
        return await long

    return run_alone(asking())


def test_no_player_waits_for_an_analysis(pool: Pool) -> None:
    threads: list[str] = []

    def long_work(stop: threading.Event) -> str:
        end = time.monotonic() + LONGEST
        while not stop.is_set():
            assert time.monotonic() < end, "nobody ended it"
            time.sleep(0.001)
        return threading.current_thread().name

    async def others() -> None:
        for kind in (PLAY, ADVICE, WATCH, HINT):
            await pool.run(kind, lambda: threads.append(threading.current_thread().name), ANA, 1.0)

    name = beside(pool, ANALYSIS, ANA, long_work, others)
    assert threads == [name] * 4, "all in its one thread"


@pytest.mark.parametrize("seconds", [float("inf"), 1e6], ids=["by iterations", "by time"])
def test_a_guests_quick_bot_goes_between_two_pieces_of_another_guests_search(
    pool: Pool, clock: Time, seconds: float
) -> None:
    play = Setup(GAMES["symbiose"], 2, {}).play(1, 4)
    use(pool, clock, ANA, 1.0)
    use(pool, clock, LEO, 0.9)
    ask(SearchBot(1), play.game, play.state, new_chooser(1))  # compiled before anybody waits
    done: list[str] = []

    def search(stop: threading.Event) -> int:
        return ask(SearchBot(MOST_ITERATIONS, seconds), play.game, play.state, new_chooser(1), stop)

    async def others() -> None:
        for _ in range(3):
            await pool.run(PLAY, partial(done.append, "leo"), LEO, 0.002)

    assert beside(pool, PLAY, ANA, search, others) in play.game.legal_actions(play.state)
    assert done == ["leo"] * 3


def test_interruptions_change_no_move(pool: Pool) -> None:
    play = Setup(GAMES["symbiose"], 2, {}).play(1, 4)
    told: list[str] = []
    begun = threading.Event()

    def think() -> int:
        return ask(SearchBot(2_000), play.game, play.state, new_chooser(1), pool.stop_signal())

    def outer() -> int:
        begun.set()
        wait_for_somebody(pool)
        move = think()
        told.append("outer")
        return move

    def inner() -> int:
        move = think()
        told.append("inner")
        return move

    async def asking() -> list[int]:
        first = asyncio.create_task(pool.run(PLAY, outer, ANA, 1.0))
        await until(begun.is_set)
        return [await pool.run(HINT, inner, LEO, 0.0), await first]

    alone = ask(SearchBot(2_000), play.game, play.state, new_chooser(1))
    assert run_alone(asking()) == [alone, alone]
    assert told == ["inner", "outer"], "one search was made within the other"


@pytest.mark.parametrize(
    ("kind", "payer", "cost"),
    [
        (ANALYSIS, LEO, 0.0),
        (PLAY, ANA, 0.0),
        (PLAY, LEO, 2.0),
    ],
    ids=["less urgent", "the same table", "it would cost more than the other has had"],
)
def test_no_other_work_interrupts_what_is_running(
    pool: Pool, clock: Time, kind: int, payer: Payer, cost: float
) -> None:
    use(pool, clock, ANA, 1.0)
    told: list[str] = []

    begun = threading.Event()

    def long_work() -> None:
        begun.set()
        wait_for_somebody(pool)
        assert not pool.stop_signal().is_set()
        told.append("first")

    async def asking() -> None:
        first = asyncio.create_task(pool.run(PLAY, long_work, ANA, 1.0))
        await until(begun.is_set)
        await pool.run(kind, partial(told.append, "second"), payer, cost)
        await first

    run_alone(asking())
    assert told == ["first", "second"]


@pytest.mark.parametrize(("cost", "deep"), [(0.5, 4), (0.005, 20)])
def test_nesting_of_work_is_limited_unless_it_is_quick(pool: Pool, clock: Time, cost: float, deep: int) -> None:
    depth, deepest, started, tasks = 0, 0, 0, []

    def start() -> None:
        nonlocal started
        started += 1
        payer = Payer(f"home {started}", "", "")
        tasks.append(asyncio.get_running_loop().create_task(pool.run(PLAY, partial(work, started), payer, cost)))

    def work(number: int) -> None:
        nonlocal depth, deepest
        depth += 1
        deepest = max(deepest, depth)
        clock.work(1.0)
        if number < 20:
            loop.call_soon_threadsafe(start)
            wait_for_somebody(pool)
        assert not pool.stop_signal().is_set()
        depth -= 1

    async def asking() -> None:
        nonlocal loop
        loop = asyncio.get_running_loop()
        start()
        await until(lambda: len(tasks) == 20 and all(task.done() for task in tasks))
        await asyncio.gather(*tasks)

    loop: asyncio.AbstractEventLoop
    run_alone(asking())
    assert deepest == deep


def test_interruptions_take_nothing_of_the_time_of_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Time()
    monkeypatch.setattr(search, "time", SimpleNamespace(perf_counter=lambda: clock.now))
    run = Search.run

    def slow(self: Search, iterations: int) -> None:
        run(self, iterations)
        clock.work(iterations * 0.001)

    monkeypatch.setattr(Search, "run", slow)

    class LettingPass(threading.Event):
        def is_set(self) -> bool:
            clock.work(10.0)
            return super().is_set()

    play = Setup(GAMES["symbiose"], 2, {}).play(1, 4)
    alone, crowded = (
        SearchBot(seconds=0.2).think(position_for(play.game, play.state, new_chooser(1)), event)
        for event in (threading.Event(), LettingPass())
    )
    assert crowded.iterations == pytest.approx(alone.iterations, abs=2) and alone.iterations > 100


@pytest.mark.parametrize("spec", ["search:9000", "search:60s", "hasty:9000", "guided:9000", "prodigy"])
def test_every_bot_that_searches_can_be_interrupted(spec: str) -> None:
    play = Setup(GAMES["symbiose"], 2, {}).play(1, 4)
    cancelled = threading.Event()
    cancelled.set()
    choices = [
        find_bot(spec).think(position_for(play.game, play.state, new_chooser(seed)), cancelled) for seed in range(6)
    ]
    # The first piece of a search is made before it looks.
    assert {choice.iterations for choice in choices} - {0} == {search._FIRST_CHUNK}


def test_cancelled_work_is_not_done(pool: Pool) -> None:
    done: list[int] = []

    async def asking() -> None:
        gate, first = await occupied(pool)
        second = asyncio.create_task(pool.run(PLAY, lambda: done.append(1), ANA, 0.0))
        await until(lambda: pool.waiting() == 1)
        second.cancel()
        await asyncio.wait([second])
        assert not pool.waiting()
        gate.set()
        await first
        await pool.run(PLAY, lambda: None, ANA, 0.0)

    run_alone(asking())
    assert done == []


def test_a_failure_of_work_is_raised_to_the_caller(pool: Pool) -> None:
    with pytest.raises(ZeroDivisionError):
        run_alone(pool.run(PLAY, lambda: 1 // 0, ANA, 0.0))
    assert run_alone(pool.run(PLAY, lambda: 2, ANA, 0.0)) == 2


def test_only_waiting_jobs_of_the_same_kind_are_counted_for_room(pool: Pool) -> None:
    async def filled(*jobs: tuple[int, int, Payer]) -> tuple[threading.Event, Any]:
        """A pool in which so many jobs of a kind are waiting."""
        gate, first = await occupied(pool)
        tasks = [
            asyncio.create_task(pool.run(kind, lambda: None, payer, 0.0))
            for kind, number, payer in jobs
            for _ in range(number)
        ]
        await until(lambda: pool.waiting() == len(tasks))
        return gate, asyncio.gather(first, *tasks)

    async def asking() -> None:
        full = pools._MOST_OF_A_HOME
        gate, going = await filled((PLAY, 50, ANA), (WATCH, 50, ANA), (HINT, full - 1, ANA), (ADVICE, full, LEO))
        pool.check_room(HINT, ANA.home)
        pool.check_room(HINT, LEO.home)
        with pytest.raises(Refused):
            pool.check_room(ADVICE, LEO.home)
        gate.set()
        await going
        others = [(HINT, full, Payer(f"home {k}", "", "")) for k in range(pools._MOST_WAITING // full)]
        gate, going = await filled(*others)
        with pytest.raises(Refused):
            pool.check_room(HINT, ANA.home)
        pool.check_room(ADVICE, ANA.home)
        gate.set()
        await going

    run_alone(asking())


def test_closing_the_pool_waits_for_no_long_search(pool: Pool) -> None:
    play = Setup(GAMES["symbiose"], 2, {}).play(1, 4)
    begun = threading.Event()

    def search() -> int:
        begun.set()
        return ask(SearchBot(MOST_ITERATIONS), play.game, play.state, new_chooser(1), pool.stop_signal())

    async def asking() -> int:
        thinking: Coroutine[Any, Any, int] = pool.run(PLAY, search, ANA, 1.0)
        task = asyncio.create_task(thinking)
        await until(begun.is_set)
        pool.close()
        return await task

    assert run_alone(asking()) in play.game.legal_actions(play.state)


def test_closing_the_pool_cancels_what_is_waiting(pool: Pool) -> None:
    async def asking() -> None:
        gate, first = await occupied(pool)
        second = asyncio.create_task(pool.run(PLAY, lambda: None, ANA, 0.0))
        await until(lambda: pool.waiting() == 1)
        threading.Timer(0.05, gate.set).start()  # closing waits for what is being done
        pool.close()
        _, left = await asyncio.wait([first, second], timeout=LONGEST)
        assert not left and first.result() and second.cancelled() and not pool.waiting()
        with pytest.raises(RuntimeError):
            await pool.run(PLAY, lambda: None, ANA, 0.0)

    run_alone(asking())


def test_the_time_of_work_includes_neither_waiting_nor_interruptions(pool: Pool, clock: Time) -> None:
    def work() -> None:
        clock.work(1.0)
        loop.call_soon_threadsafe(lambda: tasks.append(loop.create_task(pool.run(HINT, other, LEO, 0.0))))
        wait_for_somebody(pool)
        assert not pool.stop_signal().is_set()
        clock.work(0.5)

    def other() -> None:
        clock.work(30.0)

    async def asking() -> None:
        nonlocal loop
        loop = asyncio.get_running_loop()
        gate, first = await occupied(pool)
        asked = asyncio.create_task(pool.run_timed(PLAY, work, ANA, 1.0))
        await until(lambda: pool.waiting() == 1)
        clock.work(5.0)
        gate.set()
        timed = await asked
        assert (timed.began, timed.seconds) == (5.0, 1.5) and clock.now == 36.5
        await asyncio.gather(first, *tasks)

    tasks: list[asyncio.Task[None]] = []
    loop: asyncio.AbstractEventLoop
    run_alone(asking())


def test_people_from_unknown_homes_share_no_budget(pool: Pool, clock: Time) -> None:
    for k in range(4):
        use(pool, clock, Payer("", f"{k}", "A"), HOME_BUDGET / 3)
    assert pool.seconds_until_budget(Payer("", "0", "A")) == pool.seconds_until_budget(Payer("", "new", "A")) == 0
    use(pool, clock, Payer("", "0", "A"), PERSON_BUDGET)
    assert pool.seconds_until_budget(Payer("", "0", "B")) > 0 == pool.seconds_until_budget(Payer("", "1", "A"))
    known = Payer("192.0.2.3", "max", "M")
    use(pool, clock, known, 1.0)
    asked = [("much", PLAY, Payer("", "1", "A")), ("little", PLAY, known), ("none", PLAY, Payer("", "new", "A"))]
    assert order(pool, asked) == ["none", "little", "much"]
