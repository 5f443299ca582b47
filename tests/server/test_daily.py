"""The deals of the day: one for everybody, played once, secret until an hour after the day, then in the calendar."""

import asyncio
import random
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

import quatuor
from quatuor.bots import GuidedBot, find_bot
from quatuor.games import GAMES
from quatuor.server import clock
from quatuor.server.days import Days, is_zone
from quatuor.server.http.daily_messages import DailyCalendar, DailyStandings
from quatuor.server.http.messages import TableInfo
from quatuor.server.live.bots import think
from quatuor.server.settings import Settings
from quatuor.server.store.backup import backup
from quatuor.server.store.schema import daily_results
from quatuor.server.study import dailies
from quatuor.server.warmup import Warmup
from server.inside import Closed, Inside
from server.people import Json, Somebody
from server.waits import wait_until

GAME = "symbiose"
HOUR = 3600.0


class Clock:
    """The time of day in these tests, in UTC, as is the server's time zone; each test has a day of its own."""

    def __init__(self) -> None:
        self.day = date(2026, 11, 16)
        self.now = 0.0

    def set(self, days_later: int, hour: int, minute: int = 0) -> None:
        """Some time of a day after that of the test."""
        start = datetime.combine(self.day + timedelta(days=days_later), time(hour, minute), UTC)
        self.now = start.timestamp()


CLOCK = Clock()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """A server in UTC, whose strongest bot is a quick one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock, "wall", lambda: CLOCK.now)
        patch.setattr(dailies, "STRONGEST", "greedy")
        CLOCK.set(0, 12)
        db = tmp_path_factory.mktemp("daily") / "quatuor.db"
        server = Inside(Settings(db=db, limits=False, warm_search=False, time_zone="UTC"))
        yield server
        server.close()


@pytest.fixture(autouse=True)
def day(server: Inside) -> date:
    """The day of a test, at noon; nobody has played its deals yet."""
    CLOCK.day += timedelta(days=10)
    CLOCK.set(0, 12)
    return CLOCK.day


@pytest.fixture
def ana(server: Inside) -> Somebody:
    return Somebody(server, "Ana")


@pytest.fixture
def leo(server: Inside) -> Somebody:
    return Somebody(server, "Léo", "fr")


def opened(who: Somebody, day: date | None = None, game: str = GAME) -> str:
    """The id of somebody's table with a day's deal."""
    found = who.good("POST", f"/daily/{day or CLOCK.day}/{game}")
    TableInfo.model_validate(found)
    return str(found["id"])


def standings(who: Somebody, day: date | None = None, game: str = GAME) -> Json:
    """What somebody is told of a day's deal of one game."""
    found = who.good("GET", "/daily", **({} if day is None else {"day": str(day)}))
    DailyStandings.model_validate(found)
    return next(one for one in found["games"] if one["game"] == game)


def play(who: Somebody, table: str, choose: Callable[[list[str]], str], most: int = 1000) -> list[str]:
    """Somebody plays their table to its end, or so many moves; all moves that were made, those of the bot too."""
    for _ in range(most):
        snapshot = who.good("POST", f"/tables/{table}/skip")["snapshot"]
        if snapshot["table"]["status"] != "playing":
            break
        legal = [move["move"] for move in snapshot["position"]["legal"]]
        who.play(table, 0, choose(legal), after=snapshot["index"])
    return [item["move"] for item in who.events(table)["items"] if item["kind"] == "move"]


def finished(who: Somebody, seed: int = 0, day: date | None = None, game: str = GAME) -> str:
    table = opened(who, day, game)
    play(who, table, random.Random(seed).choice)
    return table


def truth(server: Inside, table: str) -> Any:
    return server.services.tables.live_tables[table].table


# The same for everybody.


@pytest.mark.parametrize("game", GAMES)
def test_everybody_gets_the_same_cards_and_the_same_answers(ana: Somebody, leo: Somebody, game: str, day: date) -> None:
    tables = {who.name: opened(who, game=game) for who in (ana, leo)}
    first, second = (truth(ana.server, table).plan for table in tables.values())
    assert first.id != second.id and first.seed == second.seed and first.daily == second.daily == str(CLOCK.day)
    # The same choices lead to the same game, bots included: also where one of the two had not skipped.
    lowest: Callable[[list[str]], str] = min
    assert play(ana, tables["Ana"], lowest, 12) == play(leo, tables["Léo"], lowest, 12)


