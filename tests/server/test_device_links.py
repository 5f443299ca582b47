"""Device links: one more browser for the same person, once, and nobody else."""

import asyncio
import re
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from quatuor.server.people import device_links, devices
from quatuor.server.settings import Settings
from quatuor.server.store.schema import device_links as link_rows
from server.browsers import PLAN, SAFARI, Browser, count, second_browser
from server.inside import Inside
from server.people import Somebody


def test_a_link_signs_in_the_same_person_once(phone: Browser) -> None:
    table = phone.good("POST", "/tables", PLAN)["id"]
    made = phone.good("POST", "/me/devices/link")
    token = made["url"].partition("#")[2]
    assert re.fullmatch(r"http://[^/]+/device#[\w-]{32}", made["url"]), "what follows the # is never sent"
    assert made["only_here"] and 590 < made["expires"] - time.time() <= 600
    assert len({len(row) for row in made["qr"]} | {len(made["qr"])}) == 1 and set("".join(made["qr"])) == {"0", "1"}
    tablet = Browser(phone.server, SAFARI)
    offer = tablet.good("POST", "/device-link/look", {"token": token})
    assert offer == {"name": "Ada", "same": False, "you": None, "games": 0, "last": False}
    assert tablet.use(token).json()["name"] == "Ada" and tablet.name == "Ada"
    assert tablet.good("GET", f"/tables/{table}")["yours"] == [0], "both play on"
    assert phone.good("GET", f"/tables/{table}")["yours"] == [0]
    for again in (Browser(phone.server), tablet):
        assert again.use(token).status_code == 404
        assert again.ask("POST", "/device-link/look", {"token": token}).status_code == 404


def test_a_link_is_void_after_ten_minutes_after_a_newer_one_and_with_the_device_that_made_it(
    phone: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    stranger = Browser(phone.server)
    older = phone.link()
    newer = phone.link()
    assert stranger.use(older).status_code == 404
    with monkeypatch.context() as patched:
        patched.setattr(device_links, "LINK_SECONDS", 0.0)
        assert stranger.use(newer).status_code == 404
    lost = second_browser(phone)
    prepared = lost.link()
    phone.good("DELETE", f"/me/devices/{lost.here}")
    assert stranger.use(prepared).status_code == 404
    assert stranger.use("x" * 32).status_code == 404
    assert stranger.name is None


def test_only_a_hash_of_a_link_is_kept(own: Inside, tmp_path: Path) -> None:
    token = Browser(own, name="Ada").link()
    assert count(own, link_rows) == 1
    with closing(sqlite3.connect(tmp_path / "quatuor.db")) as store:
        assert token not in "\n".join(store.iterdump())


def test_two_browsers_that_use_one_link_at_the_same_time_do_not_both_get_in(phone: Browser) -> None:
    token, people = phone.link(), phone.server.services.people
    connections = [httpx.Request("POST", "http://127.0.0.1/") for _ in range(5)]

    async def together() -> list[object]:
        using = (people.devices.add_by_link(token, connection) for connection in connections)  # type: ignore[arg-type]
        return await asyncio.gather(*using, return_exceptions=True)

    done = phone.server.run(together())
    assert sum(isinstance(one, tuple) for one in done) == 1
    assert len(phone.devices()) == 2


def test_games_are_given_up_only_after_a_question(phone: Browser) -> None:
    other = Browser(phone.server, SAFARI, name="Bob")
    table = other.good("POST", "/tables", PLAN)["id"]
    before, token = other.cookie, phone.link()
    offer = other.good("POST", "/device-link/look", {"token": token})
    assert offer == {"name": "Ada", "same": False, "you": "Bob", "games": 1, "last": True}
    answer = other.use(token)
    assert answer.status_code == 409 and "set-cookie" not in answer.headers
    assert other.name == "Bob" and other.good("GET", f"/tables/{table}")["yours"] == [0]
    assert other.use(token, replace=True).json()["name"] == "Ada"
    assert other.name == "Ada"
    other.cookie = before
    assert other.name is None, "the cookie that was replaced is signed out"


def test_without_games_there_is_no_question(phone: Browser) -> None:
    other = Browser(phone.server, name="Bob")
    assert other.use(phone.link()).json()["name"] == "Ada"


def test_your_own_link_changes_nothing(phone: Browser) -> None:
    token = phone.link()
    assert phone.good("POST", "/device-link/look", {"token": token})["same"]
    assert phone.use(token).json()["name"] == "Ada"
    assert len(phone.devices()) == 1
    assert Browser(phone.server).use(token).is_success, "it still serves the other device"


def test_a_link_is_not_for_programs(phone: Browser, ana: Somebody) -> None:
    token = phone.link()
    ana.refused(403, "forbidden", "POST", "/device-link", {"token": token})
    assert Browser(phone.server).use(token).is_success


def test_the_number_of_devices_of_a_person_is_limited(phone: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "MOST_DEVICES", 3)
    second_browser(phone), second_browser(phone)
    answer = Browser(phone.server).use(phone.link())
    assert answer.status_code == 409 and "3 devices" in answer.json()["message"]


def test_guessing_link_tokens_is_stopped(tmp_path: Path) -> None:
    server = Inside(Settings(db=tmp_path / "quatuor.db", warm_search=False))
    phone, thief = Browser(server, name="Ada"), Browser(server)
    token = phone.link()
    paths = ("/device-link", "/device-link/look")
    tried = [thief.ask("POST", paths[n % 2], {"token": f"guess-{n}"}).status_code for n in range(60)]
    assert 404 in tried and tried[-1] == 429
    assert thief.use(token).status_code == 429, "not even the right one, for a while"
    server.close()


def test_nobody_fills_the_store_with_links_or_devices(tmp_path: Path) -> None:
    server = Inside(Settings(db=tmp_path / "quatuor.db", warm_search=False))
    phone = Browser(server, name="Ada")
    made = [phone.ask("POST", "/me/devices/link").status_code for _ in range(130)]
    assert made[0] == 200 and made[-1] == 429 and count(server, link_rows) == 1
    server.close()


def test_other_sites_cannot_sign_anybody_in_or_out(phone: Browser) -> None:
    token, here = phone.link(), phone.here
    for method, path, body in (
        ("POST", "/api/device-link", {"token": token}),
        ("POST", "/api/me/devices/link", None),
        ("DELETE", "/api/me/devices", None),
        ("DELETE", f"/api/me/devices/{here}", None),
    ):
        headers = {"cookie": f"quatuor={phone.cookie}", "origin": "https://evil.example"}
        assert phone.server.ask(method, path, json=body, headers=headers).status_code == 403
    assert phone.here == here
