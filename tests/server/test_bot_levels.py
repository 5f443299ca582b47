"""What a level plays at a table: what it meant when the bot sat down, whatever it means by now."""

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from quatuor import GAMES, Game
from quatuor.bots import Bot, ask
from quatuor.core.levels import DEFAULT_LEVEL, LEVEL_NAMES, Levels
from quatuor.server import warmup
from quatuor.server.live import bots as bots_module
from quatuor.server.live.bot_timing import nominal_cost
from quatuor.server.refusals import Refused
from quatuor.server.settings import Settings
from quatuor.server.table.table import Table
from quatuor.server.warmup import Warmup, warm_guided, warm_network, warm_search
from server.inside import Inside, run_alone
from server.old_stores import in_old_form
from server.people import Somebody
from server.waits import LONGEST, wait_until

# What the last version before networks played.
BEFORE = {
    "symphonimo": ("hasty:10", "search:10", "search:100", "search:3000"),
    "air_sorciere": ("hasty:10", "search:10", "search:100", "search:4000"),
    "symbiose": ("hasty:10", "search:10", "search:250", "search:3000"),
    "rythm_n_play": ("hasty:10", "search:10", "search:150", "search:8000"),
}
OTHERS = Levels("random", "random", "random", "random", "random")


def table_of(person: Somebody, table: str) -> Table:
    """A table as the server has it in memory."""
    person.info(table)
    return person.server.services.tables.live_tables[table].table


def players_of(person: Somebody, table: str) -> list[str | None]:
    return [chair.player for chair in table_of(person, table).chairs]


def open_with(person: Somebody, game: str, *bots: str, start: bool = False) -> str:
    """The id of a new table of a person, who begins, and these bots."""
    seats = [{"kind": "me"}, *({"kind": "bot", "bot": bot} for bot in bots)]
    plan = {"game": game, "players": len(seats), "seats": seats, "start": start, "pace_ms": 0, "first": 0}
    return str(person.good("POST", "/tables", plan)["id"])


def meant(game: str, level: str, players: int) -> str | None:
    return GAMES[game].levels.spec(level, players)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the bots that were asked for a move."""
    names: list[str] = []

    def noting(bot: Bot, *args: Any, **more: Any) -> int:
        names.append(bot.name)
        return ask(bot, *args, **more)

    monkeypatch.setattr(bots_module, "ask", noting)
    return names


@pytest.fixture
def change_levels(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Gives a game other levels for the rest of a test, as a later version would."""

    def change(game: str, levels: Levels) -> None:
        monkeypatch.setattr(GAMES[game], "levels", levels)

    # A game is frozen: later versions change it, and nobody else.
    monkeypatch.setattr(Game, "__setattr__", object.__setattr__)
    monkeypatch.setattr(Game, "__delattr__", object.__delattr__)
    yield change
    monkeypatch.undo()


def test_a_bot_plays_what_its_level_means_when_it_sits_down(ana: Somebody, leo: Somebody, asked: list[str]) -> None:
    table = ana.open("symphonimo", "me", "open", "open", first=0)
    ana.good("PUT", f"/tables/{table}/seats/1", {"kind": "bot", "bot": "beginner"})
    leo.sit(table)
    assert players_of(ana, table) == [None, meant("symphonimo", "beginner", 3), None]
    ana.start(table)
    leo.good("POST", f"/tables/{table}/seats/2/stand-in")
    assert players_of(ana, table)[2] == meant("symphonimo", DEFAULT_LEVEL, 3)
    ana.play(table, 0, "draw", "place 1")
    ana.good("POST", f"/tables/{table}/skip")
    assert set(asked) == {meant("symphonimo", level, 3) for level in ("beginner", DEFAULT_LEVEL)}
    leo.good("POST", f"/tables/{table}/seats/2/back")
    assert players_of(ana, table)[2] is None
    assert [seat["bot"] for seat in ana.info(table)["seats"]] == [None, "beginner", None]


def test_a_bot_by_its_own_name_plays_as_that(ana: Somebody) -> None:
    assert players_of(ana, open_with(ana, "symbiose", "greedy")) == [None, "greedy"]


