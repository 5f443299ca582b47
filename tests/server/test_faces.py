"""Faces: each person has one beside their name, a chair keeps the one it had, and who is "you" in what is told."""

import random
from pathlib import Path

import pytest

from quatuor.server.settings import Settings
from quatuor.server.table.faces import FACES, any_face
from server.inside import Inside
from server.old_stores import in_old_form
from server.people import Json, Somebody, play_to_the_end
from server.test_people import PLAN, Browser


def faces(info: Json) -> list[str | None]:
    return [seat["face"] for seat in info["seats"]]


def test_a_face_is_kept_with_the_person_until_they_choose_another(inside: Inside) -> None:
    browser = Browser(inside)
    first = browser.post("/api/me", {"name": "Zoé"}).json()
    assert first["face"] in FACES
    assert browser.post("/api/me", {"name": "Zoé M."}).json() == {"name": "Zoé M.", "face": first["face"]}
    assert browser.post("/api/me", {"name": "Zoé", "face": "dragon"}).json()["face"] == "dragon"
    assert browser.get("/api/me").json() == {"name": "Zoé", "face": "dragon"}


def test_a_chair_keeps_the_face_it_had(ana: Somebody, leo: Somebody) -> None:
    ana.good("POST", "/me", {"name": "Ana", "face": "koala"})
    leo.good("POST", "/me", {"name": "Léo", "face": "wolf"})
    table = ana.open("symphonimo", "me", "open", "bot")
    leo.sit(table, 1)
    ana.good("POST", "/me", {"name": "Ana", "face": "pig"})
    assert faces(ana.info(table)) == faces(leo.info(table)) == ["koala", "wolf", None]
    assert faces(ana.info(ana.open("symphonimo", "me", "bot"))) == ["pig", None]
    ana.start(table)
    ana.good("POST", f"/tables/{table}/seats/0/stand-in")
    ana.good("POST", f"/tables/{table}/seats/0/back")
    assert faces(ana.info(table)) == ["koala", "wolf", None]


def test_a_seat_takes_its_face_to_another_device(ana: Somebody, inside: Inside) -> None:
    ana.good("POST", "/me", {"name": "Ana", "face": "koala"})
    table = ana.open("symphonimo", "me", "bot", start=True)
    token = ana.good("POST", f"/tables/{table}/seats/0/return-link")["url"].rpartition("/")[2]
    browser = Browser(inside)
    browser.post("/api/return", {"token": token})
    assert faces(browser.get(f"/api/tables/{table}").json()) == ["koala", None]
    assert browser.get("/api/me").json() == {"name": "Ana", "face": "koala"}


def test_people_beside_the_host_have_faces_of_their_own(ana: Somebody) -> None:
    ana.good("POST", "/me", {"name": "Ana", "face": "cow"})
    seats = [{"kind": "me"}, {"kind": "local", "face": "pig"}, {"kind": "local"}, {"kind": "local"}]
    found = faces(ana.good("POST", "/tables", PLAN | {"players": 4, "seats": seats}))
    assert found[:2] == ["cow", "pig"] and len(set(found)) == 4 and set(found) <= set(FACES)


def test_where_every_face_is_taken_one_is_seen_twice() -> None:
    assert any_face(FACES[1:]) == FACES[0]
    assert any_face(FACES) in FACES


def test_a_rematch_keeps_the_faces(ana: Somebody, leo: Somebody) -> None:
    ana.good("POST", "/me", {"name": "Ana", "face": "koala"})
    leo.good("POST", "/me", {"name": "Léo", "face": "wolf"})
    table = ana.open("symphonimo", "me", "open")
    leo.sit(table)
    ana.start(table)
    play_to_the_end({0: ana, 1: leo}, table, random.Random(1))
    assert faces(ana.good("POST", f"/tables/{table}/rematch")) == ["koala", "wolf"]


def test_a_guest_has_no_face_until_they_introduce_themselves(inside: Inside) -> None:
    browser = Browser(inside)
    table = browser.post("/api/tables", PLAN).json()
    assert faces(table) == [None, None]
    assert browser.get("/api/me").json() == {"name": "Guest", "face": None}


