"""C-3: the cards of a table follow from a secret whose hash is told first, and from numbers that people add to it."""

import hashlib
import random
from typing import Any

import pytest

import quatuor
from quatuor.games import GAMES
from quatuor.server.table import table as table_module
from quatuor.server.table.table import Table
from server.conftest import NewPerson
from server.people import Somebody, play_to_the_end
from server.waits import wait_until

MINE, YOURS = "0a" * 32, "b1" * 32
GATHER = {"gather": True}


def truth(who: Somebody, table: str) -> Table:
    """A table as the server knows it."""
    return who.server.services.tables.live_tables[table].table


def secret_of(who: Somebody, table: str) -> str:
    secret = truth(who, table).plan.secret
    assert secret is not None and len(secret) == 64
    return secret


def add(who: Somebody, table: str, number: str) -> dict[str, Any]:
    return who.table_answer("POST", table, "/contribution", {"number": number})


def test_c3_the_hash_is_told_first_then_come_the_numbers_and_last_the_secret(ana: Somebody, leo: Somebody) -> None:
    table = ana.open("symphonimo", "me", "open", first=0)
    told = leo.info(table)["proof"]
    assert told["commitment"] == hashlib.sha256(bytes.fromhex(secret_of(ana, table))).hexdigest()
    assert told["contributions"] == []
    add(ana, table, MINE)
    leo.sit(table)
    assert add(leo, table, YOURS)["proof"]["contributions"] == [
        {"seat": 0, "number": MINE},
        {"seat": 1, "number": YOURS},
    ]
    assert ana.start(table)["secret"] is None
    play_to_the_end({0: ana, 1: leo}, table, random.Random(4))
    over = leo.info(table)
    assert over["proof"]["commitment"] == told["commitment"] and over["secret"] == secret_of(ana, table)
    record = ana.good("GET", f"/records/{table}")
    assert record["seed"] is None and record["proof"] == {
        "commitment": told["commitment"],
        "secret": over["secret"],
        "contributions": [[1, MINE], [2, YOURS]],
    }
    assert quatuor.verify(record).proof_holds
    checked = ana.good("GET", f"/records/{table}/deal")
    assert checked["holds"] is True and checked["secret"] == over["secret"]
    assert checked["sentence"].startswith("The proof holds") and checked["contributions"][1]["number"] == YOURS
    assert "La preuve tient" in leo.good("GET", f"/records/{table}/deal")["sentence"]


def test_c3_the_secret_of_a_table_that_was_abandoned_is_told(ana: Somebody) -> None:
    table = ana.open("rythm_n_play", "me", "bot", start=True)
    assert ana.info(table)["secret"] is None
    ana.refused(409, "conflict", "GET", f"/records/{table}")
    assert ana.table_answer("POST", table, "/close")["secret"] == secret_of(ana, table)
    record = ana.good("GET", f"/records/{table}")
    assert record["result"] is None and quatuor.verify(record).proof_holds
    assert ana.good("GET", f"/records/{table}/deal")["holds"]


def test_c3_nothing_is_told_of_a_table_that_was_closed_where_the_cards_come_from_a_seed(ana: Somebody) -> None:
    """A day's deal is the same for everybody: whoever closes theirs must not tell the others of it."""
    day = ana.good("GET", "/daily")["day"]
    table = ana.good("POST", f"/daily/{day}/symbiose")["id"]
    assert ana.table_answer("POST", table, "/close")["secret"] is None
    for rest in ("", "/deal"):
        ana.refused(409, "conflict", "GET", f"/records/{table}{rest}")


@pytest.mark.parametrize("name", GAMES)
def test_c3_no_answer_has_the_secret_before_the_end(
    name: str, ana: Somebody, leo: Somebody, somebody: NewPerson
) -> None:
    eve = somebody("Eve")
    table = ana.open(name, "me", "open", "bot", public=True, hints=True)
    leo.sit(table)
    add(ana, table, MINE)
    ana.start(table)
    live = truth(ana, table)
    assert live.play is not None and live.play.proof is not None
    hidden = [secret_of(ana, table), live.play.proof.key.hex()]
    rng, sent = random.Random(2), 0
    for _ in range(6):
        ana.good("POST", f"/tables/{table}/skip")
        for who in (ana, leo, eve):
            paths = [
                *(f"/tables/{table}{rest}" for rest in ("", "/events", "/drawing", "/observation", "/invitation")),
                *("/tables", "/me/tables", "/me/games", "/me/games/export"),
                *(f"/records/{table}{rest}" for rest in ("", "/deal", "/frames", "/drawing?number=0")),
            ]
            for path in paths:
                text = who.ask("GET", path).text
                assert not any(secret in text for secret in hidden), path
                sent += len(text) > 200
        turn = ana.info(table)["turn"]
        who = ana if turn == 0 else leo
        if turn in (0, 1):
            seen = who.snapshot(table, turn)
            body = {"seat": turn, "after": seen["index"], "moves": [rng.choice(seen["position"]["legal"])["move"]]}
            for path in ("/preview", "/moves", "/undo"):
                text = who.ask("POST", f"/tables/{table}{path}", body).text
                assert not any(secret in text for secret in hidden), path
    assert sent > 50
    assert not any(secret in repr(live.plan) for secret in hidden)