@pytest.mark.parametrize("game", GAMES.values(), ids=str)
def test_a_bot_answers_a_situation_alike_whatever_the_load(ana: Somebody, game: Any) -> None:
    """It does not think by the clock, needs nothing that may not be compiled yet, and its chance is the deal's."""
    table = truth(ana.server, opened(ana, game=game.name))
    (bot,) = (chair.player for chair in table.chairs if chair.bot)
    assert find_bot(bot).budget(game).seconds == float("inf")
    assert not isinstance(find_bot(bot), GuidedBot)
    everyone = tuple(chair for chair in table.chairs if chair.bot) * 2
    one_by_one = table.play.copy()
    for _ in range(10):
        moves = think(table, one_by_one, everyone, 1, ana.server.services.pool.stop_signal(), Warmup(False).ready_bot)
        one_by_one.follow(moves.made[0].action)
    at_once = think(table, table.play, everyone, 10, ana.server.services.pool.stop_signal(), Warmup(False).ready_bot)
    assert [deed.move for deed in at_once.made] == [move.text for move in one_by_one.moves]


def test_each_day_and_each_game_has_a_deal_of_its_own(ana: Somebody, day: date) -> None:
    deals = ana.server.services.dailies
    days = [day + timedelta(days=n) for n in range(50)]
    assert len({deals.seed(day, game) for day in days for game in GAMES.values()}) == 50 * len(GAMES)


@pytest.mark.sqlite
def test_the_secret_is_made_once_and_is_in_backups(server: Inside, tmp_path: Path, day: date) -> None:
    seed = server.services.dailies.seed(day, GAMES[GAME])
    backup(server.services.settings.db, tmp_path / "copy.db")
    copy = Inside(Settings(db=tmp_path / "copy.db", limits=False, warm_search=False))
    other = Inside(Settings(db=tmp_path / "other.db", limits=False, warm_search=False))
    assert copy.services.dailies.seed(day, GAMES[GAME]) == seed != other.services.dailies.seed(day, GAMES[GAME])
    copy.close()
    other.close()


# Once for each person.


def test_a_second_click_a_second_device_and_the_next_day_bring_back_the_same_table(
    ana: Somebody, leo: Somebody, day: date
) -> None:
    table = opened(ana)
    play(ana, table, min, 2)
    assert opened(ana) == table and opened(leo) != table
    # Signed in by a link on another device, she is the same person.
    link = ana.good("POST", "/me/devices/link")["url"].partition("#")[2]
    answer = ana.server.ask("POST", "/api/device-link", json={"token": link})
    phone = {"cookie": answer.headers["set-cookie"].partition(";")[0]}
    assert ana.server.ask("POST", f"/api/daily/{day}/{GAME}", headers=phone).json()["id"] == table
    play(ana, table, min)
    assert opened(ana) == table
    CLOCK.set(1, 0, 30)
    assert opened(ana) == table


def test_whoever_asks_twice_at_once_gets_one_table(ana: Somebody, day: date) -> None:
    services = ana.server.services
    person = ana.server.run(services.people.introduce(None, "Zoé"))

    async def both() -> list[str]:
        game = GAMES[GAME]
        found = await asyncio.gather(*(services.dailies.table(day, game, person, "en") for _ in range(5)))
        return [live.table.plan.id for live in found]

    assert len(set(ana.server.run(both()))) == 1


def test_no_request_opens_a_table_with_a_days_deal_by_hand(ana: Somebody, day: date) -> None:
    seats = [{"kind": "me"}, {"kind": "bot"}]
    for more in ({"daily": str(day)}, {"seed": 1}):
        ana.refused(422, "bad_request", "POST", "/tables", {"game": GAME, "players": 2, "seats": seats, **more})


# Nothing is told of it.


