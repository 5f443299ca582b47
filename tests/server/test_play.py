"""Moves: all or none, answered once however often they are sent, taken back, looked at beforehand."""

from collections.abc import AsyncIterator, Callable
from typing import Any

import numpy as np
import orjson
import pytest

from quatuor.games import GAMES
from quatuor.server.http.messages import Observation
from server.people import Somebody

Json = dict[str, Any]


@pytest.fixture
def table(ana: Somebody, leo: Somebody) -> str:
    """Symphonimo for Ana, who starts, and Léo."""
    table = ana.open("symphonimo", "me", "open", first=0)
    leo.sit(table)
    ana.start(table)
    return table


@pytest.fixture
def steps(ana: Somebody, leo: Somebody) -> tuple[str, list[str]]:
    """A table where Ana may make two moves by which chance shows nothing, and these: take a conductor, discard."""
    table = ana.open("symphonimo", "me", "open", first=0, options={"maestro": ["discard_one", "classic"]})
    leo.sit(table)
    ana.start(table)
    ana.play(table, 0, "draw", "place 1")
    leo.play(table, 1, "draw", "place 1")
    return table, ["take 1", ana.preview(table, 0, "take 1")["legal"][0]["move"]]


def moves(seat: int, after: int, *texts: str) -> Json:
    return {"seat": seat, "after": after, "moves": texts}


def test_a_move_is_told_to_each_in_his_language_and_from_his_side(ana: Somebody, leo: Somebody, table: str) -> None:
    before = ana.info_index(table)
    told = ana.play(table, 0, "draw")
    (item,) = told["items"]
    assert item["index"] == before + 1 and item["kind"] == "move" and item["move"] == "draw" and item["seat"] == 0
    assert item["log"] == [item["events"][0]["log"]] and item["log"][0].startswith("You draw")
    assert told["snapshot"]["index"] == before + 1
    assert told["snapshot"]["position"]["prompt"].startswith("Choose a conductor")
    assert {legal["move"] for legal in told["snapshot"]["position"]["legal"]} == {"place 1", "place 2"}
    seen = leo.events(table, before)
    assert seen["items"][0]["log"][0].startswith("Ana pioche")
    assert seen["snapshot"]["position"]["prompt"] == "C'est à Ana de jouer."
    assert seen["snapshot"]["position"]["legal"] == []


def test_several_moves_are_made_all_or_none(ana: Somebody, steps: tuple[str, list[str]]) -> None:
    table, both = steps
    before = ana.info_index(table)
    problem = ana.refused(422, "illegal", "POST", f"/tables/{table}/moves", moves(0, before, both[0], "discard 99"))
    assert problem["article"] and ana.info_index(table) == before
    told = ana.good("POST", f"/tables/{table}/moves", moves(0, before, *both))
    assert [item["move"] for item in told["items"]] == both


def test_moves_sent_again_are_answered_as_the_first_time(
    ana: Somebody, leo: Somebody, steps: tuple[str, list[str]]
) -> None:
    table, both = steps
    before = ana.info_index(table)
    body = moves(0, before, *both)
    first = ana.ask("POST", f"/tables/{table}/moves", body)
    assert ana.ask("POST", f"/tables/{table}/moves", body).content == first.content
    leo.play(table, 1, "draw")
    again = ana.good("POST", f"/tables/{table}/moves", body)
    assert again["items"][:2] == first.json()["items"] and len(again["items"]) == 3
    assert ana.info_index(table) == before + 3, "nothing was made twice"


def test_a_move_that_answers_an_old_position_is_told_so_with_the_current_entry(
    ana: Somebody, leo: Somebody, table: str
) -> None:
    before = ana.info_index(table)
    ana.play(table, 0, "draw", "place 1")
    problem = ana.refused(409, "stale", "POST", f"/tables/{table}/moves", moves(0, before, "draw", "place 2"))
    assert problem["index"] == before + 2
    leo.refused(409, "stale", "POST", f"/tables/{table}/preview", moves(1, before, "draw"))
    leo.refused(409, "stale", "POST", f"/tables/{table}/undo", {"seat": 1, "after": before})


def test_nothing_answers_an_entry_that_there_is_not(ana: Somebody, table: str) -> None:
    ahead = ana.info_index(table) + 1
    for kind in ("moves", "preview"):
        ana.refused(409, "stale", "POST", f"/tables/{table}/{kind}", moves(0, ahead, "draw"))
    ana.play(table, 0, "draw", "place 1")
    ana.refused(409, "stale", "POST", f"/tables/{table}/undo", {"seat": 0, "after": ahead + 2})


