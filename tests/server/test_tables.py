"""Tables: opened, found, sat at and started, and who may do what there."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select

from quatuor import GAMES, Playthrough
from quatuor.bots import LEVELS
from quatuor.server.store import schema
from server.people import Somebody, play_to_the_end


def test_every_game_says_what_its_options_are_in_both_languages(ana: Somebody, leo: Somebody) -> None:
    for person in (ana, leo):
        games = person.good("GET", "/games")
        assert [game["name"] for game in games] == list(GAMES)
        for game in games:
            assert game["title"] and game["pitch"] and game["summary"]
            assert list(game["options"]) == [str(n) for n in range(game["min_players"], game["max_players"] + 1)]
    options = {game["name"]: {o["name"]: o for o in game["options"]["2"]} for game in ana.good("GET", "/games")}
    maestro = options["symphonimo"]["maestro"]
    assert [value["value"] for value in maestro["values"]] == ["none", "random", "random:1", "random:2"]
    assert [item["value"] for item in maestro["items"]["values"]][:2] == ["classic", "max_two"]
    assert (options["air_sorciere"]["stall_limit"]["low"], options["air_sorciere"]["stall_limit"]["high"]) == (10, 1000)
    assert options["symbiose"]["mode"]["default"] == "duel"
    assert "path" not in options["symbiose"]["deck"]["accepts"]
    for game in options.values():
        for option in game.values():
            assert option["sentence"] and option["accepts"]
            assert all(value["sentence"] for value in option["values"])


@pytest.mark.parametrize("game", GAMES)
def test_play_now_seats_me_against_bots(ana: Somebody, game: str) -> None:
    players = GAMES[game].max_players
    table = ana.info(ana.open(game, "me", *["bot"] * (players - 1), start=True))
    assert table["status"] == "playing" and table["yours"] == [0] and table["host"]
    assert [seat["kind"] for seat in table["seats"]] == ["person"] + ["bot"] * (players - 1)
    names = [seat["name"] for seat in table["seats"]]
    assert len(set(names)) == players and all(names)


def test_people_join_by_the_id_and_the_host_starts_with_bots_in_open_seats(ana: Somebody, leo: Somebody) -> None:
    table = ana.open("symphonimo", "me", "open", "open", "open")
    assert ana.info(table)["status"] == "open" and ana.snapshot(table)["position"] is None
    seated = leo.sit(table, 2)
    assert seated["yours"] == [2] and not seated["host"]
    assert leo.sit(table, 1)["yours"] == [2], "somebody who sits stays where they are"
    leo.refused(403, "forbidden", "POST", f"/tables/{table}/start")
    started = ana.start(table)
    assert [seat["kind"] for seat in started["seats"]] == ["person", "bot", "person", "bot"]
    assert started["seats"][2]["name"] == "Léo" and started["first"] is not None
    assert ana.start(table)["status"] == "playing", "to start twice is to start once"
    items = ana.events(table)["items"]
    assert [item["kind"] for item in items[:3]] == ["created", "seated", "seated"]
    assert [item["index"] for item in items] == list(range(len(items)))


def test_seats_are_taken_once(ana: Somebody, leo: Somebody, somebody: Callable[..., Somebody]) -> None:
    table = ana.open("symphonimo", "me", "open")
    ana_says = leo.refused(409, "conflict", "POST", f"/tables/{table}/seats", {"seat": 0})
    assert ana_says["message"] == "Cette place est prise."
    leo.refused(404, "unknown", "POST", f"/tables/{table}/seats", {"seat": 4})
    leo.sit(table)
    somebody("Max").refused(409, "conflict", "POST", f"/tables/{table}/seats", {"seat": None})
    ana.start(table)
    somebody("Max").refused(409, "conflict", "POST", f"/tables/{table}/seats", {"seat": None})


def test_people_leave_and_the_host_removes_opens_and_gives_to_bots(ana: Somebody, leo: Somebody) -> None:
    table = ana.open("symphonimo", "me", "open", "bot")
    leo.sit(table)
    leo.refused(403, "forbidden", "DELETE", f"/tables/{table}/seats/0")
    leo.refused(403, "forbidden", "PUT", f"/tables/{table}/seats/2", {"kind": "open"})
    assert leo.table_answer("DELETE", table, "/seats/1")["seats"][1]["kind"] == "open"
    leo.sit(table)
    assert ana.table_answer("DELETE", table, "/seats/1")["seats"][1]["kind"] == "open"
    assert ana.table_answer("PUT", table, "/seats/2", {"kind": "open"})["seats"][2]["kind"] == "open"
    changed = ana.table_answer("PUT", table, "/seats/1", {"kind": "bot", "bot": "random"})
    assert changed["seats"][1]["bot"] == "random" and changed["seats"][1]["name"]
    ana.refused(422, "bad_request", "PUT", f"/tables/{table}/seats/1", {"kind": "bot", "bot": "grandmaster"})
    logs = [line for item in leo.events(table)["items"] for line in item["log"]]
    assert "Léo quitte la table." in logs


def test_several_people_share_a_device(ana: Somebody, leo: Somebody) -> None:
    seats = [{"kind": "me"}, {"kind": "local", "name": "Grandma"}, {"kind": "local"}]
    table = ana.good("POST", "/tables", {"game": "symbiose", "players": 3, "seats": seats, "start": True})
    assert table["yours"] == [0, 1, 2]
    assert [seat["name"] for seat in table["seats"]] == ["Ana", "Grandma", "Player 3"]
    assert [seat["local"] for seat in table["seats"]] == [False, True, True]
    for seat in range(3):
        assert ana.snapshot(table["id"], seat)["position"]["seat"] == seat
    leo.refused(403, "forbidden", "GET", f"/tables/{table['id']}/events", seat=1)


def test_a_table_without_spectators_is_for_its_players(ana: Somebody, leo: Somebody) -> None:
    table = ana.open("symphonimo", "me", "bot", spectators=False)
    assert leo.snapshot(table, -1)["table"]["id"] == table, "nothing is dealt yet"
    ana.start(table)
    leo.refused(403, "forbidden", "GET", f"/tables/{table}/events", seat=-1)
    leo.refused(403, "forbidden", "GET", f"/tables/{table}/events")
    assert ana.snapshot(table, -1)["position"]["seat"] == -1
    assert leo.info(table)["seats"][0]["name"] == "Ana", "what a table is can be seen by its link"
    watched = ana.open("symphonimo", "me", "bot", start=True)
    assert leo.snapshot(watched)["position"]["seat"] == -1


def test_the_public_list_has_open_tables_and_those_that_may_be_watched(ana: Somebody, leo: Somebody) -> None:
    ids = {
        "open": ana.open("symphonimo", "me", "open", public=True, spectators=False),
        "watched": ana.open("symphonimo", "me", "bot", public=True, start=True),
        "alone": ana.open("symphonimo", "me", "bot", public=True, spectators=False, start=True),
        "private": ana.open("symphonimo", "me", "open"),
        "closed": ana.open("symphonimo", "me", "open", public=True),
    }
    ana.table_answer("POST", ids["closed"], "/close")
    listed = {table["id"] for table in leo.good("GET", "/tables", limit=200)}
    assert {name for name, table in ids.items() if table in listed} == {"open", "watched"}


def test_my_tables_come_with_whose_turn_it_is_the_last_touched_first(somebody: Callable[..., Somebody]) -> None:
    ana, leo = somebody("Ana"), somebody("Léo")
    older = ana.open("symphonimo", "me", "open")
    newer = ana.open("symphonimo", "me", "bot", start=True, first=0)
    assert [table["id"] for table in ana.good("GET", "/me/tables")] == [newer, older]
    assert ana.good("GET", "/me/tables")[0]["turn"] == 0
    assert ana.good("GET", "/me/tables")[0]["winners"] == []
    leo.sit(older)
    assert [table["id"] for table in ana.good("GET", "/me/tables")] == [older, newer]
    assert [table["id"] for table in leo.good("GET", "/me/tables")] == [older]
    assert leo.server.ask("GET", "/api/me/tables").json() == []


def test_my_tables_without_finished_games_load_none_of_them(ana: Somebody) -> None:
    over = ana.open("symbiose", "me", "local", start=True)
    play_to_the_end({0: ana, 1: ana}, over, random.Random(1))
    closed, playing = (ana.open("symbiose", "me", "local", start=True) for _ in range(2))
    ana.good("POST", f"/tables/{closed}/close")
    live_tables = ana.server.services.tables.live_tables
    ana.server.call(lambda: live_tables.pop(over))
    assert [table["id"] for table in ana.good("GET", "/me/tables", finished=False)] == [closed, playing]
    assert over not in live_tables
    assert {table["id"] for table in ana.good("GET", "/me/tables")} == {over, closed, playing}


def test_a_closed_table_takes_no_more_moves(ana: Somebody, leo: Somebody) -> None:
    table = ana.open("symphonimo", "me", "open", first=0)
    leo.sit(table)
    ana.start(table)
    before = ana.info_index(table)
    leo.refused(403, "forbidden", "POST", f"/tables/{table}/close")
    assert ana.table_answer("POST", table, "/close")["status"] == "closed"
    assert ana.table_answer("POST", table, "/close")["status"] == "closed"
    moves = {"seat": 0, "after": before, "moves": ["draw"]}
    ana.refused(409, "stale", "POST", f"/tables/{table}/moves", moves)
    ana.refused(409, "conflict", "POST", f"/tables/{table}/moves", moves | {"after": before + 1})
    seen = leo.snapshot(table)
    assert seen["position"]["legal"] == [] and seen["position"]["prompt"].startswith("La table a été fermée")
    leo.refused(409, "conflict", "GET", f"/records/{table}/frames")
    assert leo.good("GET", f"/records/{table}")["result"] is None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"game": "chess"}, "game"),
        ({"players": 9}, "players"),
        ({"players": 3}, "3"),
        ({"seats": [{"kind": "me"}, {"kind": "me"}]}, "one seat"),
        ({"seats": [{"kind": "me"}, {"kind": "bot", "bot": "deep"}]}, "deep"),
        ({"options": {"fausse_note": "yes"}}, "fausse_note"),
        ({"options": {"powers": True}}, "powers"),
        ({"first": 3}, "first player"),
        ({"turn_seconds": 1}, "turn_seconds"),
        ({"surprise": 1}, "surprise"),
        ({"seats": [{"kind": "me", "name": "x" * 25}, {"kind": "bot"}]}, "24"),
    ],
)
def test_what_no_game_takes_is_refused_in_one_sentence(ana: Somebody, change: dict[str, object], words: str) -> None:
    plan = {"game": "symphonimo", "players": 2, "seats": [{"kind": "me"}, {"kind": "bot"}]} | change
    problem = ana.refused(422, "bad_request", "POST", "/tables", plan)
    assert words in problem["message"] and "\n" not in problem["message"]


def test_a_deck_comes_as_its_cards_and_never_as_a_path(ana: Somebody) -> None:
    plan = {"game": "symbiose", "players": 2, "seats": [{"kind": "me"}, {"kind": "bot"}], "start": True}
    cards = GAMES["symbiose"].deal(Playthrough("symbiose", 2, seed=1).initial_state)["deck"]
    swapped = [card | {"season": cards[1]["season"]} if card["number"] == 1 else card for card in cards]
    for deck in ("/etc/passwd", "deck.json", "", 3, True):
        problem = ana.refused(422, "bad_request", "POST", "/tables", plan | {"options": {"deck": deck}})
        assert "passwd" not in problem["message"]
    ana.refused(422, "bad_request", "POST", "/tables", plan | {"options": {"deck": swapped[1:]}})
    for deck in (None, swapped, {"name": "mine", "cards": swapped}):
        table = ana.good("POST", "/tables", plan | {"options": {"deck": deck}})
        assert table["status"] == "playing"
    assert table["options"]["deck"] == swapped


@pytest.mark.parametrize("bot", ["beginner", "expert", "search:50", "search:0.05s", "guided:20"])
def test_bots_that_people_choose_play_a_game(ana: Somebody, bot: str) -> None:
    seats = [{"kind": "bot", "bot": bot}, {"kind": "bot"}]
    plan = {"game": "symbiose", "players": 2, "seats": seats, "start": True, "pace_ms": 0}
    table = ana.good("POST", "/tables", plan)
    assert [seat["bot"] for seat in table["seats"]] == [bot, "amateur"]
    while not (told := ana.good("POST", f"/tables/{table['id']}/skip"))["snapshot"]["outcome"]:
        assert told["snapshot"]["table"]["status"] == "playing"


def test_no_bot_keeps_the_server_waiting(ana: Somebody) -> None:
    plan = {"game": "symbiose", "players": 2, "seats": [{"kind": "me"}, {"kind": "bot", "bot": "search:60s"}]}
    for bot in ("search:60s", "search:1000000", "search:2.5s", "search:10001", "hasty:10001"):
        plan["seats"] = [{"kind": "me"}, {"kind": "bot", "bot": bot}]
        problem = ana.refused(422, "bad_request", "POST", "/tables", plan)
        assert "10000" in problem["message"] and "2 " in problem["message"]
    fewer = round(1.25e6 / GAMES["symbiose"].search_settings.guided_iteration_us)
    for bot in (f"guided:{fewer + 1}", "guided:3s"):
        plan["seats"] = [{"kind": "me"}, {"kind": "bot", "bot": bot}]
        problem = ana.refused(422, "bad_request", "POST", "/tables", plan)
        assert str(fewer) in problem["message"] and fewer < 10_000
    ana.refused(422, "bad_request", "POST", "/tables", plan | {"seats": [{"kind": "me"}, {"kind": "bot", "bot": "dr"}]})


def test_every_level_may_sit_at_every_table(ana: Somebody) -> None:
    for game in GAMES.values():
        for players in range(game.min_players, game.max_players + 1):
            for level in LEVELS:
                seats = [{"kind": "me"}, *[{"kind": "bot", "bot": level}] * (players - 1)]
                table = ana.good("POST", "/tables", {"game": game.name, "players": players, "seats": seats})
                assert {seat["bot"] for seat in table["seats"][1:]} == {level}


def test_a_qr_code_leads_to_the_table(ana: Somebody) -> None:
    table = ana.open("symphonimo", "me", "open")
    answer = ana.ask("GET", f"/tables/{table}/qr.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml") and b"<svg" in answer.content
    ana.refused(404, "unknown", "GET", "/tables/ZZZZZZZZ/qr.svg")


def test_an_invitation_says_whether_others_can_come(ana: Somebody) -> None:
    table = ana.open("symphonimo", "me", "open")
    for host, only_here in (("127.0.0.1:8414", True), ("192.0.2.7:8414", False)):
        answer = ana.server.ask("GET", f"/api/tables/{table}/invitation", headers={"host": host})
        assert answer.json() == {"url": f"http://{host}/table/{table}", "only_here": only_here}


def test_ids_that_are_none_and_tables_that_are_not_there(ana: Somebody) -> None:
    ana.refused(404, "unknown", "GET", "/tables/ZZZZZZZZ")
    ana.refused(422, "bad_request", "GET", "/tables/zzz")
    ana.refused(422, "bad_request", "GET", "/tables/IIIIIIII")
    ana.refused(404, "unknown", "GET", "/nothing")
    assert ana.ask("PATCH", "/tables").status_code == 405


def test_a_table_that_is_read_as_soon_as_it_is_stored_is_not_there_twice(
    ana: Somebody, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = ana.server.services.tables
    found: list[Any] = []
    write = tables.store.write

    async def write_and_read(work: Any) -> None:
        await write(work)
        if not found:
            stored = select(schema.tables.c.id).order_by(schema.tables.c.created.desc()).limit(1)
            newest = await tables.store.read(lambda connection: connection.execute(stored).scalar_one())
            found.append(newest)
            found.append(await tables.load(newest))

    monkeypatch.setattr(tables.store, "write", write_and_read)
    table = ana.open("symphonimo", "me", "bot", first=0, start=True)
    assert found[0] == table and tables.live_tables[table] is found[1]
    ana.play(table, 0, "draw", "place 1")
    assert found[1].table.moves >= 2
