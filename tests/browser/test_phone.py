"""A table on a small phone: nothing sticks out, and the log opens where one left off reading."""

import random

import pytest
from playwright.sync_api import Page, expect

from browser.harness import ServerProcess
from browser.pages import PHONE, OpenPage
from browser.player import click, open_table, play_ahead, take_one
from quatuor.games import GAMES

WIDTHS = (320, 360)
MOVES = 12  # of one player of Rythm'n'Play: far from its end, and more lines than fit
CHOICES = "[data-testid=board] [data-choice]"


@pytest.mark.parametrize("game", GAMES)
def test_nothing_sticks_out_of_a_narrow_screen(open_page: OpenPage, server: ServerProcess, game: str) -> None:
    """While a bot plays the foot is at its fullest: undo, log, hurry, moves."""
    page = open_page(server, locale="fr-FR", viewport={"width": WIDTHS[0], "height": 720})
    page.goto(f"/table/{open_table(page, game, 3, first=1, pace_ms=5000)}")
    skip = page.get_by_test_id("skip")
    skip.or_(page.locator(CHOICES).first).first.wait_for()
    if not skip.is_visible():  # RP-2: somebody else than the first player chooses the key
        take_one(page, click, random.Random(1))
    skip.wait_for()
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 720})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        crowded = page.evaluate(
            """() => [...document.querySelectorAll('footer button')]
                .filter((button) => button.scrollWidth > Math.ceil(button.clientWidth)).map((one) => one.innerText)"""
        )
        assert not crowded, f"{width}: {crowded}"


def test_the_log_opens_at_its_newest_line(open_page: OpenPage, server: ServerProcess) -> None:
    page = open_page(server, viewport=PHONE)
    table = open_table(page, "rythm_n_play")
    play_ahead(page, table, 0, random.Random(2), MOVES)
    page.goto(f"/table/{table}")
    page.get_by_test_id("log-open").click()
    log = page.locator("dialog [role=region]")
    log.wait_for()
    height, shown = log.evaluate("(log) => [log.scrollHeight, log.clientHeight]")
    assert height > shown, "the log is too short to tell"
    page.wait_for_function(
        "(log) => log.scrollTop > 0 && log.scrollHeight - log.scrollTop - log.clientHeight < 2",
        arg=log.element_handle(),
    )


def test_what_a_board_says_in_short_is_explained_by_a_touch_and_by_a_key(phone: Page) -> None:
    phone.goto(f"/table/{open_table(phone, 'rythm_n_play', 2)}")
    short = phone.locator("[data-place='collected:2'] button")
    sentence = phone.locator("[data-place='collected:2'] [popover]")
    short.tap()
    expect(sentence).to_have_text("Collected: 0")
    expect(sentence).to_be_visible()
    phone.keyboard.press("Escape")
    expect(sentence).to_be_hidden()
    short.focus()
    phone.keyboard.press("Enter")
    expect(sentence).to_be_visible()