def test_a_game_keeps_its_bots_and_a_rematch_takes_those_of_today(
    own: Inside, tmp_path: Path, change_levels: Any
) -> None:
    ana = Somebody(own, "Ana")
    table = open_with(ana, "symbiose", "expert", DEFAULT_LEVEL, start=True)
    before = players_of(ana, table)
    assert before == [None, *(meant("symbiose", level, 3) for level in ("expert", DEFAULT_LEVEL))]
    own.close()
    change_levels("symbiose", OTHERS)
    with closing(Inside(Settings(db=tmp_path / "quatuor.db", limits=False, warm_search=False))) as again:
        ana.server = again
        assert players_of(ana, table) == before
        while (seen := ana.good("POST", f"/tables/{table}/skip")["snapshot"])["outcome"] is None:
            ana.play(table, 0, seen["position"]["legal"][0]["move"], after=seen["index"])
        rematch = ana.table_answer("POST", table, "/rematch")["id"]
        assert players_of(ana, rematch) == [None, "random", "random"]
        assert [seat["bot"] for seat in ana.info(rematch)["seats"]] == [None, "expert", DEFAULT_LEVEL]


@pytest.fixture
def own(tmp_path: Path) -> Inside:
    return Inside(Settings(db=tmp_path / "quatuor.db", limits=False, warm_search=False))


@pytest.mark.usefixtures("seeds")
def test_tables_from_before_networks_go_on_with_the_searches_that_their_levels_were(
    own: Inside, tmp_path: Path, asked: list[str]
) -> None:
    ana = Somebody(own, "Ana")
    levels = {game: LEVEL_NAMES[: min(4, GAMES[game].max_players - 1)] for game in BEFORE}
    tables = {game: open_with(ana, game, *levels[game], start=True) for game in BEFORE}
    virtuoso = open_with(ana, "symbiose", "virtuoso")
    away = open_with(ana, "symphonimo", "random", start=True)
    ana.good("POST", f"/tables/{away}/seats/0/stand-in")
    broken = open_with(ana, "symbiose", "expert")
    own.close()
    old = in_old_form(tmp_path / "quatuor.db", "0003")
    with closing(sqlite3.connect(old)) as store, store:
        store.execute("UPDATE entries SET body = json_remove(body, '$.plays') WHERE kind IN ('seated', 'stand_in')")
        store.execute("UPDATE entries SET body = '{' WHERE table_id = ? AND kind = 'seated'", (broken,))
    asked.clear()
    with closing(Inside(Settings(db=old, limits=False, warm_search=False))) as again:
        ana.server = again
        for game, table in tables.items():
            assert players_of(ana, table) == [None, *BEFORE[game][: len(levels[game])]]
        assert players_of(ana, virtuoso) == [None, BEFORE["symbiose"][3]]
        assert players_of(ana, away) == [BEFORE["symphonimo"][1], "random"]
        ana.play(tables["symphonimo"], 0, "draw", "place 1")
        ana.good("POST", f"/tables/{tables['symphonimo']}/skip")
        assert set(asked) >= {"hasty:10", "search:10", "search:100"}
        assert ana.ask("GET", f"/tables/{broken}").status_code == 503, "damage stays where it is"


def test_until_a_search_is_compiled_the_network_plays_alone() -> None:
    game, others = GAMES["symphonimo"], GAMES["symbiose"]
    warming = Warmup()
    assert warming.ready_bot("guided:400", game).name == "policy"
    assert warming.ready_bot("search:30", game).name == "policy" == warming.ready_bot("hasty:10", game).name
    assert warming.ready_bot("greedy", game).name == "greedy"
    warming._left.remove((warm_search, game))
    assert warming.ready_bot("search:30", game).name == "search:30"
    assert warming.ready_bot("guided:400", game).name == "policy"
    warming._left.remove((warm_guided, game))
    assert warming.ready_bot("guided:400", game).name == "guided:400"
    assert warming.ready_bot("guided:400", others).name == "policy"
    assert Warmup(search=False).ready_bot("guided:400", game).name == "guided:400", "compiled when it is needed"