@pytest.mark.parametrize("face", ["fox", "", "PANDA", "<svg>", 3, ["panda"]])
def test_a_face_that_there_is_not_is_refused(ana: Somebody, face: object) -> None:
    problem = ana.refused(422, "bad_request", "POST", "/me", {"name": "Ana", "face": face})
    assert "face" in problem["message"]
    seats = [{"kind": "me"}, {"kind": "local", "face": face}]
    ana.refused(422, "bad_request", "POST", "/tables", PLAN | {"seats": seats})


@pytest.mark.usefixtures("seeds")
def test_people_and_chairs_from_before_there_were_faces_have_none(tmp_path: Path) -> None:
    db = tmp_path / "quatuor.db"
    now = Inside(Settings(db=db, limits=False, warm_search=False))
    ana = Somebody(now, "Ana")
    table = ana.open("symphonimo", "me", "bot", start=True)
    now.close()
    ana.server = Inside(Settings(db=in_old_form(db, "0004"), limits=False, warm_search=False))
    assert ana.good("GET", "/me") == {"name": "Ana", "face": None}
    info = ana.info(table)
    assert info["yours"] == [0] and info["status"] == "playing"
    assert ana.good("POST", "/me", {"name": "Ana", "face": "cow"})["face"] == "cow"
    ana.server.close()


def told(person: Somebody, table: str, seat: int) -> str:
    return " ".join(sentence for item in person.events(table, seat=seat)["items"] for sentence in item["log"])


def test_the_log_says_you_to_one_person_and_names_to_people_who_share_a_device(ana: Somebody) -> None:
    alone = ana.open("symphonimo", "me", "bot", start=True, first=0)
    ana.play(alone, 0, "draw")
    assert "You" in told(ana, alone, 0)
    seats = [{"kind": "me"}, {"kind": "local", "name": "Zoé"}]
    shared = ana.good("POST", "/tables", PLAN | {"seats": seats, "first": 0})["id"]
    ana.play(shared, 0, "draw")
    for seat in (0, 1):
        log = told(ana, shared, seat)
        assert "Ana" in log and "You" not in log and "your" not in log
    end = play_to_the_end({0: ana, 1: ana}, shared, random.Random(2))
    assert "You" not in end["outcome"]["sentence"] and end["position"]["prompt"] == end["outcome"]["sentence"]


def test_a_replay_says_which_seat_was_yours(ana: Somebody, leo: Somebody) -> None:
    table = ana.open("symphonimo", "me", "open")
    leo.sit(table)
    ana.start(table)
    play_to_the_end({0: ana, 1: leo}, table, random.Random(1))
    assert [who.good("GET", f"/records/{table}/frames")["you"] for who in (ana, leo)] == [0, 1]
    assert ana.server.ask("GET", f"/api/records/{table}/frames").json()["you"] == -1


def portraits(person: Somebody, record: str) -> list[Json]:
    found: list[Json] = person.good("GET", f"/records/{record}/frames")["portraits"]
    return found


def test_a_replay_shows_who_played(ana: Somebody, leo: Somebody) -> None:
    ana.good("POST", "/me", {"name": "Ana", "face": "koala"})
    table = ana.open("symphonimo", "me", "open")
    leo.sit(table)
    leo.good("DELETE", f"/tables/{table}/seats/1")
    leo.good("POST", "/me", {"name": "Léo", "face": "wolf"})
    leo.sit(table)
    ana.start(table)
    play_to_the_end({0: ana, 1: leo}, table, random.Random(1))
    ana.good("POST", "/me", {"name": "Ana", "face": "pig"})
    assert portraits(ana, table) == [{"face": "koala", "bot": None}, {"face": "wolf", "bot": None}]
    uploaded = ana.good("POST", "/records", ana.good("GET", f"/records/{table}"))["id"]
    assert portraits(ana, uploaded) == [{"face": None, "bot": None}] * 2
    bots = ana.open("symphonimo", "bot", "bot", start=True)
    ana.good("POST", f"/tables/{bots}/skip")
    assert portraits(ana, bots) == [{"face": None, "bot": seat["bot"]} for seat in ana.info(bots)["seats"]]