@pytest.mark.parametrize("changes", [False, True])
def test_c3_a_socket_tells_the_secret_with_the_last_move_and_not_before(
    ana: Somebody, leo: Somebody, changes: bool
) -> None:
    table = ana.open("symbiose", "me", "local", start=True, public=True)
    secret = secret_of(ana, table)
    with leo.socket(table, changes=changes) as socket:
        told = [socket.receive()]
        play_to_the_end({0: ana, 1: ana}, table, random.Random(6))
        last = ana.snapshot(table)["index"]
        seen = -1
        while seen < last:
            told.append(socket.receive())
            seen = (told[-1].get("snapshot") or told[-1]["changes"])["index"]
    assert secret in str(told[-1])
    assert not any(secret in str(message) for message in told[:-1])


def test_c3_the_record_of_a_game_that_goes_on_is_refused(ana: Somebody) -> None:
    table = ana.open("symbiose", "me", "bot", start=True)
    for rest in ("", "/deal", "/frames"):
        ana.refused(409, "conflict", "GET", f"/records/{table}{rest}")


# Numbers of people.


def test_a_number_is_added_once_and_before_the_deal(ana: Somebody, leo: Somebody, somebody: NewPerson) -> None:
    eve = somebody("Eve")
    table = ana.open("symbiose", "me", "open", "open")
    leo.sit(table)
    add(ana, table, MINE)
    index = ana.snapshot(table)["index"]
    add(ana, table, MINE)
    assert ana.snapshot(table)["index"] == index, "a repeat is answered as the first time"
    path = f"/tables/{table}/contribution"
    ana.refused(409, "conflict", "POST", path, {"number": YOURS})
    eve.refused(403, "forbidden", "POST", path, {"number": YOURS})
    for wrong in ("", "0a" * 31, "0A" * 32, "zz" * 32, 7, None):
        leo.refused(422, "bad_request", "POST", path, {"number": wrong})
    ana.start(table)
    leo.refused(409, "conflict", "POST", path, {"number": YOURS})
    assert ana.info(table)["proof"]["contributions"] == [{"seat": 0, "number": MINE}]
    assert add(ana, table, MINE)["status"] == "playing"


def test_who_gets_up_takes_their_number_along(ana: Somebody, leo: Somebody, somebody: NewPerson) -> None:
    eve = somebody("Eve")
    table = ana.open("symbiose", "me", "open")
    leo.sit(table)
    add(leo, table, YOURS)
    leo.table_answer("DELETE", table, "/seats/1")
    assert ana.info(table)["proof"]["contributions"] == []
    eve.sit(table)
    assert add(eve, table, MINE)["proof"]["contributions"] == [{"seat": 1, "number": MINE}]


def test_several_people_at_one_device_add_one_number(ana: Somebody) -> None:
    table = ana.open("symphonimo", "local", "me", "local", start=True, **GATHER)
    assert ana.info(table)["dealing"]
    assert add(ana, table, MINE)["status"] == "playing"
    assert ana.info(table)["proof"]["contributions"] == [{"seat": 0, "number": MINE}]


# The moment before the deal.


@pytest.fixture
def long_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_module, "GATHERING_SECONDS", 3600.0)


