"""My games in the browser: finished ones with scores, figures and a curve; exported, removed one by one or all."""

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from browser.axe import assert_nothing_serious
from browser.player import open_table

GAME = "symbiose"


def finished(page: Page) -> str:
    """A game of the page's person against a bot, played to its end by the first legal move each time."""
    table = open_table(page, GAME)
    while True:
        snapshot = page.request.post(f"/api/tables/{table}/skip").json()["snapshot"]
        if snapshot["table"]["status"] == "over":
            return table
        body = {"seat": 0, "after": snapshot["index"], "moves": [snapshot["position"]["legal"][0]["move"]]}
        assert page.request.post(f"/api/tables/{table}/moves", data=body).ok


def test_finished_games_are_counted_exported_and_removed(page: Page) -> None:
    tables = [finished(page) for _ in range(3)]
    page.goto("/games")
    row = page.get_by_test_id(f"row-{tables[0]}")
    outcome = page.request.get(f"/api/tables/{tables[0]}/events?after=9999").json()["snapshot"]["outcome"]
    for score in outcome["scores"]:
        expect(row).to_contain_text(f" {score:g}")
    expect(page.get_by_test_id("statistics").locator("tbody tr")).to_contain_text("3")
    expect(page.get_by_role("img", name="of your last games won")).to_be_visible()
    assert_nothing_serious(page)
    with page.expect_download() as download:
        page.get_by_test_id("own-export").click()
    exported = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert {game["id"] for game in exported["games"]} == set(tables)

    page.get_by_test_id(f"remove-{tables[0]}").click()
    page.get_by_test_id("confirm-yes").click()
    expect(row).to_have_count(0)
    expect(page.get_by_test_id(f"row-{tables[1]}")).to_be_visible()
    page.get_by_test_id("own-remove-all").click()
    page.get_by_test_id("confirm-yes").click()
    expect(page.get_by_text("You have not played here yet")).to_be_visible()
    assert page.request.get("/api/me/games").json()["games"] == []


def test_older_games_are_asked_for_page_by_page(page: Page) -> None:
    tables = [finished(page) for _ in range(3)][::-1]
    # Pages of two, so that three games are more than one.
    page.route(
        re.compile(r"/api/me/games(\?|$)"),
        lambda route: route.continue_(url=f"{route.request.url}{'&' if '?' in route.request.url else '?'}limit=2"),
    )
    page.goto("/games")
    rows = page.locator("[data-testid^=row-]")
    expect(rows).to_have_count(2)
    page.get_by_test_id("own-more").click()
    expect(rows).to_have_count(3)
    assert [row.get_attribute("data-testid") for row in rows.all()] == [f"row-{table}" for table in tables]
    expect(page.get_by_test_id("own-more")).to_have_count(0)
    # After a removal the list begins again, and nothing is in it twice.
    page.get_by_test_id(f"remove-{tables[0]}").click()
    page.get_by_test_id("confirm-yes").click()
    expect(page.get_by_test_id(f"row-{tables[0]}")).to_have_count(0)
    expect(rows).to_have_count(2)
    expect(page.get_by_test_id("own-more")).to_have_count(0)


def test_home_begins_with_the_games_and_shows_those_that_are_not_over(page: Page) -> None:
    page.add_init_script("localStorage.setItem('quatuor.lessons', '[\"\"]')")  # somebody has played here
    page.goto("/")
    mine, first = page.get_by_test_id("mine"), page.get_by_test_id("play-symphonimo")
    first.wait_for()
    expect(mine).to_have_count(0)
    tables = [open_table(page, GAME) for _ in range(3)]
    page.goto("/")
    first.wait_for()
    expect(mine).to_contain_text("Your games under way (3)")
    expect(mine.locator("[data-testid^=row-]")).to_have_count(2)
    row = mine.locator("a[href^='/table/']").first
    assert (row.get_attribute("href") or "").rpartition("/")[2] in tables
    assert_nothing_serious(page)
    row.click()
    page.get_by_test_id("board").wait_for()