def test_nobody_waits_for_a_move_while_guided_searches_are_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: list[str]
) -> None:
    compiled = threading.Event()
    monkeypatch.setattr(warmup, "warm_guided", lambda game: compiled.wait(LONGEST))
    monkeypatch.setattr(warmup, "_BOTS", ())
    monkeypatch.setattr(warmup, "warm_analysis", lambda game: None)
    with closing(Inside(Settings(db=tmp_path / "quatuor.db", limits=False))) as server:
        ana = Somebody(server, "Ana")
        table = open_with(ana, "symphonimo", "guided:20", start=True)
        ana.play(table, 0, "draw", "place 1")
        seen = ana.good("POST", f"/tables/{table}/skip")["snapshot"]
        assert set(asked) == {"policy"} and ana.info(table)["seats"][1]["bot"] == "guided:20"
        compiled.set()
        wait_until(lambda: server.services.warmup.done)
        asked.clear()
        while "guided:20" not in asked and seen["outcome"] is None:
            ana.play(table, 0, seen["position"]["legal"][0]["move"], after=seen["index"])
            seen = ana.good("POST", f"/tables/{table}/skip")["snapshot"]
        assert set(asked) == {"guided:20"}


def test_guided_searches_are_compiled_last_those_of_games_that_are_played_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[tuple[str, str]] = []
    for name in ("warm", "warm_network", "warm_search", "warm_analysis", "warm_guided"):
        # A new function each: Warmup tells its steps apart by identity.
        monkeypatch.setattr(warmup, name, lambda game, name=name: done.append((name, game.name)))
    monkeypatch.setattr(warmup, "_BOTS", (warmup.warm_network, warmup.warm_search))
    warming = Warmup()
    with closing(asyncio.new_event_loop()) as loop:
        warming._played.add("symbiose")
        warming._warm_all(loop, ExitStack())
    assert done[:3] == [(step, "symbiose") for step in ("warm", "warm_network", "warm_search")]
    guided = [game for step, game in done if step == "warm_guided"]
    assert guided[0] == "symbiose" and set(guided) == set(GAMES) and len(done) == 5 * len(GAMES)
    assert [step for step, _ in done[-len(GAMES) :]] == ["warm_guided"] * len(GAMES)
    assert warming.done and not any(warming.compiles_bots(game) for game in GAMES.values())


def test_who_wants_something_thought_about_waits_until_all_of_that_is_compiled_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, done = GAMES["rythm_n_play"], []
    for name in ("warm", "warm_network", "warm_search", "warm_analysis", "warm_guided"):
        monkeypatch.setattr(warmup, name, lambda game, name=name: done.append((name, game.name)))
    monkeypatch.setattr(warmup, "_BOTS", (warmup.warm_network, warmup.warm_search))

    async def waiting() -> None:
        warming = Warmup()
        loop = asyncio.get_running_loop()
        warming._thinking = {name: loop.create_future() for name in GAMES}
        task = asyncio.create_task(warming.thinking_ready(game))
        await asyncio.sleep(0)
        assert not task.done()
        await asyncio.to_thread(warming._warm_all, loop, ExitStack())
        await task
        await Warmup(search=False).thinking_ready(game)
        warming._thinking[game.name] = loop.create_future()
        with pytest.raises(Refused, match="first start"):
            await warming.thinking_ready(game, patience=0.01)

    run_alone(waiting())
    assert {name for _, name in done[:5]} == {game.name} and len(done) == 5 * len(GAMES)


def test_a_game_without_a_network_is_warmed_up_all_the_same() -> None:
    game = replace(GAMES["symphonimo"], package="quatuor.core")
    for step in (warm_network, warm_guided):
        step(game)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_guided_iteration_is_reckoned_with_at_its_own_cost(game: Game) -> None:
    find = Warmup(search=False).ready_bot
    guided, plain = (nominal_cost(find(f"{kind}:1000", game), game) for kind in ("guided", "search"))
    assert guided == pytest.approx(game.search_settings.guided_iteration_us / 1000)
    assert plain == pytest.approx(game.search_settings.iteration_us / 1000)


def test_a_page_learns_how_much_is_still_being_prepared(ana: Somebody) -> None:
    found = ana.good("GET", "/preparation")
    assert found["total"] >= len(GAMES) and 0 <= found["left"] <= found["total"]
    wait_until(lambda: ana.good("GET", "/preparation")["left"] == 0)