@pytest.mark.usefixtures("long_wait")
def test_the_last_number_that_is_waited_for_lets_the_game_begin(ana: Somebody, leo: Somebody) -> None:
    table = ana.open("rythm_n_play", "me", "open", "bot")
    leo.sit(table)
    assert ana.table_answer("POST", table, "/start", GATHER)["dealing"]
    waiting = add(ana, table, MINE)
    assert waiting["status"] == "open" and waiting["dealing"]
    assert ana.table_answer("POST", table, "/start", GATHER)["status"] == "open", "asked twice, it goes on waiting"
    leo.refused(409, "conflict", "DELETE", f"/tables/{table}/seats/1")
    for kind in ("open", "bot"):
        ana.refused(409, "conflict", "PUT", f"/tables/{table}/seats/1", {"kind": kind})
    begun = add(leo, table, YOURS)
    assert begun["status"] == "playing" and not begun["dealing"] and len(begun["proof"]["contributions"]) == 2
    kinds = [item["kind"] for item in ana.events(table)["items"]]
    assert kinds[-4:] == ["gathering", "contributed", "contributed", "started"]


def test_who_says_nothing_is_not_waited_for_long(ana: Somebody, leo: Somebody, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_module, "GATHERING_SECONDS", 0.1)
    table = ana.open("rythm_n_play", "me", "open", turn_seconds=3600)
    leo.sit(table)
    add(ana, table, MINE)
    assert ana.table_answer("POST", table, "/start", GATHER)["dealing"]
    wait_until(lambda: ana.info(table)["status"] == "playing")
    assert [one["seat"] for one in ana.info(table)["proof"]["contributions"]] == [0]


@pytest.mark.usefixtures("long_wait")
def test_nobody_is_waited_for_where_all_numbers_have_come(ana: Somebody) -> None:
    table = ana.open("symphonimo", "me", "bot")
    add(ana, table, MINE)
    assert ana.table_answer("POST", table, "/start", GATHER)["status"] == "playing"
    assert ana.info(ana.open("symphonimo", "bot", "bot", start=True, **GATHER))["status"] == "playing"


@pytest.mark.usefixtures("long_wait")
def test_a_rematch_has_a_secret_and_numbers_of_its_own(ana: Somebody, leo: Somebody) -> None:
    table = ana.open("symbiose", "me", "open")
    leo.sit(table)
    add(ana, table, MINE)
    ana.start(table)
    play_to_the_end({0: ana, 1: leo}, table, random.Random(8))
    new = leo.table_answer("POST", table, "/rematch", GATHER)
    assert new["dealing"] and new["proof"]["contributions"] == []
    assert new["proof"]["commitment"] != ana.info(table)["proof"]["commitment"]
    add(leo, new["id"], YOURS)
    assert add(ana, new["id"], MINE)["status"] == "playing"


def test_a_deal_that_was_about_to_begin_does_so_after_a_restart(
    ana: Somebody, leo: Somebody, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_module, "GATHERING_SECONDS", 3600.0)
    table = ana.open("symphonimo", "me", "bot", start=True, **GATHER)
    assert ana.info(table)["dealing"]
    tables = ana.server.services.tables
    del tables.live_tables[table]
    monkeypatch.setattr(table_module, "GATHERING_SECONDS", 0.0)
    wait_until(lambda: ana.info(table)["status"] == "playing")


def test_what_comes_from_a_seed_takes_no_number(ana: Somebody) -> None:
    lesson = ana.good("POST", "/lessons", {"game": "symphonimo"})["id"]
    assert ana.info(lesson)["proof"] is None
    ana.refused(409, "conflict", "POST", f"/tables/{lesson}/contribution", {"number": MINE})


def test_a_record_with_a_seed_or_nothing_has_nothing_to_check(ana: Somebody) -> None:
    play = quatuor.new("symbiose", 2, seed=3)
    record = ana.good("POST", "/records", play.record())["id"]
    checked = ana.good("GET", f"/records/{record}/deal")
    assert checked["holds"] is None and checked["commitment"] is None and "seed" in checked["sentence"]


def test_an_uploaded_proof_that_does_not_hold_is_said(ana: Somebody) -> None:
    table = ana.open("symbiose", "me", "local", start=True)
    play_to_the_end({0: ana, 1: ana}, table, random.Random(1))
    record = ana.good("GET", f"/records/{table}")
    good = ana.good("POST", "/records", record)["id"]
    assert ana.good("GET", f"/records/{good}") == record and ana.good("GET", f"/records/{good}/deal")["holds"]
    record["proof"]["contributions"] = [[1, MINE]]
    bad = ana.good("POST", "/records", record)["id"]
    checked = ana.good("GET", f"/records/{bad}/deal")
    assert checked["holds"] is False and "the deal does not follow" in checked["sentence"]
