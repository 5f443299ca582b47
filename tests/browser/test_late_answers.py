"""On a slow line answers come late, and not in the order of their questions."""

import random
import re

from playwright.sync_api import Page, Route, expect

from browser.player import open_table, play_ahead
from quatuor.games import GAMES
from quatuor.puzzles import puzzles_of


def test_an_answer_that_a_newer_one_has_overtaken_is_left_out(page: Page) -> None:
    """Who tries French and goes back to English reads English, however late the French answer comes."""
    table = open_table(page, "symphonimo", 2, first=0, pace_ms=5000)
    page.goto(f"/table/{table}")
    page.locator("[data-testid=board] [data-choice]").first.wait_for()
    log = page.get_by_test_id("log")
    english = log.inner_text()
    held: list[Route] = []
    page.route("**/events?lang=fr*", lambda route: held.append(route))
    page.get_by_test_id("menu").click()
    page.get_by_role("button", name="Settings").click()
    with page.expect_request("**/events?lang=fr*"):
        page.get_by_test_id("settings-lang-fr").click()
    with page.expect_response("**/events?lang=en*"):
        page.get_by_test_id("settings-lang-en").click()
    with page.expect_response("**/events?lang=fr*") as late:
        for route in held:
            route.continue_()
    late.value.finished()
    # The page has had a moment to take it.
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert log.inner_text() == english


def test_a_page_asks_once(page: Page) -> None:
    puzzle = puzzles_of(GAMES["symphonimo"])[0].id
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"/puzzles/symphonimo/{puzzle}", wait_until="networkidle")
    page.locator("[data-testid=board] [data-choice]").first.wait_for()
    assert sum(f"/api/puzzles/symphonimo/{puzzle}?" in url for url in asked) == 1


def held_back(page: Page, address: str) -> list[Route]:
    """The requests to an address that wait for their answer."""
    held: list[Route] = []
    page.route(address, lambda route: held.append(route))
    return held


def let_go(page: Page, held: list[Route], address: str) -> None:
    """Answer what was held back, and leave the page a moment to take it."""
    with page.expect_response(address) as late:
        for route in held:
            route.continue_()
    late.value.finished()
    page.wait_for_load_state("networkidle")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200)))")


def test_who_has_gone_elsewhere_is_not_pulled_to_a_table_that_opens_late(page: Page) -> None:
    page.goto("/")
    held = held_back(page, "**/api/tables?*")
    with page.expect_request("**/api/tables?*"):
        page.get_by_test_id("play-symbiose").click()
    page.locator("a[href='/about']").first.click()
    expect(page).to_have_url(re.compile("/about$"))
    let_go(page, held, "**/api/tables?*")
    expect(page).to_have_url(re.compile("/about$"))
    # Whoever stays is led there, however late the answer is.
    page.go_back()
    held.clear()
    with page.expect_request("**/api/tables?*"):
        page.get_by_test_id("play-symbiose").click()
    for route in held:
        route.continue_()
    page.wait_for_url(re.compile("/table/"))


def test_nor_to_a_rematch(page: Page) -> None:
    page.goto("/")
    table = open_table(page, "symphonimo")
    play_ahead(page, table, 0, random.Random(8), 1000)
    page.goto(f"/table/{table}")
    held = held_back(page, "**/rematch?*")
    with page.expect_request("**/rematch?*"):
        page.get_by_test_id("rematch").click()
    page.get_by_test_id("end-replay").click()
    expect(page).to_have_url(re.compile(f"/replay/{table}"))
    let_go(page, held, "**/rematch?*")
    expect(page).to_have_url(re.compile(f"/replay/{table}"))


def test_nor_to_a_table_whose_form_was_sent_before_it_was_known_who_asks(page: Page) -> None:
    held = held_back(page, "**/api/me?*")
    page.goto("/new/symphonimo")
    page.get_by_test_id("seat-kind-1").select_option("bot")
    page.get_by_test_id("open-table").click()
    page.locator("a[href='/']").first.click()
    expect(page).to_have_url(re.compile("[0-9]/$"))
    with page.expect_response("**/api/tables?*"):
        for route in held:
            route.continue_()
    page.wait_for_load_state("networkidle")
    expect(page).to_have_url(re.compile("[0-9]/$"))
