"""axe finds nothing serious on any page, light or dark; and what it cannot see."""

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from browser.axe import assert_nothing_serious
from browser.finished import play_out
from browser.harness import ServerProcess
from browser.pages import PHONE, OpenPage
from browser.player import click, open_table, take_one
from quatuor.games import GAMES
from setups import SHORT

STEPS = 15  # gestures before a table is looked at: cards lie everywhere then


def home(page: Page, game: str) -> None:
    page.goto("/")
    page.get_by_test_id(f"play-{game}").wait_for()


def settings(page: Page, game: str) -> None:
    home(page, game)
    page.get_by_test_id("settings-open").click()


def new_table(page: Page, game: str) -> None:
    page.goto(f"/new/{game}")
    page.get_by_test_id("open-table").wait_for()


def lobby(page: Page, game: str) -> None:
    page.goto("/")
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot"}]
    page.goto(f"/table/{open_table(page, game, 3, seats=seats, start=False)}")
    page.get_by_test_id("lobby").wait_for()


def table(page: Page, game: str) -> None:
    page.goto("/")
    page.goto(f"/table/{open_table(page, game, 3)}")
    page.wait_for_selector("[data-testid=board] [data-choice]")
    chance = random.Random(5)
    for _ in range(STEPS):
        if not take_one(page, click, chance):
            page.wait_for_timeout(50)


def menu(page: Page, game: str) -> None:
    table(page, game)
    page.get_by_test_id("menu").click()
    page.get_by_role("button", name="Settings").wait_for()


def settings_at_the_table(page: Page, game: str) -> None:
    menu(page, game)
    page.get_by_role("button", name="Settings").click()
    page.get_by_test_id("settings").wait_for()


def invite(page: Page, game: str) -> None:
    menu(page, game)
    page.get_by_role("button", name="Invite").click()
    page.get_by_test_id("only-here").wait_for()


def log(page: Page, game: str) -> None:
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    table(page, game)
    page.get_by_test_id("log-open").click()
    page.get_by_role("dialog").wait_for()


def curtain(page: Page, game: str) -> None:
    page.goto("/")
    seats = [{"kind": "me"}, {"kind": "local", "name": "Zoé"}]
    page.goto(f"/table/{open_table(page, game, seats=seats)}")
    page.get_by_test_id("curtain-ready").wait_for()


def join(page: Page, game: str) -> None:
    lobby(page, game)
    page.context.clear_cookies()  # somebody else comes
    page.goto(page.url.replace("/table/", "/join/"))
    page.get_by_test_id("sit").wait_for()


def used_return_link(page: Page, game: str) -> None:
    page.watch.expected.append("404")  # type: ignore[attr-defined]
    page.goto("/return/used")
    page.get_by_test_id("trouble").wait_for()


def end(page: Page, game: str) -> None:
    server: ServerProcess = page.server  # type: ignore[attr-defined]
    played = play_out(server, game, SHORT.get(game))
    played.become(page, server)
    page.goto(f"/table/{played.table}")
    page.get_by_test_id("end").wait_for()


def replay(page: Page, game: str) -> None:
    end(page, game)
    page.get_by_test_id("end-replay").click()
    page.get_by_test_id("scrub").wait_for()


def rules(page: Page, game: str) -> None:
    page.goto(f"/rules/{game}")
    page.locator("article, main section").first.wait_for()


def my_games(page: Page, game: str) -> None:
    lobby(page, game)
    page.goto("/games")
    page.wait_for_selector("[data-testid^=row-]")


def about(page: Page, game: str) -> None:
    page.goto("/about")
    page.get_by_role("heading", level=1).wait_for()


def nowhere(page: Page, game: str) -> None:
    page.goto("/no/such/page")
    page.get_by_role("heading", level=1).wait_for()


# Pages that look alike for all games are looked at with one; the others with each.
COMMON = (
    home,
    settings,
    my_games,
    about,
    nowhere,
    menu,
    settings_at_the_table,
    invite,
    log,
    join,
    used_return_link,
    replay,
)
OF_EACH_GAME = (new_table, lobby, table, end, rules)
CASES = [(page, next(iter(GAMES))) for page in COMMON] + [(page, game) for page in OF_EACH_GAME for game in GAMES]
CASES += [(curtain, "rythm_n_play")]  # hands are hidden


@pytest.mark.parametrize(("reach", "game"), CASES, ids=[f"{page.__name__}-{game}" for page, game in CASES])
def test_axe_finds_nothing_serious(
    open_page: OpenPage, server: ServerProcess, reach: Callable[[Page, str], None], game: str
) -> None:
    page = open_page(server, color_scheme="light")
    reach(page, game)
    assert_nothing_serious(page)


@pytest.mark.parametrize("game", GAMES)
def test_every_event_is_read_out(open_page: OpenPage, server: ServerProcess, game: str) -> None:
    """The live region says what the log shows."""
    page = open_page(server)
    table(page, game)
    live = page.get_by_test_id("live")
    live.wait_for(state="attached")
    last = page.locator("[data-testid=log] li span").last.inner_text().strip()
    assert page.evaluate("(live) => live.getAttribute('aria-live')", live.element_handle()) == "polite"
    page.wait_for_function("([live, last]) => live.textContent.includes(last)", arg=[live.element_handle(), last])


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_written_too_small(open_page: OpenPage, server: ServerProcess, game: str) -> None:
    """No text under 14 px, on a phone as on a desktop."""
    page = open_page(server, viewport=PHONE)
    table(page, game)
    small = page.evaluate(
        """() => [...document.querySelectorAll('body *')].filter((element) => {
            const text = [...element.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
            const style = getComputedStyle(element);
            const hidden = element.closest('[aria-hidden=true], .hidden-text, svg, [hidden]') || !element.offsetParent;
            return text && !hidden && parseFloat(style.fontSize) < 13.9;
        }).map((element) => element.outerHTML.slice(0, 120))"""
    )
    assert not small, small
