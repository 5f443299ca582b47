"""The same people once more, and the way to another device."""

import random
from collections.abc import Callable

from server.people import Somebody, play_to_the_end


def test_a_rematch_has_the_same_people_and_the_next_one_starts(ana: Somebody, leo: Somebody) -> None:
    table = ana.open(
        "symphonimo", "me", "open", "bot", first=1, options={"fausse_note": True}, turn_seconds=3600, hints=True
    )
    leo.sit(table)
    ana.start(table)
    leo.refused(409, "conflict", "POST", f"/tables/{table}/rematch")
    play_on(ana, leo, table)
    over = ana.info(table)
    assert over["status"] == "over" and over["rematch"] is None
    new = leo.table_answer("POST", table, "/rematch")
    assert new["status"] == "playing" and new["first"] == 2 and new["options"]["fausse_note"] is True
    assert [seat["name"] for seat in new["seats"]] == [seat["name"] for seat in over["seats"]]
    assert new["yours"] == [1] and ana.info(new["id"])["host"] and new["turn_seconds"] == 3600 and new["hints"]
    assert ana.table_answer("POST", table, "/rematch")["id"] == new["id"], "one rematch for all"
    last = ana.events(table)["items"][-1]
    assert last["kind"] == "rematch" and last["table"] == new["id"] and ana.info(table)["rematch"] == new["id"]


def play_on(ana: Somebody, leo: Somebody, table: str) -> None:
    """Bots are quick: whoever's turn it is, the people skip to theirs."""
    rng = random.Random(5)
    while (snapshot := ana.good("POST", f"/tables/{table}/skip")["snapshot"])["outcome"] is None:
        turn = snapshot["table"]["turn"]
        person = ana if turn == 0 else leo
        seen = person.snapshot(table, turn)
        person.play(table, turn, rng.choice(seen["position"]["legal"])["move"], after=seen["index"])


def test_only_who_played_asks_for_a_rematch(ana: Somebody, somebody: Callable[..., Somebody]) -> None:
    table = ana.open("symbiose", "me", "local", start=True)
    play_to_the_end({0: ana, 1: ana}, table, random.Random(1))
    somebody("Max").refused(403, "forbidden", "POST", f"/tables/{table}/rematch")
    assert ana.table_answer("POST", table, "/rematch")["yours"] == [0, 1]


def test_a_bot_still_plays_for_who_was_away(ana: Somebody, leo: Somebody) -> None:
    table = ana.open("symphonimo", "me", "open", first=0)
    leo.sit(table)
    ana.start(table)
    leo.table_answer("DELETE", table, "/seats/1")
    rng = random.Random(7)
    while (seen := ana.good("POST", f"/tables/{table}/skip", seat=0)["snapshot"])["outcome"] is None:
        ana.play(table, 0, rng.choice(seen["position"]["legal"])["move"], after=seen["index"])
    new = ana.table_answer("POST", table, "/rematch")
    assert new["seats"][1]["stand_in"] and new["seats"][1]["name"] == "Léo"
    assert not leo.table_answer("POST", new["id"], "/seats/1/back")["seats"][1]["stand_in"]


def test_a_return_link_takes_the_seat_to_another_device_once(ana: Somebody, somebody: Callable[..., Somebody]) -> None:
    table = ana.open("symphonimo", "me", "bot", start=True, first=0)
    phone, thief = somebody("Phone"), somebody("Thief")
    url = ana.good("POST", f"/tables/{table}/seats/0/return-link")["url"]
    token = url.rsplit("/", 1)[1]
    assert "/return/" in url and len(token) >= 32
    phone.refused(403, "forbidden", "POST", f"/tables/{table}/seats/0/return-link")
    assert phone.good("POST", "/return", {"token": token}) == {"table": table, "seat": 0}
    assert phone.info(table)["yours"] == [0] and phone.info(table)["seats"][0]["name"] == "Ana"
    assert ana.info(table)["yours"] == [] and table not in [t["id"] for t in thief.good("GET", "/me/tables")]
    thief.refused(404, "unknown", "POST", "/return", {"token": token})
    phone.play(table, 0, "draw")
    ana.refused(403, "forbidden", "GET", f"/tables/{table}/events", seat=0)
    moved = [item for item in phone.events(table)["items"] if item["kind"] == "seated"][-1]
    assert moved["log"] == ["You continue on another device."]


def test_a_new_return_link_replaces_the_one_before(ana: Somebody, leo: Somebody) -> None:
    table = ana.open("symphonimo", "me", "bot", start=True)
    tokens = [ana.good("POST", f"/tables/{table}/seats/0/return-link")["url"].rsplit("/", 1)[1] for _ in range(2)]
    leo.refused(404, "unknown", "POST", "/return", {"token": tokens[0]})
    leo.refused(404, "unknown", "POST", "/return", {"token": "x" * 32})
    assert leo.good("POST", "/return", {"token": tokens[1]})["seat"] == 0


def test_a_return_link_ends_with_who_sat_there(ana: Somebody, leo: Somebody) -> None:
    table = ana.open("symphonimo", "me", "open")
    leo.sit(table)
    token = leo.good("POST", f"/tables/{table}/seats/1/return-link")["url"].rsplit("/", 1)[1]
    ana.table_answer("PUT", table, "/seats/1", {"kind": "bot"})
    leo.refused(404, "unknown", "POST", "/return", {"token": token})


def test_a_new_device_gets_a_cookie_and_the_seats_name(ana: Somebody) -> None:
    table = ana.open("symphonimo", "me", "bot", start=True)
    token = ana.good("POST", f"/tables/{table}/seats/0/return-link")["url"].rsplit("/", 1)[1]
    answer = ana.server.ask("POST", "/api/return", json={"token": token})
    cookies = {"cookie": f"quatuor={answer.cookies['quatuor']}"}
    assert ana.server.ask("GET", "/api/me", headers=cookies).json()["name"] == "Ana"
    assert ana.server.ask("GET", f"/api/tables/{table}", headers=cookies).json()["yours"] == [0]
