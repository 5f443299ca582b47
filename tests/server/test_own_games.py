"""One's own games: listed with scores and opponents, summed up, exported, removed without taking them from others."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from sqlalchemy import Connection, Text, select, type_coerce, update

from quatuor.analysis import Account
from quatuor.analysis.chance import Chance
from quatuor.bots.levels import LEVELS
from quatuor.server.http.own_game_messages import MyGames
from quatuor.server.refusals import Refused
from quatuor.server.settings import Settings
from quatuor.server.store import own_games
from quatuor.server.store.own_games import Figures, StoredGame
from quatuor.server.store.schema import entries, records, tables
from quatuor.server.store.schema import figures as figures_table
from quatuor.server.study import dailies
from quatuor.server.study import own_games as study
from quatuor.server.study.own_games import curves, group_of, statistics
from server.inside import Inside
from server.people import Json, Somebody, play_to_the_end

GAME = "symbiose"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    db: Path = tmp_path_factory.mktemp("own") / "quatuor.db"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dailies, "STRONGEST", "greedy")
        server = Inside(Settings(db=db, limits=False, warm_search=False))
        yield server
        server.close()


@pytest.fixture
def ana(server: Inside) -> Somebody:
    return Somebody(server, "Ana")


@pytest.fixture
def leo(server: Inside) -> Somebody:
    return Somebody(server, "Léo")


def against_bot(who: Somebody, level: str = "amateur") -> str:
    """A finished game against a bot of a level."""
    seats = [{"kind": "me"}, {"kind": "bot", "bot": level}]
    plan = {"game": GAME, "players": 2, "seats": seats, "start": True, "pace_ms": 0}
    table = str(who.good("POST", "/tables", plan)["id"])
    return finish(who, table)


def finish(who: Somebody, table: str) -> str:
    rng = random.Random(1)
    while (snapshot := who.good("POST", f"/tables/{table}/skip")["snapshot"])["table"]["status"] == "playing":
        move = rng.choice(snapshot["position"]["legal"])["move"]
        who.play(table, 0, move, after=snapshot["index"])
    return table


def together(ana: Somebody, leo: Somebody) -> str:
    """A finished game of two people."""
    table = ana.open(GAME, "me", "open")
    leo.sit(table)
    ana.start(table)
    play_to_the_end({0: ana, 1: leo}, table, random.Random(2))
    return table


def people_at(server: Inside, table: str) -> list[str]:
    chairs = server.services.tables.live_tables[table].table.chairs
    return [chair.person for chair in chairs if chair.person is not None]


def an_account() -> Account:
    """What an analysis may find: of 15 choices, three tenths of a win lost, and a tenth to bad luck."""
    nothing = Chance(0.0, 0.0)
    return Account(0, nothing, Chance(-0.1, 0.01), nothing, Chance(0.3, 0.02), 1.0, (), (), (None,) * 15)  # type: ignore[arg-type]


def games(who: Somebody) -> Json:
    found: Json = who.good("GET", "/me/games")
    MyGames.model_validate(found)
    return found


def ids(who: Somebody) -> list[str]:
    return [game["id"] for game in games(who)["games"]]


def test_finished_games_are_listed_with_scores_and_opponents(ana: Somebody, leo: Somebody) -> None:
    first, second = against_bot(ana, "expert"), together(ana, leo)
    ana.open(GAME, "me", "bot", start=True)  # goes on
    found = games(ana)["games"]
    assert [(game["id"], game["against"]) for game in found] == [(second, "people"), (first, "expert")]
    outcome = ana.snapshot(first, 0)["outcome"]
    assert found[1]["scores"] == outcome["scores"] and found[1]["winners"] == outcome["winners"]
    assert found[0]["names"] == ["Ana", "Léo"] and found[0]["yours"] == [0] and games(leo)["games"][0]["yours"] == [1]
    assert found[0]["figures"] is None
    assert [line["against"] for line in games(ana)["statistics"]] == ["expert", "people"]
    assert ana.server.ask("GET", "/api/me/games").json() == {
        "games": [],
        "more": False,
        "statistics": [],
        "curves": [],
    }


def test_what_an_analysis_found_is_in_the_statistics(ana: Somebody, leo: Somebody) -> None:
    table = together(ana, leo)
    ana.server.run(ana.server.services.records.save_figures(table, 0, an_account()))
    (found,) = games(ana)["games"]
    assert found["figures"] == {"choices": 15, "loss": 0.3, "luck": -0.1}
    (line,) = games(ana)["statistics"]
    assert line["analysed"] == 1 and line["loss"] == pytest.approx(0.02) and line["luck"] == -0.1
    # They are of Ana's seat, and nobody else's.
    assert games(leo)["games"][0]["figures"] is None


def test_a_game_that_one_removes_stays_with_the_others(ana: Somebody, leo: Somebody) -> None:
    table = together(ana, leo)
    assert ana.good("DELETE", f"/me/games/{table}") == {"games": 1}
    assert ids(ana) == [] and ids(leo) == [table]
    assert ana.good("GET", "/me/tables") == []
    assert leo.good("GET", f"/records/{table}")["game"] == GAME
    ana.refused(404, "unknown", "DELETE", f"/me/games/{table}")
    # Nobody keeps it any more.
    leo.good("DELETE", f"/me/games/{table}")
    leo.refused(404, "unknown", "GET", f"/records/{table}")
    leo.refused(404, "unknown", "GET", f"/tables/{table}")


def test_a_game_that_was_removed_is_nowhere_any_more(ana: Somebody, leo: Somebody) -> None:
    table = against_bot(ana)
    ways = ("", "/frames?seat=-1", "/drawing?seat=-1&number=3", "/advice?number=3", "/analysis?seat=0")
    assert leo.good("GET", f"/records/{table}/frames")["total"] > 10  # it is kept ready from here on
    ana.good("DELETE", f"/me/games/{table}")
    for way in ways:
        answer = leo.server.ask("GET", f"/api/records/{table}{way}", headers=leo.headers)
        assert answer.status_code == 404 and answer.json()["error"] == "unknown", way
    # An analysis that was going on leaves nothing behind.
    ana.server.run(ana.server.services.records.save_figures(table, 0, an_account()))
    query = select(figures_table).where(figures_table.c.record_id == table)
    assert ana.server.run(ana.server.services.store.read(lambda connection: connection.execute(query).all())) == []


@pytest.mark.parametrize(
    "damage",
    [
        update(records).values(record="{not JSON"),
        update(records).values(record='{"result": 3}'),
        update(records).values(names=type_coerce("[1, ", Text)),
        update(tables).values(options=type_coerce("[]", Text)),
        update(tables).values(daily="yesterday"),
        update(entries).where(entries.c.kind == "seated").values(body="{"),
    ],
    ids=["record", "result", "names", "options", "day", "seats"],
)
@pytest.mark.sqlite
def test_a_damaged_game_hides_no_other(ana: Somebody, damage: Any) -> None:
    broken, sound = against_bot(ana), against_bot(ana)
    by_table = damage.table.c["table_id" if damage.table is entries else "id"]
    ana.server.run(ana.server.services.store.write([(damage.where(by_table == broken), [{}])]))
    assert sound in ids(ana) and ana.good("GET", "/me/games/export")["games"]
    assert ana.good("DELETE", "/me/games") == {"games": 2}


def test_only_ones_own_finished_games_can_be_removed(ana: Somebody, leo: Somebody) -> None:
    table = against_bot(ana)
    playing = ana.open(GAME, "me", "bot", start=True)
    for who, what in ((leo, table), (ana, playing), (ana, "ABCDEFGH")):
        who.refused(404, "unknown", "DELETE", f"/me/games/{what}")
    assert ana.server.ask("DELETE", f"/api/me/games/{table}").status_code == 404
    assert ids(ana) == [table]


def test_all_are_removed_at_once_but_for_what_goes_on(ana: Somebody, leo: Somebody) -> None:
    shared, alone = together(ana, leo), against_bot(ana)
    closed = ana.open(GAME, "me", "bot", start=True)
    ana.good("POST", f"/tables/{closed}/close")
    playing = ana.open(GAME, "me", "bot", start=True)
    assert ana.good("DELETE", "/me/games") == {"games": 3}
    assert [table["id"] for table in ana.good("GET", "/me/tables")] == [playing]
    assert ids(leo) == [shared]
    for gone in (alone, closed):
        ana.refused(404, "unknown", "GET", f"/tables/{gone}")
    assert ana.good("DELETE", "/me/games") == {"games": 0}


def test_a_deal_of_today_can_be_neither_removed_nor_exported(ana: Somebody) -> None:
    """Whoever removed it could play it again; its record would tell the cards."""
    today = ana.good("GET", "/daily")["today"]
    table = finish(ana, ana.good("POST", f"/daily/{today}/{GAME}")["id"])
    assert "played twice" in ana.refused(409, "conflict", "DELETE", f"/me/games/{table}")["message"]
    assert ana.good("DELETE", "/me/games") == {"games": 0}
    assert ana.good("POST", f"/daily/{today}/{GAME}")["id"] == table
    (game,) = ana.good("GET", "/me/games/export")["games"]
    assert game["sealed"] and game["record"] is None and game["scores"]
    assert (
        str(ana.server.services.tables.live_tables[table].table.plan.seed)
        not in ana.ask("GET", "/me/games/export").text
    )


def test_the_export_has_every_game_with_its_record(ana: Somebody, leo: Somebody) -> None:
    table = together(ana, leo)
    answer = ana.ask("GET", "/me/games/export")
    assert "attachment" in answer.headers["content-disposition"]
    found = answer.json()
    assert found["name"] == "Ana" and [game["id"] for game in found["games"]] == [table]
    assert found["games"][0]["record"] == ana.good("GET", f"/records/{table}")


def test_older_games_come_page_by_page_and_only_the_first_page_sums_up(ana: Somebody) -> None:
    tables = [against_bot(ana, "random") for _ in range(3)][::-1]
    first = ana.good("GET", "/me/games", limit=2)
    assert [game["id"] for game in first["games"]] == tables[:2] and first["more"]
    assert first["statistics"][0]["games"] == 3 and len(first["curves"][0]["wins"]) == 3
    rest = ana.good("GET", "/me/games", limit=2, before=tables[1])
    MyGames.model_validate(rest)
    assert [game["id"] for game in rest["games"]] == tables[2:] and not rest["more"]
    assert rest["statistics"] == rest["curves"] == []
    assert "ABCDEFGH" in ana.refused(404, "unknown", "GET", "/me/games", before="ABCDEFGH")["message"]


def test_so_many_games_are_listed_however_many_seats_one_had(ana: Somebody, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_games, "MOST_GAMES", 2)
    tables = []
    for number in range(3):
        tables.append(ana.open(GAME, "me", "local", start=True))
        play_to_the_end({0: ana, 1: ana}, tables[-1], random.Random(number))
    found = games(ana)["games"]
    assert [(game["id"], game["yours"]) for game in found] == [(tables[2], [0, 1]), (tables[1], [0, 1])]


def test_a_record_is_parsed_once_for_all_lists(ana: Somebody, monkeypatch: pytest.MonkeyPatch) -> None:
    table = against_bot(ana)
    read: list[int] = []
    costs: list[int] = []
    parse = own_games.finished_games

    def counting(connection: Connection, ids: list[str]) -> dict[str, StoredGame]:
        read.append(len(ids))
        return parse(connection, ids)

    monkeypatch.setattr(own_games, "finished_games", counting)
    monkeypatch.setattr(study, "_READ_PER_MS", 1)
    (person,) = people_at(ana.server, table)
    for _ in range(2):
        ana.server.run(ana.server.services.own_games.page(person, None, 50, "en", costs.append))
    assert read == [1] and sum(costs) == 1, "what is known costs nothing again"


def test_a_person_has_one_export_at_a_time(ana: Somebody, leo: Somebody) -> None:
    """A piece is made when the one before it has been read: nobody piles up what they do not read."""
    table = together(ana, leo)
    own, people = ana.server.services.own_games, ana.server.services.people
    ids = people_at(ana.server, table)

    async def two_at_once() -> None:
        person, other = [await people.find(one) for one in ids]
        first = await own.export(person, "10.0.0.1")
        await anext(first)
        with pytest.raises(Refused, match="being sent already"):
            await own.export(person, "10.0.0.2")
        second = await own.export(other, "10.0.0.1")
        with pytest.raises(Refused, match="being sent already"):
            await own.export(None, "10.0.0.1")
        rest = b"".join([piece async for piece in second])
        assert orjson.loads(rest)["games"][0]["id"] == table
        await first.aclose()
        await (await own.export(person, "10.0.0.1")).aclose()

    ana.server.run(two_at_once())
    assert own._exports == []


def test_a_damaged_record_does_not_damage_the_export(ana: Somebody) -> None:
    table = against_bot(ana)
    assert ids(ana) == [table]
    damage = update(records).where(records.c.id == table).values(record="{not JSON")
    ana.server.run(ana.server.services.store.write([(damage, [{}])]))
    (game,) = ana.good("GET", "/me/games/export")["games"]
    assert game["id"] == table and game["record"] is None


def game(
    won: bool, *bots: str, own: tuple[int, ...] = (0,), figures: Figures | None = None, **more: object
) -> StoredGame:
    seats = len(bots) + len(own)
    found = StoredGame(
        "ABCDEFGH", GAME, seats, False, None, 0.0, [""] * seats, [0.0] * seats, [0] if won else [1], list(own),
        {seat + len(own): bot for seat, bot in enumerate(bots) if bot}, figures,
    )  # fmt: skip
    return found._replace(**more)


def test_statistics_are_by_game_and_opponents() -> None:
    played = [
        game(True, "amateur", figures=Figures(10, 0.2, 0.1)),
        game(False, "amateur", figures=Figures(30, 0.2, -0.3)),
        game(True, "amateur", "expert"),
        game(True, ""),
        game(True, "search:100"),
        game(True, own=(0, 1)),
    ]
    assert list(map(group_of, played)) == ["amateur", "amateur", "expert", "people", "bots", "people"]
    lines = {line["against"]: line for line in statistics(played, "en")}
    assert list(lines) == [group for group in (*LEVELS, "bots", "people") if group in lines]
    amateur = lines["amateur"]
    assert (amateur["games"], amateur["wins"], amateur["analysed"]) == (2, 1, 2)
    assert amateur["loss"] == pytest.approx(0.4 / 40) and amateur["luck"] == pytest.approx(-0.1)
    assert lines["expert"]["loss"] is None and lines["expert"]["luck"] is None
    assert lines["people"]["games"] == 1  # nobody can say who of two on one device won


def test_a_shared_win_is_a_part_of_one_and_partners_win_together() -> None:
    shared = game(True, "amateur", "amateur", winners=[0, 2])
    partners = game(True, "amateur", "amateur", "amateur", winners=[0, 2], teams=True)
    level = partners._replace(winners=[0, 1, 2, 3])
    assert [statistics([one], "en")[0]["wins"] for one in (shared, partners, level)] == [0.5, 1, 0.5]


def test_a_curve_is_the_share_of_wins_in_the_last_ten_games() -> None:
    played = [game(number >= 10, "amateur") for number in range(20)]  # the last one first
    (curve,) = curves(played, "fr")
    assert curve["wins"][:11] == [1] * 10 + [0.9] and curve["wins"][-1] == 0 and len(curve["wins"]) == 20
