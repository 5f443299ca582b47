"""Identity: a name, a cookie for browsers, a token for programs, and nothing that others could guess."""

from typing import Any

import httpx
import pytest

from quatuor.server.refusals import Refused
from quatuor.server.table.names import clean_name
from server.inside import Inside
from server.people import Somebody

NOBODY = {"name": None, "face": None}
PLAN = {"game": "symphonimo", "players": 2, "seats": [{"kind": "me"}, {"kind": "bot"}], "start": True}


class Browser:
    """A new browser, which keeps the cookies that it gets."""

    def __init__(self, inside: Inside) -> None:
        self._inside = inside
        self.cookies: dict[str, str] = {}

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self._ask("GET", path, **more)

    def post(self, path: str, body: Any, **more: Any) -> httpx.Response:
        return self._ask("POST", path, json=body, **more)

    def _ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"cookie": cookie, "accept-language": "en"} | more.pop("headers", {})
        answer = self._inside.ask(method, path, headers=headers, **more)
        self.cookies |= dict(answer.cookies)
        return answer


@pytest.fixture
def browser(inside: Inside) -> Browser:
    return Browser(inside)


def test_a_name_is_remembered_by_a_cookie_that_scripts_cannot_read(browser: Browser) -> None:
    assert browser.get("/api/me").json() == NOBODY
    answer = browser.post("/api/me", {"name": "  Zoé   Martin ", "face": "panda"})
    assert answer.json() == {"name": "Zoé Martin", "face": "panda"}
    cookie = answer.headers["set-cookie"].lower()
    assert cookie.startswith("quatuor=") and "httponly" in cookie and "samesite=lax" in cookie
    assert browser.get("/api/me").json() == {"name": "Zoé Martin", "face": "panda"}


def test_somebody_without_a_name_can_play_at_once_as_a_named_guest(browser: Browser) -> None:
    for lang, word in (("en", "Guest"), ("fr", "Invité")):
        browser.cookies.clear()
        table = browser.post("/api/tables", PLAN, params={"lang": lang}).json()
        assert table["yours"] == [0] and table["status"] == "playing"
        assert table["seats"][0]["name"].startswith(word)
        assert browser.get("/api/me").json()["name"] == table["seats"][0]["name"]


def test_a_new_name_keeps_the_person(browser: Browser) -> None:
    browser.post("/api/me", {"name": "One"})
    table = browser.post("/api/tables", PLAN).json()["id"]
    browser.post("/api/me", {"name": "Two"})
    assert browser.get(f"/api/tables/{table}").json()["yours"] == [0]


def test_a_program_sends_a_token_and_gets_no_cookie(browser: Browser) -> None:
    answer = browser.post("/api/players", {"name": "Bot"})
    assert answer.status_code == 201 and "set-cookie" not in answer.headers
    token = answer.json()["token"]
    headers = {"authorization": f"Bearer {token}"}
    answer = browser.post("/api/tables", PLAN, headers=headers)
    assert "set-cookie" not in answer.headers and answer.json()["yours"] == [0]
    assert browser.get("/api/me", headers=headers).json()["name"] == "Bot"
    assert browser.get("/api/me").json() == NOBODY


def test_a_forged_token_or_cookie_identifies_nobody(browser: Browser) -> None:
    token = browser.post("/api/players", {"name": "Bot"}).json()["token"]
    forged = token[:-2] + ("AA" if token[-2:] != "AA" else "BB")
    answer = browser.get("/api/me", headers={"authorization": f"Bearer {forged}"})
    assert answer.status_code == 403 and answer.json()["error"] == "forbidden"
    # A token is no cookie: what a program shows cannot be made a browser's.
    assert browser.get("/api/me", headers={"cookie": f"quatuor={token}"}).json() == NOBODY


@pytest.mark.parametrize("name", ["", " ", "x" * 25, "a\x00b", "a\u202eb", "\ud800", "\u200d", "\u0301\u0300"])
def test_unreadable_names_are_refused(name: str) -> None:
    with pytest.raises(Refused):
        clean_name(name)


def test_names_of_all_scripts_and_emoji_are_names() -> None:
    for name in ("Zoé", "李小龍", "O'Neil-Łukasz", "👩‍👧 Nina", "<b>&amp;"):
        assert clean_name(name) == name


def test_the_language_is_the_one_requested_else_the_browsers_else_english(ana: Somebody) -> None:
    def sentence(lang: str | None, accepted: str | None) -> str:
        query = {} if lang is None else {"lang": lang}
        headers = {} if accepted is None else {"accept-language": accepted}
        return str(ana.server.ask("GET", "/api/tables/AAAAAAAA", params=query, headers=headers).json()["message"])

    english, french = "There is no table AAAAAAAA.", "Il n'y a pas de table AAAAAAAA."
    assert sentence(None, "") == english
    assert sentence(None, "de-DE, fr-CA;q=0.8, en;q=0.5") == french
    assert sentence(None, "de;q=0.9") == english
    assert sentence("fr", "en") == french
    assert sentence("en", "fr-FR") == english
    assert sentence(None, "fr;q=nonsense, en") == english