def forbidden_to_its_player(table: str, index: int) -> Iterator[tuple[str, str, Any, dict[str, Any]]]:
    yield "GET", f"/records/{table}", None, {}
    for seat in (-1, 0, 1):
        yield "GET", f"/records/{table}/frames", None, {"seat": seat}
        yield "GET", f"/records/{table}/drawing", None, {"seat": seat, "number": 0}
    for seat in (0, 1):
        yield "GET", f"/records/{table}/analysis", None, {"seat": seat}
    yield "GET", f"/records/{table}/advice", None, {"number": 0}
    for seat in (-1, 1):
        for what in ("events", "drawing", "observation"):
            yield "GET", f"/tables/{table}/{what}", None, {"seat": seat}
    yield "POST", f"/tables/{table}/skip", None, {"seat": 1}
    yield "POST", f"/tables/{table}/hint", {"seat": 0, "after": index}, {}
    yield "POST", f"/tables/{table}/undo", {"seat": 0, "after": index}, {}
    yield "POST", f"/tables/{table}/rematch", None, {}
    yield "POST", f"/tables/{table}/seats/0/return-link", None, {}
    yield "POST", f"/daily/{CLOCK.day}/{GAME}/practice", None, {}


def test_its_player_learns_nothing_but_what_their_seat_sees_while_they_play(ana: Somebody) -> None:
    table = opened(ana)
    play(ana, table, min, 3)
    index = ana.info_index(table)
    for method, path, body, query in forbidden_to_its_player(table, index):
        wanted = 409 if path.startswith("/records") else 403
        assert ana.ask(method, path, body, **query).status_code == wanted, (method, path, query)
    for method, path in (("DELETE", f"/tables/{table}/seats/0"), ("POST", f"/tables/{table}/seats/0/stand-in")):
        assert "Nobody else plays" in ana.refused(403, "forbidden", method, path)["message"]
    assert not ana.snapshot(table)["undo"]
    with pytest.raises(Closed) as closed, ana.socket(table, seat=-1) as socket:
        socket.receive()
    assert closed.value.code == 4403


@pytest.mark.parametrize("game", ["symbiose", "rythm_n_play"])
def test_its_player_learns_no_more_after_the_end_of_the_game(ana: Somebody, game: str) -> None:
    table = finished(ana, game=game)
    snapshot = ana.snapshot(table)
    assert snapshot["outcome"] is not None and snapshot["table"]["status"] == "over"
    for method, path, body, query in forbidden_to_its_player(table, snapshot["index"]):
        status = ana.ask(method, path, body, **query).status_code
        # A game that is over has no hints and takes nothing back either.
        assert status in ((403, 409) if path.endswith(("hint", "undo")) else (403,)), (method, path, query)
    seed = str(truth(ana.server, table).plan.seed)
    for path in ("events?after=-1", "drawing", "observation"):
        assert seed not in ana.ask("GET", f"/tables/{table}/{path}").text


def test_nobody_else_sees_anything_of_a_table(ana: Somebody, leo: Somebody) -> None:
    table = finished(ana)
    for seat in (-1, 0, 1):
        for what in ("events", "drawing", "observation"):
            leo.refused(403, "forbidden", "GET", f"/tables/{table}/{what}", seat=seat)
    leo.refused(403, "forbidden", "GET", f"/tables/{table}/events")
    leo.refused(403, "forbidden", "GET", f"/records/{table}")
    leo.refused(409, "conflict", "POST", f"/tables/{table}/seats", {"seat": None})
    leo.refused(403, "forbidden", "POST", f"/tables/{table}/moves", {"seat": 0, "after": 3, "moves": ["draw"]})
    assert table not in leo.ask("GET", "/tables").text
    with pytest.raises(Closed) as closed, leo.socket(table) as socket:
        socket.receive()
    assert closed.value.code == 4403


def test_what_moves_would_lead_to_is_told_from_another_deal(ana: Somebody) -> None:
    """A preview stays: boards need it, and whatever a seat has not seen is dealt anew in it."""
    table = opened(ana, game="symphonimo")
    snapshot = ana.good("POST", f"/tables/{table}/skip")["snapshot"]
    body = {"seat": 0, "after": snapshot["index"], "moves": ["draw"]}
    ana.refused(409, "reveals", "POST", f"/tables/{table}/preview", body)


