"""The deal of the day in the browser: found, played once, compared; and past ones, played for oneself."""

import re
from datetime import date, timedelta

import pytest
from playwright.sync_api import Page, Route, expect

from browser.axe import assert_nothing_serious
from browser.harness import ServerProcess
from browser.pages import PHONE, OpenPage

GAME = "symbiose"


def play_on(page: Page, table: str) -> None:
    """The game of the page's person, played to its end by the first legal move each time."""
    while True:
        snapshot = page.request.post(f"/api/tables/{table}/skip").json()["snapshot"]
        if snapshot["table"]["status"] == "over":
            return
        move = snapshot["position"]["legal"][0]["move"]
        body = {"seat": 0, "after": snapshot["index"], "moves": [move]}
        assert page.request.post(f"/api/tables/{table}/moves", data=body).ok


def test_a_deal_of_the_day_is_played_once_and_ranked(page: Page) -> None:
    page.goto("/")
    page.get_by_test_id("daily-link").click()
    deal = page.get_by_test_id(f"daily-{GAME}")
    deal.get_by_role("button", name=re.compile("^Play")).click()
    page.wait_for_url(re.compile(r"/table/\w+"))
    page.get_by_test_id("board").wait_for()
    page.get_by_test_id("menu").click()
    for gone in ("Let a bot play", "Invite", "Another device"):
        expect(page.get_by_role("button", name=gone)).to_have_count(0)
    table = page.url.rpartition("/")[2]
    play_on(page, table)
    page.get_by_test_id("end").wait_for()
    for gone in ("rematch", "end-replay", "end-analyse", "end-download"):
        expect(page.get_by_test_id(gone)).to_have_count(0)
    page.get_by_test_id("end-daily").click()
    own = deal.locator("tr[aria-current]")
    expect(own).to_contain_text("you")
    expect(deal.get_by_test_id("daily-strongest")).to_be_visible()
    expect(deal.get_by_role("button")).to_have_count(0)
    assert_nothing_serious(page)
    page.watch.expected.append("403")  # type: ignore[attr-defined]
    page.goto(f"/replay/{table}")
    expect(page.get_by_test_id("trouble")).to_contain_text("secret")


def test_points_ahead_are_written_as_the_language_does(open_page: OpenPage, server: ServerProcess) -> None:
    def with_halves(route: Route) -> None:
        standings = route.fetch().json()
        rows = [("Ana", "won", 2.5), ("Zoé", "lost", -0.5), ("Léo", "shared", 0)]
        standings["games"][0]["ranking"] = [
            {"place": place, "name": name, "result": result, "margin": margin, "you": False}
            for place, (name, result, margin) in enumerate(rows, 1)
        ]
        route.fulfill(json=standings)

    for locale, written in (("fr-FR", ["+2,5 pts", "−0,5 pt", "0 pt"]), ("en-GB", ["+2.5 pts", "−0.5 pts", "0 pts"])):
        page = open_page(server, locale=locale)
        page.route(re.compile(r"/api/daily\?"), with_halves)
        page.goto("/daily")
        expect(page.locator("td.margin")).to_have_text(written)


@pytest.mark.slow
def test_a_past_deal_is_played_for_oneself(open_page: OpenPage, server: ServerProcess) -> None:
    phone = open_page(server, "/daily", viewport=PHONE, locale="fr-FR")
    today = date.fromisoformat(phone.request.get("/api/daily").json()["today"])
    phone.get_by_test_id(f"day-{today - timedelta(days=2)}").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Une ancienne donne du jour")
    assert_nothing_serious(phone)
    deal = phone.get_by_test_id(f"daily-{GAME}")
    deal.get_by_role("button", name=re.compile("^La jouer pour vous")).click()
    phone.get_by_test_id("board").wait_for()
    expect(phone.get_by_test_id("end-daily")).to_have_count(0)
