"""Hints: every legal move rated for who is to play, where the table allows it; else one sentence says why not."""

import asyncio
import random
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from quatuor import GAMES
from quatuor.analysis.advice import LEADING
from quatuor.server import pool
from quatuor.server.http.study_messages import Hint
from quatuor.server.live import commands
from quatuor.server.shares import Payer
from quatuor.server.study import hints
from server.people import Somebody, play_to_the_end
from server.waits import LONGEST, wait_until

Json = dict[str, Any]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "_SECONDS", (0.05, 0.1, 0.2))
    monkeypatch.setattr(hints, "_FORCED_SECONDS", 0.01)


@pytest.fixture
def table(ana: Somebody, leo: Somebody) -> str:
    """Symphonimo with hints for Ana, who starts, and Léo."""
    table = ana.open("symphonimo", "me", "open", first=0, hints=True)
    leo.sit(table)
    ana.start(table)
    return table


def body(person: Somebody, table: str, seat: int, *moves: str) -> Json:
    return {"seat": seat, "after": person.info_index(table), "moves": moves}


def hint(person: Somebody, table: str, seat: int, *moves: str) -> Json:
    found: Json = person.good("POST", f"/tables/{table}/hint", body(person, table, seat, *moves))
    Hint.model_validate(found)
    return found


def _all_moves(found: Json) -> list[str]:
    return [move for rated in found["moves"] for move in (rated["move"], *rated["alike"])]


def at_a_choice(person: Somebody, game: str) -> tuple[str, int]:
    """A table with hints at which the seat has a choice."""
    table = person.open(game, "me", "local", first=0, start=True, hints=True)
    while len((seen := person.snapshot(table, person.info(table)["turn"]))["position"]["legal"]) == 1:
        person.play(table, seen["table"]["turn"], seen["position"]["legal"][0]["move"])
    return table, seen["table"]["turn"]


def test_a_hint_is_thought_over_and_its_best_move_stays_unless_another_is_clearly_better(ana: Somebody) -> None:
    table, seat = at_a_choice(ana, "air_sorciere")
    looks = [ana.good("POST", f"/tables/{table}/hint", body(ana, table, seat) | {"look": look}) for look in range(3)]
    assert [found["more"] for found in looks] == [True, True, False]
    for before, after in pairwise(looks):
        led = before["moves"][0]["move"]
        kinds = {rated["move"]: rated["quality"] for rated in after["moves"]}
        assert kinds[led] not in LEADING or after["moves"][0]["move"] == led
    ana.refused(422, "bad_request", "POST", f"/tables/{table}/hint", body(ana, table, seat) | {"look": 3})


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_rates_every_legal_move_in_the_words_of_the_table(ana: Somebody, leo: Somebody, game: str) -> None:
    table, seat = at_a_choice(ana, game)
    legal = ana.snapshot(table, seat)["position"]["legal"]
    found = hint(ana, table, seat)
    assert found["seat"] == seat
    labels = {move["move"]: move["label"] for move in legal}
    assert all(labels[rated["move"]] == rated["label"] for rated in found["moves"])
    assert sorted(_all_moves(found)) == sorted(labels)
    best, *others = found["moves"]
    assert best["quality"] in LEADING
    named = f"“{GAMES[game].texts.move('en', best['move'])}”"
    assert named in found["sentence"] or not {rated["quality"] for rated in others} - {best["quality"]}
    kinds = [rated["quality"] for rated in others]
    assert kinds == sorted(kinds, key=lambda kind: LEADING.index(kind) if kind in LEADING else len(LEADING))
    assert "best" not in kinds and (best["quality"] == "best") == (not set(kinds) & set(LEADING))
    rest = [rated["win"] for rated in others if rated["quality"] not in LEADING]
    assert rest == sorted(rest, reverse=True)
    assert all(0 <= rated["win"] <= 1 and rated["words"] for rated in found["moves"])
    ana.lang = "fr"
    french = hint(ana, table, seat)
    assert french["sentence"] != found["sentence"] and french["moves"][0]["words"] in (
        "le meilleur coup",
        "parmi les meilleurs",
        "trop serré pour trancher",
    )
    again = [(rated["move"], rated["win"]) for rated in french["moves"]]
    assert again == [(rated["move"], rated["win"]) for rated in found["moves"]], "asked again, the same answer"


def test_where_there_is_no_choice_a_hint_says_so(ana: Somebody, table: str) -> None:
    found = hint(ana, table, 0)
    assert found["sentence"].startswith("Only one move is possible: “Draw a card”. Your chance to win: ")
    assert len(found["moves"]) == 1 and not found["more"]