def test_results_are_told_to_those_who_have_finished(ana: Somebody, leo: Somebody) -> None:
    finished(ana)
    opened(leo)
    assert standings(leo)["played"] == 1
    assert standings(leo)["ranking"] == [] and standings(leo)["strongest"] is None and not standings(leo)["pending"]
    stranger = ana.server.ask("GET", "/api/daily").json()["games"]
    assert all(game["ranking"] == [] and game["strongest"] is None for game in stranger)
    wait_until(lambda: standings(ana)["strongest"] is not None)
    (row,) = standings(ana)["ranking"]
    assert row["place"] == 1 and row["you"] and row["name"] == "Ana"


# The ranking.


def test_the_ranking_is_by_result_then_by_margin(server: Inside) -> None:
    people = [Somebody(server, f"P{n}") for n in range(4)]
    for n, who in enumerate(people):
        finished(who, seed=n % 3)  # the last one plays as the first one
    rows = standings(people[0])["ranking"]
    order = {"won": 2, "shared": 1, "lost": 0}
    keys = [(order[row["result"]], row["margin"]) for row in rows]
    assert keys == sorted(keys, reverse=True) and len(keys) == 4
    assert [row["place"] for row in rows] == [1 + sum(other > key for other in keys) for key in keys]
    assert [row["name"] for row in rows if row["you"]] == ["P0"]
    twins = [row for row in rows if row["name"] in ("P0", "P3")]
    assert twins[0]["place"] == twins[1]["place"]
    for who in people:
        table = standings(who)["table"]
        outcome = who.snapshot(table)["outcome"]
        (own,) = (row for row in standings(who)["ranking"] if row["you"])
        assert own["margin"] == outcome["scores"][0] - outcome["scores"][1]
        assert own["result"] == (
            "lost" if 0 not in outcome["winners"] else "won" if outcome["winners"] == [0] else "shared"
        )


def test_beyond_the_longest_ranking_only_ones_own_place_is_told(
    server: Inside, day: date, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dailies, "_MOST_RANKED", 2)
    people = [Somebody(server, f"P{n}") for n in range(4)]
    tables = [finished(who, seed=n) for n, who in enumerate(people)]
    results = [(1.0, 5.0), (1.0, 5.0), (1.0, 2.0), (0.0, -3.0)]
    for table, (share, margin) in zip(tables, results, strict=True):
        change = update(daily_results).where(daily_results.c.table_id == table).values(share=share, margin=margin)
        server.run(server.services.store.write([(change, [{}])]))
    first, last = (
        [(row["place"], row["name"], row["you"]) for row in standings(who)["ranking"]] for who in people[::3]
    )
    assert first == [(1, "P0", True), (1, "P1", False)]
    assert last == [(1, "P0", False), (1, "P1", False), (4, "P3", True)]
    assert standings(people[3])["played"] == 4


def test_the_strongest_bot_plays_the_same_deal_in_a_persons_place(ana: Somebody, leo: Somebody, day: date) -> None:
    finished(ana)
    wait_until(lambda: standings(ana)["strongest"] is not None)
    found = standings(ana)["strongest"]
    finished(leo)
    assert standings(leo)["strongest"] == found
    again = ana.server.run(ana.server.services.dailies._played(day, GAMES[GAME]))
    assert again.margin == found["margin"]


# Midnight.


def test_a_game_begun_before_midnight_counts_for_an_hour_after_it(ana: Somebody, leo: Somebody, day: date) -> None:
    early, late = opened(ana), opened(leo)
    CLOCK.set(1, 0, 59)
    play(ana, early, min)
    ana.refused(403, "forbidden", "GET", f"/records/{early}")
    CLOCK.set(1, 1, 1)
    play(leo, late, min)
    for who in (ana, leo):
        assert [row["name"] for row in standings(who, day)["ranking"]] == ["Ana"]
        assert standings(who, day)["played"] == 1
    # Nor does it count in the calendar: whoever waited could have seen the cards before.
    results = {
        who.name: next(one["results"] for one in who.good("GET", "/daily/calendar")["days"] if one["day"] == str(day))
        for who in (ana, leo)
    }
    assert results["Ana"].keys() == {GAME} and results["Léo"] == {}
    assert leo.good("GET", f"/records/{late}")["seed"] == ana.good("GET", f"/records/{early}")["seed"]