def test_what_happens_beside_the_game_makes_no_move_old(ana: Somebody, leo: Somebody, table: str) -> None:
    before = ana.info_index(table)
    leo.table_answer("POST", table, "/seats/1/stand-in")
    leo.table_answer("POST", table, "/seats/1/back")
    told = ana.play(table, 0, "draw", after=before)
    assert [item["kind"] for item in told["items"]] == ["stand_in", "handed_back", "move"]


def test_refused_moves_say_why_with_the_article(ana: Somebody, leo: Somebody, table: str) -> None:
    after = ana.info_index(table)
    problem = leo.refused(422, "illegal", "POST", f"/tables/{table}/moves", moves(1, after, "draw"))
    assert problem["message"] == "Ce n'est pas à vous de jouer\u00a0: c'est à Ana." and problem["article"] == "C-1"
    problem = ana.refused(422, "illegal", "POST", f"/tables/{table}/moves", moves(0, after, "take 1"))
    assert problem["article"].startswith("SY-")
    problem = ana.refused(422, "illegal", "POST", f"/tables/{table}/moves", moves(0, after, "dance"))
    assert "dance" in problem["message"] and problem["message"][0] in "“«"
    ana.refused(403, "forbidden", "POST", f"/tables/{table}/moves", moves(1, after, "draw"))
    ana.refused(404, "unknown", "POST", f"/tables/{table}/moves", moves(5, after, "draw"))
    for body in ({}, moves(0, after), moves(0, -1, "draw"), moves(0, after, "x" * 65), {"moves": "draw"}, [1], "draw"):
        ana.refused(422, "bad_request", "POST", f"/tables/{table}/moves", body)


def test_moves_are_read_however_they_come(ana: Somebody, table: str) -> None:
    """The lane of moves hands on what it cannot read at once: pieces, other methods, what is not as described."""

    async def pieces() -> AsyncIterator[bytes]:
        body = orjson.dumps(moves(0, after, "draw"))
        yield body[:10]
        yield body[10:]

    after = ana.info_index(table)
    path = f"/api/tables/{table}/moves"
    headers = ana.headers | {"content-type": "application/json"}
    assert ana.server.ask("POST", path, content=pieces(), headers=headers).json()["items"][0]["move"] == "draw"
    assert ana.server.ask("GET", path, headers=headers).status_code == 405
    for seat in ("0", True, 0.5):
        ana.refused(
            422, "bad_request", "POST", f"/tables/{table}/moves", moves(0, after + 1, "place 1") | {"seat": seat}
        )
    assert ana.server.ask("POST", path, content=b'{"seat": 0', headers=headers).status_code == 422


def test_nobody_plays_before_the_start(ana: Somebody) -> None:
    table = ana.open("symphonimo", "me", "open")
    for what in ("moves", "preview"):
        ana.refused(409, "conflict", "POST", f"/tables/{table}/{what}", moves(0, 1, "draw"))
    ana.refused(409, "conflict", "POST", f"/tables/{table}/undo", {"seat": 0, "after": 1})


def test_a_preview_shows_what_would_be_and_keeps_nothing(ana: Somebody, table: str) -> None:
    ana.play(table, 0, "draw")
    before = ana.info_index(table)
    seen = ana.preview(table, 0, "place 2")
    assert seen["view"]["held"] is None and len(seen["view"]["conductors"][1]["cards"]) == 1
    assert seen["events"][0]["verb"] == "place" and seen["turn"] == 1 and seen["legal"] == []
    assert ana.info_index(table) == before and ana.snapshot(table)["position"]["view"]["held"] is not None


def test_a_preview_never_shows_what_chance_would_show(ana: Somebody, leo: Somebody, table: str) -> None:
    after = ana.info_index(table)
    problem = ana.refused(409, "reveals", "POST", f"/tables/{table}/preview", moves(0, after, "draw"))
    assert "chance" in problem["message"].lower()
    leo.refused(422, "illegal", "POST", f"/tables/{table}/preview", moves(1, after, "draw"))
    leo.refused(403, "forbidden", "POST", f"/tables/{table}/preview", moves(0, after, "draw"))


