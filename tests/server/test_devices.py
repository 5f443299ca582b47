"""Devices: listed, signed out at once, and recognised from before there were any."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from quatuor.server.people import devices
from quatuor.server.people.user_agents import read_browser, read_program
from quatuor.server.settings import Settings
from quatuor.server.store.retention import remove_old
from quatuor.server.store.schema import device_links as link_rows
from quatuor.server.store.schema import devices as device_rows
from quatuor.server.store.schema import people
from server.browsers import FIREFOX, PLAN, SAFARI, Browser, count, second_browser
from server.inside import Closed, Inside
from server.old_stores import in_old_form, signed_before_devices
from server.people import Somebody


def as_token(cookie: str) -> dict[str, str]:
    return {"authorization": f"Bearer {cookie}"}


@pytest.mark.parametrize("first", ["right", "wrong"])
def test_a_token_is_no_cookie_and_a_cookie_no_token(own: Inside, first: str) -> None:
    browser, program = Browser(own, name="Ada"), Somebody(own, "Bot")
    token = program.headers["authorization"].removeprefix("Bearer ")
    cookie = str(browser.cookie)
    for which in (first, "wrong", "right", "wrong"):
        if which == "right":
            assert browser.name == "Ada" and program.good("GET", "/me")["name"] == "Bot"
        else:
            assert own.ask("GET", "/api/me", headers={"cookie": f"quatuor={token}"}).json()["name"] is None
            assert own.ask("GET", "/api/me", headers=as_token(cookie)).status_code == 403


def test_a_person_sees_their_devices_in_their_language(phone: Browser) -> None:
    second = second_browser(phone)
    listed = second.devices()
    assert [(device["label"], device["here"]) for device in listed] == [
        ("Safari on iPhone", True),
        ("Firefox on Android", False),
    ]
    assert all(abs(device["seen"] - time.time()) < 60 >= device["seen"] - device["created"] for device in listed)
    french = phone.ask("GET", "/me/devices", lang="fr").json()
    assert {device["label"] for device in french} == {"Firefox sur Android", "Safari sur iPhone"}
    assert Browser(phone.server).devices() == [], "nobody has none"


def test_a_program_is_a_device_too(ana: Somebody) -> None:
    (device,) = ana.good("GET", "/me/devices")
    assert device["kind"] == "program" and device["here"] and device["label"] == "A program (httpx)"


@pytest.mark.parametrize(
    ("agent", "app", "system"),
    [
        (FIREFOX, "Firefox", "Android"),
        (SAFARI, "Safari", "iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0", "Edge", "Windows"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/126.0 Safari/537.36", "Chrome", "Mac"),
        ("Mozilla/5.0 (X11; CrOS x86_64) Chrome/126.0 Safari/537.36", "Chrome", "ChromeOS"),
        ("<script>alert(1)</script>", "", ""),
        ("", "", ""),
    ],
)
def test_a_label_contains_only_known_names(agent: str, app: str, system: str) -> None:
    assert read_browser(agent) == (app, system)
    assert read_program(agent) == ("", "")


def test_the_raw_user_agent_is_not_kept(own: Inside, tmp_path: Path) -> None:
    Browser(own, "Mozilla/5.0 (X11; Linux; Very-Rare-Thing/7) Firefox/1", name="Ada")
    with closing(sqlite3.connect(tmp_path / "quatuor.db")) as store:
        assert "Very-Rare" not in "\n".join(store.iterdump())


def test_a_signed_out_browser_is_unknown_at_once(phone: Browser) -> None:
    table = phone.good("POST", "/tables", PLAN)["id"]
    lost = second_browser(phone)
    assert lost.good("GET", f"/tables/{table}")["yours"] == [0]
    left = phone.good("DELETE", f"/me/devices/{lost.here}")
    assert [device["here"] for device in left] == [True]
    assert lost.name is None and lost.devices() == []
    assert lost.good("GET", f"/tables/{table}")["yours"] == []
    body = {"seat": 0, "after": 2, "moves": ["draw"]}
    assert lost.ask("POST", f"/tables/{table}/moves", body).status_code == 403
    assert lost.ask("POST", "/me/devices/link").status_code == 403
    assert phone.good("GET", f"/tables/{table}")["yours"] == [0]


def test_a_token_that_is_signed_out_is_refused_at_once(ana: Somebody) -> None:
    ana.good("DELETE", f"/me/devices/{ana.good('GET', '/me/devices')[0]['id']}")
    problem = ana.refused(403, "forbidden", "GET", "/me")
    assert "revoked" in problem["message"]


def test_a_signed_out_device_stays_signed_out_after_a_restart(tmp_path: Path) -> None:
    settings = Settings(db=tmp_path / "quatuor.db", limits=False, warm_search=False)
    first = Inside(settings)
    phone = Browser(first, name="Ada")
    lost = second_browser(phone)
    phone.good("DELETE", f"/me/devices/{lost.here}")
    first.close()
    phone.server = lost.server = again = Inside(settings)
    assert lost.name is None and phone.name == "Ada"
    again.close()


@pytest.mark.parametrize("seat", [0, -1])
def test_signing_out_a_device_closes_its_sockets(phone: Browser, seat: int) -> None:
    table = phone.good("POST", "/tables", PLAN)["id"]
    lost = second_browser(phone)
    path = f"/api/tables/{table}/live?lang=en&seat={seat}"
    mine, theirs = (phone.server.socket(path, {"cookie": f"quatuor={one.cookie}"}) for one in (phone, lost))
    with mine, theirs:
        mine.receive(), theirs.receive()
        theirs.hold()  # the line is too slow to hear of it: moves are refused all the same
        phone.good("DELETE", "/me/devices")
        theirs.say('{"seat": 0, "after": 3, "moves": ["draw"], "request": 1}')
        theirs.let_go()
        with pytest.raises(Closed) as closed:
            while "error" in (told := theirs.receive()):
                assert told["error"] == "forbidden"
        assert closed.value.code == 4403 and closed.value.reason == "This device has been signed out."
        mine.say('{"seat": 1, "after": 3, "moves": ["draw"], "request": 1}')
        assert mine.answer(1)["message"] == "That seat is not yours.", "the other device is still listened to"


def test_all_other_devices_are_signed_out_together(phone: Browser) -> None:
    others = [second_browser(phone) for _ in range(2)]
    assert len(phone.good("DELETE", "/me/devices")) == 1
    assert [other.name for other in others] == [None, None] and phone.name == "Ada"


def test_nobody_can_sign_out_the_device_of_another_person(phone: Browser) -> None:
    other = Browser(phone.server, name="Bob")
    answer = other.ask("DELETE", f"/me/devices/{phone.here}")
    assert answer.status_code == 404 and phone.name == "Ada"
    assert Browser(phone.server).ask("DELETE", "/me/devices").status_code == 403
    assert Browser(phone.server).ask("DELETE", f"/me/devices/{phone.here}").status_code == 403


def test_signing_out_the_present_device_removes_it_from_browser_and_store(own: Inside) -> None:
    phone = Browser(own, name="Ada")
    answer = phone.ask("DELETE", f"/me/devices/{phone.here}")
    cookie = answer.headers["set-cookie"].lower()
    assert 'quatuor=""' in cookie and "max-age=0" in cookie and "httponly" in cookie
    assert answer.json() == [] and count(own, device_rows) == 0


def test_signing_out_another_device_voids_return_links_but_signing_out_this_one_does_not(phone: Browser) -> None:
    table = phone.good("POST", "/tables", PLAN)["id"]

    def return_link() -> str:
        return str(phone.good("POST", f"/tables/{table}/seats/0/return-link")["url"]).rsplit("/", 1)[1]

    lost, stranger = second_browser(phone), Browser(phone.server)
    prepared = return_link()
    phone.good("DELETE", f"/me/devices/{lost.here}")
    assert stranger.ask("POST", "/return", {"token": prepared}).status_code == 404
    kept = return_link()
    phone.good("DELETE", f"/me/devices/{phone.here}")
    assert stranger.ask("POST", "/return", {"token": kept}).is_success


def test_identifying_the_player_of_a_move_reads_nothing_from_the_store(ana: Somebody) -> None:
    table = ana.open("symphonimo", "me", "bot", start=True, first=0)
    ana.play(table, 0, "draw")
    store = ana.server.services.store
    read, reads = store.read, []
    store.read = lambda reading: reads.append(reading) or read(reading)  # type: ignore[method-assign,assignment,func-returns-value]
    try:
        ana.play(table, 0, "place 1", after=ana.server.services.tables.live_tables[table].table.index)
    finally:
        store.read = read  # type: ignore[method-assign]
    assert reads == []


def test_the_cache_is_bounded_and_drops_the_least_recently_used_device(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(devices, "_CACHED", 3)
    own = Inside(Settings(db=tmp_path / "quatuor.db", limits=False, warm_search=False))
    browsers = [Browser(own, name=f"Ada {n}") for n in range(3)]
    cached = own.services.people.devices._signed_in
    ids = [browser.here for browser in browsers]
    assert browsers[0].name and Browser(own, name="Eve").name == "Eve"
    assert ids[0] in cached and ids[1] not in cached and len(cached) == 3
    assert browsers[1].name == "Ada 1", "a device that is no longer cached is read again"
    own.close()


def test_a_device_that_is_signed_out_while_being_looked_up_is_not_let_in(own: Inside) -> None:
    """The store's answer was true when it was read, but no longer when it arrived."""
    phone = Browser(own, name="Ada")
    lost = second_browser(phone)
    identity = lost.here
    own.call(own.services.people.devices.forget_all)
    store, read = own.services.store, own.services.store.read

    async def slowly(reading: Any) -> Any:
        found = await read(reading)
        store.read = read  # type: ignore[method-assign]
        signed = own.services.people.devices._signers["browser"].unsign(str(phone.cookie)).decode()
        assert await own.services.sign_out(devices.Identity(*signed.split(":")), identity)
        return found

    store.read = slowly  # type: ignore[method-assign]
    assert lost.name is None
    assert lost.name is None and phone.name == "Ada"


