"""axe finds nothing serious on any page, light or dark; and what it cannot see."""

import random
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page

from browser.axe import assert_nothing_serious
from browser.finished import play_out
from browser.harness import ServerProcess
from browser.pages import PHONE, OpenPage
from browser.player import click, open_table, take_one, wait_for_offer
from quatuor.games import GAMES
from setups import SHORT

STEPS = 15  # gestures before a table is looked at: cards lie everywhere then
FIRST = next(iter(GAMES))

# A tour goes from page to page, and stops wherever there is something to look at.
Tour = Callable[[Page, str], Iterator[None]]


def home_and_settings(page: Page, game: str) -> Iterator[None]:
    page.goto("/")
    page.get_by_test_id(f"play-{game}").wait_for()
    yield
    page.get_by_test_id("settings-open").click()
    page.get_by_test_id("settings").wait_for()
    yield


def pages_of_no_game(page: Page, game: str) -> Iterator[None]:
    page.goto("/about")
    page.get_by_role("heading", level=1).wait_for()
    yield
    page.goto("/no/such/page")
    page.get_by_role("heading", level=1).wait_for()
    yield
    page.watch.expected.append("404")  # type: ignore[attr-defined]
    page.goto("/return/used")
    page.get_by_test_id("trouble").wait_for()
    yield


def before_a_game(page: Page, game: str) -> Iterator[None]:
    page.goto(f"/rules/{game}")
    page.locator("article, main section").first.wait_for()
    yield
    page.goto(f"/new/{game}")
    page.get_by_test_id("open-table").wait_for()
    yield
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot"}]
    page.goto(f"/table/{open_table(page, game, 3, seats=seats, start=False)}")
    page.get_by_test_id("lobby").wait_for()
    yield


def my_games_and_join(page: Page, game: str) -> Iterator[None]:
    table = open_table(page, game, seats=[{"kind": "me"}, {"kind": "open"}], start=False)
    page.goto("/games")
    page.wait_for_selector("[data-testid^=row-]")
    yield
    page.context.clear_cookies()  # somebody else comes
    page.goto(f"/join/{table}")
    page.get_by_test_id("sit").wait_for()
    yield


def table(page: Page, game: str) -> None:
    page.goto(f"/table/{open_table(page, game, 3)}")
    page.wait_for_selector("[data-testid=board] [data-choice]")
    chance = random.Random(5)
    for _ in range(STEPS):
        if not take_one(page, click, chance):
            wait_for_offer(page)


def what_opens_at_a_table(page: Page, game: str) -> Iterator[None]:
    table(page, game)
    page.get_by_test_id("menu").click()
    page.get_by_role("button", name="Settings").wait_for()
    yield
    page.get_by_role("button", name="Settings").click()
    page.get_by_test_id("settings").wait_for()
    yield
    page.keyboard.press("Escape")
    page.get_by_test_id("settings").wait_for(state="hidden")
    page.get_by_test_id("menu").click()
    page.get_by_role("button", name="Invite").click()
    page.get_by_test_id("only-here").wait_for()
    yield
    page.reload()
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.get_by_test_id("log-open").click()
    page.get_by_role("dialog").wait_for()
    yield


def curtain(page: Page, game: str) -> Iterator[None]:
    seats = [{"kind": "me"}, {"kind": "local", "name": "Zoé"}]
    page.goto(f"/table/{open_table(page, game, seats=seats)}")
    page.get_by_test_id("curtain-ready").wait_for()
    yield


def end(page: Page, game: str) -> Iterator[None]:
    server: ServerProcess = page.server  # type: ignore[attr-defined]
    played = play_out(server, game, SHORT.get(game))
    played.become(page, server)
    page.goto(f"/table/{played.table}")
    page.get_by_test_id("end").wait_for()
    yield


def end_and_replay(page: Page, game: str) -> Iterator[None]:
    yield from end(page, game)
    page.get_by_test_id("end-replay").click()
    page.get_by_test_id("scrub").wait_for()
    yield


# Pages that look alike for all games are looked at with one; the others with each.
COMMON: tuple[Tour, ...] = (home_and_settings, pages_of_no_game, my_games_and_join, what_opens_at_a_table)
CASES: list[tuple[Tour, str]] = [(tour, FIRST) for tour in COMMON]
CASES += [(before_a_game, game) for game in GAMES]
CASES += [(end_and_replay if game == FIRST else end, game) for game in GAMES]
CASES += [(curtain, "rythm_n_play")]  # hands are hidden


@pytest.mark.parametrize(("tour", "game"), CASES, ids=[f"{tour.__name__}-{game}" for tour, game in CASES])
def test_axe_finds_nothing_serious(open_page: OpenPage, server: ServerProcess, tour: Tour, game: str) -> None:
    page = open_page(server)
    for _ in tour(page, game):
        assert_nothing_serious(page)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_can_be_read_by_everybody(page: Page, game: str) -> None:
    """Axe finds nothing, the live region says what the log shows, and no text is too small."""
    table(page, game)
    assert_nothing_serious(page)
    live = page.get_by_test_id("live")
    live.wait_for(state="attached")
    assert page.evaluate("(live) => live.getAttribute('aria-live')", live.element_handle()) == "polite"
    # Compared at one moment: a bot may move at any.
    page.wait_for_function(
        """(live) => {
            const last = [...document.querySelectorAll('[data-testid=log] li span')].at(-1);
            return last && live.textContent.includes(last.innerText.trim());
        }""",
        arg=live.element_handle(),
    )
    assert_nothing_is_written_too_small(page)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.get_by_test_id("log-open").wait_for()
    assert_nothing_is_written_too_small(page)


def assert_nothing_is_written_too_small(page: Page) -> None:
    """No text under 14 px."""
    small = page.evaluate(
        """() => [...document.querySelectorAll('body *')].filter((element) => {
            const text = [...element.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
            const style = getComputedStyle(element);
            const hidden = element.closest('[aria-hidden=true], .hidden-text, svg, [hidden]') || !element.offsetParent;
            return text && !hidden && parseFloat(style.fontSize) < 13.9;
        }).map((element) => element.outerHTML.slice(0, 120))"""
    )
    assert not small, small
