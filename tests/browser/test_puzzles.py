"""Puzzles in the browser: a move on the real board, and what it was worth; what was solved is remembered here."""

import re

import pytest
from playwright.sync_api import Page, expect

from browser.axe import assert_nothing_serious
from browser.harness import ServerProcess
from browser.pages import PHONE, OpenPage
from quatuor.games import GAMES
from quatuor.puzzles import puzzles_of

GAME = "symphonimo"


def test_a_puzzle_is_solved_on_the_board(page: Page) -> None:
    draws = next(puzzle for puzzle in puzzles_of(GAMES[GAME]) if puzzle.tempting == "draw")
    page.goto("/")
    page.get_by_test_id("home-puzzles").click()
    page.get_by_test_id(f"puzzles-{GAME}").click()
    page.get_by_test_id("board").wait_for()
    page.goto(f"/puzzles/{GAME}/{draws.id}")
    verdict = page.get_by_test_id("puzzle-verdict")
    expect(page.get_by_test_id("prompt")).to_have_text("Which move is best?")
    expect(verdict).to_contain_text("Make it on the board.")
    page.locator("[data-testid=board] [data-choice]").first.click()
    expect(verdict).to_contain_text(re.compile("Well done|Not quite"))
    assert_nothing_serious(page)
    expect(page.locator("[data-testid=board] [data-choice]")).to_have_count(0)
    page.get_by_test_id("puzzle-next").click()
    expect(verdict).to_contain_text("Make it on the board.")
    assert page.evaluate("Object.keys(JSON.parse(localStorage['quatuor.puzzles']))") == [f"{GAME} {draws.id}"]


@pytest.mark.slow
def test_puzzles_of_all_games_are_posed_on_a_phone(open_page: OpenPage, server: ServerProcess) -> None:
    phone = open_page(server, "/puzzles", viewport=PHONE, locale="fr-FR")
    for game in GAMES:
        phone.goto(f"/puzzles/{game}")
        expect(phone.get_by_test_id("prompt")).to_contain_text("Quel est le meilleur coup")
        expect(phone.locator("[data-testid=board] [data-choice]").first).to_be_attached()
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