def test_ones_own_last_move_can_be_taken_back_and_stays_in_the_log(ana: Somebody, leo: Somebody, table: str) -> None:
    ana.play(table, 0, "draw")
    assert not ana.snapshot(table)["undo"], "a card was shown"
    ana.refused(409, "conflict", "POST", f"/tables/{table}/undo", {"seat": 0, "after": ana.info_index(table)})
    told = ana.play(table, 0, "place 1")
    assert told["snapshot"]["undo"] and not leo.snapshot(table)["undo"]
    after = told["snapshot"]["index"]
    leo.refused(409, "conflict", "POST", f"/tables/{table}/undo", {"seat": 1, "after": after})
    undone = ana.good("POST", f"/tables/{table}/undo", {"seat": 0, "after": after})
    assert [item["kind"] for item in undone["items"]] == ["undo"]
    assert undone["snapshot"]["position"]["view"]["held"] is not None and undone["snapshot"]["table"]["moves"] == 1
    assert ana.good("POST", f"/tables/{table}/undo", {"seat": 0, "after": after}) == undone, "a repeat"
    ana.play(table, 0, "place 2")
    kinds = [item["kind"] for item in leo.events(table, after - 2)["items"]]
    assert kinds == ["move", "move", "undo", "move"]
    assert [item.get("move") for item in leo.events(table, after - 2)["items"]] == ["draw", "place 1", None, "place 2"]


def test_nothing_is_taken_back_after_somebody_else_has_moved(ana: Somebody, leo: Somebody, table: str) -> None:
    ana.play(table, 0, "draw", "place 1")
    leo.play(table, 1, "draw")
    assert not ana.snapshot(table)["undo"]
    problem = ana.refused(409, "conflict", "POST", f"/tables/{table}/undo", {"seat": 0, "after": ana.info_index(table)})
    assert "before anybody else plays" in problem["message"]


def test_a_move_can_be_taken_back_while_a_bot_waits_its_pace(ana: Somebody) -> None:
    table = ana.open("symphonimo", "me", "bot", start=True, first=0, pace_ms=5000)
    ana.play(table, 0, "draw")
    after = ana.play(table, 0, "place 1")["snapshot"]["index"]
    undone = ana.good("POST", f"/tables/{table}/undo", {"seat": 0, "after": after})
    assert undone["snapshot"]["table"]["turn"] == 0


def test_several_small_steps_are_taken_back_one_by_one(somebody: Callable[..., Somebody]) -> None:
    ana = somebody("Ana")
    table = ana.open("symphonimo", "me", "local", start=True, first=0, options={"maestro": ["discard_one", "classic"]})
    ana.play(table, 0, "draw", "place 1")
    ana.play(table, 1, "draw", "place 1")
    told = ana.play(table, 0, "take 1")
    assert told["snapshot"]["position"]["view"]["phase"] == "discard"
    card = told["snapshot"]["position"]["legal"][0]["move"]
    ana.play(table, 0, card)
    for left in (1, 0):
        undone = ana.good("POST", f"/tables/{table}/undo", {"seat": 0, "after": ana.info_index(table)})
        assert undone["snapshot"]["undo"] == bool(left)
    assert undone["snapshot"]["position"]["view"]["phase"] == "turn"


def test_bots_play_by_themselves_and_at_once_when_somebody_skips(ana: Somebody, leo: Somebody) -> None:
    table = ana.open("symphonimo", "me", "bot", "bot", start=True, first=1, pace_ms=5000)
    before = ana.info_index(table)
    leo.refused(403, "forbidden", "POST", f"/tables/{table}/skip")
    told = ana.good("POST", f"/tables/{table}/skip")
    assert told["items"] and {item["seat"] for item in told["items"]} <= {1, 2}
    assert told["snapshot"]["table"]["turn"] == 0 and told["snapshot"]["index"] == before + len(told["items"])
    assert ana.good("POST", f"/tables/{table}/skip")["items"] == [], "it is a person's turn"


def test_a_table_of_bots_plays_to_its_end_and_its_record_is_kept(ana: Somebody) -> None:
    table = ana.open("symphonimo", "bot", "bot", start=True, pace_ms=5000)
    told = ana.good("POST", f"/tables/{table}/skip")
    assert told["snapshot"]["table"]["status"] == "over" and told["snapshot"]["outcome"]["winners"]
    assert told["snapshot"]["position"]["prompt"] == told["snapshot"]["outcome"]["sentence"]
    assert ana.good("GET", f"/records/{table}")["result"]["winners"]


