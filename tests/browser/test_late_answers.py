"""On a slow line answers come late, and not in the order of their questions."""

from playwright.sync_api import Page, Route, expect

from browser.player import open_table
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