def test_a_hint_comes_after_the_small_steps_that_are_not_sent_yet(
    ana: Somebody, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as settled:
        settled.setattr(commands, "_new_secret", lambda: "05" * 32)
        table = ana.open("air_sorciere", "me", "local", start=True, hints=True)
    rng = random.Random(2)
    while True:
        seen = ana.snapshot(table, ana.info(table)["turn"])
        seat, legal = seen["table"]["turn"], [move["move"] for move in seen["position"]["legal"]]
        steps = [move for move in legal if move.startswith("graduate")]
        if steps:
            break
        ana.play(table, seat, rng.choice(legal), after=seen["index"])
    after = ana.preview(table, seat, steps[0])["legal"]
    assert after and {move["move"] for move in after}.isdisjoint(legal)
    assert sorted(_all_moves(hint(ana, table, seat, steps[0]))) == sorted(move["move"] for move in after)
    assert sorted(_all_moves(hint(ana, table, seat))) == sorted(legal)


def test_a_table_has_hints_only_if_it_was_opened_so(ana: Somebody) -> None:
    table = ana.open("symphonimo", "me", "local", first=0, start=True)
    assert ana.info(table)["hints"] is False
    problem = ana.refused(403, "forbidden", "POST", f"/tables/{table}/hint", body(ana, table, 0))
    assert problem["message"] == "This table is played without hints."


def test_nobody_gets_a_hint_for_a_seat_or_a_moment_that_is_not_theirs(ana: Somebody, leo: Somebody, table: str) -> None:
    path = f"/tables/{table}/hint"
    ana.refused(403, "forbidden", "POST", path, body(ana, table, 1))
    ana.refused(404, "unknown", "POST", path, body(ana, table, 4))
    problem = leo.refused(409, "conflict", "POST", path, body(leo, table, 1))
    assert problem["message"] == "Ce n'est pas à vous de jouer\N{NO-BREAK SPACE}: c'est à Ana."
    leo.refused(409, "conflict", "POST", path, body(leo, table, 1, "draw"))
    old = body(ana, table, 0)
    ana.play(table, 0, "draw")
    ana.refused(409, "stale", "POST", path, old)
    ana.refused(422, "illegal", "POST", path, body(ana, table, 0, "place 7"))


def test_a_hint_never_shows_what_chance_would_show(ana: Somebody, table: str) -> None:
    ana.refused(409, "reveals", "POST", f"/tables/{table}/hint", body(ana, table, 0, "draw"))


def test_there_are_no_hints_before_and_after_the_game(ana: Somebody) -> None:
    table = ana.open("symphonimo", "me", "local", hints=True)
    problem = ana.refused(409, "conflict", "POST", f"/tables/{table}/hint", body(ana, table, 0))
    assert problem["message"] == "The game has not begun yet."
    ana.start(table)
    play_to_the_end({0: ana, 1: ana}, table, random.Random(1))
    problem = ana.refused(409, "conflict", "POST", f"/tables/{table}/hint", body(ana, table, 0))
    assert problem["message"] == "The game is over."


@pytest.fixture
def gate(ana: Somebody) -> Iterator[threading.Event]:
    """Nobody thinks before it is set, or the test has failed long ago."""
    gate, services = threading.Event(), ana.server.services
    before = services.pool.waiting()

    async def wait_for_all() -> list[asyncio.Task[Any]]:
        return [
            asyncio.create_task(services.pool.run(pool.HINT, partial(gate.wait, LONGEST), Payer("gate", "", ""), 0.0))
            for _ in range(services.pool.workers)
        ]

    ana.server.run(wait_for_all())
    wait_until(lambda: services.pool.waiting() <= before)
    yield gate
    gate.set()


def wait_for(person: Somebody, hints: int) -> None:
    wait_until(lambda: person.server.services.pool.waiting(pool.HINT) == hints)


def test_no_hint_is_refused_because_bots_wait(ana: Somebody, table: str, gate: threading.Event) -> None:
    services = ana.server.services

    async def wait_for_bots() -> None:
        for k in range(50):
            payer = Payer(f"{k}", "", "")
            bots.append(asyncio.create_task(services.pool.run(pool.PLAY, lambda: done.append("bot"), payer, 0.0)))

    bots: list[asyncio.Task[None]] = []
    done: list[str] = []
    ana.server.run(wait_for_bots())
    wanted = body(ana, table, 0)
    with ThreadPoolExecutor(1) as thread:
        asked = thread.submit(ana.good, "POST", f"/tables/{table}/hint", wanted)
        wait_for(ana, 1)
        assert services.pool.waiting(pool.PLAY) == 50
        gate.set()
        assert asked.result(30)["moves"]


def test_a_person_gets_one_hint_at_a_time(ana: Somebody, leo: Somebody, table: str, gate: threading.Event) -> None:
    other = ana.open("symphonimo", "me", "local", first=0, start=True, hints=True)
    wanted, more = body(ana, table, 0), body(ana, other, 0)
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(ana.good, "POST", f"/tables/{table}/hint", wanted)
        wait_for(ana, 1)
        problem = ana.refused(429, "too_many", "POST", f"/tables/{other}/hint", more)
        assert problem["message"] == "You are already waiting for a hint: only one at a time."
        assert problem["retry_after"] == 1
        again = threads.submit(ana.good, "POST", f"/tables/{table}/hint", wanted)
        gate.set()
        assert first.result(30) == again.result(30), "the same question is not a second one"
    assert ana.good("POST", f"/tables/{other}/hint", more)["moves"], "the next one comes when the first is there"


def test_who_asks_while_many_wait_is_told_to_come_back(
    ana: Somebody, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "_MOST_WAITING", 0)
    problem = ana.refused(429, "too_many", "POST", f"/tables/{table}/hint", body(ana, table, 0))
    assert problem["retry_after"] and "try again" in problem["message"]


def test_longer_looks_wait_among_advice_where_a_home_has_its_share(
    ana: Somebody, table: str, gate: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the longer looks of one home would take all the room there is for everybody's advice."""
    monkeypatch.setattr(pool, "_MOST_OF_A_HOME", 1)
    services = ana.server.services
    asked = body(ana, table, 0)

    async def wait_for_advice() -> asyncio.Task[None]:
        return asyncio.create_task(services.pool.run(pool.ADVICE, lambda: None, Payer("127.0.0.1", "", ""), 0.0))

    ana.server.run(wait_for_advice())
    wait_until(lambda: services.pool.waiting(pool.ADVICE) == 1)
    problem = ana.refused(429, "too_many", "POST", f"/tables/{table}/hint", asked | {"look": 2})
    assert "try again" in problem["message"]
    with ThreadPoolExecutor(1) as thread:
        first = thread.submit(ana.good, "POST", f"/tables/{table}/hint", asked)
        wait_for(ana, 1)
        gate.set()
        assert first.result(30)["moves"], "the first look waits among hints"