def test_no_deal_is_begun_after_its_day_or_before_it(ana: Somebody, day: date) -> None:
    ana.refused(409, "conflict", "POST", f"/daily/{day + timedelta(days=1)}/{GAME}")
    ana.refused(409, "conflict", "GET", "/daily", day=str(day + timedelta(days=1)))
    CLOCK.set(1, 0, 0)
    assert "today" in ana.refused(409, "conflict", "POST", f"/daily/{day}/{GAME}")["message"]
    ana.refused(403, "forbidden", "POST", f"/daily/{day}/{GAME}/practice")
    ana.refused(409, "conflict", "POST", f"/daily/{day + timedelta(days=2)}/{GAME}/practice")
    found = ana.good("GET", "/daily")
    assert found["today"] == found["day"] == str(day + timedelta(days=1)) and found["ends"] - CLOCK.now == 24 * HOUR


def test_days_are_those_of_the_hosts_time_zone(day: date) -> None:
    CLOCK.set(0, 23, 30)
    found = {}
    for zone in ("UTC", "Pacific/Kiritimati", "America/Cayenne"):
        days = Days(zone)
        found[zone] = days.today(), (days.ends(days.today()) - CLOCK.now) / HOUR
    assert found == {
        "UTC": (day, 0.5),
        "Pacific/Kiritimati": (day + timedelta(days=1), 10.5),
        "America/Cayenne": (day, 3.5),
    }


def test_a_day_is_as_long_as_the_clocks_make_it() -> None:
    paris = Days("Europe/Paris")
    lengths = [(paris.ends(day) - paris.begins(day)) / HOUR for day in (date(2026, 3, 29), date(2026, 10, 25))]
    assert lengths == [23, 25]


@pytest.mark.parametrize("name", ["Paris", "", "Europe", "../etc/passwd", "Europe/Paris\0"])
def test_a_wrong_time_zone_is_recognised(name: str) -> None:
    assert not is_zone(name) and is_zone("Europe/Paris")


# Afterwards.


def test_past_deals_are_played_for_oneself_with_everything_that_helps(ana: Somebody, day: date) -> None:
    table = finished(ana)
    cards = truth(ana.server, table).plan.seed
    CLOCK.set(2, 12)
    found = ana.good("POST", f"/daily/{day}/{GAME}/practice")
    own = truth(ana.server, found["id"])
    assert own.plan.seed == cards and found["daily"] is None and found["hints"]
    assert ana.good("POST", f"/daily/{day}/{GAME}/practice")["id"] != found["id"]
    play(ana, found["id"], min)
    assert quatuor.verify(ana.good("GET", f"/records/{found['id']}")).seed_reproduces
    assert ana.good("GET", f"/records/{table}/frames")["total"] > 10
    # It counts for nothing.
    assert standings(ana, day)["played"] == 1
    ana.refused(404, "unknown", "POST", f"/daily/{day - timedelta(days=99)}/{GAME}/practice")


def test_the_calendar_has_the_last_days_and_ones_own_results(ana: Somebody, leo: Somebody, day: date) -> None:
    finished(ana)
    CLOCK.set(1, 0, 30)
    found = ana.good("GET", "/daily/calendar")
    DailyCalendar.model_validate(found)
    assert [day["day"] for day in found["days"][:2]] == [str(day + timedelta(days=1)), str(day)]
    assert [day["sealed"] for day in found["days"][:3]] == [True, True, False]
    assert found["days"][1]["results"].keys() == {GAME} and found["days"][2]["results"] == {}
    assert all(day["results"] == {} for day in leo.good("GET", "/daily/calendar")["days"])


@pytest.mark.parametrize("text", ["yesterday", "2026-02-30", "2026-1-1", "20261116"])
def test_what_is_no_day_gets_one_sentence(leo: Somebody, text: str) -> None:
    leo.refused(422, "bad_request", "GET", "/daily", day=text)
    leo.refused(422, "bad_request", "POST", f"/daily/{text}/{GAME}")


def test_there_is_no_deal_of_an_unknown_game(ana: Somebody, day: date) -> None:
    assert ana.ask("POST", f"/daily/{day}/poker").status_code == 422
