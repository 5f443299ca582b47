"""Lessons in the browser: each is played to its end by pressing what its bubbles point at."""

from itertools import takewhile

import pytest
from playwright.sync_api import Page, expect

from browser.axe import assert_nothing_serious
from browser.harness import ServerProcess
from browser.learner import assert_uncovered, begin, bubbles, by_keyboard, reach
from browser.pages import PHONE, OpenPage
from browser.player import click, tap
from quatuor import GAMES
from quatuor.server.table.lesson import lesson_of

FIRST, *OTHERS = GAMES
# The others too where there is time; the server's own tests play every lesson.
first_game = pytest.mark.parametrize("game", [FIRST, *(pytest.param(game, marks=pytest.mark.slow) for game in OTHERS)])

PHONE_HELD = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}

_INSIDE = """() => {
    const { left, top, right, bottom } = document.querySelector('[data-testid=lesson]').getBoundingClientRect();
    return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
}"""
# Nothing that is pointed at is under the bubble, once the page has scrolled.
_UNCOVERED = """() => {
    const bubble = document.querySelector('[data-testid=lesson]').getBoundingClientRect();
    return ![...document.querySelectorAll('[data-lit]')].some((lit) => {
        const { left, top, right, bottom } = lit.getBoundingClientRect();
        return left < bubble.right && right > bubble.left && top < bubble.bottom && bottom > bubble.top;
    });
}"""
_BESIDE_BOARD = """() => document.querySelector('[data-testid=lesson]').getBoundingClientRect().left >=
    document.querySelector('[data-testid=board]').getBoundingClientRect().right"""


def told(game: str) -> int:
    """How many bubbles of a lesson come before its end screen, which tells those after the last move."""
    lesson = lesson_of(GAMES[game])
    assert lesson is not None
    return lesson.bubbles - sum(1 for _ in takewhile(lambda step: not step.lines, reversed(lesson.scenes[-1].steps)))


@first_game
@pytest.mark.parametrize("locale", ["fr-FR", pytest.param("en-GB", marks=pytest.mark.slow)])
def test_a_lesson_is_played_on_a_phone_by_touching_what_it_points_at(
    open_page: OpenPage, server: ServerProcess, game: str, locale: str
) -> None:
    """French is the longer language: its bubbles cover more."""
    phone = open_page(server, locale=locale, **PHONE_HELD)
    begin(phone, game)
    count = 0
    for _ in bubbles(phone, tap):
        count += 1
        phone.wait_for_function(_INSIDE)
        phone.wait_for_function(_UNCOVERED)
    assert count == told(game)
    phone.get_by_test_id("lesson-whole").click()
    phone.get_by_test_id("board").wait_for()
    assert phone.locator("[data-testid=lesson]").count() == 0
    # By the rules that were taught.
    opened = phone.request.get(f"/api/tables/{phone.url.rpartition('/')[2]}").json()
    lesson = lesson_of(GAMES[game])
    assert lesson and (opened["players"], opened["options"]) == (lesson.players, lesson.options)


def test_the_button_that_a_chosen_card_brings_is_not_under_the_bubble(
    open_page: OpenPage, server: ServerProcess
) -> None:
    """RP-6: the half note is chosen, then the exchange is pressed, below it and behind where the bubble was."""
    phone = open_page(server, "/", locale="fr-FR", **PHONE_HELD)
    phone.goto(f"/table/{reach(phone, 'rythm_n_play', 'exchange half', scene=1)}")
    assert "La partie finit" in next(bubbles(phone, tap))
    phone.locator("[data-place='hand:1'] [data-card=half]").tap()
    exchange = phone.locator("[data-point='exchange half']").element_handle()
    assert exchange is not None
    assert_uncovered(phone, exchange)


def test_an_answer_moves_nothing_on_the_board(open_page: OpenPage, server: ServerProcess) -> None:
    phone = open_page(server, "/", locale="fr-FR", **PHONE_HELD)
    phone.goto(f"/table/{reach(phone, 'rythm_n_play', 'compose flat')}")
    next(bubbles(phone, tap))
    staff, pile = phone.locator("[data-place=staff]"), phone.locator("[data-place=rythm_pile]")
    before = staff.bounding_box()
    pile.dispatch_event("click")  # a tap by the browser would scroll
    expect(phone.get_by_test_id("lesson-answer")).to_contain_text("la dernière carte serait à vous")
    assert staff.bounding_box() == before


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_played_by_keyboard(page: Page, game: str) -> None:
    begin(page, game)
    assert sum(1 for _ in bubbles(page, by_keyboard)) == told(game)


def test_a_wrong_try_is_answered_in_the_bubble_and_the_lesson_goes_on(page: Page) -> None:
    begin(page, "symphonimo")
    walk = bubbles(page, click)
    while "conductor 1" not in next(walk):
        pass
    page.wait_for_function(_BESIDE_BOARD)
    page.locator("[data-place='conductor:2'] [data-choice]").click()
    expect(page.get_by_test_id("lesson-answer")).to_contain_text("choose conductor 1")
    next(walk)
    expect(page.get_by_test_id("lesson-answer")).to_have_count(0)


def test_a_step_that_the_lesson_does_not_ask_for_is_answered_and_no_request_fails(page: Page) -> None:
    """AS-13: the lesson asks for the green 3 first; whatever fails in the page makes its test fail."""
    page.goto(f"/table/{reach(page, 'air_sorciere', 'graduate G')}")
    page.get_by_role("button", name="Choose the cards myself").click()
    page.get_by_role("button", name="Green diploma", exact=True).click()
    page.locator("[data-place='hand:1'] [data-card=G6]").click()
    expect(page.get_by_test_id("lesson-answer")).to_contain_text("With all four green cards")


def test_a_lesson_that_is_left_is_taken_up_again_in_another_language(page: Page) -> None:
    table = begin(page, "symphonimo")
    walk = bubbles(page, click)
    told = [next(walk) for _ in range(3)]
    page.get_by_test_id("lesson-later").click()
    again = page.get_by_test_id("learn-symphonimo")
    expect(again).to_contain_text("Go on")
    expect(page.get_by_test_id("mine")).to_have_count(0)
    page.get_by_test_id("settings-open").click()
    page.get_by_test_id("settings-lang-fr").click()
    page.keyboard.press("Escape")
    expect(again).to_contain_text("Reprendre la leçon")
    again.click()
    page.wait_for_url(f"**/table/{table}")
    expect(page.get_by_test_id("lesson-text")).to_contain_text("Un hibou")
    assert "owl" in told[-1]


@first_game
def test_axe_finds_nothing_serious_on_a_bubble(page: Page, game: str) -> None:
    begin(page, game)
    page.get_by_test_id("lesson-next").wait_for()
    assert_nothing_serious(page)


def test_who_comes_for_the_first_time_is_offered_the_lessons(open_page: OpenPage, server: ServerProcess) -> None:
    page = open_page(server, "/", locale="fr-FR")
    page.get_by_test_id("newcomer").wait_for()
    expect(page.get_by_test_id("mine")).to_have_count(0)
    for game in GAMES:
        expect(page.get_by_test_id(f"learn-{game}")).to_contain_text("Apprendre")
    page.goto("/rules/symbiose")
    expect(page.get_by_test_id("learn")).to_have_attribute("href", "/learn/symbiose")
