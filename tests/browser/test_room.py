"""Words on a board have room: nothing lies on them, and names are written in full."""

import random
import re

import pytest
from playwright.sync_api import Page, Route, expect

from browser.harness import ServerProcess
from browser.learner import bubbles, reach
from browser.pages import PHONE, OpenPage
from browser.player import click, open_table, play_ahead

# The foot of the first and the top of the second, in pixels.
_FOOT_AND_TOP = """([above, below]) => [
    Math.max(...[...document.querySelectorAll(above)].map((one) => one.getBoundingClientRect().bottom)),
    Math.min(...[...document.querySelectorAll(below)].map((one) => one.getBoundingClientRect().top)),
]"""


_AT_ITS_FOOT = "(list) => list.scrollTop > 0 && list.scrollTop + list.clientHeight >= list.scrollHeight - 1"
# How far the first line in sight is from the top, to the pixel.
_STARTS_OF_LINES = """(list) => Math.round(Math.min(...[...list.querySelectorAll('li')]
    .map((line) => line.getBoundingClientRect().bottom - list.getBoundingClientRect().top > 2
        ? line.getBoundingClientRect().top - list.getBoundingClientRect().top : Infinity)))"""


def at_lesson(page: Page, move: str, scene: int) -> None:
    """The page is at the lesson of Air Sorcière where it asks for this move."""
    page.goto("/")
    page.goto(f"/table/{reach(page, 'air_sorciere', move, scene=scene)}")
    next(bubbles(page, click))


def test_what_a_drawn_card_rules_out_is_read_above_the_buttons(open_page: OpenPage, server: ServerProcess) -> None:
    page = open_page(server, locale="fr-FR")
    at_lesson(page, "keep", scene=1)
    expect(page.locator(".door")).to_have_count(2)
    foot, top = page.evaluate(_FOOT_AND_TOP, [".door", ".dock .actions"])
    assert foot <= top


def test_cards_that_a_diploma_lifts_leave_the_title_of_the_hand_free(page: Page) -> None:
    at_lesson(page, "graduate G", scene=0)
    page.get_by_test_id("board").locator(".hand .lifted").first.wait_for()
    foot, top = page.evaluate(_FOOT_AND_TOP, [".hand h2", ".hand .lifted"])
    assert foot <= top


def test_names_are_written_in_full_beside_the_most_that_a_score_can_be(phone: Page) -> None:
    phone.goto("/")
    phone.goto(f"/table/{open_table(phone, 'rythm_n_play', 3)}")
    phone.get_by_test_id("board").wait_for()
    heads = phone.locator(".seat h3")
    expect(heads).to_have_count(2)
    expect(phone.locator(".seat header small").first).to_be_visible()
    assert heads.evaluate_all("(names) => names.every((name) => name.scrollWidth <= name.clientWidth)")


def test_everybody_at_a_table_is_named_in_the_list_of_games(phone: Page) -> None:
    phone.goto("/")
    table = open_table(phone, "symphonimo", 6)
    seats = phone.request.get(f"/api/tables/{table}").json()["seats"]
    phone.goto("/games")
    names = phone.get_by_test_id(f"row-{table}").locator(".names")
    expect(names).to_have_text(", ".join(seat["name"] for seat in seats))
    assert names.evaluate("(names) => names.scrollWidth <= names.clientWidth")


def test_what_was_missed_begins_with_a_whole_sentence(open_page: OpenPage, server: ServerProcess) -> None:
    """Three long sentences do not fit: the first is scrolled away as a whole."""
    page = open_page(server, "/", locale="fr-FR")
    table = open_table(page, "symbiose", 4)
    play_ahead(page, table, 0, random.Random(1), 3)
    page.goto(f"/table/{table}")
    told = page.get_by_test_id("since").locator(".told")
    told.wait_for()
    page.wait_for_function(_AT_ITS_FOOT, arg=told.element_handle())
    assert told.evaluate(_STARTS_OF_LINES) == 0


@pytest.mark.parametrize("seconds", [-0.4, 0.4])
def test_a_moment_between_two_clocks_does_not_change_when_a_day_ends(
    open_page: OpenPage, server: ServerProcess, seconds: float
) -> None:
    page = open_page(server, timezone_id="UTC", viewport=PHONE)

    def off_by_a_moment(route: Route) -> None:
        standings = route.fetch().json()
        midnight = -(-standings["ends"] // 86_400) * 86_400
        route.fulfill(json=standings | {"ends": midnight + seconds})

    page.route(re.compile(r"/api/daily\?"), off_by_a_moment)
    page.goto("/daily")
    expect(page.locator("header p").filter(has_text="Begin before")).to_contain_text("midnight")