def test_in_symbioses_first_flip_a_choice_is_told_to_its_owner_alone(ana: Somebody, leo: Somebody) -> None:
    table = ana.open("symbiose", "me", "open", first=0)
    leo.sit(table)
    ana.start(table)
    before = ana.info_index(table)
    own = ana.play(table, 0, "flip 3")["items"][0]
    assert own["move"] == "flip 3" and own["events"][0]["target"] == "pond:1:3"
    for other in (leo.events(table, before)["items"][0], leo.events(table, before, seat=-1)["items"][0]):
        assert other["move"] is None and other["events"][0]["target"] == "" and "3" not in other["log"][0]
    leo.play(table, 1, "flip 5")
    last = ana.events(table, before + 1)["items"][0]
    assert last["move"] is None or last["events"][-1]["verb"] == "start"
    assert "pond:2:5" in {event["source"] for event in last["events"]}, "then all see all"


def test_health_makes_a_move_and_writes(ana: Somebody) -> None:
    health = ana.good("GET", "/health")
    assert health["status"] == "ok" and health["move_ms"] > 0 and health["store_ms"] > 0
    assert isinstance(health["warm"], bool)


def test_a_table_is_drawn_for_a_seat_as_in_the_terminal(ana: Somebody, leo: Somebody) -> None:
    table = ana.open("rythm_n_play", "me", "open", first=0)
    path = f"/tables/{table}/drawing"
    ana.refused(409, "conflict", "GET", path)
    leo.sit(table)
    ana.start(table)
    mine, his = ana.good("GET", path), leo.good("GET", path)
    assert mine == ana.good("GET", path, seat=0) and mine != his
    assert "Your hand" in mine and "Votre main" in his
    assert "Léo" in mine and max(map(len, mine.splitlines())) <= 80
    watched = leo.good("GET", path, seat=-1)
    assert "Votre main" not in watched
    leo.refused(403, "forbidden", "GET", path, seat=0)
    turn = ana.info(table)["turn"]
    mover = (ana, leo)[turn]
    mover.play(table, turn, mover.snapshot(table, turn)["position"]["legal"][0]["move"])
    assert ana.good("GET", path) != mine


@pytest.mark.parametrize("of", ["drawing", "observation"])
def test_a_table_closed_before_its_deal_says_so(ana: Somebody, of: str) -> None:
    table = ana.open("symphonimo", "me", "open")
    ana.good("POST", f"/tables/{table}/close")
    refused = ana.ask("GET", f"/tables/{table}/{of}")
    assert refused.status_code == 409 and "closed" in refused.text


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_observes_what_it_knows_in_numbers(ana: Somebody, leo: Somebody, game: str) -> None:
    table = ana.open(game, "me", "open", first=0)
    path = f"/tables/{table}/observation"
    ana.refused(409, "conflict", "GET", path)
    leo.sit(table)
    ana.start(table)
    play = ana.server.services.tables.live_tables[table].table.play
    assert play is not None
    turn = ana.info(table)["turn"]
    for seat, person in ((0, ana), (1, leo), (-1, leo)):
        numbers = np.zeros(play.game.observation.size, np.int8)
        play.game.observe(play.state, seat, numbers)
        seen = person.good("GET", path, seat=seat)
        Observation.model_validate(seen)
        assert seen["numbers"] == numbers.tolist() and seen["version"] == play.game.observation.version
        assert (seen["index"], seen["seat"], seen["turn"]) == (ana.info_index(table), seat, turn)
        assert [legal["action"] for legal in seen["legal"]] == (play.legal_actions if seat == turn else [])
    mover = (ana, leo)[turn]
    assert mover.good("GET", path) == mover.good("GET", path, seat=turn)
    leo.refused(403, "forbidden", "GET", path, seat=0)
    mover.play(table, turn, mover.good("GET", path)["legal"][-1]["move"])
    assert ana.good("GET", path, seat=0)["index"] == seen["index"] + 1
    ana.good("POST", f"/tables/{table}/close")
    closed = ana.good("GET", path, seat=0)
    assert closed["turn"] == -1 and not closed["legal"]


def test_a_name_in_a_drawing_is_no_markup(ana: Somebody) -> None:
    ana.good("POST", "/me", {"name": "[/b] :cat: [red]"})
    for game in GAMES:
        table = ana.open(game, "me", "local", start=True)
        assert "[/b] :cat:" in ana.good("GET", f"/tables/{table}/drawing", seat=-1)