def test_when_a_device_was_last_seen_is_written_once_an_hour(own: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = Browser(own, name="Ada")
    first = phone.devices()[0]["seen"]
    assert [phone.name, phone.devices()[0]["seen"]] == ["Ada", first]
    own.run(own.services.store.write([(update(device_rows).values(seen=first - 7200), [{}])]))
    own.call(own.services.people.forget)
    assert phone.name == "Ada"
    own.run(own.services.people.devices.close())  # what was seen is written beside the answer
    assert phone.devices()[0]["seen"] > first - 60


@pytest.mark.usefixtures("seeds")
@pytest.mark.parametrize(("salt", "kind"), [("cookie", "browser"), ("token", "program")])
def test_cookies_and_tokens_from_before_devices_still_work_and_can_be_signed_out(
    tmp_path: Path, salt: str, kind: str
) -> None:
    old = Inside(Settings(db=tmp_path / "quatuor.db", limits=False, warm_search=False))
    table = Browser(old, name="Ada").good("POST", "/tables", PLAN)["id"]
    old.close()
    db = in_old_form(tmp_path / "quatuor.db", "0002")
    shown = signed_before_devices(db, "Ada", salt)
    headers = as_token(shown) if salt == "token" else {"cookie": f"quatuor={shown}"}
    headers |= {"user-agent": FIREFOX if salt == "cookie" else "curl/8"}
    own = Inside(Settings(db=db, limits=False, warm_search=False))

    def ask(method: str, path: str) -> Any:
        answer = own.ask(method, f"/api{path}", headers=headers)
        own.run(own.services.people.devices.close())
        return answer.json()

    assert ask("GET", f"/tables/{table}")["yours"] == [0]
    (device,) = ask("GET", "/me/devices")
    assert device["kind"] == kind and device["here"] and time.time() - device["seen"] < 60
    assert device["label"] == ("Firefox on Android" if kind == "browser" else "A program (curl)")
    ask("DELETE", f"/me/devices/{device['id']}")
    own.call(own.services.people.forget)
    answer = own.ask("GET", f"/api/tables/{table}", headers=headers)
    assert answer.status_code == 403 if kind == "program" else answer.json()["yours"] == []
    own.close()


def test_an_old_cookie_becomes_a_new_one_of_the_same_device(tmp_path: Path) -> None:
    old = Inside(Settings(db=tmp_path / "quatuor.db", limits=False, warm_search=False))
    Browser(old, name="Ada")
    old.close()
    db = in_old_form(tmp_path / "quatuor.db", "0002")
    own = Inside(Settings(db=db, limits=False, warm_search=False))
    phone = Browser(own)
    phone.cookie = before = signed_before_devices(db, "Ada", "cookie")
    phone.good("POST", "/me", {"name": "Ada L."})
    assert phone.cookie != before and phone.name == "Ada L."
    assert len(phone.devices()) == 1
    # Everything else is signed out together, also an old token that nobody has used since.
    token = signed_before_devices(db, "Ada L.", "token")
    phone.good("DELETE", "/me/devices")
    assert own.ask("GET", "/api/me", headers=as_token(token)).status_code == 403 and phone.name == "Ada L."
    own.close()


def test_devices_are_removed_with_people_who_were_not_seen_for_long(own: Inside) -> None:
    gone, seen, host = Browser(own, name="Gone"), Browser(own, name="Seen"), Browser(own, name="Host")
    host.good("POST", "/tables", PLAN)
    gone.link(), seen.link()
    long_ago = time.time() - 40 * 24 * 3600
    names = select(people.c.id).where(people.c.name != "Seen").scalar_subquery()
    own.run(own.services.store.write([(update(people).values(created=long_ago), [{}])]))
    late = update(device_rows).where(device_rows.c.person.in_(names)).values(seen=long_ago)
    own.run(own.services.store.write([(late, [{}])]))
    own.run(remove_old(own.services.store, 30, own.services.tables.live_tables))
    own.call(own.services.people.forget)
    assert gone.name is None and seen.name == "Seen" and host.name == "Host"
    assert count(own, device_rows) == 2 and count(own, link_rows) == 1


def test_ids_of_people_are_in_no_answer_about_devices(own: Inside) -> None:
    phone = Browser(own, name="Ada")
    second_browser(phone)
    ids = own.run(own.services.store.read(lambda connection: connection.execute(select(people.c.id)).scalars().all()))
    assert ids
    for method, path in (("GET", "/me/devices"), ("POST", "/me/devices/link"), ("DELETE", "/me/devices")):
        assert not any(one in phone.ask(method, path).text for one in ids)


def test_no_log_line_contains_a_link_a_device_or_a_person(phone: Browser, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("DEBUG", logger="quatuor.server"):
        token, here, cookie = phone.link(), phone.here, str(phone.cookie)
        Browser(phone.server).use(token)
        phone.ask("DELETE", f"/me/devices/{here}")
    lines = "\n".join(f"{record.getMessage()} {record.__dict__}" for record in caplog.records)
    assert "/api/me/devices/{device}" in lines
    assert not any(secret in lines for secret in (token, here, "Ada", cookie))
